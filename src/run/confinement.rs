//! The paths that a command can use. It can read everything except hidden paths, and write only in
//! the private folder and in paths that the user allows.

use std::{
    collections::HashSet,
    env::var_os,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use rustix::process::getuid;
use serde::{Deserialize, Serialize};

use super::limits::RunSettings;

/// Prefix of the names of private folders.
pub(super) const PREFIX: &str = "minesweeper-run-";

/// Subfolders of a private folder that commands can write to.
pub(super) const HOME: &str = "home";
pub(super) const TMP: &str = "tmp";

/// Subfolder for the seed file and the standard input. Commands can only read it.
pub(super) const GIVEN: &str = "given";

/// Subfolder for the copy of a submission. Only a preparation can write to it.
pub(super) const WORK: &str = "work";

/// Devices that commands can use.
pub(super) const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// Folders in which other main processes may have created private folders.
const TEMPORARY: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

/// Paths that commands can use, each with everything below it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Confinement {
    /// Files and folders that can be read and executed.
    pub readable: Vec<OsString>,
    /// Folders that can be listed, without the contents of their files.
    pub listed: Vec<OsString>,
    /// Files and folders outside the private folder that can be written.
    pub writable: Vec<OsString>,
}

impl Confinement {
    pub fn new(settings: &RunSettings, private: &Path) -> Self {
        let mut hidden = settings.hidden.clone();
        hidden.push(private.to_owned());
        let mut unreadable = hidden.clone();
        // These paths need not exist. As they are hidden, `visible_paths` allows the entries of their
        // folders one by one and omits private folders.
        unreadable.extend(TEMPORARY.map(|folder| resolved(Path::new(folder)).join(PREFIX)));
        let mut all_hidden = unreadable.clone();
        all_hidden.extend_from_slice(&settings.dot_files);
        all_hidden.push("/dev".into());

        let mut paths = Self {
            readable: visible_paths(Path::new("/"), &all_hidden),
            listed: Vec::new(),
            writable: Vec::new(),
        };
        for path in &settings.allow_write {
            paths.writable.extend(visible_paths(path, &hidden));
        }
        paths.readable.extend_from_slice(&paths.writable);
        paths.readable.extend(DEVICES.map(OsString::from));
        for name in [GIVEN, HOME, TMP, WORK] {
            paths.readable.push(private.join(name).into());
        }
        for path in settings.allow_read.iter().chain(&settings.dir) {
            paths.readable.extend(visible_paths(path, &unreadable));
        }
        for path in settings.listed.iter().chain(&settings.dir) {
            let path = resolved(path);
            if !hidden.iter().any(|hidden| path.starts_with(hidden)) {
                paths.listed.push(path.into());
            }
        }
        paths
    }
}

/// Returns the topmost paths in `dir` that are neither hidden nor contain a hidden path: `dir`
/// itself if it contains none, or else the siblings along the way to each hidden path. Omits
/// private folders among the siblings, and symbolic links, since access depends on their targets.
fn visible_paths(dir: &Path, hidden: &[PathBuf]) -> Vec<OsString> {
    let on_the_way: HashSet<_> = hidden.iter().flat_map(|path| path.ancestors()).collect();
    let hidden: HashSet<_> = hidden.iter().map(PathBuf::as_path).collect();
    let mut allowed = Vec::new();
    let mut remaining = vec![resolved(dir)];
    while let Some(path) = remaining.pop() {
        if path.ancestors().any(|folder| hidden.contains(folder)) {
            continue;
        }
        if !on_the_way.contains(path.as_path()) {
            allowed.push(path.into());
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

/// Returns the path without symbolic links and dots. Its last components may be missing.
pub fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut missing = Vec::new();
    let mut prefix = absolute.as_path();
    loop {
        if let Ok(mut existing) = prefix.canonicalize() {
            existing.extend(missing.iter().rev());
            return existing;
        }
        let (Some(parent), Some(name)) = (prefix.parent(), prefix.file_name()) else {
            return absolute;
        };
        missing.push(name);
        prefix = parent;
    }
}

/// Returns the dot files and dot folders in the user's home folders, except those that are needed or
/// contain a needed path.
pub(super) fn dot_files(needed: &[PathBuf]) -> Vec<PathBuf> {
    homes()
        .iter()
        .flat_map(|home| fs::read_dir(resolved(home)))
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"."))
        .map(|entry| entry.path())
        .filter(|path| !needed.iter().any(|needed| needed.starts_with(path)))
        .collect()
}

/// Returns the user's home folders according to `HOME` and `/etc/passwd`.
fn homes() -> Vec<PathBuf> {
    let user = getuid().as_raw().to_string();
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let mut homes = Vec::from_iter(var_os("HOME").map(PathBuf::from));
    for line in users.lines() {
        let fields: Vec<&str> = line.split(':').collect();
        if fields.len() > 5 && fields[2] == user {
            homes.push(fields[5].into());
        }
    }
    homes
}
