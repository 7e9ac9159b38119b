//! Fallbacks for systems without confinement.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::net::{RecvFlags, SendFlags};
use rustix::process::Pid;

use super::{Confinement, Refusals};
use crate::run::limits::RunLimits;
use crate::run::protocol::Setup;

pub(in crate::run) const SEND: SendFlags = SendFlags::empty();
pub(in crate::run) const RECEIVE: RecvFlags = RecvFlags::empty();

pub(in crate::run) fn this_program() -> io::Result<PathBuf> {
    std::env::current_exe()
}

/// Orphans have no reaper other than the system's.
#[expect(clippy::unnecessary_wraps, reason = "the Linux version can fail")]
pub(in crate::run) fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// Mount options are unknown.
pub(in crate::run) fn forbids_execution(_: &Path) -> bool {
    false
}

/// Protection from other processes of this user needs Linux.
#[expect(clippy::unnecessary_wraps, reason = "the Linux version can fail")]
pub(in crate::run) fn close_to_others() -> io::Result<()> {
    Ok(())
}

/// Control groups need Linux.
#[derive(Debug)]
pub(in crate::run) enum ControlGroup {}

impl ControlGroup {
    pub(in crate::run) fn enter(_: &RunLimits) -> Option<Self> {
        None
    }

    pub(in crate::run) fn cpu(&self) -> Duration {
        match *self {}
    }

    pub(in crate::run) fn refusals(&self) -> Refusals {
        match *self {}
    }

    pub(in crate::run) fn kill_all(&self) -> bool {
        match *self {}
    }
}

/// Private mounts need Linux.
pub(in crate::run) fn own_mounts() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(in crate::run) fn enter_view(_: &Setup, _: &Path) -> io::Result<()> {
    own_mounts()
}

/// Threads have no priority of their own.
pub(in crate::run) fn this_thread() -> Option<Pid> {
    None
}

/// The end of a process cannot be polled.
pub(in crate::run) fn end_of(_: Pid) -> Option<OwnedFd> {
    None
}

/// Confines nothing, and reports that.
#[expect(clippy::unnecessary_wraps, reason = "the Linux version can fail")]
pub(in crate::run) fn confine(_: &Setup, _: &Path) -> Result<Confinement, String> {
    Ok(Confinement {
        missing: vec!["commands cannot be confined on this system".to_owned()],
        holds_signals: false,
    })
}
