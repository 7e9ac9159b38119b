//! Reads the process tree below a keeper from `/proc`.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use memchr::memrchr;
use rustix::process::{Pid, getpid, getuid};

/// Resources that the processes of a run use at one moment.
#[derive(Debug, Default)]
pub(super) struct Usage {
    pub(super) processes: Vec<Pid>,
    /// Number of threads.
    pub(super) tasks: usize,
    /// Resident memory in bytes. Shared pages count once per process.
    pub(super) resident: u64,
    /// Processor time of running processes and of their reaped children.
    pub(super) cpu: Duration,
    /// Processor time in ticks per process, without children.
    ticks: HashMap<Process, u64>,
    /// True if at least one process is running or waits for a processor.
    pub(super) runnable: bool,
}

/// Process ID and start time, since IDs are reused.
type Process = (i32, u64);

/// Fields of `/proc/PID/stat` for a process or thread.
struct Status {
    state: u8,
    parent: i32,
    ticks: u64,
    ticks_of_children: u64,
    threads: u64,
    began: u64,
    pages: u64,
}

/// Reads the usage of all descendants. If there are `most` or more, only their IDs are read: a
/// fork bomb must not grow in the meantime.
pub(super) fn look(most: usize) -> Usage {
    let (tick, page) = units();
    let mut usage = Usage {
        processes: descendants(most),
        ..Usage::default()
    };
    if usage.processes.len() >= most {
        // The process limit is exceeded, and reading the rest takes time.
        return usage;
    }
    for id in usage.processes.iter().map(|id| id_of(*id)) {
        let Some(status) = status(format_args!("{id}")) else {
            continue;
        };
        usage.resident += resident_pages(id, &status) * page;
        usage.tasks += usize::try_from(status.threads).unwrap_or_default();
        usage.ticks.insert((id, status.began), status.ticks);
        usage.cpu +=
            tick * u32::try_from(status.ticks + status.ticks_of_children).unwrap_or(u32::MAX);
        usage.runnable |= status.state == b'R';
    }
    usage
}

/// Processor time of all processes seen so far. Ended processes are included, since children that
/// are never waited for leave no other trace.
#[derive(Debug, Default)]
pub(super) struct Spent {
    there: HashMap<Process, u64>,
    gone: u64,
}

impl Spent {
    pub(super) fn look(&mut self, usage: &Usage) {
        let gone = |process: &&Process| !usage.ticks.contains_key(process);
        let ticks = self
            .there
            .keys()
            .filter(gone)
            .map(|process| self.there[process]);
        self.gone += ticks.sum::<u64>();
        self.there.clone_from(&usage.ticks);
    }

    /// Returns the sum over all processes.
    pub(super) fn total(&self) -> Duration {
        let ticks = self.gone + self.there.values().sum::<u64>();
        units().0 * u32::try_from(ticks).unwrap_or(u32::MAX)
    }
}

/// Processor time of all processes that this process has waited for.
pub(super) fn cpu_of_ended() -> Duration {
    let (tick, _) = units();
    let this = status(format_args!("self"));
    let ticks = this.map_or(0, |status| status.ticks_of_children);
    tick * u32::try_from(ticks).unwrap_or(u32::MAX)
}

/// Resident pages of a process. After its first thread has ended, only the other threads report
/// them.
fn resident_pages(process: i32, status: &Status) -> u64 {
    if status.threads > 1 && status.pages == 0 {
        living_thread(process).map_or(0, |(_, status)| status.pages)
    } else {
        status.pages
    }
}

/// Returns a thread that reports memory.
fn living_thread(process: i32) -> Option<(u32, Status)> {
    let of_task = |task: &u32| status(format_args!("{process}/task/{task}"));
    tasks(process)
        .into_iter()
        .filter_map(|task| Some((task, of_task(&task)?)))
        .find(|(_, status)| status.pages > 0)
}

/// Returns the memory of the processes in bytes, with shared pages counted once, plus `files`
/// bytes of files in memory.
pub(super) fn proportional_memory(processes: &[Pid], files: u64) -> u64 {
    let (mut size, mut mapped) = (0, 0);
    for id in processes.iter().map(|process| id_of(*process)) {
        let status = status(format_args!("{id}"));
        let thread = match &status {
            Some(status) if status.pages > 0 => None,
            _ => living_thread(id),
        };
        let path = match &thread {
            Some((task, _)) => format!("/proc/{id}/task/{task}/smaps_rollup"),
            None => format!("/proc/{id}/smaps_rollup"),
        };
        let text = fs::read_to_string(path).unwrap_or_default();
        // Without permission, use the resident size, which is larger.
        let pages = thread
            .map(|(_, status)| status)
            .or(status)
            .map_or(0, |status| status.pages);
        size += kibibytes(&text, "Pss:").unwrap_or(pages * units().1);
        mapped += kibibytes(&text, "Pss_Shmem:").unwrap_or_default();
    }
    size + files.saturating_sub(mapped)
}

/// Returns a value of a `smaps_rollup` file, in bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let size: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(size * 1024)
}

/// Time that each thread was runnable without a processor, including ended threads.
#[derive(Debug, Default)]
pub(super) struct Waiting(HashMap<u32, u64>);

