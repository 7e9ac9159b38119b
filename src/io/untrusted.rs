//! Opens files and lists folders that untrusted programs may have created. Never follows a symbolic
//! link, and never waits for the writer of a pipe.

use std::{
    fs::{File, Metadata},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use rustix::{
    fs::{Mode, OFlags, openat},
    io::retry_on_intr,
};
use walkdir::WalkDir;

use super::error::FileError;

/// Maximum number of files and folders in a list.
const MAX_ENTRIES: usize = 100_000;

/// Opens a regular file in a folder for reading. Fails for anything else, and if a part of the path
/// is a symbolic link.
pub fn open(folder: &Path, path: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK;
    // With the dot, opening a pipe fails.
    let mut file = File::open(folder.join("."))?;
    for name in path {
        file = retry_on_intr(|| openat(&file, name, flags, Mode::empty()))?.into();
    }
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(ErrorKind::InvalidInput.into())
    }
}

/// Lists everything in a folder and its subfolders, sorted by the path within the folder. Fails if
/// there are more than [`MAX_ENTRIES`] entries.
pub fn list(folder: &Path) -> Result<Vec<(PathBuf, Metadata)>, FileError> {
    let mut entries = Vec::new();
    for entry in WalkDir::new(folder).min_depth(1) {
        let failed = |error: walkdir::Error| {
            let path = error.path().unwrap_or(folder).to_owned();
            // Only a loop of links causes no system error, and links are not followed.
            let cause = error.into_io_error();
            FileError::file(path, cause.unwrap_or(ErrorKind::Other.into()))
        };
        let entry = entry.map_err(failed)?;
        let inner = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        entries.push((inner.to_owned(), entry.metadata().map_err(failed)?));
        if entries.len() > MAX_ENTRIES {
            let reason = format!("more than {MAX_ENTRIES} files and folders");
            return Err(FileError::file(folder, io::Error::other(reason)));
        }
    }
    entries.sort_by(|(left, _), (right, _)| left.cmp(right));
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::symlink};

    use super::*;

    #[test]
    fn open_follows_no_link_on_the_way() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        fs::create_dir(folder.join("real")).expect("a folder");
        fs::write(folder.join("real/file"), "").expect("a file");
        symlink("real", folder.join("link")).expect("a link");
        for (path, is_opened) in [("real/file", true), ("link/file", false), ("real", false)] {
            assert_eq!(open(folder, Path::new(path)).is_ok(), is_opened, "{path}");
        }
    }
}
