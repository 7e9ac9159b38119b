//! Random games for tests of other programs, and a shrinker for counterexamples.

pub(crate) mod draw;
pub(crate) mod game;
mod language;
pub(crate) mod shrink;
