//! The paths that a command can use: it can read everything except hidden paths, and write only in
//! the private folder.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::paths::resolved;
use super::private_folder::{GIVEN, HOME, PREFIX, TMP, WORK};
use super::settings::RunSettings;

/// Devices that commands can use.
pub(super) const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// Folders in which other graders may have private folders.
const TEMPORARY: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

/// Paths that commands can use, each with everything below it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Confinement {
    /// Files and folders to read and to execute.
    pub(super) readable: Vec<OsString>,
    /// Folders whose names can be read.
    pub(super) listed: Vec<OsString>,
    /// Files and folders outside the private folder to write.
    pub(super) writable: Vec<OsString>,
}

impl Confinement {
    pub(super) fn new(settings: &RunSettings, private_folder: &Path) -> Self {
        let mut hidden = settings.hidden.clone();
        hidden.push(private_folder.to_owned());
        let mut unreadable = hidden.clone();
        // The entries of these folders are then allowed one by one, except private folders.
        unreadable.extend(TEMPORARY.map(|folder| resolved(Path::new(folder)).join(PREFIX)));
        let mut all_hidden = unreadable.clone();
        all_hidden.extend(settings.in_homes.iter().cloned());
        all_hidden.push("/dev".into());

        let mut paths = Self {
            readable: siblings(Path::new("/"), &all_hidden),
            listed: Vec::new(),
            writable: Vec::new(),
        };
        for path in &settings.allow_write {
            paths.writable.extend(siblings(&resolved(path), &hidden));
        }
        paths.readable.extend(paths.writable.iter().cloned());
        paths.readable.extend(DEVICES.map(OsString::from));
        for name in [GIVEN, HOME, TMP, WORK] {
            paths.readable.push(private_folder.join(name).into());
        }
        for path in settings.allow_read.iter().chain(&settings.dir) {
            paths
                .readable
                .extend(siblings(&resolved(path), &unreadable));
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

/// Returns the paths below `dir` that are neither hidden nor contain a hidden path; `dir` itself
/// if it contains none. Private folders are omitted, and symbolic links, since access depends on
/// their target.
fn siblings(dir: &Path, hidden: &[PathBuf]) -> Vec<OsString> {
    let on_the_way: HashSet<&Path> = hidden.iter().flat_map(|path| path.ancestors()).collect();
    let hidden: HashSet<&Path> = hidden.iter().map(PathBuf::as_path).collect();
    let mut allowed = Vec::new();
    let mut remaining = vec![dir.to_owned()];
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
