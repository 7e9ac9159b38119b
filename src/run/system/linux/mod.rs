//! Linux on the architectures whose system calls are known.

mod confine;
mod syscalls;

use std::fs::File;
use std::io;
use std::os::fd::{IntoRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{MemfdFlags, StatVfsMountFlags, memfd_create, statvfs};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, getpid, pidfd_open, set_child_subreaper,
    set_dumpable_behavior, set_parent_process_death_signal,
};

pub(in crate::run) use confine::{confine_reading, confine_writing};

/// Returns the path of this program, even if its file was replaced.
pub(in crate::run) fn this_program() -> PathBuf {
    "/proc/self/exe".into()
}

/// Copies this program to memory for as long as this process runs: the copy can be executed where
/// the file is hidden. Returns the copy's path.
pub(in crate::run) fn copy_in_memory() -> io::Result<PathBuf> {
    let mut copy = File::from(memfd_create("launcher", MemfdFlags::CLOEXEC)?);
    io::copy(&mut File::open(this_program())?, &mut copy)?;
    Ok(format!("/proc/self/fd/{}", copy.into_raw_fd()).into())
}

/// Becomes the reaper of all orphaned descendants, and hides the memory of this process.
pub(in crate::run) fn isolate() -> io::Result<()> {
    set_child_subreaper(Some(getpid()))?;
    hide_memory()
}

/// Hides the memory and the open files of this process from other processes of this user.
pub(in crate::run) fn hide_memory() -> io::Result<()> {
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// Has this process killed when its parent ends. The request survives `exec`.
pub(in crate::run) fn die_with_parent() {
    // An old kernel without it leaves the process to the limits.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}

/// Reports whether the folder is on a file system that is mounted `noexec`.
pub(crate) fn forbids_execution(folder: &Path) -> bool {
    statvfs(folder).is_ok_and(|disk| disk.f_flag.contains(StatVfsMountFlags::NOEXEC))
}

/// Returns a descriptor that becomes readable when the process ends, if the kernel supports it.
pub(in crate::run) fn end_of(process: Pid) -> Option<OwnedFd> {
    pidfd_open(process, PidfdFlags::empty()).ok()
}
