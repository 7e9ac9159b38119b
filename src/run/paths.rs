//! Resolves paths, and finds private ones in a home folder.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the path without symbolic links and dots. Its last components may be missing.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut missing: Vec<OsString> = Vec::new();
    let mut at = absolute.as_path();
    loop {
        if let Ok(mut found) = at.canonicalize() {
            found.extend(missing.iter().rev());
            return found;
        }
        let (Some(parent), Some(name)) = (at.parent(), at.file_name()) else {
            return absolute;
        };
        missing.push(name.to_owned());
        at = parent;
    }
}

/// Returns the hidden entries of a home folder, except those that contain a needed folder.
pub(super) fn private(home: &Path, needed: &[PathBuf]) -> Vec<PathBuf> {
    fs::read_dir(home)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"."))
        .map(|entry| home.join(entry.file_name()))
        .filter(|path| !needed.iter().any(|needed| needed.starts_with(path)))
        .collect()
}
