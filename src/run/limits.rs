//! What a run may use.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How long a run may take if nothing else is asked for. These are values as
/// they are given on the command line.
pub(crate) const DEFAULT_TIMEOUT: &str = "10s";

/// How much may be printed on each stream if nothing else is asked for.
pub(crate) const DEFAULT_MAX_OUTPUT: &str = "16MiB";

/// How many processes there may be if nothing else is asked for.
pub(crate) const DEFAULT_MAX_PROCESSES: &str = "256";

/// How much may lie in the private folder if nothing else is asked for.
pub(crate) const DEFAULT_MAX_FILES_SIZE: &str = "256MiB";

/// How long processes may outlive the first if nothing else is asked for.
pub(crate) const DEFAULT_LEAK_TIMEOUT: &str = "100ms";

/// What a run may use, all its processes together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Limits {
    /// Wall-clock time.
    pub(crate) timeout: Duration,
    /// The processor's time; the timeout if there is none.
    pub(crate) cpu_time: Option<Duration>,
    /// How much may be printed on each stream, in bytes.
    pub(crate) max_output: usize,
    /// How much memory may be in use, in bytes; shared memory counts once.
    pub(crate) max_memory: Option<u64>,
    /// How many processes there may be at a time.
    pub(crate) max_processes: usize,
    /// How much may lie in the private folder, in bytes.
    pub(crate) max_files_size: u64,
    /// How long other processes may outlive the first, not counting time in
    /// which they waited for a processor.
    pub(crate) leak_timeout: Duration,
}

/// How many threads there may be for each process that is allowed, and how many at least,
/// since the run time of a single program has some for each processor.
const TASKS_FOR_EACH: usize = 16;
const LEAST_TASKS: usize = 512;

impl Limits {
    /// How many threads there may be at a time, all processes together.
    pub(super) fn max_tasks(&self) -> usize {
        self.max_processes
            .saturating_mul(TASKS_FOR_EACH)
            .max(LEAST_TASKS)
    }

    /// The processor's time that may be used.
    pub(super) fn cpu_time(&self) -> Duration {
        self.cpu_time.unwrap_or(self.timeout)
    }
}
