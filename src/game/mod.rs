//! What a game is to everything around it: it is given lines, it pushes bytes
//! into a sink, and it shows no more than a player may know.

pub(crate) mod board;
pub(crate) mod session;
pub(crate) mod sink;
pub(crate) mod transcript;
pub(crate) mod view;
