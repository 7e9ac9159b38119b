//! Process groups: every command runs in one of its own, and whatever becomes
//! of this program, none of them stays.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

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
pub fn end_with_this_program() -> io::Result<()> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // Nothing is started any more while this is held, to the end.
            let running = running();
            for &id in running.iter() {
                kill(id);
            }
            // That ends the program as the signal would have done.
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

fn kill(id: i32) {
    if let Some(group) = Pid::from_raw(id) {
        // It may be gone already.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// A command in a process group of its own, which ends when this is dropped.
#[derive(Debug)]
pub struct Group {
    leader: Child,
    id: i32,
}

impl Group {
    /// Starts a command that makes a group of its own.
    ///
    /// # Errors
    ///
    /// It cannot be started.
    pub fn spawn(command: &mut Command) -> io::Result<Self> {
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
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        self.leader.try_wait()
    }

    /// Waits for the end of the first process.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        self.leader.wait()
    }

    /// Kills all processes of the group.
    pub fn kill(&self) {
        kill(self.id);
    }

    /// Whether a process of the group is still alive.
    #[must_use]
    pub fn has_processes(&self) -> bool {
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
    #[must_use]
    pub fn resident_memory(&self) -> u64 {
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

impl Drop for Group {
    fn drop(&mut self) {
        if self.has_processes() {
            self.kill();
        }
        // It is dead or about to be; nothing else can be done about a failure.
        let _ = self.leader.wait();
        running().remove(&self.id);
    }
}

/// Whether the memory and the state of processes can be looked at here.
#[must_use]
pub fn can_look_at_processes() -> bool {
    std::path::Path::new("/proc/self/stat").exists()
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
