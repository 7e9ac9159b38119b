//! Linux on the architectures for which there are seccomp filters.

mod confine;
mod syscalls;

use std::{
    fs::File,
    io,
    os::fd::{AsRawFd, BorrowedFd, IntoRawFd, OwnedFd},
    path::{Path, PathBuf},
};

use rustix::{
    fs::{MemfdFlags, Mode, OFlags, StatVfsMountFlags, chmod, memfd_create, openat, statvfs},
    process::{
        DumpableBehavior, Pid, PidfdFlags, Signal, getpid, pidfd_open, set_child_subreaper,
        set_dumpable_behavior, set_parent_process_death_signal,
    },
};

pub(in crate::run) use confine::{confine_reading, confine_writing};

/// Returns the path of this program, even if its file was replaced.
pub(in crate::run) fn this_program() -> PathBuf {
    "/proc/self/exe".into()
}

/// Copies this program to a file in memory, which exists until this process ends. The copy can be
/// executed where the program's file is hidden. Returns the path of the copy.
pub(in crate::run) fn copy_in_memory() -> io::Result<PathBuf> {
    let mut copy = File::from(memfd_create("launcher", MemfdFlags::CLOEXEC)?);
    io::copy(&mut File::open(this_program())?, &mut copy)?;
    Ok(format!("/proc/self/fd/{}", copy.into_raw_fd()).into())
}

/// Makes this process the reaper of all its orphaned descendants, and hides its memory.
pub(in crate::run) fn isolate() -> io::Result<()> {
    set_child_subreaper(Some(getpid()))?;
    hide_memory()
}

/// Hides the memory and the open files of this process from other processes of its user.
pub(in crate::run) fn hide_memory() -> io::Result<()> {
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// Makes the kernel kill this process when its parent ends, also after `exec`.
pub(in crate::run) fn die_with_parent() {
    // If this fails, the process outlives a supervisor that is killed, until it ends itself.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}

/// Reports whether a folder is on a file system that is mounted `noexec`.
pub fn forbids_execution(folder: &Path) -> bool {
    statvfs(folder).is_ok_and(|disk| disk.f_flag.contains(StatVfsMountFlags::NOEXEC))
}

/// Gives the user all permissions for a folder. A command may replace the folder at any time, so
/// that the path must be resolved only once, and not through a symbolic link.
pub(in crate::run) fn make_accessible(
    at: BorrowedFd<'_>,
    path: impl rustix::path::Arg,
) -> rustix::io::Result<()> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = openat(at, path, flags, Mode::empty())?;
    chmod(format!("/proc/self/fd/{}", folder.as_raw_fd()), Mode::RWXU)
}

/// Returns a descriptor that becomes readable when the process ends, if the kernel supports that.
pub(in crate::run) fn open_pidfd(process: Pid) -> Option<OwnedFd> {
    pidfd_open(process, PidfdFlags::empty()).ok()
}
