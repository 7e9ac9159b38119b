//! The processes that descend from a keeper, as `/proc` shows them.

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

/// What the processes of a run use at a moment.
#[derive(Debug, Default)]
pub(super) struct Usage {
    pub(super) processes: Vec<Pid>,
    /// How many threads they have together.
    pub(super) tasks: usize,
    /// Memory in bytes, shared pages for each process that has them.
    pub(super) resident: u64,
    /// The processor's time of those that are there, with their children that
    /// have been waited for.
    pub(super) cpu: Duration,
    /// The same in ticks for each process, without children.
    ticks: HashMap<Process, u64>,
    /// Whether one of them runs, or would if there were a processor for it.
    pub(super) runnable: bool,
}

/// A process by its id and the time when it began: ids are used again.
type Process = (i32, u64);

/// What `/proc/PID/stat` says of a process, or of a thread.
struct Status {
    state: u8,
    parent: i32,
    ticks: u64,
    ticks_of_children: u64,
    threads: u64,
    began: u64,
    pages: u64,
}

/// Looks at the processes that descend from this one. If there are so many of
/// them, nothing else is found out: a fork bomb must not grow meanwhile.
pub(super) fn look(most: usize) -> Usage {
    let (tick, page) = units();
    let mut usage = Usage {
        processes: descendants(most),
        ..Usage::default()
    };
    if usage.processes.len() >= most {
        // No more has to be known, and each look at a process takes time.
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

/// The processor time that each process was seen to use, kept after its end: children that
/// nobody waits for leave no other trace.
#[derive(Debug, Default)]
pub(super) struct Spent {
    there: HashMap<Process, u64>,
    gone: u64,
}

impl Spent {
    /// Takes note of what processes have used by now.
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

    /// All of it together.
    pub(super) fn total(&self) -> Duration {
        let ticks = self.gone + self.there.values().sum::<u64>();
        units().0 * u32::try_from(ticks).unwrap_or(u32::MAX)
    }
}

/// The processor's time of all processes that this one has waited for.
pub(super) fn cpu_of_ended() -> Duration {
    let (tick, _) = units();
    let this = status(format_args!("self"));
    let ticks = this.map_or(0, |status| status.ticks_of_children);
    tick * u32::try_from(ticks).unwrap_or(u32::MAX)
}

/// The pages that a process has in memory. When its first thread has ended, only the others
/// know of them.
fn resident_pages(process: i32, status: &Status) -> u64 {
    if status.threads > 1 && status.pages == 0 {
        living_thread(process).map_or(0, |(_, status)| status.pages)
    } else {
        status.pages
    }
}

/// A thread of a process that has memory.
fn living_thread(process: i32) -> Option<(u32, Status)> {
    let of_task = |task: &u32| status(format_args!("{process}/task/{task}"));
    tasks(process)
        .into_iter()
        .filter_map(|task| Some((task, of_task(&task)?)))
        .find(|(_, status)| status.pages > 0)
}

/// Memory that processes use, in bytes, pages that they share counted once; with files
/// in memory that they hold open, of which there is so much.
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
        // Where it may not be read, the resident size is taken, which is larger.
        let pages = thread
            .map(|(_, status)| status)
            .or(status)
            .map_or(0, |status| status.pages);
        size += kibibytes(&text, "Pss:").unwrap_or(pages * units().1);
        mapped += kibibytes(&text, "Pss_Shmem:").unwrap_or_default();
    }
    size + files.saturating_sub(mapped)
}

/// What a line of a `smaps_rollup` says, in bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let size: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(size * 1024)
}

/// How long tasks have been ready to run without a processor, remembered
/// beyond their ends.
#[derive(Debug, Default)]
pub(super) struct Waiting(HashMap<u32, u64>);

impl Waiting {
    /// Looks at processes' tasks.
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

    /// All of it together.
    pub(super) fn total(&self) -> Duration {
        Duration::from_nanos(self.0.values().sum())
    }
}

/// How many threads the processes of this user have.
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

/// How long a tick is, and how large a page.
fn units() -> (Duration, u64) {
    let ticks = rustix::param::clock_ticks_per_second().max(1);
    let tick = Duration::from_secs(1) / u32::try_from(ticks).unwrap_or(100);
    (tick, rustix::param::page_size() as u64)
}

/// The processes that descend from this one, at least so many of them if there
/// are.
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

/// The children of this process.
pub(super) fn children_of_this() -> Vec<Pid> {
    let found = children(id_of(getpid()), usize::MAX).unwrap_or_default();
    found.into_iter().filter_map(Pid::from_raw).collect()
}

/// The children of this process but for these, and what descends from them.
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

/// The children of a process, about so many of them; none if the kernel does not list them. The
/// more there are, the longer it takes for each.
fn children(process: i32, most: usize) -> Option<Vec<i32>> {
    /// What the longest id takes, with the space behind it.
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
        // The last one may have been cut off.
        let whole = text.rfind(' ').map_or("", |end| &text[..end]);
        found.extend(
            whole
                .split_whitespace()
                .filter_map(|id| id.parse::<i32>().ok()),
        );
    }
    Some(found)
}

/// The ids of the threads of a process.
pub(super) fn tasks(process: i32) -> Vec<u32> {
    numbers_in(format!("/proc/{process}/task"))
}

/// The entries of a folder whose names are numbers.
pub(super) fn numbers_in<T: FromStr>(folder: impl AsRef<Path>) -> Vec<T> {
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect()
}

/// The same from all processes that there are.
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

/// A short file of `/proc`, read at once, since its size is not told.
fn read(path: &str) -> Option<Vec<u8>> {
    let mut text = vec![0; 1024];
    let length = fs::File::open(path).ok()?.read(&mut text).ok()?;
    text.truncate(length);
    Some(text)
}

fn status(process: fmt::Arguments<'_>) -> Option<Status> {
    let text = read(&format!("/proc/{process}/stat"))?;
    // The name comes first and may contain anything, even parentheses.
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
