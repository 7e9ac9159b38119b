//! Why cases fail: the few causes behind many differences.
//!
//! A cause is something that the built-in game can be made to do too: a flaw of
//! its edition's table, another text for a piece of the game, another stream or
//! order. Causes are looked for at the first difference that is left, added one
//! after the other, and kept only where the game with them prints what the
//! program printed, or at least more of it.

mod anchor;
mod applied;
mod candidates;
pub(crate) mod cause;
mod doubt;
pub(crate) mod evidence;
pub(crate) mod explanation;
mod extras;
pub(crate) mod failures;
mod fit;
pub(crate) mod material;
mod no_game;
mod outside;
mod propose;
mod render;
mod scope;
mod script;
mod search;
pub(crate) mod subject;
mod tally;
mod trace;
mod walk;
pub(crate) mod wording;

#[cfg(test)]
mod tests;