impl Waiting {
    pub(super) fn look(&mut self, processes: &[Pid]) {
        for process in processes {
            for task in tasks(id_of(*process)) {
                let path = format!("/proc/{}/task/{task}/schedstat", id_of(*process));
                let waited = read(&path).and_then(|text| {
                    let mut numbers = str::from_utf8(&text).ok()?.split_whitespace();
                    numbers.nth(1)?.parse().ok()
                });
                self.0.extend(waited.map(|waited| (task, waited)));
            }
        }
    }

    /// Returns the sum over all threads.
    pub(super) fn total(&self) -> Duration {
        Duration::from_nanos(self.0.values().sum())
    }
}

/// Number of threads of this user.
pub(super) fn tasks_of_this_user() -> usize {
    let user = getuid().as_raw();
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.metadata().is_ok_and(|data| data.uid() == user))
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .map(|id| tasks(id).len())
        .sum()
}

fn id_of(process: Pid) -> i32 {
    process.as_raw_nonzero().get()
}

/// Returns the length of a clock tick and the size of a page.
fn units() -> (Duration, u64) {
    let ticks = rustix::param::clock_ticks_per_second().max(1);
    let tick = Duration::from_secs(1) / u32::try_from(ticks).unwrap_or(100);
    (tick, rustix::param::page_size() as u64)
}

/// Returns the descendants of this process, or at least `most` of them.
pub(super) fn descendants(most: usize) -> Vec<Pid> {
    let this = id_of(getpid());
    match children(this, 1) {
        Some(_) => by_children(this, most),
        None => by_parents(this),
    }
    .into_iter()
    .filter_map(Pid::from_raw)
    .collect()
}

pub(super) fn children_of_this() -> Vec<Pid> {
    let found = children(id_of(getpid()), usize::MAX).unwrap_or_default();
    found.into_iter().filter_map(Pid::from_raw).collect()
}

/// Returns the children of this process except `others`, and their descendants.
pub(super) fn descendants_without(others: &[Pid]) -> Vec<Pid> {
    let mut found = children_of_this();
    found.retain(|child| !others.contains(child));
    let mut at = 0;
    while at < found.len() {
        let inner = children(id_of(found[at]), usize::MAX).unwrap_or_default();
        found.extend(inner.into_iter().filter_map(Pid::from_raw));
        at += 1;
    }
    found
}

fn by_children(this: i32, most: usize) -> Vec<i32> {
    let mut found = children(this, most).unwrap_or_default();
    let mut at = 0;
    while at < found.len() && found.len() < most {
        let left = most - found.len();
        found.extend(children(found[at], left).unwrap_or_default());
        at += 1;
    }
    found
}

/// Returns about `most` children of a process, or none if the kernel does not list children.
/// Limiting the number saves time.
fn children(process: i32, most: usize) -> Option<Vec<i32>> {
    /// Length of the longest ID and a space.
    const LONGEST_ID: usize = 8;

    let limit = most.saturating_mul(LONGEST_ID);
    let mut found = Vec::new();
    for task in tasks(process) {
        let path = format!("/proc/{process}/task/{task}/children");
        let mut text = String::new();
        fs::File::open(path)
            .ok()?
            .take(limit as u64)
            .read_to_string(&mut text)
            .ok()?;
        // The last ID may be incomplete.
        let whole = text.rfind(' ').map_or("", |end| &text[..end]);
        found.extend(
            whole
                .split_whitespace()
                .filter_map(|id| id.parse::<i32>().ok()),
        );
    }
    Some(found)
}

/// Thread IDs of a process.
pub(super) fn tasks(process: i32) -> Vec<u32> {
    numbers_in(format!("/proc/{process}/task"))
}

/// Numeric names in a folder.
pub(super) fn numbers_in<T: FromStr>(folder: impl AsRef<Path>) -> Vec<T> {
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect()
}

/// Finds the descendants by scanning all processes, for kernels that do not list children.
fn by_parents(this: i32) -> Vec<i32> {
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    for id in numbers_in::<i32>("/proc") {
        if let Some(status) = status(format_args!("{id}")) {
            children.entry(status.parent).or_default().push(id);
        }
    }
    let mut found = Vec::new();
    let mut seen = HashSet::from([this]);
    let mut left = vec![this];
    while let Some(id) = left.pop() {
        for child in children.get(&id).into_iter().flatten() {
            if seen.insert(*child) {
                found.push(*child);
                left.push(*child);
            }
        }
    }
    found
}

/// Reads a short file of `/proc` with a single call, so that its parts are consistent.
fn read(path: &str) -> Option<Vec<u8>> {
    let mut text = vec![0; 1024];
    let length = fs::File::open(path).ok()?.read(&mut text).ok()?;
    text.truncate(length);
    Some(text)
}

fn status(process: fmt::Arguments<'_>) -> Option<Status> {
    let text = read(&format!("/proc/{process}/stat"))?;
    // The process name comes first and can contain any character, including parentheses.
    let name_ends = memrchr(b')', &text)?;
    let fields: Vec<&str> = str::from_utf8(text.get(name_ends + 2..)?)
        .ok()?
        .split_whitespace()
        .collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Status {
        state: *fields.first()?.as_bytes().first()?,
        parent: fields.get(1)?.parse().ok()?,
        ticks: number(11)? + number(12)?,
        ticks_of_children: number(13)? + number(14)?,
        threads: number(17)?,
        began: number(19)?,
        pages: number(21)?,
    })
}
