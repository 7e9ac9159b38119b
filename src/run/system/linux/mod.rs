//! Linux on the architectures whose system calls are known.

mod files;
mod syscalls;

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::{IntoRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{MemfdFlags, StatVfsMountFlags, memfd_create, statvfs};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, getpid, pidfd_open, set_child_subreaper,
    set_dumpable_behavior, set_parent_process_death_signal,
};
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities};

use crate::run::confinement::Confinement;

/// Path of this program, even if its file was replaced.
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

/// Confines what this thread and everything that it starts can read, and system calls. Returns the
/// missing kernel features.
///
/// Fails if the kernel refuses a feature that it has.
pub(in crate::run) fn confine_reading(paths: &Confinement) -> Result<Vec<String>, String> {
    let mut missing =
        files::confine_reading(paths).map_err(|error| format!("Landlock: {error}"))?;
    if syscalls::filter().is_err() {
        missing.push("system calls cannot be refused (no seccomp)".to_owned());
    }
    if !drop_capabilities() {
        missing.push("root's privileges cannot be given up".to_owned());
    }
    Ok(missing)
}

/// Confines this process and everything that it starts to writing in these paths.
///
/// Fails if the kernel refuses a feature that it has.
pub(in crate::run) fn confine_writing(paths: &[OsString]) -> Result<(), String> {
    files::confine_writing(paths).map_err(|error| format!("Landlock: {error}"))
}

/// Gives up root's privileges. Returns false if some remain.
fn drop_capabilities() -> bool {
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, none).is_ok() && capabilities(None).is_ok_and(|left| left == none)
}
