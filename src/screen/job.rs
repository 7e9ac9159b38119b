//! Work that may take its time, done beside the screen, which goes on answering.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How long something is waited for before it is told that it is being done.
pub(super) const SHORT: Duration = Duration::from_millis(120);

/// How often it is looked whether it is done.
pub(super) const LOOK: Duration = Duration::from_millis(40);

/// Something that is being done. Whoever drops this does not want it any more.
pub(super) struct Job<T> {
    done: Receiver<T>,
    wanted: Wanted,
}

/// Whether something is still wanted.
#[derive(Clone)]
pub(super) struct Wanted(Arc<AtomicBool>);

impl Wanted {
    /// Whether it is.
    pub(super) fn holds(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far a job is.
pub(super) enum Progress<T> {
    Done(T),
    Running,
    /// It has failed, and nothing comes of it.
    Failed,
}

impl<T: Send + 'static> Job<T> {
    /// Begins to do it. What may take long looks now and then whether it is still wanted.
    ///
    /// # Errors
    ///
    /// There is no further thread.
    pub(super) fn start(work: impl FnOnce(&Wanted) -> T + Send + 'static) -> io::Result<Self> {
        let (sender, done) = mpsc::channel();
        let wanted = Wanted(Arc::new(AtomicBool::new(true)));
        let of_work = wanted.clone();
        thread::Builder::new().spawn(move || {
            // Nobody wants it any more if that fails.
            let _ = sender.send(work(&of_work));
        })?;
        Ok(Self { done, wanted })
    }

    /// Waits for it for so long.
    pub(super) fn wait(&self, most: Duration) -> Progress<T> {
        match self.done.recv_timeout(most) {
            Ok(done) => Progress::Done(done),
            Err(RecvTimeoutError::Timeout) => Progress::Running,
            Err(RecvTimeoutError::Disconnected) => Progress::Failed,
        }
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.wanted.0.store(false, Ordering::Relaxed);
    }
}
