//! Random games for tests of other programs, and a shrinker for counterexamples.

pub mod draw;
mod game;
mod language;
pub mod shrink;

pub use game::Game;
