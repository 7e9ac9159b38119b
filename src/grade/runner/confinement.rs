//! Confining the thread that starts commands, as far as the system can.

use std::path::Path;

#[cfg(can_confine)]
use rustix::thread::gettid;

use super::protocol::Setup;
#[cfg(can_confine)]
use super::{capabilities, domain, syscalls, syscalls::Signals};

/// What confining a thread has come to.
#[derive(Debug)]
pub(super) struct Confinement {
    /// What the system lacks.
    pub(super) missing: Vec<String>,
    /// Whether signals from within do not get out.
    pub(super) holds_signals: bool,
}

/// Confines this thread and what it will start.
///
/// # Errors
///
/// The kernel refuses what it should be able to do.
#[cfg(can_confine)]
pub(super) fn confine(setup: &Setup, folder: &Path) -> Result<Confinement, String> {
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

/// Confines nothing, and says so.
#[cfg(not(can_confine))]
#[expect(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
pub(super) fn confine(_: &Setup, _: &Path) -> Result<Confinement, String> {
    Ok(Confinement {
        missing: vec!["commands cannot be confined on this system".to_owned()],
        holds_signals: false,
    })
}
