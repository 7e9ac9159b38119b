//! The interface between a game and the code around it. A game takes lines of input and pushes
//! pieces of text into a sink; solvers and hints see only a view that hides the mines.

mod board;
mod session;
mod sink;
mod transcript;
mod view;

pub use board::{Board, Cascade};
pub use session::{Flow, Session};
pub use sink::{Kind, Piece, Sink, Stream, print, print_block};
pub use transcript::{Entry, Transcript};
pub use view::{Outcome, Shown, View};
