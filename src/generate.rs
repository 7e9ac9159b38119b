//! Random seed files.

use std::ffi::OsString;

use crate::console::Console;
use crate::error::Error;
use crate::minefield::{Limits, Minefield};
use crate::random::{Random, RandomField};
use crate::seed;
use crate::whole_file;

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
    let written = whole_file::write(&wanted.file, |file| seed::write(&minefield, file));
    written.map_err(|source| Error::SeedNotWritten {
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
