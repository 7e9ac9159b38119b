//! Limits of a run.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Number of threads that are permitted in addition to one per process. Runtimes such as Java's
/// start some threads for each processor.
const MORE_THREADS: usize = 1024;

/// Limits of a run, for all its processes together.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RunLimits {
    /// Wall-clock time.
    pub timeout: Duration,
    /// Processor time. The default is twice the timeout, so that the timeout ends a program that
    /// loops.
    pub cpu_time: Option<Duration>,
    /// Maximum output of each stream, in bytes.
    pub max_output: usize,
    /// Maximum memory in bytes. Shared memory counts once.
    pub max_memory: Option<u64>,
    pub max_processes: usize,
    /// Maximum disk space of the files that a run creates in the private folder, in bytes.
    pub max_files_size: u64,
    /// Maximum time that other processes may outlive the command.
    pub leak_timeout: Duration,
}

impl RunLimits {
    /// Returns the maximum number of threads at a time, for all processes together.
    pub fn max_threads(&self) -> usize {
        self.max_processes.saturating_add(MORE_THREADS)
    }

    pub fn cpu_time(&self) -> Duration {
        self.cpu_time.unwrap_or(self.timeout.saturating_mul(2))
    }
}
