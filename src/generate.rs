//! Random seed files.

use std::ffi::OsString;
use std::io;

use thiserror::Error;

use crate::field::minefield::{Limits, Minefield};
use crate::field::random::{Random, RandomError, RandomField};
use crate::field::seed;
use crate::io::atomic_file;
use crate::io::console::Console;
use crate::io::error::{StreamError, reason};

/// What is to be generated.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The file to write, `-` for standard output.
    pub(crate) file: OsString,
    /// The size and the number of mines.
    pub(crate) field: RandomField,
    /// What is allowed.
    pub(crate) limits: Limits,
    /// What the random placement begins with.
    pub(crate) rng_seed: Option<u64>,
}

/// Why no seed was written.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// No such field can be drawn.
    #[error(transparent)]
    Random(#[from] RandomError),

    /// The file could not be written; it is as it was.
    #[error("{}: {}", path.display(), reason(source))]
    File {
        /// The path as it was given.
        path: OsString,
        /// What the operating system says.
        source: io::Error,
    },

    /// The seed could not be printed.
    #[error("standard output: {}", reason(.0))]
    Output(#[source] io::Error),

    /// Whoever read standard output wants no more of it. That is no failure.
    #[error("standard output was closed by its reader")]
    ReaderGone,
}

impl GenerateError {
    /// The exit status of the program after this error.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::ReaderGone => 0,
            Self::Random(_) | Self::File { .. } | Self::Output(_) => 2,
        }
    }
}

impl From<StreamError> for GenerateError {
    fn from(error: StreamError) -> Self {
        match error {
            StreamError::ReaderGone => Self::ReaderGone,
            StreamError::Output(source) | StreamError::Input(source) => Self::Output(source),
        }
    }
}

/// Writes a random seed file, whole or not at all.
///
/// # Errors
///
/// [`GenerateError`]: the field is not allowed, or its seed cannot be written.
pub(crate) fn generate(wanted: &Wanted, console: &mut Console) -> Result<(), GenerateError> {
    let mut random = Random::new(wanted.rng_seed)?;
    let minefield = wanted.field.place(&wanted.limits, &mut random)?;
    if wanted.file == "-" {
        return print(&minefield, console);
    }
    let written = atomic_file::write(&wanted.file, |file| seed::write(&minefield, file));
    written.map_err(|source| GenerateError::File {
        path: wanted.file.clone(),
        source,
    })
}

fn print(minefield: &Minefield, console: &mut Console) -> Result<(), GenerateError> {
    let mut text = Vec::new();
    seed::write(minefield, &mut text).map_err(GenerateError::Output)?;
    console.print(&text)?;
    Ok(console.flush()?)
}
