//! The solver: proofs, probabilities of mines, and fields that need no guess.
//!
//! The solver works on a [`position::Position`], which holds only what a player sees.

mod arrangements;
mod budget;
mod deduce;
pub(crate) mod error;
pub(crate) mod findings;
mod frontier;
pub(crate) mod game_source;
pub(crate) mod hint;
mod json;
pub(crate) mod no_guess;
pub(crate) mod odds;
pub(crate) mod player;
pub(crate) mod position;
pub(crate) mod proof;
mod prover;
mod reasoner;
mod scaled;
pub(crate) mod solution;
pub(crate) mod words;
