//! Landlock: the files that a command can read and write, and signals that stay within the run.
//! Everything is readable except hidden paths. Since Landlock has only rules that allow, the
//! siblings along the way to a hidden path are allowed one by one.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, PathBeneath,
    RestrictionStatus, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, Scope,
};
use rustix::fs::{Mode, OFlags, open};

use crate::run::paths::resolved;
use crate::run::private_folder::{GIVEN, HOME, PREFIX, TMP, WORK};
use crate::run::settings::Settings;
use crate::run::system::{Access, Rule};

/// Devices that commands can use.
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// Folders in which other graders may have private folders.
const TEMPORARY: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

/// The Landlock version with all features that are used.
const WANTED: ABI = ABI::V6;

/// Confines this process and its children. Returns the missing kernel features.
///
/// Fails if the kernel refuses a feature that it has.
pub(super) fn confine(rules: &[Rule]) -> Result<Vec<String>, RulesetError> {
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(WANTED))?
        .handle_access(AccessNet::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?
        .create()?;
    for Rule { path, access } in rules {
        // A path that cannot be opened needs no rule.
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let Ok(file) = open(path, flags, Mode::empty()) else {
            continue;
        };
        // For a file, the crate omits the rights that only a folder can have.
        let rights = match access {
            Access::Read => AccessFs::from_read(WANTED),
            Access::All => AccessFs::from_all(WANTED),
            Access::Device => AccessFs::ReadFile | AccessFs::WriteFile,
            Access::List => AccessFs::ReadDir.into(),
        };
        ruleset = ruleset.add_rule(PathBeneath::new(file, rights))?;
    }
    Ok(missing(version_in_force(&ruleset.restrict_self()?)))
}

fn version_in_force(status: &RestrictionStatus) -> ABI {
    match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => effective_abi.min(WANTED),
        _ => ABI::Unsupported,
    }
}

/// Lists the missing features of a version.
fn missing(version: ABI) -> Vec<String> {
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

/// Returns the paths and the access that is allowed there. The last is the folder for the copy of a
/// submission.
pub(in crate::run) fn rules(settings: &Settings, folder: &Path) -> Vec<Rule> {
    let mut hidden = settings.hidden.clone();
    hidden.push(folder.to_owned());
    let mut unreadable = hidden.clone();
    // The entries of these folders are then allowed one by one, except private folders.
    for parent in TEMPORARY {
        unreadable.push(resolved(Path::new(parent)).join(PREFIX));
    }
    let mut all_hidden = unreadable.clone();
    all_hidden.extend(settings.in_homes.iter().cloned());
    all_hidden.push("/dev".into());

    let mut rules = Vec::new();
    let mut add = |path: PathBuf, access| {
        let path = path.into();
        rules.push(Rule { path, access });
    };
    for path in siblings(Path::new("/"), &all_hidden) {
        add(path, Access::Read);
    }
    for device in DEVICES {
        add(Path::new("/dev").join(device), Access::Device);
    }
    for path in settings.allow_read.iter().chain(&settings.dir) {
        for path in siblings(&resolved(path), &unreadable) {
            add(path, Access::Read);
        }
    }
    for path in &settings.allow_write {
        for path in siblings(&resolved(path), &hidden) {
            add(path, Access::All);
        }
    }
    for path in settings.listed.iter().chain(&settings.dir) {
        let path = resolved(path);
        if !hidden.iter().any(|hidden| path.starts_with(hidden)) {
            add(path, Access::List);
        }
    }
    for (name, access) in [
        (GIVEN, Access::Read),
        (HOME, Access::All),
        (TMP, Access::All),
        (WORK, Access::Read),
    ] {
        add(folder.join(name), access);
    }
    rules
}

/// Returns the paths below `dir` that are neither hidden nor contain a hidden path; `dir` itself
/// if it contains none. Private folders are omitted, and symbolic links, since access depends on
/// their target.
fn siblings(dir: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let on_the_way: HashSet<&Path> = hidden.iter().flat_map(|path| path.ancestors()).collect();
    let hidden: HashSet<&Path> = hidden.iter().map(PathBuf::as_path).collect();
    let mut allowed = Vec::new();
    let mut remaining = vec![dir.to_owned()];
    while let Some(path) = remaining.pop() {
        if path.ancestors().any(|folder| hidden.contains(folder)) {
            continue;
        }
        if !on_the_way.contains(path.as_path()) {
            allowed.push(path);
            continue;
        }
        // Without permission to list a folder, its entries cannot be allowed.
        for entry in fs::read_dir(&path).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let is_private = name.as_encoded_bytes().starts_with(PREFIX.as_bytes());
            if !is_private && entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
                remaining.push(entry.path());
            }
        }
    }
    allowed
}
