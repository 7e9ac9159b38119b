//! Services of Linux: the confinement of commands, the adoption of orphaned processes, and others.
//! Landlock restricts the files that commands read and write, and their signals. seccomp denies
//! system calls, and root loses its privileges.
//!
//! Everything is readable except hidden paths. Since Landlock has only rules that allow, the
//! siblings along the way to a hidden path are allowed one by one. These rules can be many, so they
//! are applied once, by a thread from which all runs inherit them. Each run adds a few rules about
//! writing.

mod syscalls;

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io,
    os::fd::{AsFd, AsRawFd, IntoRawFd, OwnedFd},
    path::{Path, PathBuf},
};

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus,
    PathBeneath, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};
use rustix::{
    fs::{MemfdFlags, Mode, OFlags, StatVfsMountFlags, chmod, memfd_create, open, openat, statvfs},
    process::{
        DumpableBehavior, Pid, PidfdFlags, Signal, getpid, pidfd_open, set_child_subreaper,
        set_dumpable_behavior, set_parent_process_death_signal,
    },
    thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities},
};

use super::confinement::{Confinement, DEVICES};

/// The first Landlock version that has all features in use.
const WANTED: ABI = ABI::V6;

/// Returns the path of this program, even if its file was replaced.
pub(super) fn this_program() -> PathBuf {
    "/proc/self/exe".into()
}

/// Copies this program to a file in memory, which exists until this process ends. The copy can be
/// executed where the program's file is hidden. Returns the path of the copy.
pub(super) fn copy_in_memory() -> io::Result<PathBuf> {
    let mut copy = File::from(memfd_create("launcher", MemfdFlags::CLOEXEC)?);
    io::copy(&mut File::open(this_program())?, &mut copy)?;
    Ok(format!("/proc/self/fd/{}", copy.into_raw_fd()).into())
}

/// Makes this process the reaper of all its orphaned descendants, and hides its memory.
pub(super) fn isolate() -> io::Result<()> {
    set_child_subreaper(Some(getpid()))?;
    hide_memory()
}

/// Hides the memory and the open files of this process from other processes of its user.
pub(super) fn hide_memory() -> io::Result<()> {
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// Makes the kernel kill this process when its parent ends, also after `exec`.
pub(super) fn die_with_parent() {
    // If this fails, the process outlives a supervisor that is killed, until it ends itself.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}

/// Reports whether a folder is on a file system that is mounted `noexec`.
pub fn forbids_execution(folder: &Path) -> bool {
    statvfs(folder).is_ok_and(|disk| disk.f_flag.contains(StatVfsMountFlags::NOEXEC))
}

/// Gives the user all permissions for a folder. A command may replace the folder at any time, so
/// that the path must be resolved only once, and not through a symbolic link.
pub(super) fn make_accessible(
    at: impl AsFd,
    path: impl rustix::path::Arg,
) -> rustix::io::Result<()> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = openat(at, path, flags, Mode::empty())?;
    chmod(format!("/proc/self/fd/{}", folder.as_raw_fd()), Mode::RWXU)
}

/// Returns a descriptor that becomes readable when the process ends, if the kernel supports that.
pub(super) fn open_pidfd(process: Pid) -> Option<OwnedFd> {
    pidfd_open(process, PidfdFlags::empty()).ok()
}

/// Restricts reading, the network, system calls and root's privileges, for this thread and all
/// processes that it starts. Returns the missing kernel features. Fails if the kernel refuses a
/// feature that it has.
pub(super) fn confine_reading(paths: &Confinement) -> Result<Vec<String>, String> {
    let mut missing = restrict_reading(paths).map_err(|error| format!("Landlock: {error}"))?;
    if syscalls::filter().is_err() {
        missing.push("system calls cannot be refused (no seccomp)".to_owned());
    }
    if !drop_capabilities() {
        missing.push("root's privileges cannot be given up".to_owned());
    }
    Ok(missing)
}

/// Restricts writing to these paths and to [`DEVICES`], and signals and abstract sockets to the
/// processes of the run, for this thread and all processes that it starts. Fails if the kernel
/// refuses a feature that it has.
pub(super) fn confine_writing(paths: &[OsString]) -> Result<(), String> {
    restrict_writing(paths).map_err(|error| format!("Landlock: {error}"))
}

fn restrict_reading(paths: &Confinement) -> Result<Vec<String>, RulesetError> {
    // Every ruleset that does not allow `Refer` denies moving files between folders.
    let read = AccessFs::from_read(WANTED) | AccessFs::Refer;
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(read)?
        .handle_access(AccessNet::from_all(WANTED))?
        .create()?;
    for path in &paths.readable {
        ruleset = allow(ruleset, path, read)?;
    }
    for path in &paths.listed {
        ruleset = allow(ruleset, path, AccessFs::ReadDir.into())?;
    }
    let version = match ruleset.restrict_self()?.landlock {
        LandlockStatus::Available { effective_abi, .. } => effective_abi.min(WANTED),
        _ => ABI::Unsupported,
    };
    Ok(missing_features(version))
}

fn restrict_writing(paths: &[OsString]) -> Result<(), RulesetError> {
    let write = AccessFs::from_write(WANTED);
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(write)?
        .scope(Scope::from_all(WANTED))?
        .create()?;
    for path in paths {
        ruleset = allow(ruleset, path, write)?;
    }
    for device in DEVICES {
        ruleset = allow(ruleset, OsStr::new(device), AccessFs::WriteFile.into())?;
    }
    ruleset.restrict_self()?;
    Ok(())
}

/// Adds a rule for a path and everything below it. A path that cannot be opened needs no rule.
fn allow(
    ruleset: RulesetCreated,
    path: &OsStr,
    rights: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match open(path, flags, Mode::empty()) {
        // For a file, the crate omits the rights that only a folder can have.
        Ok(file) => ruleset.add_rule(PathBeneath::new(file, rights)),
        Err(_) => Ok(ruleset),
    }
}

/// Lists the protections that a Landlock version lacks.
fn missing_features(version: ABI) -> Vec<String> {
    [
        (ABI::V1, "files cannot be protected (no Landlock)"),
        (ABI::V3, "files cannot be protected from being truncated"),
        (ABI::V5, "devices cannot be protected"),
        (ABI::V6, "other processes can be signalled"),
    ]
    .into_iter()
    .filter(|(needed, _)| version < *needed)
    .map(|(_, line)| line.to_owned())
    .collect()
}

/// Gives up root's privileges. Returns false if some remain. `no_new_privs`, which Landlock and
/// seccomp have set, keeps `exec` from restoring them.
fn drop_capabilities() -> bool {
    let empty = CapabilitySet::empty();
    let none = CapabilitySets {
        effective: empty,
        permitted: empty,
        inheritable: empty,
    };
    set_capabilities(None, none).is_ok() && capabilities(None).is_ok_and(|left| left == none)
}
