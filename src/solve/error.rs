//! The error type of the solver.

use std::time::Duration;

use crate::{
    error::Error,
    field::{Size, Square},
};

pub type Solved<T> = Result<T, SolveError>;

/// An error of `hint`, `solve` or `generate --no-guess`, or of the solver on the screen.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The position contradicts itself.
    #[error("no field agrees with what is shown")]
    Contradiction,

    /// The position needs more steps than the limit of the solver.
    #[error("counting the fields takes too long")]
    TooHard,

    /// The start square is not on the board.
    #[error("the start {} {} is outside of {} rows and {} columns", start.row, start.col, size.rows, size.cols)]
    StartOutside {
        /// The start square, in the numbering of the edition.
        start: Square,
        size: Size,
    },

    /// The mines do not fit on the squares other than the start and its neighbours.
    #[error(
        "{mines} mines leave no room around the start: at most {limit} with a start in row {} and column {}",
        start.row,
        start.col
    )]
    TooManyMines {
        mines: usize,
        limit: usize,
        start: Square,
    },

    /// No field without guessing was found in time.
    #[error("no field found in {deadline:?}: of {drawn} that were drawn {}", rejection(*easier))]
    Deadline {
        deadline: Duration,
        drawn: u64,
        /// Number of drawn fields that need only easier proofs.
        easier: u64,
    },
}

/// Describes the drawn fields, for the message.
fn rejection(easier: u64) -> String {
    match easier {
        0 => "none can be won without guessing".to_owned(),
        _ => format!(
            "{easier} are easier than that, and none of the others can be won without guessing"
        ),
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        Self::message(error)
    }
}
