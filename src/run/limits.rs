//! Limits of a run.

use std::{fs, time::Duration};

use serde::{Deserialize, Serialize};

use super::{control_group::own_memory_limits, process_tree::parse_size};

/// Minimum memory share of a run in bytes, unless three quarters of the memory are less.
const MIN_SHARE: u64 = 512 << 20;

/// Number of threads that are permitted in addition to one per process. Runtimes such as Java's
/// start some threads for each processor.
const MORE_THREADS: usize = 1024;

/// Limits of a run, for all its processes together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Maximum number of processes at a time.
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

/// Returns the memory limit of one of several simultaneous runs, in bytes: its share of three
/// quarters of the memory of the machine or container, if that is known.
pub(super) fn memory_share(simultaneous: usize) -> Option<u64> {
    let sizes = own_memory_limits().into_iter().chain(total_memory());
    Some(share(sizes.min()?, simultaneous))
}

/// Returns the memory of the machine in bytes, if it is known.
pub(super) fn total_memory() -> Option<u64> {
    parse_size(&fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")
}

fn share(total: u64, simultaneous: usize) -> u64 {
    let all = total / 4 * 3;
    (all / simultaneous.max(1) as u64).max(MIN_SHARE.min(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_is_large_enough_to_start_a_runtime() {
        const GIB: u64 = 1 << 30;
        assert_eq!(share(16 * GIB, 2), 6 * GIB);
        assert_eq!(share(16 * GIB, 64), MIN_SHARE);
        assert_eq!(share(GIB / 2, 4), GIB / 8 * 3);
        assert_eq!(share(4 * GIB, 0), 3 * GIB);
    }
}
