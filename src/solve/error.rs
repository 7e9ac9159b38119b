//! The error type of the solver.

use std::ffi::OsString;
use std::io;
use std::time::Duration;

use thiserror::Error;

use crate::edition::start_error::StartError;
use crate::field::minefield::{Size, Square};
use crate::field::random::RandomError;
use crate::game::view::Outcome;
use crate::io::error::{FileError, StreamError, reason};

/// An error of `hint`, `solve` or `generate --no-guess`, or of the solver on the screen.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The position contradicts itself.
    #[error("no field agrees with what is shown")]
    Contradiction,

    /// The position needs more steps than the solver takes.
    #[error("counting the fields takes too long")]
    TooHard,

    /// The game does not start.
    #[error(transparent)]
    Start(#[from] StartError),

    /// The moves of the edition are not single lines.
    #[error("a move of the edition {0} is not one line, so there is nothing to suggest")]
    NoMoves(&'static str),

    /// The input file cannot be read.
    #[error("{}: {}", path.display(), reason(source))]
    Input {
        /// The path as given on the command line.
        path: OsString,
        /// The error of the operating system.
        source: io::Error,
    },

    /// The input file is too long.
    #[error("{}: longer than {limit} bytes", path.display())]
    InputTooLong {
        /// The path as given on the command line.
        path: OsString,
        /// Maximum length, in bytes.
        limit: u64,
    },

    /// The input ends the game.
    #[error("the game is over after line {line} of the input: {}", ending(*outcome))]
    GameOver {
        /// Result of the game.
        outcome: Option<Outcome>,
        /// Number of the line that ended it, from 1.
        line: u64,
    },

    /// The start square is not on the board.
    #[error("the start {} {} is outside of {} rows and {} columns", start.row, start.col, size.rows, size.cols)]
    StartOutside {
        /// The start square, as the edition counts.
        start: Square,
        /// Size of the board.
        size: Size,
    },

    /// Every square is known.
    #[error("nothing is left to be found out")]
    NothingUnknown,

    /// The mines do not fit on the squares that are not next to the start.
    #[error(
        "{mines} mines leave no room around the start: at most {limit} with a start in row {} and column {}",
        start.row,
        start.col
    )]
    TooManyMines {
        /// Number of mines.
        mines: usize,
        /// Maximum number of mines.
        limit: usize,
        /// The start square.
        start: Square,
    },

    /// No field without guessing was found in time.
    #[error(
        "no field found in {deadline:?}: of {drawn} that were drawn {}; the best was solved to {solved} %",
        rejection(*easier)
    )]
    Deadline {
        /// Time limit.
        deadline: Duration,
        /// Number of fields drawn.
        drawn: u64,
        /// Number of fields that need only easier proofs.
        easier: u64,
        /// Largest part solved of any other field, in percent of its safe squares.
        solved: usize,
    },

    /// Several fields cannot be written to standard output.
    #[error("--count needs a folder, and - is standard output")]
    NoFolder,

    /// No random field can be drawn.
    #[error(transparent)]
    Random(#[from] RandomError),

    /// A seed file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),

    /// A standard stream failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
}

fn ending(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Won) => "it was won",
        Some(Outcome::Lost) => "it was lost",
        Some(Outcome::Quit) | None => "it was left",
    }
}

fn rejection(easier: u64) -> String {
    match easier {
        0 => "none can be won without guessing".to_owned(),
        _ => format!(
            "{easier} are easier than that, and none of the others can be won without guessing"
        ),
    }
}

impl SolveError {
    /// Returns the exit status of the program after this error.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::Start(error) => error.status(),
            Self::Stream(error) => error.status(),
            _ => 2,
        }
    }
}
