//! Random seed files.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::console::Console;
use crate::error::Error;
use crate::minefield::{Limits, Minefield};
use crate::random::{Random, RandomField};
use crate::seed;

/// What is to be generated.
#[derive(Debug, PartialEq, Eq)]
pub struct Seed {
    /// The file to write, `-` for standard output.
    pub file: OsString,
    /// The size and the number of mines.
    pub field: RandomField,
    /// What is allowed.
    pub limits: Limits,
    /// What the random placement begins with.
    pub rng_seed: Option<u64>,
}

/// Writes a random seed file, whole or not at all.
///
/// # Errors
///
/// [`Error::Options`] if the size or the number of mines is not allowed,
/// [`Error::SeedNotWritten`] if the file cannot be written,
/// [`Error::ReaderGone`] if standard output was closed by its reader.
pub fn generate(wanted: &Seed, console: &mut Console) -> Result<(), Error> {
    let mut random = Random::new(wanted.rng_seed)?;
    let minefield = wanted.field.place(&wanted.limits, &mut random)?;
    if wanted.file == "-" {
        return print(&minefield, console).map_err(|error| match error {
            Error::Output(source) => Error::SeedNotWritten {
                path: "standard output".into(),
                source,
            },
            other => other,
        });
    }
    write(&wanted.file, &minefield).map_err(|source| Error::SeedNotWritten {
        path: wanted.file.clone(),
        source,
    })
}

fn print(minefield: &Minefield, console: &mut Console) -> Result<(), Error> {
    let mut text = Vec::new();
    seed::write(minefield, &mut text).map_err(Error::Output)?;
    console.print(&text)?;
    console.flush()
}

/// Writes the file under another name in its folder, which is then changed.
/// What is there already and no common file, such as a device, is written as
/// it is.
fn write(file: &OsStr, minefield: &Minefield) -> io::Result<()> {
    let (target, permissions) = match fs::metadata(file) {
        Ok(data) if data.is_file() => {
            // What could not be written must not be replaced either.
            File::options().write(true).open(file)?;
            (fs::canonicalize(file)?, Some(data.permissions()))
        }
        Ok(_) => return write_all(minefield, File::options().write(true).open(file)?),
        Err(error) if error.kind() == ErrorKind::NotFound => (PathBuf::from(file), None),
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
    write_all(minefield, written.as_file())?;
    written.as_file().sync_all()?;
    written.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

fn write_all(minefield: &Minefield, file: impl Write) -> io::Result<()> {
    let mut file = BufWriter::new(file);
    seed::write(minefield, &mut file)?;
    file.flush()
}
