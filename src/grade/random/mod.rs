//! Random checks: draws games, compares a program with the built-in game, and shrinks the games in
//! which they differ.

pub(crate) mod check;
mod duel;
mod report;
