//! seccomp: denies system calls whose effects Landlock does not control.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

/// Filters the system calls of this process and its children.
///
/// Fails if the kernel has no seccomp or the architecture is unknown.
pub(super) fn filter() -> Result<(), seccompiler::Error> {
    let mut denied = rules(DENIED);
    for (call, argument, length, operator, value) in denied_arguments() {
        let condition = SeccompCondition::new(argument, length, operator, value)?;
        let rule = SeccompRule::new(vec![condition])?;
        denied.entry(call).or_default().push(rule);
    }
    let architecture: TargetArch = std::env::consts::ARCH.try_into()?;
    let filters = [
        (denied, libc::EPERM),
        (rules(UNKNOWN), libc::ENOSYS),
        (rules(PRETENDED), 0),
    ];
    for (rules, error) in filters {
        let error = SeccompAction::Errno(error.cast_unsigned());
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, error, architecture)?;
        let program: BpfProgram = filter.try_into()?;
        apply_filter(&program)?;
    }
    Ok(())
}

/// Rules for calls with any arguments.
fn rules(calls: &[c_long]) -> BTreeMap<c_long, Vec<SeccompRule>> {
    calls.iter().map(|call| (*call, Vec::new())).collect()
}

/// Calls that are denied if an argument, given by its index and size, compares like this.
fn denied_arguments() -> [(c_long, u8, SeccompCmpArgLen, SeccompCmpOp, u64); 8] {
    use SeccompCmpArgLen::{Dword, Qword};
    use SeccompCmpOp::{Eq, MaskedEq, Ne};
    let local = u64::from(libc::AF_UNIX.cast_unsigned());
    // Only a user namespace gives the privileges that the others need.
    let user = u64::from(libc::CLONE_NEWUSER.cast_unsigned());
    [
        // Limits of other processes. A process ID of 0 stands for the caller.
        (libc::SYS_prlimit64, 0, Dword, Ne, 0),
        // Datagrams to a socket with an address, and socket pairs that can send them.
        (libc::SYS_sendto, 4, Qword, Ne, 0),
        (libc::SYS_socketpair, 0, Dword, Ne, local),
        (libc::SYS_ioctl, 1, Dword, Eq, 0x5412), // TIOCSTI
        (libc::SYS_ioctl, 1, Dword, Eq, 0x541c), // TIOCLINUX
        (libc::SYS_ioctl, 1, Dword, Eq, 0x4008_6602), // FS_IOC_SETFLAGS
        (libc::SYS_ioctl, 1, Dword, Eq, 0x401c_5820), // FS_IOC_FSSETXATTR
        (libc::SYS_clone, 0, Dword, MaskedEq(user), user),
    ]
}

/// Sockets to other processes and messages that can carry open files, namespaces, in which a process
/// regains privileges, and objects that would outlive the run.
/// Landlock keeps a process from mounting and from inspecting others.
const DENIED: &[c_long] = &[
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_add_key,
    libc::SYS_bind,
    libc::SYS_bpf,
    libc::SYS_connect,
    libc::SYS_keyctl,
    libc::SYS_listen,
    libc::SYS_mq_open,
    libc::SYS_msgget,
    libc::SYS_perf_event_open,
    libc::SYS_request_key,
    libc::SYS_semget,
    libc::SYS_sendmmsg,
    libc::SYS_sendmsg,
    libc::SYS_setns,
    libc::SYS_shmget,
    libc::SYS_socket,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
];

/// Calls that get the error for an unknown one, so that programs use an alternative: seccomp
/// cannot read the flags of `clone3`, `io_uring` performs denied calls, and Landlock does not
/// protect extended attributes.
const UNKNOWN: &[c_long] = &[
    libc::SYS_clone3,
    libc::SYS_fremovexattr,
    libc::SYS_fsetxattr,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_lremovexattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_setxattr,
    463, // setxattrat
    466, // removexattrat
    469, // file_setattr
];

/// Calls that are ignored and reported as successful, so that copying and unpacking continue:
/// changes of modes, owners and times of files and of priorities, which Landlock does not control.
const PRETENDED: &[c_long] = &[
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setscheduler,
    libc::SYS_setpriority,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    452, // fchmodat2
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
];
