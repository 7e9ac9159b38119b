//! Systems on which programs cannot be confined.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::net::{RecvFlags, SendFlags};
use rustix::process::Pid;

use super::{Confinement, Refusals};
use crate::run::limits::RunLimits;
use crate::run::protocol::Setup;

/// How messages are sent and received.
pub(in crate::run) const SEND: SendFlags = SendFlags::empty();
pub(in crate::run) const RECEIVE: RecvFlags = RecvFlags::empty();

/// This program.
pub(in crate::run) fn this_program() -> io::Result<PathBuf> {
    std::env::current_exe()
}

/// Orphans do not fall to anybody here.
#[expect(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
pub(in crate::run) fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// Nor do they fall to this process.
#[expect(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
pub(in crate::run) fn inherit_orphans() -> io::Result<()> {
    Ok(())
}

/// Nothing is known of how disks are mounted.
pub(in crate::run) fn forbids_execution(_: &Path) -> bool {
    false
}

/// Others of the same user are none of the threats that are dealt with here.
#[expect(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
pub(in crate::run) fn close_to_others() -> io::Result<()> {
    Ok(())
}

/// There are no control groups here.
#[derive(Debug)]
pub(in crate::run) enum ControlGroup {}

impl ControlGroup {
    /// None can be made.
    pub(in crate::run) fn enter(_: &RunLimits) -> Option<Self> {
        None
    }

    /// Nothing is counted.
    pub(in crate::run) fn cpu(&self) -> Duration {
        match *self {}
    }

    /// Nothing is refused.
    pub(in crate::run) fn refusals(&self) -> Refusals {
        match *self {}
    }

    /// Nothing is in it.
    pub(in crate::run) fn kill_all(&self) -> bool {
        match *self {}
    }
}

/// There are no mounts of a process's own here.
pub(in crate::run) fn own_mounts() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// There are none for a thread either.
pub(in crate::run) fn enter_view(_: &Setup, _: &Path) -> io::Result<()> {
    own_mounts()
}

/// Threads have no priorities of their own.
pub(in crate::run) fn this_thread() -> Option<Pid> {
    None
}

/// There is nothing that tells of the end of a process.
pub(in crate::run) fn end_of(_: Pid) -> Option<OwnedFd> {
    None
}

/// Confines nothing, and says so.
#[expect(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
pub(in crate::run) fn confine(_: &Setup, _: &Path) -> Result<Confinement, String> {
    Ok(Confinement {
        missing: vec!["commands cannot be confined on this system".to_owned()],
        holds_signals: false,
    })
}
