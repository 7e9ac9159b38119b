//! Which files a command may read: everything but what is hidden, said by
//! allowing what stands beside it on the way there.

#[cfg(can_confine)]
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// What lies in `dir` and is neither hidden nor on the way to what is hidden:
/// all of it, if nothing hidden is in there. Symbolic links are left out: what
/// they lead to is allowed, or not, where it is.
#[cfg(can_confine)]
pub(super) fn beside(dir: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let on_the_way: HashSet<&Path> = hidden.iter().flat_map(|path| path.ancestors()).collect();
    let hidden: HashSet<&Path> = hidden.iter().map(PathBuf::as_path).collect();
    let mut allowed = Vec::new();
    let mut left = vec![dir.to_owned()];
    while let Some(path) = left.pop() {
        if path.ancestors().any(|folder| hidden.contains(folder)) {
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

#[cfg(can_confine)]
fn is_link(entry: &fs::DirEntry) -> bool {
    entry.file_type().is_ok_and(|kind| kind.is_symlink())
}

/// The path without links and dots, also where the last parts do not exist.
pub(super) fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut missing: Vec<OsString> = Vec::new();
    let mut at = absolute.as_path();
    loop {
        if let Ok(found) = at.canonicalize() {
            return missing
                .iter()
                .rev()
                .fold(found, |path, part| path.join(part));
        }
        let (Some(parent), Some(name)) = (at.parent(), at.file_name()) else {
            return absolute;
        };
        missing.push(name.to_owned());
        at = parent;
    }
}

/// The entries of the home folder that begin with a dot, but for those on the
/// way to one of the folders that are needed.
pub(super) fn private(home: &Path, needed: &[PathBuf]) -> Vec<PathBuf> {
    let entries = fs::read_dir(home).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"."))
        .map(|entry| home.join(entry.file_name()))
        .filter(|path| !needed.iter().any(|needed| needed.starts_with(path)))
        .collect()
}
