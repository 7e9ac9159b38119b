//! Landlock: the files that a command can read and write, and signals that stay within the run.
//! Everything is readable except hidden paths. Since Landlock has only rules that allow, the
//! siblings along the way to a hidden path are allowed one by one.

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

/// Devices that commands can use.
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

const SHARED_MEMORY: &str = "/dev/shm";

/// The Landlock version with all features that are used.
const WANTED: ABI = ABI::V6;

/// Result of entering a domain.
#[derive(Debug)]
pub(super) struct Domain {
    /// Missing kernel features.
    pub(super) missing: Vec<String>,
    /// True if signals cannot leave the domain.
    pub(super) holds_signals: bool,
    /// True if processes outside of the domain cannot be inspected.
    pub(super) holds_memory: bool,
}

/// Describes the protection that a Landlock version provides.
fn domain(abi: ABI) -> Domain {
    Domain {
        missing: missing(abi),
        holds_signals: abi >= ABI::V6,
        holds_memory: abi >= ABI::V1,
    }
}

/// Confines this thread and its children.
///
/// Fails if the kernel refuses a feature that it has.
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

/// Returns the version in force.
fn in_force(status: &RestrictionStatus) -> ABI {
    match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => effective_abi.min(WANTED),
        _ => ABI::Unsupported,
    }
}

/// Lists the missing features of a version.
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

/// Folders in which other graders may have private folders.
const TEMPORARY: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

/// Finds all existing private folders in the folders for temporary files and in folders opened by
/// options, including those of other users.
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

/// Returns other mount points of the paths, except those that contain the working folder.
fn other_places(paths: &[PathBuf], dir: &Path) -> Vec<PathBuf> {
    let mut places = mounts::other_places(paths);
    places.retain(|place| !dir.starts_with(place));
    places
}

type Rule = (PathBuf, BitFlags<AccessFs>);

/// Returns the paths and the access that is allowed there.
fn rules(setup: &Setup, folder: &Path) -> Vec<Rule> {
    let read = AccessFs::from_read(WANTED);
    let all = AccessFs::from_all(WANTED);
    let mut hidden = setup.hidden.clone();
    // The parent folder becomes unlisted too, so private folders that are created later are
    // hidden.
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
        // The run has a private one.
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

/// Returns the paths below `dir` that are neither hidden nor contain a hidden path; `dir` itself
/// if it contains none. Symbolic links are omitted, since access depends on their target.
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
        // Without permission to list a folder, its entries cannot be allowed.
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

/// Adds a rule. A path that cannot be opened needs none.
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
