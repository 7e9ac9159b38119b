//! Detects runs that may have failed because of contention: other processes used the processors
//! or another resource of the machine.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::limits::Company;
use super::result::{End, Timing};

/// A reason for a failure that is not the program's fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interference {
    /// It timed out while it waited for a processor.
    Processors,
    /// Another process killed it.
    Killed,
    /// The system ran out of memory and killed processes.
    Memory,
    /// The disk was full.
    Disk,
    /// The system had no room for more processes.
    Processes,
}

impl fmt::Display for Interference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Processors => "it ran out of time while it had to wait for a processor",
            Self::Killed => "it was killed by a SIGKILL that was not for a limit",
            Self::Memory => "the system had too little memory and killed processes",
            Self::Disk => "the disk of its private folder was full",
            Self::Processes => "the system had no room for more processes",
        })
    }
}

/// Why a run could not be judged, and how often it was retried in isolation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Doubt {
    pub(crate) why: Interference,
    pub(crate) repeats: u32,
}

impl std::error::Error for Doubt {}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let alone = match self.repeats {
            0 => "",
            _ => ", when it was repeated alone too",
        };
        write!(f, "{}{alone}", self.why)
    }
}

/// Shortages of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Shortage {
    /// True if the system ran out of memory and killed processes.
    pub(super) memory: bool,
    /// Shortage of disk space for the private folder.
    pub(super) disk: Option<Since>,
    /// Shortage of processes.
    pub(super) processes: Option<Since>,
}

/// When a shortage was first seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Since {
    /// Before the run, so the run did not cause it.
    Before,
    /// During the run.
    During,
}

/// Returns the reason why a run may have failed through no fault of its program. A run in
/// isolation caused every shortage itself.
pub(super) fn interference(
    end: End,
    timing: Timing,
    shortage: Shortage,
    company: Company,
) -> Option<Interference> {
    match end {
        End::TimedOut if timing.waited_for_others(company) => {
            return Some(Interference::Processors);
        }
        End::Killed(signal) if signal == rustix::process::Signal::KILL.as_raw() => {
            return Some(Interference::Killed);
        }
        End::Exited(_) | End::Killed(_) | End::TimedOut | End::LeftProcesses => {}
        // Other runs have no influence on the remaining limits.
        _ => return None,
    }
    let counts = |since: Option<Since>| match since {
        Some(Since::Before) => true,
        Some(Since::During) => company != Company::Nobody,
        None => false,
    };
    if shortage.memory {
        Some(Interference::Memory)
    } else if counts(shortage.disk) {
        Some(Interference::Disk)
    } else if counts(shortage.processes) {
        Some(Interference::Processes)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const SHORT: Shortage = Shortage {
        memory: false,
        disk: Some(Since::During),
        processes: None,
    };

    #[test]
    fn only_what_others_may_have_done_is_a_doubt() {
        let timing = |cpu, waited| Timing {
            wall: Duration::from_secs(10),
            cpu: Duration::from_secs(cpu),
            waited: Duration::from_secs(waited),
        };
        let (idle, starved, busy) = (timing(0, 0), timing(5, 4), timing(10, 90));
        let processors = Some(Interference::Processors);
        let none = Shortage::default();
        let before = Shortage {
            disk: Some(Since::Before),
            ..none
        };
        let killed = Shortage {
            memory: true,
            ..none
        };
        for (end, timing, shortage, company, expected) in [
            (End::TimedOut, idle, none, Company::Others, None),
            (End::TimedOut, busy, none, Company::Others, None),
            (End::TimedOut, starved, none, Company::Others, processors),
            // With seven eighths of the waiting time added to its timeout, it had the maximum
            // time.
            (
                End::TimedOut,
                timing(1, 8),
                none,
                Company::OthersWithTime,
                None,
            ),
            (
                End::TimedOut,
                timing(1, 9),
                none,
                Company::OthersWithTime,
                processors,
            ),
            (
                End::Exited(1),
                idle,
                SHORT,
                Company::OthersWithTime,
                Some(Interference::Disk),
            ),
            // In isolation, the waiting time was added to its timeout.
            (End::TimedOut, starved, none, Company::Nobody, None),
            (
                End::TimedOut,
                timing(5, 6),
                none,
                Company::Nobody,
                processors,
            ),
            (
                End::Killed(9),
                idle,
                none,
                Company::Nobody,
                Some(Interference::Killed),
            ),
            (End::Killed(11), idle, none, Company::Others, None),
            (
                End::Exited(1),
                idle,
                SHORT,
                Company::Others,
                Some(Interference::Disk),
            ),
            (End::Exited(1), idle, SHORT, Company::Nobody, None),
            (
                End::Exited(1),
                idle,
                before,
                Company::Nobody,
                Some(Interference::Disk),
            ),
            (
                End::Exited(1),
                idle,
                killed,
                Company::Nobody,
                Some(Interference::Memory),
            ),
            (End::TooManyFiles, idle, before, Company::Others, None),
        ] {
            let found = interference(end, timing, shortage, company);
            assert_eq!(found, expected, "{end:?} {shortage:?} {company:?}");
        }
    }
}
