//! Work that may take its time, done beside the screen, which goes on answering.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How long something is waited for before it is told that it is being done.
pub(super) const SHORT: Duration = Duration::from_millis(120);

/// How often it is looked whether it is done.
pub(super) const LOOK: Duration = Duration::from_millis(40);

/// Something that is being done. Whoever drops this does not want it any more; it is
/// done to its end nevertheless.
pub(super) struct Job<T>(Receiver<T>);

/// How far a job is.
pub(super) enum Progress<T> {
    Done(T),
    Running,
    /// It has failed, and nothing comes of it.
    Failed,
}

impl<T: Send + 'static> Job<T> {
    /// Begins to do it.
    ///
    /// # Errors
    ///
    /// There is no further thread.
    pub(super) fn start(work: impl FnOnce() -> T + Send + 'static) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        thread::Builder::new().spawn(move || {
            // Nobody wants it any more if that fails.
            let _ = sender.send(work());
        })?;
        Ok(Self(receiver))
    }

    /// Waits for it for so long.
    pub(super) fn wait(&self, most: Duration) -> Progress<T> {
        match self.0.recv_timeout(most) {
            Ok(done) => Progress::Done(done),
            Err(RecvTimeoutError::Timeout) => Progress::Running,
            Err(RecvTimeoutError::Disconnected) => Progress::Failed,
        }
    }
}
