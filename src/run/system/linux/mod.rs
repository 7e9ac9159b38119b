//! Linux, on the processors whose system calls are known here.

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

/// How messages are sent and received.
pub(in crate::run) const SEND: SendFlags = SendFlags::NOSIGNAL;
pub(in crate::run) const RECEIVE: RecvFlags = RecvFlags::CMSG_CLOEXEC;

/// This program, also where its file has been replaced.
#[expect(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
pub(in crate::run) fn this_program() -> io::Result<PathBuf> {
    Ok("/proc/self/exe".into())
}

/// Becomes what the orphans of all descendants fall to.
pub(in crate::run) fn adopt_orphans() -> io::Result<()> {
    Ok(set_child_subreaper(Some(getpid()))?)
}

/// Closes the memory and the open files of this process to others of the same user.
pub(in crate::run) fn close_to_others() -> io::Result<()> {
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// Becomes what the orphans of all descendants fall to.
pub(in crate::run) fn inherit_orphans() -> io::Result<()> {
    Ok(set_child_subreaper(Some(getpid()))?)
}

/// Whether programs in a folder cannot be executed because of how its disk is mounted.
pub(in crate::run) fn forbids_execution(folder: &Path) -> bool {
    statvfs(folder).is_ok_and(|disk| disk.f_flag.contains(StatVfsMountFlags::NOEXEC))
}

/// This thread, as something that has a priority of its own.
#[expect(clippy::unnecessary_wraps, reason = "there is none elsewhere")]
pub(in crate::run) fn this_thread() -> Option<Pid> {
    Some(rustix::thread::gettid())
}

/// What becomes readable when a process ends; without it, one has to look.
pub(in crate::run) fn end_of(process: Pid) -> Option<OwnedFd> {
    pidfd_open(process, PidfdFlags::empty()).ok()
}
