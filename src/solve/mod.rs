//! The solver: proofs, probabilities of mines, and fields that need no guess.
//!
//! The solver works on a [`position::Position`], which holds only what a player sees.

mod arrangements;
mod budget;
mod deduce;
mod error;
pub mod findings;
mod frontier;
mod game_source;
pub mod hint;
mod json;
mod no_guess;
mod odds;
pub mod player;
mod position;
mod proof;
mod prover;
mod reasoner;
mod scaled;
pub mod solution;
pub mod words;

pub use error::SolveError;
pub use findings::Findings;
pub use game_source::{GameSource, read_input};
pub use hint::{HintKind, HintRequest};
pub use no_guess::NoGuess;
pub use odds::Odds;
pub use position::{Known, Position};
pub use proof::{Difficulty, Proof, Reason, Step};
pub use words::Words;
