//! Opens and reads regular files, and nothing else: a pipe or a device may never end.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;

use super::error::FileError;

/// Opens a file that an untrusted program may have created: a symbolic link is an error, too.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(i32::try_from(flags).unwrap_or_default())
        .open(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::ErrorKind::InvalidInput.into())
    }
}

/// Reads a file of the user.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return Err(FileError::not_regular(path));
    }
    fs::read(path).map_err(|error| FileError::file(path, error))
}

/// Reports whether a path exists or is a dangling link: the error of reading that link is
/// more helpful than none.
pub(crate) fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}
