//! Random games for tests of other programs, and a shrinker for counterexamples.

pub(crate) mod draw;
pub(crate) mod game;
pub(crate) mod language;
pub(crate) mod shrink;
