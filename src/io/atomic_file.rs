//! Files that are written whole or not at all.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes a file under another name in its folder, which is then changed. What
/// is there already and no common file, such as a device, is written as it is.
///
/// # Errors
///
/// The system's, and those of `content`; a file that was there is then as it
/// was.
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
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let written = tempfile::Builder::new()
        .prefix(".minesweeper-alpha-")
        .make_in(folder, |path| {
            File::options().write(true).create_new(true).open(path)
        })?;
    if let Some(permissions) = permissions {
        written.as_file().set_permissions(permissions)?;
    }
    fill(written.as_file(), content)?;
    written.as_file().sync_all()?;
    written.persist(&target).map_err(|error| error.error)?;
    Ok(())
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
