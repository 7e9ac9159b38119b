//! Files that are written whole or not at all. Signals that end the program wait until the
//! temporary name is gone.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::held_signals::HeldSignals;
use super::regular_file;

/// Writes a file under a temporary name in its folder, then renames it. What exists
/// already and is no regular file, such as a device, is written to in place.
///
/// # Errors
///
/// The system refuses to, or `content` fails; a file that existed is then
/// unchanged.
pub(crate) fn write(
    file: &OsStr,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let (target, permissions) = match fs::metadata(file) {
        Ok(data) if data.is_file() => {
            // What could not be written must not be replaced either.
            File::options().write(true).open(file)?;
            (fs::canonicalize(file)?, Some(data.permissions()))
        }
        Ok(_) => return fill(File::options().write(true).open(file)?, content),
        Err(error) if error.kind() == ErrorKind::NotFound => (end_of_links(file), None),
        Err(error) => return Err(error),
    };
    let _held = HeldSignals::new();
    let written = new_beside(&target)?;
    if let Some(permissions) = permissions {
        written.as_file().set_permissions(permissions)?;
    }
    fill(written.as_file(), content)?;
    written.as_file().sync_all()?;
    written.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// Puts a file in the place of whatever has its name: a link is replaced, not
/// followed.
///
/// # Errors
///
/// The system refuses to, or `content` fails; what existed is then unchanged.
pub(crate) fn replace(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let _held = HeldSignals::new();
    let written = written_beside(path, content)?;
    written.as_file().sync_all()?;
    written.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Makes a file that does not exist.
///
/// # Errors
///
/// The system refuses to, or `content` fails; the kind is
/// [`ErrorKind::AlreadyExists`] if the name is taken.
pub(crate) fn create(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let _held = HeldSignals::new();
    let written = written_beside(path, content)?;
    written.as_file().sync_all()?;
    written
        .persist_noclobber(path)
        .map_err(|error| error.error)?;
    Ok(())
}

/// The same as [`replace`], but what has this content already stays as it is.
///
/// # Errors
///
/// As for [`replace`].
pub(crate) fn update(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let _held = HeldSignals::new();
    let written = written_beside(path, content)?;
    if has_content(path, BufReader::new(File::open(written.path())?)) {
        return Ok(());
    }
    written.as_file().sync_all()?;
    written.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The same without waiting until the disk has it: whole or not at all unless the machine
/// itself fails. For many small files that can be made again.
///
/// # Errors
///
/// The system refuses to; what existed is then unchanged.
pub(crate) fn update_soon(path: &Path, content: &[u8]) -> io::Result<()> {
    if has_content(path, content) {
        return Ok(());
    }
    let _held = HeldSignals::new();
    let written = written_beside(path, |file| file.write_all(content))?;
    written.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Whether that is a regular file with this content.
fn has_content(path: &Path, content: impl BufRead) -> bool {
    let file = regular_file::open(path);
    file.and_then(|file| are_same(BufReader::new(file), content))
        .unwrap_or(false)
}

fn are_same(mut one: impl BufRead, mut other: impl BufRead) -> io::Result<bool> {
    loop {
        let (first, second) = (one.fill_buf()?, other.fill_buf()?);
        let length = first.len().min(second.len());
        if length == 0 {
            return Ok(first.is_empty() && second.is_empty());
        }
        if first[..length] != second[..length] {
            return Ok(false);
        }
        one.consume(length);
        other.consume(length);
    }
}

/// Looks whether there is a folder for a file that is to be written later.
///
/// # Errors
///
/// The folder does not exist or cannot be looked at; the kind is
/// [`ErrorKind::NotADirectory`] if it is no folder.
pub(crate) fn look_for_folder(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    if folder.unwrap_or(Path::new(".")).metadata()?.is_dir() {
        Ok(())
    } else {
        Err(ErrorKind::NotADirectory.into())
    }
}

/// Writes a file of another name in the same folder.
fn written_beside(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let written = new_beside(path)?;
    fill(written.as_file(), content)?;
    Ok(written)
}

/// What the names of files begin with that are not whole yet.
pub(crate) const PREFIX: &str = ".minesweeper-alpha-";

/// A new file in the folder of another, under a name of its own.
fn new_beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    tempfile::Builder::new()
        .prefix(PREFIX)
        .make_in(folder, |path| {
            File::options().write(true).create_new(true).open(path)
        })
}

fn fill(
    file: impl Write,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = BufWriter::new(file);
    content(&mut file)?;
    file.flush()
}

/// Where a path leads whose file does not exist yet: through links, if there
/// are any.
fn end_of_links(file: &OsStr) -> PathBuf {
    let mut path = PathBuf::from(file);
    // Links in a circle have been an error before.
    while let Ok(target) = fs::read_link(&path) {
        path = path.with_file_name("").join(target);
    }
    path
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt, symlink};

    use nix::sys::signal::{SigSet, Signal};

    use super::*;

    #[test]
    fn signals_wait_for_the_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let holds = || {
            let held = SigSet::thread_get_mask().expect("a mask");
            [Signal::SIGHUP, Signal::SIGINT, Signal::SIGTERM].map(|signal| held.contains(signal))
        };
        let content = |file: &mut dyn Write| {
            assert_eq!(holds(), [true; 3]);
            file.write_all(b"x")
        };
        create(&path, content).expect("a file");
        assert_eq!(holds(), [false; 3]);
        write(path.as_os_str(), content).expect("a file");
        replace(&path, content).expect("a file");
        update(&path, content).expect("a file");
        assert_eq!(holds(), [false; 3]);
        // There is no temporary name beside a device.
        write(OsStr::new("/dev/null"), |_| {
            assert_eq!(holds(), [false; 3]);
            Ok(())
        })
        .expect("a device");
    }

    #[test]
    fn what_has_this_content_already_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        // More than is compared at once.
        let long = vec![b'x'; 100_000];
        let file = || fs::symlink_metadata(&path).expect("a file").ino();
        let write = |content: &[u8]| {
            update(&path, |target| target.write_all(content)).expect("a file");
            let first = file();
            update_soon(&path, content).expect("a file");
            assert_eq!(fs::read(&path).expect("a file"), content);
            assert_eq!(file(), first);
            first
        };
        let first = write(&long);
        assert_eq!(write(&long), first);
        let mut other = long.clone();
        other[99_999] = b'y';
        assert_ne!(write(&other), first);
        write(&other[..99_999]);
        write(b"");
        write(&long);
        // A link is replaced, wherever it leads.
        let target = folder.path().join("target");
        fs::rename(&path, &target).expect("another name");
        symlink(&target, &path).expect("a link");
        write(&long);
        assert!(file() != fs::metadata(&target).expect("a file").ino());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }
}
