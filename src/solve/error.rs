//! Why there is no hint and no solution.

use std::ffi::OsString;
use std::io;

use thiserror::Error;

use super::SolveError;
use crate::edition::start_error::StartError;
use crate::field::minefield::{Size, Square};
use crate::field::random::RandomError;
use crate::game::view::Outcome;
use crate::io::error::{StreamError, reason};

/// Why there is no hint and no solution.
#[derive(Debug, Error)]
pub enum AdviceError {
    /// The game does not begin.
    #[error(transparent)]
    Start(#[from] StartError),

    /// The moves of this edition are not lines.
    #[error("a move of the edition {0} is not one line, so there is nothing to suggest")]
    NoMoves(&'static str),

    /// The input cannot be read.
    #[error("{}: {}", path.display(), reason(source))]
    Input {
        /// The path as it was given.
        path: OsString,
        /// What the operating system says.
        source: io::Error,
    },

    /// Nothing can be played beside what tells of it.
    #[error("no thread can be started: {}", reason(.0))]
    Threads(io::Error),

    /// The input does not end in time.
    #[error("{}: longer than {most} bytes", path.display())]
    TooLong {
        /// The path as it was given.
        path: OsString,
        /// How long it may be.
        most: u64,
    },

    /// The game is over before there is anything to suggest.
    #[error("the game is over after line {line} of the input: {}", ending(*outcome))]
    Over {
        /// How it ended.
        outcome: Option<Outcome>,
        /// The number of the line that ended it, from 1.
        line: u64,
    },

    /// The square to start with is not on the board.
    #[error("the start {} {} is outside of {} rows and {} columns", start.row, start.col, size.rows, size.cols)]
    Outside {
        /// The square, as the edition counts.
        start: Square,
        /// The size of the board.
        size: Size,
    },

    /// Nothing is left that could be suggested.
    #[error("nothing is left to be found out")]
    Nothing,

    /// There are no such random fields.
    #[error(transparent)]
    Random(#[from] RandomError),

    /// Nothing can be said of what the game shows.
    #[error(transparent)]
    Solve(#[from] SolveError),

    /// A stream failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
}

fn ending(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Won) => "it was won",
        Some(Outcome::Lost) => "it was lost",
        Some(Outcome::Left) | None => "it was left",
    }
}
