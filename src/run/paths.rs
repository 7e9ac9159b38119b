//! Names in private folders, resolved paths, and dot files in a home folder.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

/// Prefix of the names of private folders.
pub(super) const PREFIX: &str = "minesweeper-run-";

/// Subfolders of a private folder that commands can write to.
pub(super) const HOME: &str = "home";
pub(super) const TMP: &str = "tmp";

/// Subfolder for the seed file and the standard input. Commands can only read it.
pub(super) const GIVEN: &str = "given";

/// Subfolder for the copy of a submission. Only a preparation can write to it.
pub(super) const WORK: &str = "work";

/// Returns the path without symbolic links and dots. Its last components may be missing.
pub fn resolved(path: &Path) -> PathBuf {
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
