//! Random seed files.

use std::ffi::OsString;
use std::io;
use std::num::NonZero;
use std::path::Path;
use std::time::Duration;

use thiserror::Error;

use crate::field::minefield::{FieldLimits, Minefield, Size, Square};
use crate::field::random::{Random, RandomError, RandomField};
use crate::field::{seed, start_note};
use crate::io::atomic_file;
use crate::io::console::Console;
use crate::io::error::{StreamError, reason};
use crate::solve::error::SolveError;
use crate::solve::no_guess::NoGuess;
use crate::solve::proof::Difficulty;

/// What is to be generated.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The file to write, `-` for standard output; the folder if there are to be
    /// several.
    pub(crate) file: OsString,
    /// How many are to be written into a folder; one into a file if none.
    pub(crate) count: Option<NonZero<usize>>,
    /// Whether it can be won without guessing.
    pub(crate) no_guess: Option<WithoutGuessing>,
    /// The size and the number of mines.
    pub(crate) field: RandomField,
    /// What is allowed.
    pub(crate) limits: FieldLimits,
    /// What the random placement begins with.
    pub(crate) rng_seed: Option<u64>,
}

/// What a field is to be like that can be won without guessing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WithoutGuessing {
    /// The square that is revealed first; the one in the middle if none.
    pub(crate) start: Option<Square>,
    /// The hardest kind of proof that it needs; any if none.
    pub(crate) difficulty: Option<Difficulty>,
    /// How long the search for it may take.
    pub(crate) deadline: Duration,
}

impl WithoutGuessing {
    /// The square that is revealed first: the one in the middle if none is asked for.
    ///
    /// # Errors
    ///
    /// It is not on a field of this size.
    pub(crate) fn start_on(&self, size: Size) -> Result<Square, GenerateError> {
        match self.start {
            Some(start) if start.row >= size.rows || start.col >= size.cols => {
                Err(SolveError::StartOutside { start, size }.into())
            }
            Some(start) => Ok(start),
            None => Ok(Square {
                row: size.rows / 2,
                col: size.cols / 2,
            }),
        }
    }

    /// Draws a field, within the limits, as long as it is wanted.
    ///
    /// # Errors
    ///
    /// The field is not allowed, or none is found.
    pub(crate) fn draw(
        &self,
        field: RandomField,
        limits: &FieldLimits,
        random: &mut Random,
        is_wanted: impl Fn() -> bool,
    ) -> Result<Drawn, GenerateError> {
        let size = field.allowed(limits)?;
        let start = self.start_on(size)?;
        let (minefield, difficulty) = NoGuess {
            size,
            mines: field.mines,
            start,
            difficulty: self.difficulty,
            deadline: self.deadline,
        }
        .draw(random, is_wanted)?;
        Ok(Drawn {
            minefield,
            start: Some((start, difficulty)),
        })
    }
}

/// A field that was drawn.
#[derive(Debug)]
pub(crate) struct Drawn {
    /// The field.
    pub(crate) minefield: Minefield,
    /// Where it is begun and how hard it is, if it can be won without guessing.
    pub(crate) start: Option<(Square, Difficulty)>,
}

/// Draws a field, within the limits.
///
/// # Errors
///
/// The field is not allowed, or none is found that can be won without guessing.
pub(crate) fn draw(
    field: RandomField,
    limits: &FieldLimits,
    no_guess: Option<&WithoutGuessing>,
    random: &mut Random,
) -> Result<Drawn, GenerateError> {
    let Some(wanted) = no_guess else {
        let minefield = field.place(limits, random)?;
        let start = None;
        return Ok(Drawn { minefield, start });
    };
    wanted.draw(field, limits, random, || true)
}

/// Why no seed was written.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// No such field can be drawn.
    #[error(transparent)]
    Random(#[from] RandomError),

    /// No field was found that can be won without guessing.
    #[error(transparent)]
    NoGuess(#[from] SolveError),

    /// Not all of several seeds were written.
    #[error("{written} of {count} seeds are written, but then: {source}")]
    Unfinished {
        /// How many were.
        written: usize,
        /// How many were wanted.
        count: NonZero<usize>,
        /// What kept the next one from being written.
        source: Box<Self>,
    },

    /// Several seeds cannot go to standard output.
    #[error("--count writes into a folder, not to standard output")]
    NoFolder,

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

    /// Standard output was closed by its reader. That is no failure.
    #[error("standard output was closed by its reader")]
    ReaderGone,
}

impl GenerateError {
    /// The exit status of the program after this error.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::ReaderGone => 0,
            Self::Random(_)
            | Self::NoGuess(_)
            | Self::NoFolder
            | Self::Unfinished { .. }
            | Self::File { .. }
            | Self::Output(_) => 2,
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

/// Writes random seed files, each whole or not at all.
///
/// # Errors
///
/// [`GenerateError`]: the field is not allowed, or its seed cannot be written.
pub(crate) fn generate(wanted: &Wanted, console: &mut Console) -> Result<(), GenerateError> {
    let mut random = Random::new(wanted.rng_seed)?;
    let mut text = || {
        let no_guess = wanted.no_guess.as_ref();
        let drawn = draw(wanted.field, &wanted.limits, no_guess, &mut random)?;
        seed_text(&drawn).map_err(GenerateError::Output)
    };
    match wanted.count {
        None if wanted.file == "-" => {
            console.print(&text()?)?;
            Ok(console.flush()?)
        }
        None => write(Path::new(&wanted.file), &text()?),
        Some(_) if wanted.file == "-" => Err(GenerateError::NoFolder),
        Some(count) => {
            let folder = Path::new(&wanted.file);
            let first = text()?;
            match std::fs::create_dir(folder) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => made.map_err(|source| file_error(folder, source))?,
            }
            let digits = count.to_string().len();
            let name = |number| folder.join(format!("{number:0digits$}.txt"));
            write(&name(1), &first)?;
            for number in 2..=count.get() {
                text()
                    .and_then(|text| write(&name(number), &text))
                    .map_err(|source| GenerateError::Unfinished {
                        written: number - 1,
                        count,
                        source: Box::new(source),
                    })?;
            }
            Ok(())
        }
    }
}

/// The text of a seed file. What follows the last mine is not looked at by any
/// game: there it is told where to start.
fn seed_text(drawn: &Drawn) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    seed::write(&drawn.minefield, &mut text)?;
    if let Some((start, difficulty)) = drawn.start {
        text.extend(start_note::text(start, &difficulty.to_string()).into_bytes());
    }
    Ok(text)
}

fn write(path: &Path, text: &[u8]) -> Result<(), GenerateError> {
    atomic_file::write(path, text).map_err(|source| file_error(path, source))
}

fn file_error(path: &Path, source: io::Error) -> GenerateError {
    GenerateError::File {
        path: path.into(),
        source,
    }
}
