//! Confining the thread that starts commands, as far as the system can.

use std::path::Path;

use rustix::thread::gettid;

use super::{capabilities, domain, syscalls, syscalls::Signals};
use crate::run::protocol::Setup;
use crate::run::system::Confinement;

/// Confines this thread and what it will start.
///
/// # Errors
///
/// The kernel refuses what it should be able to do.
pub(in crate::run) fn confine(setup: &Setup, folder: &Path) -> Result<Confinement, String> {
    let domain = domain::enter(setup, folder)
        .map_err(|error| format!("cannot be confined by Landlock: {error}"))?;
    let mut missing = domain.missing;
    let signals = if domain.holds_signals {
        Signals::ToLauncher
    } else {
        Signals::ToElders
    };
    if syscalls::filter(gettid(), signals).is_err() {
        missing.push("system calls cannot be refused (no seccomp)".to_owned());
    }
    if !capabilities::give_up() {
        missing.push("root's privileges cannot be given up".to_owned());
    }
    Ok(Confinement {
        missing,
        holds_signals: domain.holds_signals,
    })
}
