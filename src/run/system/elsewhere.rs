//! Fallbacks for systems without confinement.

use std::{
    ffi::OsString,
    io,
    os::fd::{BorrowedFd, OwnedFd},
    path::{Path, PathBuf},
};

use rustix::{
    fs::{AtFlags, Mode, chmodat},
    process::Pid,
};

use crate::run::confinement::Confinement;

pub(in crate::run) fn this_program() -> PathBuf {
    std::env::current_exe().unwrap_or_else(|_| "minesweeper-alpha".into())
}

/// Adopts no orphans: only the system can reap them.
pub(in crate::run) fn isolate() -> io::Result<()> {
    hide_memory()
}

/// Does nothing: only Linux protects a process from other processes of its user.
#[expect(clippy::unnecessary_wraps, reason = "the Linux version can fail")]
pub(in crate::run) fn hide_memory() -> io::Result<()> {
    Ok(())
}

/// Does nothing: the death of a parent sends no signal.
pub(in crate::run) fn die_with_parent() {}

/// Returns false: mount options are unknown.
pub fn forbids_execution(_: &Path) -> bool {
    false
}

/// Gives the user all permissions for a folder, but not through a symbolic link.
pub(in crate::run) fn make_accessible(
    at: BorrowedFd<'_>,
    path: impl rustix::path::Arg,
) -> rustix::io::Result<()> {
    chmodat(at, path, Mode::RWXU, AtFlags::SYMLINK_NOFOLLOW)
}

/// Returns none: no descriptor reports the end of a process.
pub(in crate::run) fn open_pidfd(_: Pid) -> Option<OwnedFd> {
    None
}

/// Returns the file itself, since nothing hides it.
#[expect(clippy::unnecessary_wraps, reason = "the Linux version can fail")]
pub(in crate::run) fn copy_in_memory() -> io::Result<PathBuf> {
    Ok(this_program())
}

/// Confines nothing. Returns that as a missing feature.
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
