//! seccomp: denies system calls whose effects Landlock does not control.

use std::collections::BTreeMap;

use libc::c_long;
use rustix::process::Pid;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

/// Conditions on the arguments of a call. All of them must hold for the call to be denied.
type Conditions = Vec<(u8, SeccompCmpOp, u64)>;

type Rules = BTreeMap<c_long, Vec<SeccompRule>>;

/// Protection that other mechanisms provide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Protection {
    /// True if other processes cannot be inspected.
    pub(super) of_memory: bool,
    /// True if all other files are read-only.
    pub(super) of_modes: bool,
}

/// Filters the system calls of this thread and its children.
///
/// Fails if the kernel has no seccomp or the architecture is unknown.
pub(super) fn filter(thread: Pid, protection: &Protection) -> Result<(), seccompiler::Error> {
    let mut denied = plain(DENIED);
    if !protection.of_memory {
        denied.extend(plain(INSPECTING));
    }
    let thread = u64::from(thread.as_raw_nonzero().get().cast_unsigned());
    add(&mut denied, conditional())?;
    add(&mut denied, signals_to(thread))?;
    let mut pretended = plain(OWNERS);
    if !protection.of_modes {
        pretended.extend(plain(MODES_AND_TIMES));
    }
    add(&mut pretended, priorities())?;
    let mut sockets = plain(NO_SOCKETS);
    sockets.insert(libc::SYS_socketpair, socket_pairs()?);
    let to_somewhere = vec![(4, SeccompCmpOp::Ne, 0)];
    sockets.insert(libc::SYS_sendto, vec![rule(to_somewhere)?]);
    let filters = [
        (denied, libc::EPERM),
        (sockets, libc::EACCES),
        (plain(NO_ATTRIBUTES), libc::EOPNOTSUPP),
        (plain(UNKNOWN), libc::ENOSYS),
        (pretended, 0),
    ];
    let architecture: TargetArch = std::env::consts::ARCH.try_into()?;
    let programs = filters
        .into_iter()
        .map(|(rules, error)| {
            let error = SeccompAction::Errno(error.cast_unsigned());
            let filter = SeccompFilter::new(rules, SeccompAction::Allow, error, architecture)?;
            Ok(filter.try_into()?)
        })
        .collect::<Result<Vec<BpfProgram>, seccompiler::Error>>()?;
    #[cfg(target_arch = "x86_64")]
    apply_filter(&without_x32())?;
    programs
        .iter()
        .try_for_each(|program| apply_filter(program))
}

fn plain(calls: &[c_long]) -> Rules {
    calls.iter().map(|call| (*call, Vec::new())).collect()
}

/// Adds rules with conditions. A call that is denied unconditionally stays so.
fn add(rules: &mut Rules, more: Vec<(c_long, Conditions)>) -> Result<(), seccompiler::Error> {
    for (call, conditions) in more {
        // An empty list of rules denies the call with any arguments.
        if rules.get(&call).is_none_or(|rules| !rules.is_empty()) {
            rules.entry(call).or_default().push(rule(conditions)?);
        }
    }
    Ok(())
}

fn rule(conditions: Conditions) -> Result<SeccompRule, seccompiler::Error> {
    let conditions = conditions
        .into_iter()
        .map(|(argument, operator, value)| {
            let length = match operator {
                SeccompCmpOp::Ne if argument >= POINTERS => SeccompCmpArgLen::Qword,
                _ => SeccompCmpArgLen::Dword,
            };
            SeccompCondition::new(argument, length, operator, value)
        })
        .collect::<Result<_, _>>()?;
    Ok(SeccompRule::new(conditions)?)
}

/// Index of the first pointer argument: comparisons with zero use all 64 bits from here on.
const POINTERS: u8 = 2;

/// Rules against socket pairs other than streams, since datagrams can be sent to other processes.
fn socket_pairs() -> Result<Vec<SeccompRule>, seccompiler::Error> {
    let local = u64::from(libc::AF_UNIX.cast_unsigned());
    let kind = |kind: libc::c_int| {
        let kind = u64::from(kind.cast_unsigned());
        rule(vec![(1, SeccompCmpOp::MaskedEq(0xf), kind)])
    };
    Ok(vec![
        rule(vec![(0, SeccompCmpOp::Ne, local)])?,
        kind(libc::SOCK_DGRAM)?,
        kind(libc::SOCK_RAW)?,
    ])
}

/// Signals to one thread.
fn signals_to(thread: u64) -> Vec<(c_long, Conditions)> {
    use SeccompCmpOp::Eq;
    vec![
        (libc::SYS_kill, vec![(0, Eq, thread)]),
        (libc::SYS_tkill, vec![(0, Eq, thread)]),
        (libc::SYS_tgkill, vec![(1, Eq, thread)]),
        (libc::SYS_rt_sigqueueinfo, vec![(0, Eq, thread)]),
        (libc::SYS_rt_tgsigqueueinfo, vec![(1, Eq, thread)]),
    ]
}

