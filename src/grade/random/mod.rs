//! Random checks: games that are drawn, played by both sides, and made smaller
//! when they show a difference.

pub(crate) mod check;
pub(crate) mod draw;
pub(crate) mod game;
pub(crate) mod sampler;
pub(crate) mod shrink;
