//! The rule for failures that other runs may have caused: such a run is repeated once, alone,
//! after all others, and the second result counts.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::SeqCst;

use rustix::process::Signal;

use super::error::RunError;
use super::result::{End, Run};

/// Number of runs of this process in progress, started so far, and ended for memory, processes or
/// file size so far.
static RUNNING: AtomicU64 = AtomicU64::new(0);
static STARTED: AtomicU64 = AtomicU64::new(0);
static EXHAUSTED: AtomicU64 = AtomicU64::new(0);

/// A run in progress.
pub(super) struct Active {
    is_concurrent: bool,
    started: u64,
    exhausted: u64,
}

impl Active {
    pub(super) fn begin() -> Self {
        Self {
            is_concurrent: RUNNING.fetch_add(1, SeqCst) > 0,
            started: STARTED.fetch_add(1, SeqCst) + 1,
            exhausted: EXHAUSTED.load(SeqCst),
        }
    }

    /// Ends the run. Reports whether a failure may have been caused by other runs.
    pub(super) fn end(self, result: &Result<Run, RunError>) -> bool {
        let is_concurrent = self.is_concurrent || STARTED.load(SeqCst) > self.started;
        let was_exhausted = EXHAUSTED.load(SeqCst) > self.exhausted;
        RUNNING.fetch_sub(1, SeqCst);
        let may_be_theirs = match result.as_ref().map(|run| run.end) {
            Ok(End::TimedOut) | Err(RunError::Machine(_)) => true,
            Ok(End::Killed(signal)) if signal == Signal::KILL.as_raw() => true,
            Ok(End::Exited(_) | End::Killed(_) | End::LeftProcesses) => was_exhausted,
            Ok(End::TooMuchMemory | End::TooManyProcesses | End::TooManyFiles) => {
                EXHAUSTED.fetch_add(1, SeqCst);
                false
            }
            _ => false,
        };
        is_concurrent && may_be_theirs
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
    fn failure_beside_other_runs_is_contention() {
        let failed = Err(RunError::Machine("a pipe: Too many open files".to_owned()));
        for end in [End::TimedOut, End::Killed(9), End::Exited(1)] {
            assert!(!Active::begin().end(&Ok(run(end))), "{end:?}, alone");
        }
        let other = Active::begin();
        for (result, is_repeated) in [
            (Ok(run(End::TimedOut)), true),
            (Ok(run(End::Killed(9))), true),
            (failed, true),
            (Ok(run(End::Killed(11))), false),
            (Ok(run(End::Exited(1))), false),
            (Ok(run(End::CpuTime)), false),
            (Ok(run(End::TooMuchOutput)), false),
        ] {
            assert_eq!(Active::begin().end(&result), is_repeated, "{result:?}");
        }
        let beside = Active::begin();
        let exhausting = Active::begin();
        assert!(!exhausting.end(&Ok(run(End::TooMuchMemory))));
        assert!(beside.end(&Ok(run(End::Exited(1)))));
        assert!(other.end(&Ok(run(End::TimedOut))));
        assert!(!Active::begin().end(&Ok(run(End::Exited(1)))));
    }
}
