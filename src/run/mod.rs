//! Runs programs under limits, confined as far as the system allows, and without leftovers.
//!
//! The main process starts one supervisor process per job. For each run, a confined thread of the
//! supervisor starts a launcher, which limits itself and executes the command. Supervisors and
//! launchers are processes of this program.

mod confinement;
mod launcher;
mod limits;
mod messages;
mod private_folder;
mod program;
mod result;
mod runner;
mod supervisor;
// seccomp filters are written for these two architectures. `--cfg unconfined` builds the other
// module on Linux too, so that it can be linted there.
#[cfg_attr(
    not(all(
        target_os = "linux",
        any(target_arch = "x86_64", target_arch = "aarch64"),
        not(unconfined)
    )),
    path = "system/elsewhere.rs"
)]
mod system;
mod usage;

pub use confinement::resolved;
pub use limits::{RunLimits, RunSettings, Sandbox};
pub use program::Program;
pub use result::{End, Run, RunError, Streams};
pub use runner::{RunOutcome, RunTask, Runner, Worker};
pub use system::forbids_execution;

use std::ffi::OsString;

/// Serves as a supervisor or launcher if this program started this process as one, and returns the
/// exit status. Otherwise returns `None`.
pub fn serve_if_child(arguments: &[OsString]) -> Option<u8> {
    if arguments == supervisor::INVOCATION {
        supervisor::main()
    } else if arguments == launcher::INVOCATION {
        launcher::main()
    } else {
        None
    }
}
