//! Finds the processes of a run and measures the resources that they use: exactly in a control
//! group (v2), where one can be created, and otherwise as the sum over the processes at the time of
//! a scan of `/proc`.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, Read, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

use memchr::memrchr;
use rustix::{
    param,
    process::{Pid, getpid},
};

use super::confinement::PREFIX;

/// Minimum memory share of a run in bytes, unless three quarters of the memory are less.
const MIN_SHARE: u64 = 512 << 20;

/// A control group for the processes of one run at a time. The kernel counts exactly, including the
/// processor time of ended processes, and enforces the limit of memory. Dropping it removes the
/// group.
#[derive(Debug)]
pub(super) struct ControlGroup {
    path: PathBuf,
}

impl ControlGroup {
    /// Creates a group next to or below that of this process. Returns none if that fails.
    pub fn new(max_memory: Option<u64>, max_threads: usize) -> Option<Self> {
        let groups = own_groups();
        let name = format!("{PREFIX}{}", std::process::id());
        // A group that contains processes cannot set limits for groups below it, so try the
        // parent group first.
        let parents = groups.get(1).into_iter().chain(groups.first());
        let mut paths = parents.map(|parent| parent.join(&name));
        let group = paths.find_map(|path| {
            fs::create_dir(&path).ok()?;
            let group = Self { path };
            // Elsewhere, the file system of the groups may have an ordinary folder of this name.
            group.members().exists().then_some(group)
        })?;
        let memory = max_memory.map(|limit| limit.to_string());
        for (file, value) in [
            ("memory.max", memory.as_deref().unwrap_or("max")),
            ("memory.swap.max", "0"),
            // A distant bound: scans enforce the limit itself.
            ("pids.max", &max_threads.saturating_mul(2).to_string()),
        ] {
            // A limit without its controller is enforced by scans only.
            let _ = write(&group.path.join(file), value);
        }
        Some(group)
    }

    /// Returns the file that a process writes to in order to join the group.
    pub fn members(&self) -> PathBuf {
        self.path.join("cgroup.procs")
    }

    /// Returns the processor time used so far.
    pub fn cpu(&self) -> Duration {
        Duration::from_micros(self.number("cpu.stat", "usage_usec"))
    }

    /// Returns the number of times that the group ran out of memory.
    pub fn memory_shortages(&self) -> u64 {
        self.number("memory.events", "oom")
    }

    /// Kills all processes in the group at once, so that none of them can fork in between.
    pub fn kill(&self) {
        // Without this file (before Linux 5.14), the supervisor kills the processes one by one.
        let _ = write(&self.path.join("cgroup.kill"), "1");
    }

    /// Returns the number after a name in a file, or zero without the controller.
    fn number(&self, file: &str, name: &str) -> u64 {
        let text = fs::read_to_string(self.path.join(file)).unwrap_or_default();
        text.lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
            .unwrap_or_default()
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        // Removal fails while processes remain. The group does no harm then.
        let _ = fs::remove_dir(&self.path);
    }
}

/// Writes to an existing file of the kernel.
pub(super) fn write(path: &Path, value: &str) -> io::Result<()> {
    let mut file = File::options().write(true).open(path)?;
    file.write_all(value.as_bytes())
}

/// Returns the control group of this process and its ancestors, as far as they are visible.
fn own_groups() -> Vec<PathBuf> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let Some(own) = groups.lines().find_map(|line| line.strip_prefix("0::/")) else {
        return Vec::new();
    };
    let root = Path::new("/sys/fs/cgroup");
    root.join(own)
        .ancestors()
        .take_while(|group| group.starts_with(root))
        .map(Path::to_owned)
        .collect()
}

#[derive(Debug)]
pub(super) struct Meter<'supervisor> {
    pub group: Option<&'supervisor ControlGroup>,
    /// Processor time of the group at the start of the run.
    cpu_before: Duration,
    /// Number of memory shortages of the group at the start of the run.
    shortages_before: u64,
    /// Processor time of processes that were waited for before the run, in ticks.
    ticks_before: u64,
    /// Processor time of each running process in ticks, by ID and start time.
    running: HashMap<(Pid, u64), u64>,
    /// Processor time of ended processes that earlier scans found, in ticks. Children that are
    /// never waited for leave no other trace.
    ended_ticks: u64,
}

