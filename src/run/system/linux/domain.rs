//! Landlock: which files a command may read and write, and that its signals
//! stay within the run. It may read everything but what is hidden, which is said
//! by allowing what stands beside that on the way there.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus,
    PathBeneath, RestrictionStatus, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr,
    RulesetError, Scope,
};
use rustix::fs::{Mode, OFlags, open};

use super::mounts;
use crate::run::paths::resolved;
use crate::run::private_folder::{PREFIX, WRITABLE};
use crate::run::protocol::Setup;

/// The devices that commands may use.
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// Where they share memory by name.
const SHARED_MEMORY: &str = "/dev/shm";

/// The version of Landlock that all of it is made for.
const WANTED: ABI = ABI::V6;

/// What a domain is good for.
#[derive(Debug)]
pub(super) struct Domain {
    /// What the kernel lacks.
    pub(super) missing: Vec<String>,
    /// Whether signals from within do not get out.
    pub(super) holds_signals: bool,
    /// Whether nothing outside can be inspected from within.
    pub(super) holds_memory: bool,
}

/// What a version of Landlock is good for.
fn domain(abi: ABI) -> Domain {
    Domain {
        missing: missing(abi),
        holds_signals: abi >= ABI::V6,
        holds_memory: abi >= ABI::V1,
    }
}

/// Confines this thread and what it will start.
///
/// # Errors
///
/// The kernel refuses what it should be able to do.
pub(super) fn enter(setup: &Setup, folder: &Path) -> Result<Domain, RulesetError> {
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(WANTED))?
        .handle_access(AccessNet::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?;
    let mut created = ruleset.create()?;
    for (path, access) in rules(setup, folder) {
        created = allow(created, &path, access)?;
    }
    Ok(domain(in_force(&created.restrict_self()?)))
}

/// The version that has come into force.
fn in_force(status: &RestrictionStatus) -> ABI {
    match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => effective_abi.min(WANTED),
        _ => ABI::Unsupported,
    }
}

/// What cannot be prevented with a version.
fn missing(abi: ABI) -> Vec<String> {
    [
        (ABI::V1, "files cannot be protected (no Landlock)"),
        (ABI::V3, "files cannot be protected from being truncated"),
        (ABI::V5, "devices cannot be protected"),
        (ABI::V6, "other processes can be signalled"),
    ]
    .into_iter()
    .filter(|(needed, _)| abi < *needed)
    .map(|(_, line)| line.to_owned())
    .collect()
}

/// Where others than this grader may have their private folders.
const TEMPORARY: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

/// The private folders that there are now among the system's temporary files and in folders
/// that are opened, whosever they are.
fn private_folders(setup: &Setup) -> Vec<PathBuf> {
    let is_private = |name: &OsStr| name.as_encoded_bytes().starts_with(PREFIX.as_bytes());
    let opened = setup.allow_write.iter().chain(&setup.allow_read);
    let usual = TEMPORARY.map(PathBuf::from);
    opened
        .chain([&setup.temporary])
        .chain(&usual)
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .flatten()
        .filter(|entry| is_private(&entry.file_name()))
        .map(|entry| entry.path())
        .collect()
}

/// Where else these can be read, but for what the working folder lies in.
fn other_places(paths: &[PathBuf], dir: &Path) -> Vec<PathBuf> {
    let mut places = mounts::other_places(paths);
    places.retain(|place| !dir.starts_with(place));
    places
}

type Rule = (PathBuf, BitFlags<AccessFs>);

/// What is allowed where.
fn rules(setup: &Setup, folder: &Path) -> Vec<Rule> {
    let read = AccessFs::from_read(WANTED);
    let all = AccessFs::from_all(WANTED);
    let mut hidden = setup.hidden.clone();
    // With this one hidden, those that are made later are, too.
    hidden.push(resolved(folder));
    let others = private_folders(setup);
    hidden.extend(others.iter().map(|folder| resolved(folder)));
    hidden.extend(other_places(&hidden, &setup.dir));
    let mut everywhere = hidden.clone();
    everywhere.extend(other_places(&setup.private, &setup.dir));
    everywhere.extend(setup.private.iter().cloned());
    everywhere.push("/dev".into());

    let mut rules: Vec<Rule> = Vec::new();
    let mut add = |paths: Vec<PathBuf>, access| {
        rules.extend(paths.into_iter().map(|path| (path, access)));
    };
    add(beside(Path::new("/"), &everywhere), read);
    let devices = DEVICES.map(|name| Path::new("/dev").join(name));
    add(devices.to_vec(), AccessFs::ReadFile | AccessFs::WriteFile);
    if setup.own_mounts {
        // It is the run's own.
        add(vec![SHARED_MEMORY.into()], all);
    }
    for path in setup.allow_read.iter().chain([&setup.dir]) {
        add(beside(&resolved(path), &hidden), read);
    }
    for path in &setup.allow_write {
        add(beside(&resolved(path), &hidden), all);
    }
    let is_hidden = |path: &Path| hidden.iter().any(|hidden| path.starts_with(hidden));
    let listed = setup
        .listed
        .iter()
        .chain([&setup.dir])
        .map(|path| resolved(path))
        .filter(|path| !is_hidden(path))
        .collect();
    add(listed, AccessFs::ReadDir.into());
    if let Some(work) = &setup.work {
        let access = work.writable().map_or(read, |_| all);
        add(vec![work.path().to_owned()], access);
    }
    add(vec![folder.join("given")], read);
    add(WRITABLE.map(|name| folder.join(name)).to_vec(), all);
    rules
}

/// What lies in `dir` and is neither hidden nor on the way to what is hidden:
/// all of it, if nothing hidden is in there. Symbolic links are left out: what
/// they lead to is allowed, or not, where it is.
fn beside(dir: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let on_the_way: HashSet<&Path> = hidden.iter().flat_map(|path| path.ancestors()).collect();
    let all_hidden: HashSet<&Path> = hidden.iter().map(PathBuf::as_path).collect();
    let mut allowed = Vec::new();
    let mut left = vec![dir.to_owned()];
    while let Some(path) = left.pop() {
        if path.ancestors().any(|folder| all_hidden.contains(folder)) {
            continue;
        }
        if !on_the_way.contains(path.as_path()) {
            allowed.push(path);
            continue;
        }
        // A folder that cannot be listed keeps what is in it to itself.
        let entries = fs::read_dir(&path).into_iter().flatten().flatten();
        left.extend(
            entries
                .filter(|entry| !is_link(entry))
                .map(|entry| entry.path()),
        );
    }
    allowed
}

fn is_link(entry: &fs::DirEntry) -> bool {
    entry.file_type().is_ok_and(|kind| kind.is_symlink())
}

/// Adds a rule; a file that cannot be opened cannot be allowed either.
fn allow(
    ruleset: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let Ok(file) = open(path, flags, Mode::empty()) else {
        return Ok(ruleset);
    };
    let possible = if path.is_dir() {
        access
    } else {
        access & AccessFs::from_file(WANTED)
    };
    if possible.is_empty() {
        return Ok(ruleset);
    }
    ruleset.add_rule(PathBeneath::new(file, possible))
}
