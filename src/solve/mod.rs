//! What a player can know of a field: proofs, exact odds, and fields that can be
//! won without guessing. All of it reasons on what a player sees.

mod arrangements;
mod choice;
mod deduce;
mod endgame;
pub(crate) mod error;
mod estimate;
mod exchange;
pub(crate) mod findings;
mod frontier;
pub(crate) mod game_source;
pub(crate) mod games;
pub(crate) mod hint;
mod json;
mod mine_count;
pub(crate) mod no_guess;
pub(crate) mod odds;
pub(crate) mod player;
pub(crate) mod position;
pub(crate) mod proof;
mod prover;
mod reasoner;
pub(crate) mod solution;
mod tally;
pub(crate) mod words;
mod work_limit;

use std::time::Duration;

use thiserror::Error;

impl SolveError {
    /// Whether the position may well be possible, but was not looked at to the end.
    pub(crate) fn is_given_up(self) -> bool {
        match self {
            Self::NoField => false,
            Self::TooHard | Self::Late { .. } | Self::TooLarge { .. } => true,
        }
    }
}

/// Why nothing can be said of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// What is known contradicts itself.
    #[error("no field agrees with what is shown")]
    NoField,
    /// To count the fields takes more work than is allowed.
    #[error("counting the fields takes too long")]
    TooHard,
    /// The fields could not be counted in time.
    #[error(
        "not counted within {deadline:?}: in how many ways mines fit the numbers around {squares} squares that these connect"
    )]
    Late {
        /// How much time there was.
        deadline: Duration,
        /// How many unknown squares were being looked at.
        squares: usize,
    },
    /// To count the fields takes more memory than is allowed.
    #[error(
        "not counted, as it would take too much memory: in how many ways mines fit the numbers around {squares} squares that these connect"
    )]
    TooLarge {
        /// How many unknown squares were being looked at.
        squares: usize,
    },
}
