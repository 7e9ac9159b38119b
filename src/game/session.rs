//! The interface of a game in progress.

use super::{sink::Sink, view::View};
use crate::field::{Line, Square};

/// A game of any edition. It owns no streams and never waits for input: the caller reads lines,
/// passes them in, and provides a sink for the output.
pub trait Session {
    /// Prints everything before the first line of input is read, including the first prompt.
    fn open(&mut self, out: &mut dyn Sink);

    /// Processes one line of input, a line that is too long, or the end of input. Prints the
    /// response, including the next prompt.
    ///
    /// [`Line::End`] ends every correct game; a game with deliberate flaws may ignore it. After
    /// `Flow::Ended`, the caller passes no more lines.
    fn line(&mut self, line: Line<'_>, out: &mut dyn Sink) -> Flow;

    /// Returns the game as the player sees it.
    fn view(&self) -> View<'_>;

    /// Returns the mines if the last response showed them. [`Session::view`] hides them.
    fn peek(&self) -> Option<Vec<Square>> {
        None
    }

    /// Returns the score for the rounds so far, if the edition has scores. It counts after a win.
    fn score(&self) -> Option<String> {
        None
    }
}

/// The effect of a line on the course of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flow {
    /// The game waits for the next line.
    Continue,
    /// The game is over, with this exit status.
    Ended(u8),
}
