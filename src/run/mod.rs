//! Runs programs under limits, confined as far as the system allows, and without leftovers.
//!
//! The grader starts one supervisor process per job. For each run, a confined thread of the
//! supervisor starts a launcher, which limits itself and executes the command. Supervisors and
//! launchers are processes of this program.

mod confinement;
mod contention;
mod control_group;
mod environment;
pub(crate) mod error;
mod launcher;
pub(crate) mod limits;
mod messages;
pub(crate) mod paths;
pub(crate) mod private_folder;
mod process_tree;
pub(crate) mod program;
pub(crate) mod result;
pub(crate) mod runner;
pub(crate) mod settings;
mod supervisor;
mod supervisor_process;
mod system;
mod usage;

use std::ffi::OsString;

pub(crate) use system::forbids_execution;

/// Serves as a supervisor or launcher if the grader started this process as one, and returns the
/// exit status. Otherwise returns `None`.
pub(crate) fn serve_if_child(arguments: &[OsString]) -> Option<u8> {
    if arguments == supervisor::INVOCATION {
        supervisor::main()
    } else if arguments == launcher::INVOCATION {
        launcher::main()
    } else {
        None
    }
}
