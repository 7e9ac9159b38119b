//! Writes files atomically: the content is written to a temporary file in the same folder, which is
//! then renamed. If a signal ends the program before the renaming, the temporary file remains and
//! the old file is unchanged.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, Read, Write},
    path::{Path, PathBuf},
};

use rustix::io::Errno;
use tempfile::NamedTempFile;

use super::untrusted;

/// Prefix of the names of temporary files.
pub const PREFIX: &str = ".minesweeper-alpha-";

/// Writes a file that the user named. Follows symbolic links, keeps the permissions of an existing
/// file, and writes to devices and pipes in place.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    // Opening fails for a read-only file, which must not be replaced either.
    let mut existing = match File::options().write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return replace(&link_target(path), content);
        }
        result => result?,
    };
    let metadata = existing.metadata()?;
    if !metadata.is_file() {
        return existing.write_all(content);
    }
    let target = fs::canonicalize(path)?;
    let temporary = create_temporary(&target)?;
    let mut file = temporary.as_file();
    // The permissions precede the content, which only users who may read the file can read.
    file.set_permissions(metadata.permissions())?;
    file.write_all(content)?;
    file.sync_all()?;
    temporary.persist(&target)?;
    Ok(())
}

/// Creates a file or replaces an existing one. A symbolic link is replaced, not followed.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    write_temporary(path, content)?.persist(path)?;
    Ok(())
}

/// Creates a file. Fails with [`ErrorKind::AlreadyExists`] if the name is taken.
pub fn create(path: &Path, content: &[u8]) -> io::Result<()> {
    write_temporary(path, content)?.persist_noclobber(path)?;
    Ok(())
}

/// Replaces a file unless it already has this content. Does not wait for the disk, since callers
/// can generate their many files again after a power failure.
pub fn update(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut existing = Vec::new();
    let name = path.file_name().unwrap_or_default();
    let file = untrusted::open(folder_of(path), name.as_ref());
    let read = file.and_then(|mut file| file.read_to_end(&mut existing));
    if read.is_ok() && existing == content {
        return Ok(());
    }
    let temporary = create_temporary(path)?;
    temporary.as_file().write_all(content)?;
    temporary.persist(path)?;
    Ok(())
}

/// Checks that the folder of a file exists, before the work whose result is written there. Only a
/// folder has a slash at the end of its path.
pub fn check_folder(file: &Path) -> io::Result<()> {
    if file.is_dir() || file.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(Errno::ISDIR.into());
    }
    // The path of a file, a slash and a dot is an error.
    folder_of(file).join(".").metadata().map(drop)
}

/// Returns the folder of a file, `.` for a bare name.
pub fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes a temporary file next to `path` and waits until the disk has it.
fn write_temporary(path: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    let temporary = create_temporary(path)?;
    temporary.as_file().write_all(content)?;
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

fn create_temporary(path: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new()
        .prefix(PREFIX)
        // The permissions follow the umask, unlike those that `tempfile` sets by default.
        .make_in(folder_of(path), |path| File::create_new(path))
}

/// Returns the path to which symbolic links lead, where no file exists.
fn link_target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // There is no cycle of links: opening `path` would have failed with another error.
    while let Ok(target) = fs::read_link(&path) {
        path = path.with_file_name("").join(target);
    }
    path
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt, symlink};

    use super::*;

    #[test]
    fn update_keeps_a_file_that_has_the_content() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let inode_after_update = |content: &[u8]| {
            update(&path, content).expect("a file");
            assert_eq!(fs::read(&path).expect("a file"), content);
            fs::symlink_metadata(&path).expect("a file").ino()
        };
        let long = vec![b'x'; 100_000];
        let first = inode_after_update(&long);
        assert_eq!(inode_after_update(&long), first);
        let mut other = long.clone();
        other[99_999] = b'y';
        assert_ne!(inode_after_update(&other), first);
        inode_after_update(&other[..99_999]);
        inode_after_update(b"");
        inode_after_update(&long);
        let target = folder.path().join("target");
        fs::rename(&path, &target).expect("another name");
        symlink(&target, &path).expect("a link");
        let link = inode_after_update(&long);
        assert_ne!(link, fs::metadata(&target).expect("a file").ino());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }
}
