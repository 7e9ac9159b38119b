//! What the machine has for runs, and whether something of it is used up: memory, room on
//! the disk, and room for processes.

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

/// The least share of memory that a run gets, unless the machine has less.
const LEAST_SHARE: u64 = 512 << 20;

/// With less room, in bytes, a disk is full.
const LEAST_ROOM: u64 = 1 << 20;

/// With fewer processes left until a limit, there is no room for more.
const LEAST_PROCESSES: u64 = 32;

/// How likely the system is to kill something that it needs least.
const EXPENDABLE: &str = "1000";

/// How much memory one of several runs may use that go on at once, in bytes: its share of
/// three quarters of what the machine, or the container, has. None if that is not known.
pub(super) fn memory_share(at_once: usize) -> Option<u64> {
    let total = fs::read_to_string("/proc/meminfo").ok()?;
    let total = total.lines().find_map(|line| {
        let size = line.strip_prefix("MemTotal:")?.trim().strip_suffix("kB")?;
        size.trim().parse::<u64>().ok()?.checked_mul(1024)
    })?;
    let limits = [("memory.max", ""), ("memory.limit_in_bytes", "memory")]
        .into_iter()
        .flat_map(|(file, controller)| in_groups(controller, file))
        .filter_map(|path| number_in(&path));
    Some(share(limits.fold(total, u64::min), at_once))
}

fn share(total: u64, at_once: usize) -> u64 {
    let all = total / 4 * 3;
    (all / at_once.max(1) as u64).max(LEAST_SHARE.min(all))
}

/// Whether programs in a folder cannot be executed because of how its disk is mounted.
pub(crate) fn forbids_execution(folder: &Path) -> bool {
    system::forbids_execution(folder)
}

/// A file of the control groups that this process is in, from its own up to the root; a
/// controller without a name is that of the unified hierarchy.
fn in_groups(controller: &str, file: &str) -> Vec<PathBuf> {
    let folders = own_groups::folders(controller).into_iter();
    let paths = folders.map(|folder| folder.join(file));
    paths.filter(|path| path.is_file()).collect()
}

/// The number that a file of the kernel contains; none where it says `max`.
fn number_in(path: &Path) -> Option<u64> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}

/// Something that is counted, and the count at which nothing of it is left.
#[derive(Debug)]
struct Gauge {
    source: Source,
    short_from: u64,
}

/// Where a number is read.
#[derive(Debug)]
enum Source {
    /// The threads of all processes.
    Threads,
    /// A file with the number alone.
    File(PathBuf),
}

impl Gauge {
    /// How many are left until it is short; none if that is not known.
    fn left(&self) -> Option<u64> {
        let now = match &self.source {
            Source::Threads => threads(),
            Source::File(path) => number_in(path),
        };
        Some(self.short_from.saturating_sub(now?))
    }
}

/// How many threads all processes have.
pub(super) fn threads() -> Option<u64> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace()
        .nth(3)?
        .split_once('/')?
        .1
        .parse()
        .ok()
}

/// The machine, as a keeper watches it for its runs.
#[derive(Debug)]
pub(super) struct Machine {
    /// The private folder.
    folder: PathBuf,
    processes: Vec<Gauge>,
    /// How many processes had been killed for want of memory when that was looked at last.
    killed: Cell<Option<u64>>,
}

impl Machine {
    /// To be asked for when there are no runs yet, and the limits are set.
    pub(super) fn new(folder: &Path) -> Self {
        let short_from = |most: u64| most.saturating_sub(LEAST_PROCESSES.min(most / 8));
        let of_system = ["threads-max", "pid_max"].iter().filter_map(|name| {
            let most = number_in(&Path::new("/proc/sys/kernel").join(name))?;
            Some(short_from(most))
        });
        // The limit of this user does not hold for root. Whose the threads are that come and
        // go is not looked at each time.
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

    /// Begins to watch for a run.
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

    /// How much room the disk of the private folder has until it is full, in bytes.
    fn room(&self) -> u64 {
        let Ok(disk) = statvfs(&self.folder) else {
            return u64::MAX;
        };
        // Some file systems do not count their files.
        if disk.f_files > 0 && disk.f_favail == 0 {
            return 0;
        }
        let room = disk.f_bavail.saturating_mul(disk.f_frsize);
        room.saturating_sub(LEAST_ROOM)
    }

    /// How many more processes there can be.
    fn places(&self) -> u64 {
        let left = self.processes.iter().filter_map(Gauge::left);
        left.min().unwrap_or(u64::MAX)
    }
}

/// How many processes the system has killed for want of memory since it was started.
fn killed_for_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/vmstat").ok()?;
    let count = text
        .lines()
        .find_map(|line| line.strip_prefix("oom_kill "))?;
    count.parse().ok()
}

/// What was found while a run went on.
#[derive(Debug)]
pub(super) struct Watch<'machine> {
    machine: &'machine Machine,
    /// What there was when it began.
    room: u64,
    places: u64,
    shortage: Shortage,
}

impl Watch<'_> {
    /// Looks at what there is now. It is no shortage where the run itself, with this many
    /// processes and bytes in files, has used more than half of what there was.
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

    /// What was short, when the run has ended.
    pub(super) fn end(mut self) -> Shortage {
        let killed = killed_for_memory();
        self.shortage.memory = self.machine.killed.replace(killed) != killed;
        self.shortage
    }
}

/// How likely the system is to kill this process when it is short of memory.
#[derive(Debug)]
pub(super) struct KillScore(Option<(fs::File, String)>);

impl KillScore {
    /// Opens what says so. It has to be done before the process closes itself to others of
    /// the same user, since it then belongs to root.
    pub(super) fn open() -> Self {
        const PATH: &str = "/proc/self/oom_score_adj";
        let usual = fs::read_to_string(PATH).ok();
        Self(usual.and_then(|usual| {
            let file = fs::File::options().write(true).open(PATH).ok()?;
            Some((file, usual))
        }))
    }

    /// Does something that starts a process, which inherits that the system kills it first.
    pub(super) fn expendable<T>(&mut self, start: impl FnOnce() -> T) -> T {
        let mut set = |value: Option<&str>| {
            if let Some((file, usual)) = &mut self.0 {
                // Where it cannot be set, the run goes on without it.
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
