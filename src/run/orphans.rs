//! What is left of runs whose keeper was killed from outside: it falls to the grader, who
//! kills it.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use super::process_tree;
use super::system;

/// How long what is killed may take to go.
const LONGEST_KILL: Duration = Duration::from_secs(5);

/// The pause before it is looked again.
const PAUSE: Duration = Duration::from_millis(2);

/// The children that are no orphans of a keeper: the keepers that there are, and what was
/// there before the first of them.
static OTHERS: Mutex<Option<Vec<Pid>>> = Mutex::new(None);

fn others() -> MutexGuard<'static, Option<Vec<Pid>>> {
    OTHERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a keeper.
///
/// # Errors
///
/// It cannot be started.
pub(super) fn start_keeper(command: &mut Command) -> io::Result<Child> {
    let mut others = others();
    let known = others.get_or_insert_with(|| {
        // Where that is not possible, a run whose keeper is killed goes on.
        let _ = system::adopt_orphans();
        process_tree::children_of_this()
    });
    let keeper = command.spawn()?;
    known.push(Pid::from_child(&keeper));
    Ok(keeper)
}

/// Takes note that a keeper has gone; if it was killed, what it has left is killed too.
pub(super) fn keeper_has_gone(keeper: &Child, was_killed: bool) {
    let mut others = others();
    let known = others.get_or_insert_default();
    known.retain(|id| *id != Pid::from_child(keeper));
    if was_killed {
        kill_all_but(known);
    }
}

/// Kills all children but these, with all that descends from them, however fast they have
/// new ones.
fn kill_all_but(others: &[Pid]) {
    let until = Instant::now() + LONGEST_KILL;
    loop {
        let orphans = process_tree::descendants_without(others);
        if orphans.is_empty() || Instant::now() >= until {
            return;
        }
        for signal in [Signal::STOP, Signal::KILL] {
            for &process in &orphans {
                // It may have gone.
                let _ = kill_process(process, signal);
            }
        }
        for process in orphans {
            // Those that are children of others are waited for by them, or fall to this
            // process.
            let _ = waitpid(Some(process), WaitOptions::NOHANG);
        }
        std::thread::sleep(PAUSE);
    }
}
