//! Fallbacks for other systems. Commands run unconfined, and a process that leaves its process group
//! is not found.

#![expect(clippy::unnecessary_wraps, reason = "the functions for Linux can fail")]

use std::{
    ffi::OsString,
    io,
    os::fd::{AsFd, OwnedFd},
    path::{Path, PathBuf},
};

use rustix::{
    fs::{AtFlags, Mode, chmodat},
    process::Pid,
};

use super::confinement::Confinement;

pub(super) fn this_program() -> PathBuf {
    std::env::current_exe().unwrap_or_else(|_| "minesweeper-alpha".into())
}

/// Adopts no orphans: only the system can reap them.
pub(super) fn isolate() -> io::Result<()> {
    hide_memory()
}

/// Does nothing: only Linux protects a process from other processes of its user.
pub(super) fn hide_memory() -> io::Result<()> {
    Ok(())
}

/// Does nothing: the death of a parent sends no signal.
pub(super) fn die_with_parent() {}

/// Returns false: mount options are unknown.
pub fn forbids_execution(_: &Path) -> bool {
    false
}

/// Gives the user all permissions for a folder, but not through a symbolic link.
pub(super) fn make_accessible(
    at: impl AsFd,
    path: impl rustix::path::Arg,
) -> rustix::io::Result<()> {
    chmodat(at, path, Mode::RWXU, AtFlags::SYMLINK_NOFOLLOW)
}

/// Returns none: no descriptor reports the end of a process.
pub(super) fn open_pidfd(_: Pid) -> Option<OwnedFd> {
    None
}

/// Returns the file itself, since nothing hides it.
pub(super) fn copy_in_memory() -> io::Result<PathBuf> {
    Ok(this_program())
}

/// Confines nothing. Returns that as a missing feature.
pub(super) fn confine_reading(_: &Confinement) -> Result<Vec<String>, String> {
    Ok(vec![
        "commands cannot be confined on this system".to_owned(),
    ])
}

pub(super) fn confine_writing(_: &[OsString]) -> Result<(), String> {
    Ok(())
}
