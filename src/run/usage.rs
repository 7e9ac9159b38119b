//! Measures the resources that a run uses: exactly in a control group, and otherwise as the sum
//! over its processes at the time of a scan.

use std::{collections::HashMap, fs, time::Duration};

use rustix::process::Pid;

use super::{
    control_group::ControlGroup,
    process_tree::{ProcessStat, descendants, id_of, parse_size, threads, time},
};

/// Measures one run.
#[derive(Debug)]
pub(super) struct Meter<'supervisor> {
    group: Option<&'supervisor ControlGroup>,
    /// Processor time of the group at the start of the run.
    cpu_before: Duration,
    /// Number of memory shortages of the group at the start of the run.
    shortages_before: u64,
    /// Processor time of processes that were waited for before the run, in ticks.
    ticks_before: u64,
    /// Processor time of each running process in ticks, by ID and start time.
    running: HashMap<(i32, u64), u64>,
    /// Processor time of ended processes that earlier scans found, in ticks. Children that are
    /// never waited for leave no other trace.
    ended_ticks: u64,
}

/// Result of a scan.
#[derive(Debug, Default)]
pub(super) struct Usage {
    pub processes: Vec<Pid>,
    /// Number of threads.
    pub threads: usize,
    /// Resident memory in bytes. Shared pages count once per process.
    pub resident: u64,
    /// Processor time since the start of the run.
    pub cpu: Duration,
}

impl<'supervisor> Meter<'supervisor> {
    pub fn new(group: Option<&'supervisor ControlGroup>) -> Self {
        Self {
            group,
            cpu_before: group.map(ControlGroup::cpu).unwrap_or_default(),
            shortages_before: group.map_or(0, ControlGroup::memory_shortages),
            ticks_before: waited_ticks(),
            running: HashMap::new(),
            ended_ticks: 0,
        }
    }

    /// Scans the processes. If there are more than `limit`, only their IDs are read: a fork bomb
    /// must not grow in the meantime.
    pub fn scan(&mut self, limit: usize) -> Usage {
        let mut usage = Usage {
            processes: descendants(limit),
            ..Usage::default()
        };
        if usage.processes.len() > limit {
            return usage;
        }
        let mut running = HashMap::new();
        let mut ticks = waited_ticks().saturating_sub(self.ticks_before);
        for process in &usage.processes {
            let Some((_, status)) = memory_status(*process) else {
                continue;
            };
            usage.resident += status.memory;
            usage.threads += status.threads;
            ticks += status.ticks + status.child_ticks;
            running.insert((id_of(*process), status.start), status.ticks);
        }
        for (process, ticks) in &self.running {
            if !running.contains_key(process) {
                self.ended_ticks += ticks;
            }
        }
        self.running = running;
        // Each of these sums may miss processes that have ended, so the largest counts.
        let seen_ticks = self.ended_ticks + self.running.values().sum::<u64>();
        let group_time = self.group.map(ControlGroup::cpu).unwrap_or_default();
        let in_group = group_time.saturating_sub(self.cpu_before);
        usage.cpu = time(ticks.max(seen_ticks)).max(in_group);
        usage
    }

    /// Reports whether the control group ran out of memory during the run.
    pub fn was_out_of_memory(&self) -> bool {
        self.group.map_or(0, ControlGroup::memory_shortages) > self.shortages_before
    }
}

/// Returns the processor time of the processes that this process has waited for, in ticks.
fn waited_ticks() -> u64 {
    ProcessStat::read("self").map_or(0, |status| status.child_ticks)
}

/// Returns the memory of the processes and of files in memory with a size of `files`, in bytes.
/// Shared pages and mapped parts of files count once.
pub(super) fn proportional_memory(processes: &[Pid], files: u64) -> u64 {
    let (mut size, mut mapped) = (0, 0);
    for process in processes {
        if let Some((path, _)) = memory_status(*process) {
            let text = fs::read_to_string(format!("/proc/{path}/smaps_rollup")).unwrap_or_default();
            // Without permission, use the resident size, which is larger. It is read again, since
            // the text is also empty if the process has ended, whose size is 0.
            let resident = || memory_status(*process).map_or(0, |(_, status)| status.memory);
            size += parse_size(&text, "Pss:").unwrap_or_else(resident);
            mapped += parse_size(&text, "Pss_Shmem:").unwrap_or_default();
        }
    }
    size + files.saturating_sub(mapped)
}

/// Returns the status of a process with its memory, and the path below `/proc` that reports the
/// memory: that of the process, or of another thread if the first thread has ended.
fn memory_status(process: Pid) -> Option<(String, ProcessStat)> {
    let path = id_of(process).to_string();
    let status = ProcessStat::read(&path)?;
    if status.memory == 0 && status.threads > 1 {
        for thread in threads(id_of(process)) {
            let path = format!("{path}/task/{thread}");
            if let Some(other) = ProcessStat::read(&path).filter(|other| other.memory > 0) {
                let memory = other.memory;
                return Some((path, ProcessStat { memory, ..status }));
            }
        }
    }
    Some((path, status))
}