/// Calls that are denied for certain arguments.
fn conditional() -> Vec<(c_long, Conditions)> {
    use SeccompCmpOp::{Eq, MaskedEq, Ne};
    let mut rules: Vec<(c_long, Conditions)> = vec![
        // Limits and memory of other processes. A process ID of 0 stands for the caller.
        (libc::SYS_prlimit64, vec![(0, Ne, 0), (2, Ne, 0)]),
        (libc::SYS_migrate_pages, vec![(0, Ne, 0)]),
        (libc::SYS_move_pages, vec![(0, Ne, 0)]),
        // The keeper must be able to read the memory statistics of its commands.
        (
            libc::SYS_prctl,
            vec![(0, Eq, 4), (1, Eq, 0)], // PR_SET_DUMPABLE
        ),
    ];
    let namespaces = [
        libc::CLONE_NEWCGROUP,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWUTS,
    ];
    rules.extend(namespaces.map(|flag| {
        let flag = u64::from(flag.cast_unsigned());
        (libc::SYS_clone, vec![(0, MaskedEq(flag), flag)])
    }));
    // Typing into a terminal, acquiring one, requesting signals from the kernel, and changing
    // file attributes.
    let controls = [
        0x5412,      // TIOCSTI
        0x541c,      // TIOCLINUX
        0x540e,      // TIOCSCTTY
        0x8901,      // FIOSETOWN
        0x8902,      // SIOCSPGRP
        0x4008_6602, // FS_IOC_SETFLAGS
        0x4008_7602, // FS_IOC_SETVERSION
        0x401c_5820, // FS_IOC_FSSETXATTR
    ];
    rules.extend(controls.map(|control| (libc::SYS_ioctl, vec![(1, Eq, control)])));
    let controls = [
        8,    // F_SETOWN
        10,   // F_SETSIG
        15,   // F_SETOWN_EX
        1024, // F_SETLEASE
        1026, // F_NOTIFY
    ];
    rules.extend(controls.map(|control| (libc::SYS_fcntl, vec![(1, Eq, control)])));
    rules
}

/// Changes of the priority and processors of other processes. Threads of the same process are
/// included, since their IDs look the same.
fn priorities() -> Vec<(c_long, Conditions)> {
    use SeccompCmpOp::Ne;
    vec![
        (libc::SYS_sched_setaffinity, vec![(0, Ne, 0)]),
        (libc::SYS_sched_setattr, vec![(0, Ne, 0)]),
        (libc::SYS_sched_setparam, vec![(0, Ne, 0)]),
        (libc::SYS_sched_setscheduler, vec![(0, Ne, 0)]),
        (libc::SYS_setpriority, vec![(0, Ne, 0)]),
        (libc::SYS_setpriority, vec![(1, Ne, 0)]),
        (libc::SYS_ioprio_set, vec![(0, Ne, 1)]),
        (libc::SYS_ioprio_set, vec![(1, Ne, 0)]),
    ]
}

/// Denies all calls of the x32 ABI, whose numbers differ.
#[cfg(target_arch = "x86_64")]
fn without_x32() -> BpfProgram {
    use seccompiler::sock_filter;
    const LOAD: u16 = 0x20;
    const JUMP_IF_GREATER_OR_EQUAL: u16 = 0x35;
    const RETURN: u16 = 0x06;
    const X32: u32 = 0x4000_0000;
    let step = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    let refuse = SeccompAction::Errno(libc::ENOSYS.cast_unsigned()).into();
    vec![
        step(LOAD, 0, 0, 0),
        step(JUMP_IF_GREATER_OR_EQUAL, 0, 1, X32),
        step(RETURN, 0, 0, refuse),
        step(RETURN, 0, 0, SeccompAction::Allow.into()),
    ]
}

/// Denied: access to other processes, namespaces, mounts and the machine, and objects that would
/// outlive the run.
const DENIED: &[c_long] = &[
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_adjtimex,
    libc::SYS_bpf,
    libc::SYS_chroot,
    libc::SYS_clock_adjtime,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    libc::SYS_finit_module,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_init_module,
    libc::SYS_inotify_add_watch,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_keyctl,
    libc::SYS_lookup_dcookie,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_msgctl,
    libc::SYS_msgget,
    libc::SYS_msgrcv,
    libc::SYS_msgsnd,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_pivot_root,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_semctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_setdomainname,
    libc::SYS_sethostname,
    libc::SYS_setns,
    libc::SYS_settimeofday,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_shmget,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_syslog,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
    libc::SYS_vhangup,
    467, // open_tree_attr
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
];

/// Denied unless Landlock restricts inspection to the run.
const INSPECTING: &[c_long] = &[
    libc::SYS_kcmp,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
];

/// Denied with the error for a missing permission: sockets to other processes, and messages that
/// can carry open files, which would not be counted while in transit.
const NO_SOCKETS: &[c_long] = &[
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_bind,
    libc::SYS_connect,
    libc::SYS_listen,
    libc::SYS_sendmmsg,
    libc::SYS_sendmsg,
    libc::SYS_socket,
];

/// Denied with the error for a file system without extended attributes: Landlock does not protect
/// attributes.
const NO_ATTRIBUTES: &[c_long] = &[
    libc::SYS_fremovexattr,
    libc::SYS_fsetxattr,
    libc::SYS_lremovexattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_setxattr,
    463, // setxattrat
    466, // removexattrat
    469, // file_setattr
];

/// Denied with the error for an unknown call, so that runtimes use an alternative. seccomp cannot
/// read the flags of `clone3`, and `io_uring` performs denied calls.
const UNKNOWN: &[c_long] = &[
    libc::SYS_clone3,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_memfd_secret,
];

/// Ignored and reported as successful, so that copying and unpacking continue: changes of the
/// owner, which need dropped privileges.
const OWNERS: &[c_long] = &[
    libc::SYS_fchown,
    libc::SYS_fchownat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
];

/// Ignored and reported as successful unless other files are read-only: changes of modes and
/// times, which Landlock does not control.
const MODES_AND_TIMES: &[c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_utimensat,
    452, // fchmodat2
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
];
