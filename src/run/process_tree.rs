//! Reads `/proc`: the descendants of a supervisor, and sizes of memory.

use std::{fs, io::Read, path::Path, time::Duration};

use memchr::memrchr;
use rustix::process::{Pid, getpid};

/// Fields of `/proc/PID/stat`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProcessStat {
    /// Processor time in ticks.
    pub ticks: u64,
    /// Processor time of children that were waited for, in ticks.
    pub child_ticks: u64,
    pub threads: usize,
    /// Start time in ticks. It distinguishes processes with the same ID.
    pub start: u64,
    /// Resident memory in bytes.
    pub memory: u64,
}

impl ProcessStat {
    /// Reads the fields of a process or thread, given by its path below `/proc`.
    pub fn read(process: &str) -> Option<Self> {
        // Only a single `read` returns consistent fields.
        let mut text = [0; 1024];
        let length = fs::File::open(format!("/proc/{process}/stat"))
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
            memory: number(21)? * rustix::param::page_size() as u64,
        })
    }
}

/// Converts clock ticks to time.
pub(super) fn time(ticks: u64) -> Duration {
    let per_second = rustix::param::clock_ticks_per_second().max(1);
    Duration::from_millis(ticks.saturating_mul(1000) / per_second)
}

pub(super) fn id_of(process: Pid) -> i32 {
    process.as_raw_nonzero().get()
}

/// Reports whether the system lists the children of a process.
pub(super) fn is_available() -> bool {
    Path::new("/proc/thread-self/children").exists()
}

/// Returns the descendants of this process. If there are more than `limit`, some may be missing,
/// but more than `limit` are returned.
pub(super) fn descendants(limit: usize) -> Vec<Pid> {
    let mut ids = vec![id_of(getpid())];
    let mut next = 0;
    while next < ids.len() && ids.len() <= limit.saturating_add(1) {
        for thread in threads(ids[next]) {
            let path = format!("/proc/{}/task/{thread}/children", ids[next]);
            let children = fs::read_to_string(path).unwrap_or_default();
            for id in children.split_whitespace() {
                ids.extend(id.parse::<i32>().ok());
            }
        }
        next += 1;
    }
    ids.into_iter().skip(1).filter_map(Pid::from_raw).collect()
}

/// Returns the thread IDs of a process.
pub(super) fn threads(process: i32) -> Vec<u32> {
    fs::read_dir(format!("/proc/{process}/task"))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect()
}

/// Parses a line of a file in `/proc`, such as `MemTotal: 12 kB`, where `name` is `MemTotal:`.
/// Returns the size in bytes.
pub(super) fn parse_size(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let size: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    size.checked_mul(1024)
}