#[derive(Debug, Default)]
pub(super) struct Usage {
    pub processes: Vec<Pid>,
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
        for &process in &usage.processes {
            let Some((_, status)) = memory_status(process) else {
                continue;
            };
            usage.resident += status.memory;
            usage.threads += status.threads;
            ticks += status.ticks + status.child_ticks;
            running.insert((process, status.start), status.ticks);
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
    let mut size = 0;
    let mut mapped = 0;
    for &process in processes {
        if let Some((path, _)) = memory_status(process) {
            let text = fs::read_to_string(format!("/proc/{path}/smaps_rollup")).unwrap_or_default();
            // Without permission, use the resident size, which is larger. It is read again, since
            // the text is also empty if the process has ended, whose size is 0.
            let resident = || memory_status(process).map_or(0, |(_, status)| status.memory);
            size += parse_size(&text, "Pss:").unwrap_or_else(resident);
            mapped += parse_size(&text, "Pss_Shmem:").unwrap_or_default();
        }
    }
    size + files.saturating_sub(mapped)
}

/// Returns the status of a process with its memory, and the path below `/proc` that reports the
/// memory: that of the process, or of another thread if the first thread has ended.
fn memory_status(process: Pid) -> Option<(String, ProcessStat)> {
    let path = process.to_string();
    let mut status = ProcessStat::read(&path)?;
    if status.memory == 0 && status.threads > 1 {
        for thread in threads(process) {
            let path = format!("{path}/task/{thread}");
            if let Some(other) = ProcessStat::read(&path).filter(|other| other.memory > 0) {
                status.memory = other.memory;
                return Some((path, status));
            }
        }
    }
    Some((path, status))
}

/// Fields of `/proc/PID/stat`.
struct ProcessStat {
    /// Processor time in ticks.
    ticks: u64,
    /// Processor time of children that were waited for, in ticks.
    child_ticks: u64,
    threads: usize,
    /// Start time in ticks. It distinguishes processes with the same ID.
    start: u64,
    /// Resident memory in bytes.
    memory: u64,
}

impl ProcessStat {
    /// Reads the fields of a process or thread, given by its path below `/proc`.
    fn read(process: &str) -> Option<Self> {
        // Only a single `read` returns consistent fields.
        let mut text = [0; 1024];
        let length = File::open(format!("/proc/{process}/stat"))
            .ok()?
            .read(&mut text)
            .ok()?;
        // The process name comes first and can contain any character, including parentheses.
        let name_end = memrchr(b')', &text[..length])?;
        let rest = str::from_utf8(text[..length].get(name_end + 2..)?).ok()?;
        // Index 0 is the third field of the file, the state.
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        Some(Self {
            ticks: number(11)? + number(12)?,
            child_ticks: number(13)? + number(14)?,
            threads: usize::try_from(number(17)?).ok()?,
            start: number(19)?,
            memory: number(21)? * param::page_size() as u64,
        })
    }
}

/// Converts clock ticks to time.
fn time(ticks: u64) -> Duration {
    let per_second = param::clock_ticks_per_second().max(1);
    Duration::from_millis(ticks.saturating_mul(1000) / per_second)
}

/// Reports whether the system lists the children of a process.
pub(super) fn can_list_processes() -> bool {
    Path::new("/proc/thread-self/children").exists()
}

/// Returns the descendants of this process. If there are more than `limit`, some may be missing,
/// but more than `limit` are returned.
pub(super) fn descendants(limit: usize) -> Vec<Pid> {
    let mut processes = vec![getpid()];
    let mut next = 0;
    while next < processes.len() && processes.len() <= limit.saturating_add(1) {
        let process = processes[next];
        for thread in threads(process) {
            let path = format!("/proc/{process}/task/{thread}/children");
            let children = fs::read_to_string(path).unwrap_or_default();
            let ids = children.split_whitespace();
            processes.extend(ids.filter_map(|id| Pid::from_raw(id.parse().ok()?)));
        }
        next += 1;
    }
    processes.split_off(1)
}

fn threads(process: Pid) -> Vec<u32> {
    fs::read_dir(format!("/proc/{process}/task"))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect()
}

/// Parses a line of a file in `/proc`, such as `MemTotal: 12 kB`, where `name` is `MemTotal:`.
/// Returns the size in bytes.
fn parse_size(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let size: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    size.checked_mul(1024)
}

/// Returns the memory limit of one of several simultaneous runs, in bytes: its share of three
/// quarters of the memory of the machine or container, if that is known.
pub(super) fn memory_share(simultaneous: usize) -> Option<u64> {
    let sizes = own_memory_limits().into_iter().chain(total_memory());
    Some(share(sizes.min()?, simultaneous))
}

/// Returns the memory limits in bytes of the control groups that contain this process.
fn own_memory_limits() -> Vec<u64> {
    own_groups()
        .iter()
        .filter_map(|group| fs::read_to_string(group.join("memory.max")).ok())
        .filter_map(|text| text.trim().parse().ok())
        .collect()
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
