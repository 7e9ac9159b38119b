//! Lists what is in a folder.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::error::FileError;

/// Maximum number of files and folders in a list.
const MOST_ENTRIES: usize = 100_000;

/// Lists everything in a folder, by the path within it. A folder comes before its content.
pub(crate) fn list(folder: &Path) -> Result<Vec<(PathBuf, Metadata)>, FileError> {
    let mut entries = Vec::new();
    for entry in WalkDir::new(folder).min_depth(1) {
        let failed = |error: walkdir::Error| {
            let path = error.path().unwrap_or(folder).to_owned();
            let other = || io::ErrorKind::Other.into();
            FileError::file(path, error.into_io_error().unwrap_or_else(other))
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
