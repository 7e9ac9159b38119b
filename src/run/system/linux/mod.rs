//! Linux on the architectures whose system calls are known.

mod cgroup;
mod confinement;
mod domain;
mod mounts;
mod syscalls;
mod view;

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{StatVfsMountFlags, statvfs};
use rustix::net::{RecvFlags, SendFlags};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, getpid, pidfd_open, set_child_subreaper,
    set_dumpable_behavior,
};

pub(in crate::run) use cgroup::ControlGroup;
pub(in crate::run) use confinement::confine;
pub(in crate::run) use view::{enter_view, own_mounts};

pub(in crate::run) const SEND: SendFlags = SendFlags::NOSIGNAL;
pub(in crate::run) const RECEIVE: RecvFlags = RecvFlags::CMSG_CLOEXEC;

/// Path of this program, even if its file was replaced.
#[expect(clippy::unnecessary_wraps, reason = "other systems can fail")]
pub(in crate::run) fn this_program() -> io::Result<PathBuf> {
    Ok("/proc/self/exe".into())
}

/// Becomes the reaper of all orphaned descendants.
pub(in crate::run) fn adopt_orphans() -> io::Result<()> {
    Ok(set_child_subreaper(Some(getpid()))?)
}

/// Hides the memory and the open files of this process from other processes of this user.
pub(in crate::run) fn close_to_others() -> io::Result<()> {
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// Reports whether the folder is on a file system that is mounted `noexec`.
pub(in crate::run) fn forbids_execution(folder: &Path) -> bool {
    statvfs(folder).is_ok_and(|disk| disk.f_flag.contains(StatVfsMountFlags::NOEXEC))
}

/// The current thread, which has a priority of its own.
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
pub(in crate::run) fn this_thread() -> Option<Pid> {
    Some(rustix::thread::gettid())
}

/// Returns a descriptor that becomes readable when the process ends, if the kernel supports it.
pub(in crate::run) fn end_of(process: Pid) -> Option<OwnedFd> {
    pidfd_open(process, PidfdFlags::empty()).ok()
}
