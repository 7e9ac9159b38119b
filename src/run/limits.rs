//! What a run may use.

use std::num::NonZero;
use std::sync::LazyLock;
use std::thread::available_parallelism;
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
pub(crate) struct RunLimits {
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

/// How many threads there may be besides one for each process. A runtime, such as Java's,
/// starts some for each processor. If there could be many more, a fork bomb would keep the
/// processors from the keeper that has to end it.
const MORE_THREADS: usize = 256;
const MORE_THREADS_FOR_EACH_PROCESSOR: usize = 8;

static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| available_parallelism().map_or(1, NonZero::get));

/// What runs beside a run, and how much of the time that it waits for a processor is added to
/// its timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Company {
    /// Other runs do; nothing is added.
    Others,
    /// Other runs do; up to seven timeouts are added, since nobody waits for it.
    OthersWithTime,
    /// No other run does; up to one timeout is added.
    Nobody,
}

impl Company {
    /// How many timeouts a run may take at most.
    pub(super) fn longest(self) -> u32 {
        match self {
            Self::Others => 1,
            Self::OthersWithTime => 8,
            Self::Nobody => 2,
        }
    }
}

impl RunLimits {
    /// How many threads there may be at a time, all processes together.
    pub(super) fn max_tasks(&self) -> usize {
        self.max_processes
            .saturating_add(MORE_THREADS + MORE_THREADS_FOR_EACH_PROCESSOR * *PROCESSORS)
    }

    /// How long a run may take at most, however long it waits for a processor.
    pub(super) fn longest_run(&self, company: Company) -> Duration {
        self.timeout.saturating_mul(company.longest())
    }

    /// The processor's time that may be used.
    pub(super) fn cpu_time(&self) -> Duration {
        self.cpu_time.unwrap_or(self.timeout)
    }
}
