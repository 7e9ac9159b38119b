//! Resolves paths, and finds dot files in a home folder.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the path without symbolic links and dots. Its last components may be missing.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut missing: Vec<OsString> = Vec::new();
    let mut prefix = absolute.as_path();
    loop {
        if let Ok(mut existing) = prefix.canonicalize() {
            existing.extend(missing.iter().rev());
            return existing;
        }
        let (Some(parent), Some(name)) = (prefix.parent(), prefix.file_name()) else {
            return absolute;
        };
        missing.push(name.to_owned());
        prefix = parent;
    }
}

/// Returns the dot files and dot folders of a home folder, except those that are needed or contain
/// a needed path.
pub(super) fn dot_files(home: &Path, needed: &[PathBuf]) -> Vec<PathBuf> {
    fs::read_dir(home)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"."))
        .map(|entry| home.join(entry.file_name()))
        .filter(|path| !needed.iter().any(|needed| needed.starts_with(path)))
        .collect()
}
