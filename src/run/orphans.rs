//! Kills the processes of runs whose keeper was killed. They are reparented to the grader.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use super::process_tree;
use super::system;

/// Maximum time for killed processes to end.
const LONGEST_KILL: Duration = Duration::from_secs(5);

/// Pause between two scans.
const PAUSE: Duration = Duration::from_millis(2);

/// Children that are not orphans: the running keepers, and children that existed before the first
/// keeper.
static OTHERS: Mutex<Option<Vec<Pid>>> = Mutex::new(None);

fn others() -> MutexGuard<'static, Option<Vec<Pid>>> {
    OTHERS.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn start_keeper(command: &mut Command) -> io::Result<Child> {
    let mut others = others();
    let known = others.get_or_insert_with(|| {
        // Without adoption, a run survives if its keeper is killed.
        let _ = system::adopt_orphans();
        process_tree::children_of_this()
    });
    let keeper = command.spawn()?;
    known.push(Pid::from_child(&keeper));
    Ok(keeper)
}

/// Unregisters a keeper that has ended. If it was killed, kills its orphans too.
pub(super) fn keeper_has_gone(keeper: &Child, was_killed: bool) {
    let mut others = others();
    let known = others.get_or_insert_default();
    known.retain(|id| *id != Pid::from_child(keeper));
    if was_killed {
        kill_all_but(known);
    }
}

/// Kills all children except `others`, and their descendants, until none is left.
fn kill_all_but(others: &[Pid]) {
    let until = Instant::now() + LONGEST_KILL;
    loop {
        let orphans = process_tree::descendants_without(others);
        if orphans.is_empty() || Instant::now() >= until {
            return;
        }
        for signal in [Signal::STOP, Signal::KILL] {
            for &process in &orphans {
                // It may have ended.
                let _ = kill_process(process, signal);
            }
        }
        for process in orphans {
            // A process with another parent is reaped there, or reparented to this process.
            let _ = waitpid(Some(process), WaitOptions::NOHANG);
        }
        std::thread::sleep(PAUSE);
    }
}
