//! Random checks: games that are drawn, played by both sides, and made smaller
//! when they show a difference.

pub(crate) mod check;
mod duel;
mod report;

#[cfg(test)]
mod tests;
