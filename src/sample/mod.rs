//! Random games for an edition, in a form that can be made smaller, and making
//! them smaller while something holds for them.

pub(crate) mod draw;
pub(crate) mod game;
mod ingredients;
pub(crate) mod shrink;
