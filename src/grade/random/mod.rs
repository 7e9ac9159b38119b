//! Random checks: compares a program with the built-in game in random games, and shrinks the games
//! in which they differ.

pub(crate) mod check;
mod report;
pub(crate) mod request;
