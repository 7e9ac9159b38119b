//! seccomp: denies system calls whose effects Landlock does not control.

use std::{collections::BTreeMap, env::consts::ARCH};

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter,
};

/// Filters the system calls of this thread and of all processes that it starts. Fails if the kernel
/// has no seccomp or the architecture is unknown.
pub(super) fn filter() -> Result<(), seccompiler::Error> {
    let mut filters = [
        (rules(DENIED), libc::EPERM),
        (rules(&[]), libc::EOPNOTSUPP),
        (rules(UNKNOWN), libc::ENOSYS),
        (rules(PRETENDED), 0),
    ];
    for (call, argument, length, operator, value) in denied_arguments() {
        let condition = SeccompCondition::new(argument, length, operator, value)?;
        let rule = SeccompRule::new(vec![condition])?;
        // After this error, programs write zeros instead of reserving space.
        let (rules, _) = &mut filters[usize::from(call == libc::SYS_fallocate)];
        rules.entry(call).or_default().push(rule);
    }
    for (mut rules, error) in filters {
        // The x32 ABI of x86-64 has another number for each call.
        for (call, rule) in rules.clone() {
            rules.insert(call | 1 << 30, rule);
        }
        let error = SeccompAction::Errno(error.cast_unsigned());
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, error, ARCH.try_into()?)?;
        let program: BpfProgram = filter.try_into()?;
        apply_filter(&program)?;
    }
    Ok(())
}

/// Returns rules that match these calls with any arguments.
fn rules(calls: &[c_long]) -> BTreeMap<c_long, Vec<SeccompRule>> {
    calls.iter().map(|call| (*call, Vec::new())).collect()
}

/// Returns the calls that are denied only with some arguments: the call, the index of the argument,
/// its size, the comparison that denies the call, and the value to compare with.
fn denied_arguments() -> [(c_long, u8, SeccompCmpArgLen, SeccompCmpOp, u64); 12] {
    use SeccompCmpArgLen::{Dword, Qword};
    use SeccompCmpOp::{Eq, MaskedEq, Ne};
    let local = u64::from(libc::AF_UNIX.cast_unsigned());
    // Other namespaces need privileges, which only a user namespace could give.
    let user = u64::from(libc::CLONE_NEWUSER.cast_unsigned());
    let punch = u64::from(libc::FALLOC_FL_PUNCH_HOLE.cast_unsigned());
    [
        // Limits of other processes. A process ID of 0 stands for the caller.
        (libc::SYS_prlimit64, 0, Dword, Ne, 0),
        // Datagrams with a destination address, and socket pairs other than local ones.
        (libc::SYS_sendto, 4, Qword, Ne, 0),
        (libc::SYS_socketpair, 0, Dword, Ne, local),
        // Input that a terminal would take for typed text, and attributes of files.
        (libc::SYS_ioctl, 1, Dword, Eq, 0x5412), // TIOCSTI
        (libc::SYS_ioctl, 1, Dword, Eq, 0x541c), // TIOCLINUX
        (libc::SYS_ioctl, 1, Dword, Eq, 0x4008_6602), // FS_IOC_SETFLAGS
        (libc::SYS_ioctl, 1, Dword, Eq, 0x401c_5820), // FS_IOC_FSSETXATTR
        (libc::SYS_ioctl, 1, Dword, Eq, 0x4008_7602), // FS_IOC_SETVERSION
        // Disk space for a file, which could fill a disk before a scan notices: FS_IOC_RESVSP and its
        // relatives, and `fallocate` unless it frees space.
        (libc::SYS_ioctl, 1, Dword, MaskedEq(!0x13), 0x4030_5828),
        (libc::SYS_fallocate, 1, Dword, MaskedEq(punch), 0),
        // Leases, which make others wait when they open a file: F_SETLEASE and F_SETDELEG.
        (libc::SYS_fcntl, 1, Dword, MaskedEq(!16), 1024),
        (libc::SYS_clone, 0, Dword, MaskedEq(user), user),
    ]
}

/// Calls that are denied: sockets to other processes, messages that can carry open files,
/// namespaces, in which a process regains privileges, System V objects, message queues and keys,
/// which would outlive the run or belong to other processes, and interfaces of the kernel that are
/// mainly of use to debuggers and attackers. Landlock already denies mounting and inspecting other
/// processes.
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
    libc::SYS_mq_unlink,
    libc::SYS_msgctl,
    libc::SYS_msgget,
    libc::SYS_msgrcv,
    libc::SYS_msgsnd,
    libc::SYS_perf_event_open,
    libc::SYS_request_key,
    libc::SYS_semctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_sendmmsg,
    libc::SYS_sendmsg,
    libc::SYS_setns,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_shmget,
    libc::SYS_socket,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
];

/// Calls that fail as unknown ones (`ENOSYS`), so that programs use an alternative. seccomp cannot
/// read the flags of `clone3`, `io_uring` performs denied calls, and Landlock protects neither
/// extended attributes nor the names in a folder that a program watches.
const UNKNOWN: &[c_long] = &[
    libc::SYS_clone3,
    libc::SYS_fanotify_mark,
    libc::SYS_fremovexattr,
    libc::SYS_fsetxattr,
    libc::SYS_inotify_add_watch,
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

/// Calls that do nothing and report success, so that programs that copy or unpack files continue:
/// changes of the modes, owners and times of files and of the scheduling of processes. Landlock
/// does not control them.
const PRETENDED: &[c_long] = &[
    libc::SYS_ioprio_set,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
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
