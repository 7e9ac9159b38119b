//! What a player can know of a field: proofs, exact odds, and fields that can be
//! won without guessing. All of it reasons on what a player sees.

mod arrangements;
mod deduce;
pub(crate) mod error;
pub(crate) mod findings;
mod frontier;
pub(crate) mod game_source;
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

use thiserror::Error;

/// Why nothing can be said of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// What is known contradicts itself.
    #[error("no field agrees with what is shown")]
    NoField,
    /// To count the fields takes more work than is allowed.
    #[error("there are too many fields to be counted")]
    TooHard,
}
