//! Writes files atomically: a file appears whole or not at all.
//!
//! The content is written to a temporary file in the same folder, which is then renamed. If a
//! signal ends the program before that, the temporary file remains, and the file is unchanged.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::regular_file;

/// Prefix of the temporary names.
pub(crate) const PREFIX: &str = ".minesweeper-alpha-";

/// Writes a file that the user named. Follows symbolic links, keeps the permissions of an
/// existing file, and writes to devices and pipes in place.
pub(crate) fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return replace(&link_target(path), content);
        }
        Err(error) => return Err(error),
    };
    // Opening fails for a read-only file, which must not be replaced either.
    let mut existing = File::options().write(true).open(path)?;
    if !metadata.is_file() {
        return existing.write_all(content);
    }
    let target = fs::canonicalize(path)?;
    let temporary = temporary_next_to(&target)?;
    // Nobody may read the content who may not read the file.
    temporary
        .as_file()
        .set_permissions(metadata.permissions())?;
    temporary.as_file().write_all(content)?;
    temporary.as_file().sync_all()?;
    temporary.persist(&target)?;
    Ok(())
}

/// Creates a file or replaces an existing one. A symbolic link is replaced, not followed.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    written_next_to(path, content)?.persist(path)?;
    Ok(())
}

/// Creates a file. Fails with [`ErrorKind::AlreadyExists`] if the name is taken.
pub(crate) fn create(path: &Path, content: &[u8]) -> io::Result<()> {
    written_next_to(path, content)?.persist_noclobber(path)?;
    Ok(())
}

/// Replaces a file unless it already has this content. Does not wait for the disk: meant for
/// many files that can be generated again after a power failure.
pub(crate) fn update(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut existing = Vec::new();
    if regular_file::open(path).is_ok_and(|mut file| file.read_to_end(&mut existing).is_ok())
        && existing == content
    {
        return Ok(());
    }
    let temporary = temporary_next_to(path)?;
    temporary.as_file().write_all(content)?;
    temporary.persist(path)?;
    Ok(())
}

/// Checks that a file can be placed in its folder, before work starts whose result goes there.
pub(crate) fn check_folder(file: &Path) -> io::Result<()> {
    if file.is_dir() {
        Err(ErrorKind::IsADirectory.into())
    } else if folder_of(file).metadata()?.is_dir() {
        Ok(())
    } else {
        Err(ErrorKind::NotADirectory.into())
    }
}

/// Returns the folder of a file.
pub(crate) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes a temporary file and waits until the disk has it.
fn written_next_to(path: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    let temporary = temporary_next_to(path)?;
    temporary.as_file().write_all(content)?;
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

fn temporary_next_to(path: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new()
        .prefix(PREFIX)
        // Unlike the default of `tempfile`, the permissions follow the umask.
        .make_in(folder_of(path), |path| File::create_new(path))
}

/// Follows symbolic links to a file that does not exist.
fn link_target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // A cycle of links has been reported by `fs::metadata`.
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
        let inode = || fs::symlink_metadata(&path).expect("a file").ino();
        let write = |content: &[u8]| {
            update(&path, content).expect("a file");
            assert_eq!(fs::read(&path).expect("a file"), content);
            inode()
        };
        let long = vec![b'x'; 100_000];
        let first = write(&long);
        assert_eq!(write(&long), first);
        let mut other = long.clone();
        other[99_999] = b'y';
        assert_ne!(write(&other), first);
        write(&other[..99_999]);
        write(b"");
        write(&long);
        let target = folder.path().join("target");
        fs::rename(&path, &target).expect("another name");
        symlink(&target, &path).expect("a link");
        write(&long);
        assert_ne!(inode(), fs::metadata(&target).expect("a file").ino());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }
}
