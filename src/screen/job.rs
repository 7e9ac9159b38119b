//! Work on another thread while the screen keeps responding.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::advice::Hint;
use crate::field::minefield::{Minefield, Square};
use crate::solve::error::SolveError;
use crate::solve::odds::Odds;

/// Time to wait for a job before the screen says that it is running.
pub(super) const GRACE: Duration = Duration::from_millis(120);

/// Interval at which a running job is checked.
pub(super) const POLL: Duration = Duration::from_millis(40);

/// Result of a job.
pub(super) enum Done {
    /// A field for a game that starts with this square.
    Field(Square, Minefield),
    Hint(Hint),
    Odds(Box<Odds>),
    /// Analysis of the position before the game was lost.
    Verdict(String),
}

/// A running job. Dropping it cancels the work.
pub(super) struct Job {
    /// The message while the job runs; any key cancels such a job.
    pub(super) message: Option<&'static str>,
    done: Receiver<Result<Done, SolveError>>,
    wanted: JobFlag,
}

/// A flag that work checks in order to stop early.
#[derive(Clone)]
pub(super) struct JobFlag(Arc<AtomicBool>);

impl JobFlag {
    pub(super) fn holds(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Job {
    /// Starts a job.
    ///
    /// # Errors
    ///
    /// There are too many threads.
    pub(super) fn start(
        message: Option<&'static str>,
        work: impl FnOnce(&JobFlag) -> Result<Done, SolveError> + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, done) = mpsc::channel();
        let wanted = JobFlag(Arc::new(AtomicBool::new(true)));
        let flag = wanted.clone();
        thread::Builder::new().spawn(move || {
            // This fails if the job was cancelled.
            let _ = sender.send(work(&flag));
        })?;
        Ok(Self {
            message,
            done,
            wanted,
        })
    }

    /// Waits for the result: `Err(Timeout)` if the job still runs, `Err(Disconnected)` if it
    /// failed.
    pub(super) fn wait(
        &self,
        timeout: Duration,
    ) -> Result<Result<Done, SolveError>, RecvTimeoutError> {
        self.done.recv_timeout(timeout)
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.wanted.0.store(false, Ordering::Relaxed);
    }
}
