//! Where files are, and which are a user's own.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

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
