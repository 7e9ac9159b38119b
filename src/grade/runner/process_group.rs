//! Process groups: every command runs in one of its own, and whatever becomes
//! of this program, none of them stays.

use std::collections::BTreeSet;
use std::ffi::c_int;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
use signal_hook::consts::{SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// How long processes that were killed may take to go.
const LONGEST_END: Duration = Duration::from_secs(1);

/// The termination signals: those that end a program which does not expect
/// them.
const TERMINATION_SIGNALS: [c_int; 7] =
    [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2];

/// A folder that has to go with this program.
static SCRATCH: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Sees to it that a folder goes when a signal ends this program.
pub(crate) fn remove_with_this_program(folder: &Path) {
    let mut scratch = SCRATCH.lock().unwrap_or_else(PoisonError::into_inner);
    *scratch = Some(folder.to_owned());
}

/// The groups that run now.
static RUNNING: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<i32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sees to it that the signals which end this program end all groups first.
///
/// # Errors
///
/// The signals cannot be caught.
pub(crate) fn end_with_this_program() -> io::Result<()> {
    let ignored = ignored_signals();
    let ending = TERMINATION_SIGNALS
        .iter()
        .filter(|&&signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = Signals::new(ending)?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // Nothing is started any more while this is held, to the end.
            let running = running();
            for &id in running.iter() {
                kill(id);
            }
            let scratch = SCRATCH.lock().unwrap_or_else(PoisonError::into_inner);
            // Whatever could not be removed stays.
            let _ = scratch.as_deref().map(std::fs::remove_dir_all);
            // That ends the program as the signal would have done.
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// The signals that this program was told to ignore, as by `nohup`: the lowest
/// bit is for the signal 1. None where `/proc` does not tell.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

fn kill(id: i32) {
    if let Some(group) = Pid::from_raw(id) {
        // It may be gone already.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// A command in a process group of its own, which ends when this is dropped.
#[derive(Debug)]
pub(crate) struct ProcessGroup {
    leader: Child,
    id: i32,
}

impl ProcessGroup {
    /// Starts a command that makes a group of its own.
    ///
    /// # Errors
    ///
    /// It cannot be started.
    pub(crate) fn spawn(command: &mut Command) -> io::Result<Self> {
        let mut running = running();
        let leader = command.spawn()?;
        let id = i32::try_from(leader.id()).map_err(io::Error::other)?;
        running.insert(id);
        Ok(Self { leader, id })
    }

    /// The status of the first process, if it has ended.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        self.leader.try_wait()
    }

    /// Kills all processes of the group and waits until they have gone.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        kill(self.id);
        self.leader.wait()?;
        let until = Instant::now() + LONGEST_END;
        while self.has_processes() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    /// Whether a process of the group is still alive.
    pub(crate) fn has_processes(&self) -> bool {
        let exists = Pid::from_raw(self.id).is_some_and(|id| test_kill_process_group(id).is_ok());
        // Dead ones that nobody waits for count as existing.
        exists
            && (!can_look_at_processes()
                || processes()
                    .iter()
                    .any(|process| process.group == self.id && process.alive))
    }

    /// The resident memory of the group and of all that its processes have
    /// started, in bytes.
    pub(crate) fn resident_memory(&self) -> u64 {
        let processes = processes();
        let mut counted = BTreeSet::from([self.id]);
        loop {
            let before = counted.len();
            for process in &processes {
                if process.group == self.id || counted.contains(&process.parent) {
                    counted.insert(process.id);
                }
            }
            if counted.len() == before {
                break;
            }
        }
        let pages = processes
            .iter()
            .filter(|process| counted.contains(&process.id))
            .map(|process| process.pages);
        pages.sum::<u64>() * rustix::param::page_size() as u64
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        if self.has_processes() {
            // Nothing else can be done about a failure.
            let _ = self.end();
        }
        running().remove(&self.id);
    }
}

/// Whether the memory and the state of processes can be looked at here.
pub(crate) fn can_look_at_processes() -> bool {
    Path::new("/proc/self/stat").exists()
}

/// A process as `/proc/ID/stat` has it.
struct Process {
    id: i32,
    parent: i32,
    group: i32,
    pages: u64,
    alive: bool,
}

/// All processes that there are, as far as `/proc` tells.
fn processes() -> Vec<Process> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| {
            let id = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read(entry.path().join("stat")).ok()?;
            // The name of the program stands in parentheses, and may have
            // anything in it.
            let after_name = stat.iter().rposition(|&byte| byte == b')')? + 1;
            let fields: Vec<&str> = str::from_utf8(&stat[after_name..])
                .ok()?
                .split_whitespace()
                .collect();
            Some(Process {
                id,
                alive: !matches!(fields.first(), Some(&("Z" | "X"))),
                parent: fields.get(1)?.parse().ok()?,
                group: fields.get(2)?.parse().ok()?,
                pages: fields.get(21)?.parse().ok()?,
            })
        })
        .collect()
}
