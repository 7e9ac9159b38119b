//! Work on another thread while the screen keeps responding.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use super::app::App;
use crate::solve::error::SolveError;

/// Time to wait for a job before the screen says that it is running.
const GRACE: Duration = Duration::from_millis(120);

/// The effect of a finished job.
pub(super) type JobUpdate = Box<dyn FnOnce(&mut App) + Send>;

/// A running job. Dropping it cancels the work.
pub(super) struct Job {
    /// The message while the job runs; any key cancels such a job.
    pub(super) message: Option<&'static str>,
    done: Receiver<Result<JobUpdate, SolveError>>,
    /// The only strong reference to what the work checks in order to stop early.
    _wanted: Arc<()>,
}

impl App {
    /// Starts a job and waits for a moment, since most jobs are short.
    pub(super) fn start_job(
        &mut self,
        message: Option<&'static str>,
        work: impl FnOnce(&Weak<()>) -> Result<JobUpdate, SolveError> + Send + 'static,
    ) {
        let (sender, done) = mpsc::channel();
        let wanted = Arc::new(());
        let weak = Arc::downgrade(&wanted);
        thread::spawn(move || {
            // This fails if the job was cancelled.
            let _ = sender.send(work(&weak));
        });
        self.job = Some(Job {
            message,
            done,
            _wanted: wanted,
        });
        self.use_job(GRACE);
    }

    /// Uses the result of the job if there is one in time.
    pub(super) fn use_job(&mut self, timeout: Duration) {
        let Some(job) = self.job.take() else { return };
        match job.done.recv_timeout(timeout) {
            Ok(Ok(update)) => update(self),
            Ok(Err(error)) => self.message = format!("No result: {error}."),
            Err(RecvTimeoutError::Timeout) => self.job = Some(job),
            Err(RecvTimeoutError::Disconnected) => {}
        }
    }
}
