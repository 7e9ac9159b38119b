//! What the runner needs of the system and only Linux has. Elsewhere orphans do
//! not fall to the keeper, so that what leaves its process group is not found.

pub(super) use here::{RECEIVE, SEND, adopt_orphans, end_of, this_program, this_thread};

#[cfg(can_confine)]
mod here {
    use std::io;
    use std::os::fd::OwnedFd;
    use std::path::PathBuf;

    use rustix::net::{RecvFlags, SendFlags};
    use rustix::process::{
        DumpableBehavior, Pid, PidfdFlags, getpid, pidfd_open, set_child_subreaper,
        set_dumpable_behavior,
    };

    /// How messages are sent and received.
    pub(in super::super) const SEND: SendFlags = SendFlags::NOSIGNAL;
    pub(in super::super) const RECEIVE: RecvFlags = RecvFlags::CMSG_CLOEXEC;

    /// This program, also where its file has been replaced.
    #[expect(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
    pub(in super::super) fn this_program() -> io::Result<PathBuf> {
        Ok("/proc/self/exe".into())
    }

    /// Becomes what the orphans of all descendants fall to, and closes its
    /// memory to others of the same user.
    pub(in super::super) fn adopt_orphans() -> io::Result<()> {
        set_child_subreaper(Some(getpid()))?;
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        Ok(())
    }

    /// This thread, as something that has a priority of its own.
    #[expect(clippy::unnecessary_wraps, reason = "there is none elsewhere")]
    pub(in super::super) fn this_thread() -> Option<Pid> {
        Some(rustix::thread::gettid())
    }

    /// What becomes readable when a process ends; without it, one has to look.
    pub(in super::super) fn end_of(process: Pid) -> Option<OwnedFd> {
        pidfd_open(process, PidfdFlags::empty()).ok()
    }
}

#[cfg(not(can_confine))]
mod here {
    use std::io;
    use std::os::fd::OwnedFd;
    use std::path::PathBuf;

    use rustix::net::{RecvFlags, SendFlags};
    use rustix::process::Pid;

    /// How messages are sent and received.
    pub(in super::super) const SEND: SendFlags = SendFlags::empty();
    pub(in super::super) const RECEIVE: RecvFlags = RecvFlags::empty();

    /// This program.
    pub(in super::super) fn this_program() -> io::Result<PathBuf> {
        std::env::current_exe()
    }

    /// Orphans do not fall to anybody here.
    #[expect(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
    pub(in super::super) fn adopt_orphans() -> io::Result<()> {
        Ok(())
    }

    /// Threads have no priorities of their own.
    pub(in super::super) fn this_thread() -> Option<Pid> {
        None
    }

    /// There is nothing that tells of the end of a process.
    pub(in super::super) fn end_of(_: Pid) -> Option<OwnedFd> {
        None
    }
}
