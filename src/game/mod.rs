//! The interface between a game and the code around it. A game takes lines of input and pushes
//! pieces of text into a sink; solvers and hints see only a view that hides the mines.

pub(crate) mod board;
pub(crate) mod session;
pub(crate) mod sink;
pub(crate) mod transcript;
pub(crate) mod view;
