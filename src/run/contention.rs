//! Detects failures that other runs may have caused. Such a run is repeated once, alone, after all
//! others, and the second result counts.

use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use rustix::process::Signal;

use super::result::{End, Run, RunError};

static RUNNING: AtomicU64 = AtomicU64::new(0);

static STARTED: AtomicU64 = AtomicU64::new(0);

/// Number of runs so far that a limit of memory, processes or files ended.
static EXHAUSTED: AtomicU64 = AtomicU64::new(0);

/// The other runs during a run in progress.
pub(super) struct ConcurrentRuns {
    /// True if another run was in progress at the start.
    is_concurrent: bool,
    /// Number of runs that had been started, including this one.
    started: u64,
    /// Number of runs that a limit had ended before the start.
    exhausted: u64,
}

impl ConcurrentRuns {
    pub fn begin() -> Self {
        Self {
            is_concurrent: RUNNING.fetch_add(1, SeqCst) > 0,
            started: STARTED.fetch_add(1, SeqCst) + 1,
            exhausted: EXHAUSTED.load(SeqCst),
        }
    }

    /// Ends the run. Reports whether it failed and other runs may have caused that.
    pub fn end(self, result: &Result<Run, RunError>) -> bool {
        let is_concurrent = self.is_concurrent || STARTED.load(SeqCst) > self.started;
        let was_exhausted = EXHAUSTED.load(SeqCst) > self.exhausted;
        RUNNING.fetch_sub(1, SeqCst);
        let has_cause = match result.as_ref().map(|run| run.end) {
            Ok(End::TimedOut) | Err(RunError::Machine(_)) => true,
            Ok(End::Killed(signal)) if signal == Signal::KILL.as_raw() => true,
            Ok(End::Exited(_) | End::Killed(_) | End::LeftProcesses) => was_exhausted,
            Ok(End::TooMuchMemory | End::TooManyProcesses | End::TooManyFiles) => {
                EXHAUSTED.fetch_add(1, SeqCst);
                false
            }
            _ => false,
        };
        is_concurrent && has_cause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(end: End) -> Run {
        Run {
            out: Vec::new(),
            err: Vec::new(),
            end,
            seed: "seed.txt".into(),
        }
    }

    // One test, since all runs of a process are counted together.
    #[test]
    fn failure_during_other_runs_is_contention() {
        let failed = Err(RunError::Machine("a pipe: Too many open files".to_owned()));
        for end in [End::TimedOut, End::Killed(9), End::Exited(1)] {
            assert!(
                !ConcurrentRuns::begin().end(&Ok(run(end))),
                "{end:?}, alone"
            );
        }
        let first = ConcurrentRuns::begin();
        for (result, is_repeated) in [
            (Ok(run(End::TimedOut)), true),
            (Ok(run(End::Killed(9))), true),
            (failed, true),
            (Ok(run(End::Killed(11))), false),
            (Ok(run(End::Exited(1))), false),
            (Ok(run(End::CpuTime)), false),
            (Ok(run(End::TooMuchOutput)), false),
        ] {
            let runs = ConcurrentRuns::begin();
            assert_eq!(runs.end(&result), is_repeated, "{result:?}");
        }
        let second = ConcurrentRuns::begin();
        let exhausting = ConcurrentRuns::begin();
        assert!(!exhausting.end(&Ok(run(End::TooMuchMemory))));
        assert!(second.end(&Ok(run(End::Exited(1)))));
        assert!(first.end(&Ok(run(End::TimedOut))));
        assert!(!ConcurrentRuns::begin().end(&Ok(run(End::Exited(1)))));
    }
}
