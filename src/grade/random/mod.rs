//! Random checks: games that are drawn, played by both sides, and made smaller
//! when they show a difference.

pub(crate) mod check;
pub(crate) mod draw;
mod duel;
pub(crate) mod game;
mod interrupt;
mod report;
pub(crate) mod sampler;
mod shrink;
mod written;

#[cfg(test)]
mod tests;
