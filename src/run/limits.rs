//! Limits of a run.

use std::num::NonZero;
use std::sync::LazyLock;
use std::thread::available_parallelism;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Default wall-clock time, as on the command line.
pub(crate) const DEFAULT_TIMEOUT: &str = "10s";

/// Default output limit of each stream.
pub(crate) const DEFAULT_MAX_OUTPUT: &str = "16MiB";

/// Default number of processes.
pub(crate) const DEFAULT_MAX_PROCESSES: &str = "256";

/// Default size of the private folder.
pub(crate) const DEFAULT_MAX_FILES_SIZE: &str = "256MiB";

/// Default time that processes may outlive the command.
pub(crate) const DEFAULT_LEAK_TIMEOUT: &str = "100ms";

/// Limits of a run, for all its processes together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunLimits {
    pub(crate) timeout: Duration,
    /// Processor time. The wall-clock limit applies if there is none.
    pub(crate) cpu_time: Option<Duration>,
    /// Maximum output of each stream, in bytes.
    pub(crate) max_output: usize,
    /// Maximum memory in bytes. Shared memory counts once.
    pub(crate) max_memory: Option<u64>,
    /// Maximum number of processes at a time.
    pub(crate) max_processes: usize,
    /// Maximum size of the private folder, in bytes.
    pub(crate) max_files_size: u64,
    /// Maximum time that processes may outlive the command, without the time they waited for a
    /// processor.
    pub(crate) leak_timeout: Duration,
}

/// Number of threads that are permitted in addition to one per process. Runtimes such as Java's
/// start some threads per processor. With many more threads, a fork bomb would take the
/// processors from the keeper.
const MORE_THREADS: usize = 256;
const MORE_THREADS_FOR_EACH_PROCESSOR: usize = 8;

static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| available_parallelism().map_or(1, NonZero::get));

/// Load from concurrent runs. It determines how much of the time that a run waits for a processor
/// extends its timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Company {
    /// Other runs are active. The timeout is not extended.
    Others,
    /// Other runs are active, and the timeout is extended up to eightfold, since no other run
    /// waits for this one.
    OthersWithTime,
    /// No other run is active. The timeout is extended up to twofold.
    Nobody,
}

impl Company {
    /// Returns the maximum duration as a multiple of the timeout.
    pub(super) fn longest(self) -> u32 {
        match self {
            Self::Others => 1,
            Self::OthersWithTime => 8,
            Self::Nobody => 2,
        }
    }
}

impl RunLimits {
    /// Maximum number of threads at a time, for all processes together.
    pub(super) fn max_tasks(&self) -> usize {
        self.max_processes
            .saturating_add(MORE_THREADS + MORE_THREADS_FOR_EACH_PROCESSOR * *PROCESSORS)
    }

    /// Returns the maximum duration, however long the run waits for a processor.
    pub(super) fn longest_run(&self, company: Company) -> Duration {
        self.timeout.saturating_mul(company.longest())
    }

    pub(super) fn cpu_time(&self) -> Duration {
        self.cpu_time.unwrap_or(self.timeout)
    }
}
