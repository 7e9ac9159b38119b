//! Resources of the machine, and whether they run short: memory, disk space and room for
//! processes.

use std::cell::Cell;
use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rustix::fs::statvfs;
use rustix::process::{Resource, getrlimit, getuid};

use super::interference::{Shortage, Since};
use super::own_groups;
use super::process_tree;
use super::system;

/// Minimum memory share of a run, unless the machine has less.
const LEAST_SHARE: u64 = 512 << 20;

/// A disk with less free space, in bytes, is full.
const LEAST_ROOM: u64 = 1 << 20;

/// With fewer processes left until a limit, there is no room for more.
const LEAST_PROCESSES: u64 = 32;

/// Highest score for the out-of-memory killer.
const EXPENDABLE: &str = "1000";

/// Returns the memory limit of one of several simultaneous runs, in bytes: its share of three
/// quarters of the memory of the machine or container. None if the memory is unknown.
pub(super) fn memory_share(at_once: usize) -> Option<u64> {
    let total = total_memory()?;
    let limits = [("memory.max", ""), ("memory.limit_in_bytes", "memory")]
        .into_iter()
        .flat_map(|(file, controller)| in_groups(controller, file))
        .filter_map(|path| number_in(&path));
    Some(share(limits.fold(total, u64::min), at_once))
}

/// Returns the memory of the machine in bytes, if it is known.
pub(super) fn total_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    text.lines().find_map(|line| {
        let size = line.strip_prefix("MemTotal:")?.trim().strip_suffix("kB")?;
        size.trim().parse::<u64>().ok()?.checked_mul(1024)
    })
}

fn share(total: u64, at_once: usize) -> u64 {
    let all = total / 4 * 3;
    (all / at_once.max(1) as u64).max(LEAST_SHARE.min(all))
}

/// Reports whether the folder is on a file system that is mounted `noexec`.
pub(crate) fn forbids_execution(folder: &Path) -> bool {
    system::forbids_execution(folder)
}

/// Returns the existing files of this name in the process's control groups, from its own up to
/// the root. An empty controller name stands for the unified hierarchy.
fn in_groups(controller: &str, file: &str) -> Vec<PathBuf> {
    let folders = own_groups::folders(controller).into_iter();
    let paths = folders.map(|folder| folder.join(file));
    paths.filter(|path| path.is_file()).collect()
}

/// Reads a number from a kernel file. None if it contains `max`.
fn number_in(path: &Path) -> Option<u64> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}

/// A counter and the value from which there is a shortage.
#[derive(Debug)]
struct Gauge {
    source: Source,
    short_from: u64,
}

#[derive(Debug)]
enum Source {
    /// The threads of all processes.
    Threads,
    /// A file that contains only the number.
    File(PathBuf),
}

impl Gauge {
    /// Returns the remaining amount, if it is known.
    fn left(&self) -> Option<u64> {
        let now = match &self.source {
            Source::Threads => threads(),
            Source::File(path) => number_in(path),
        };
        Some(self.short_from.saturating_sub(now?))
    }
}

/// Number of threads of all processes.
pub(super) fn threads() -> Option<u64> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace()
        .nth(3)?
        .split_once('/')?
        .1
        .parse()
        .ok()
}

/// The resources that a keeper watches for its runs.
#[derive(Debug)]
pub(super) struct Machine {
    /// The private folder.
    folder: PathBuf,
    processes: Vec<Gauge>,
    /// Number of out-of-memory kills when it was last read.
    killed: Cell<Option<u64>>,
}

impl Machine {
    /// Must be called before the first run, after the limits are set.
    pub(super) fn new(folder: &Path) -> Self {
        let short_from = |most: u64| most.saturating_sub(LEAST_PROCESSES.min(most / 8));
        let of_system = ["threads-max", "pid_max"].iter().filter_map(|name| {
            let most = number_in(&Path::new("/proc/sys/kernel").join(name))?;
            Some(short_from(most))
        });
        // The limit of a user does not apply to root. Counting the user's threads is slow, so
        // changes of the total stand for changes of the user's threads.
        let limit = getrlimit(Resource::Nproc).current;
        let of_user = limit.filter(|_| !getuid().is_root()).and_then(|limit| {
            let left = limit.saturating_sub(process_tree::tasks_of_this_user() as u64);
            Some(threads()? + left / 4 * 3)
        });
        let of_threads = of_system.chain(of_user).min();
        let of_groups = ["", "pids"].iter().flat_map(|controller| {
            let limits = in_groups(controller, "pids.max").into_iter();
            limits.filter_map(|limit| {
                let current = Source::File(limit.with_file_name("pids.current"));
                Some((current, short_from(number_in(&limit)?)))
            })
        });
        let of_threads = of_threads.map(|most| (Source::Threads, most)).into_iter();
        let processes = of_threads
            .chain(of_groups)
            .map(|(source, short_from)| Gauge { source, short_from })
            .collect();
        Self {
            folder: folder.to_owned(),
            processes,
            killed: Cell::new(killed_for_memory()),
        }
    }

