//! Fallbacks for systems without confinement.

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::process::Pid;

use crate::run::confinement::Confinement;

pub(in crate::run) fn this_program() -> PathBuf {
    std::env::current_exe().unwrap_or_else(|_| "minesweeper-alpha".into())
}

/// Only hides the memory: orphans have no reaper other than the system's.
pub(in crate::run) fn isolate() -> io::Result<()> {
    hide_memory()
}

/// Does nothing: protection from other processes of this user needs Linux.
#[expect(clippy::unnecessary_wraps, reason = "the Linux version can fail")]
pub(in crate::run) fn hide_memory() -> io::Result<()> {
    Ok(())
}

/// Does nothing: the death of a parent sends no signal.
pub(in crate::run) fn die_with_parent() {}

/// Returns false: mount options are unknown.
pub(crate) fn forbids_execution(_: &Path) -> bool {
    false
}

/// Returns nothing: the end of a process cannot be polled.
pub(in crate::run) fn end_of(_: Pid) -> Option<OwnedFd> {
    None
}

/// Returns the file itself, which serves as well.
#[expect(clippy::unnecessary_wraps, reason = "the Linux version can fail")]
pub(in crate::run) fn copy_in_memory() -> io::Result<PathBuf> {
    Ok(this_program())
}

/// Confines nothing, and reports that.
#[expect(clippy::unnecessary_wraps, reason = "the Linux version can fail")]
pub(in crate::run) fn confine_reading(_: &Confinement) -> Result<Vec<String>, String> {
    Ok(vec![
        "commands cannot be confined on this system".to_owned(),
    ])
}

/// Confines nothing.
#[expect(clippy::unnecessary_wraps, reason = "the Linux version can fail")]
pub(in crate::run) fn confine_writing(_: &[OsString]) -> Result<(), String> {
    Ok(())
}
