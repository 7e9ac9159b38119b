//! Hashes and copies the files of a submission.

use std::{
    fs::{self, OpenOptions, Permissions},
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, BufRead, BufReader, Read},
    os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, symlink},
    path::Path,
};

use crate::{
    error::Error,
    io::untrusted::{self, list},
};

/// Permission of the owner to execute a file.
const EXECUTABLE: u32 = 0o100;

/// The bits of a mode that are hashed: the kind of the file, and whether it is executable.
const HASHED_MODE: u32 = 0o170_000 | EXECUTABLE;

/// Hashes all names and contents in a folder. Fails if the files have more than `max_size` bytes
/// together.
pub(super) fn hash(folder: &Path, max_size: u64) -> Result<String, Error> {
    if folder.is_symlink() {
        let text = "symbolic links are not followed: copy the folder here";
        return Err(Error::message(text));
    }
    let mut hasher = DefaultHasher::new();
    let mut size = 0;
    for (path, data) in list(folder)? {
        path.as_os_str().hash(&mut hasher);
        (data.mode() & HASHED_MODE).hash(&mut hasher);
        let full_path = folder.join(path);
        let failed = |error| Error::file(&full_path, error);
        if data.is_symlink() {
            let target = fs::read_link(&full_path).map_err(failed)?;
            target.as_os_str().hash(&mut hasher);
        } else if data.is_file() {
            size += data.len();
            if size > max_size {
                return Err(Error::message(format!(
                    "its files are larger than {max_size} bytes (--max-files-size)"
                )));
            }
            let file = untrusted::open(&full_path).map_err(failed)?;
            let mut file = BufReader::new(file.take(data.len()));
            loop {
                let block = file.fill_buf().map_err(failed)?;
                if block.is_empty() {
                    break;
                }
                hasher.write(block);
                let length = block.len();
                file.consume(length);
            }
            data.len().hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Copies the files, folders and links in a folder into an empty folder. Returns the number of
/// files.
pub(super) fn copy(from: &Path, to: &Path) -> Result<usize, Error> {
    let mut files = 0;
    for (path, data) in list(from)? {
        let (from, to) = (from.join(&path), to.join(&path));
        let copied = if data.is_dir() {
            fs::create_dir(&to)
        } else if data.is_symlink() {
            fs::read_link(&from).and_then(|target| symlink(target, &to))
        } else if data.is_file() {
            files += 1;
            copy_file(&from, &to, 0o600 | data.mode() & EXECUTABLE)
        } else {
            // Skip a pipe, socket or device.
            Ok(())
        };
        copied.map_err(|error| Error::file(from, error))?;
    }
    Ok(files)
}

fn copy_file(from: &Path, to: &Path, mode: u32) -> io::Result<()> {
    let mut source = untrusted::open(from)?;
    let mut options = OpenOptions::new();
    let mut target = options.write(true).create_new(true).mode(mode).open(to)?;
    io::copy(&mut source, &mut target)?;
    Ok(())
}

/// Makes the files in a folder executable, which a confined compiler cannot do. Files that cannot
/// be changed stay as they are.
pub(super) fn make_executable(folder: &Path) {
    for (path, data) in list(folder).unwrap_or_default() {
        // A file with several hard links may also belong to another folder.
        if data.is_file()
            && data.nlink() == 1
            && let Ok(file) = untrusted::open(&folder.join(path))
        {
            let mode = Permissions::from_mode(data.mode() | EXECUTABLE);
            let _ = file.set_permissions(mode);
        }
    }
}