    pub(super) fn watch(&self) -> Watch<'_> {
        let (room, places) = (self.room(), self.places());
        let before = |left| (left == 0).then_some(Since::Before);
        Watch {
            machine: self,
            room,
            places,
            shortage: Shortage {
                memory: false,
                disk: before(room),
                processes: before(places),
            },
        }
    }

    /// Returns the free disk space of the private folder, in bytes.
    fn room(&self) -> u64 {
        let Ok(disk) = statvfs(&self.folder) else {
            return u64::MAX;
        };
        // Some file systems do not count files.
        if disk.f_files > 0 && disk.f_favail == 0 {
            return 0;
        }
        let room = disk.f_bavail.saturating_mul(disk.f_frsize);
        room.saturating_sub(LEAST_ROOM)
    }

    /// Returns the number of processes that can still be created.
    fn places(&self) -> u64 {
        let left = self.processes.iter().filter_map(Gauge::left);
        left.min().unwrap_or(u64::MAX)
    }
}

/// Number of out-of-memory kills since the system was started.
fn killed_for_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/vmstat").ok()?;
    let count = text
        .lines()
        .find_map(|line| line.strip_prefix("oom_kill "))?;
    count.parse().ok()
}

/// Observation of the machine during a run.
#[derive(Debug)]
pub(super) struct Watch<'machine> {
    machine: &'machine Machine,
    /// Values at the start of the run.
    room: u64,
    places: u64,
    shortage: Shortage,
}

impl Watch<'_> {
    /// Records a shortage, unless the run itself, with its processes and bytes in files, has used
    /// more than half of the resource.
    pub(super) fn look(&mut self, processes: impl FnOnce() -> usize, size: impl FnOnce() -> u64) {
        if self.shortage.disk.is_none() && self.machine.room() == 0 && size() < self.room / 2 {
            self.shortage.disk = Some(Since::During);
        }
        if self.shortage.processes.is_none()
            && self.machine.places() == 0
            && (processes() as u64) < self.places / 2
        {
            self.shortage.processes = Some(Since::During);
        }
    }

    /// Returns the shortages when the run has ended.
    pub(super) fn end(mut self) -> Shortage {
        let killed = killed_for_memory();
        self.shortage.memory = self.machine.killed.replace(killed) != killed;
        self.shortage
    }
}

/// The score of this process for the out-of-memory killer.
#[derive(Debug)]
pub(super) struct KillScore(Option<(fs::File, String)>);

impl KillScore {
    /// Opens the score file. It must be open before the process becomes undumpable, since the
    /// file belongs to root from then on.
    pub(super) fn open() -> Self {
        const PATH: &str = "/proc/self/oom_score_adj";
        let usual = fs::read_to_string(PATH).ok();
        Self(usual.and_then(|usual| {
            let file = fs::File::options().write(true).open(PATH).ok()?;
            Some((file, usual))
        }))
    }

    /// Calls a function that starts a process. The process inherits the highest score.
    pub(super) fn expendable<T>(&mut self, start: impl FnOnce() -> T) -> T {
        let mut set = |value: Option<&str>| {
            if let Some((file, usual)) = &mut self.0 {
                // Without the score, the run is not killed first.
                let _ = file.seek(SeekFrom::Start(0));
                let _ = file.write_all(value.unwrap_or(usual).as_bytes());
            }
        };
        set(Some(EXPENDABLE));
        let started = start();
        set(None);
        started
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_not_so_small_that_no_runtime_starts() {
        const GIB: u64 = 1 << 30;
        assert_eq!(share(16 * GIB, 2), 6 * GIB);
        assert_eq!(share(16 * GIB, 64), LEAST_SHARE);
        assert_eq!(share(GIB / 2, 4), GIB / 8 * 3);
        assert_eq!(share(4 * GIB, 0), 3 * GIB);
    }
}
