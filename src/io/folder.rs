//! Lists the contents of folders.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::error::FileError;

/// Maximum number of files and folders in a list.
const MOST_ENTRIES: usize = 100_000;

/// Lists everything in a folder and its subfolders, sorted by the path within the folder. Links are not followed. Fails if there
/// are more than [`MOST_ENTRIES`] entries.
pub(crate) fn list(folder: &Path) -> Result<Vec<(PathBuf, Metadata)>, FileError> {
    let mut entries = Vec::new();
    for entry in WalkDir::new(folder).min_depth(1) {
        let failed = |error: walkdir::Error| {
            let path = error.path().unwrap_or(folder).to_owned();
            // Only loops of links have no error of the system.
            let no_cause = || io::ErrorKind::Other.into();
            FileError::file(path, error.into_io_error().unwrap_or_else(no_cause))
        };
        let entry = entry.map_err(failed)?;
        let inner = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        entries.push((inner.to_owned(), entry.metadata().map_err(failed)?));
        if entries.len() > MOST_ENTRIES {
            let reason = format!("more than {MOST_ENTRIES} files and folders");
            return Err(FileError::file(folder, io::Error::other(reason)));
        }
    }
    entries.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(entries)
}
