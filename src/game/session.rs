//! A game that is pushed: it is given a line, and says whether it goes on.

use super::sink::Sink;
use super::view::View;
use crate::field::lines::Line;
use crate::field::minefield::Square;

/// A game of any edition. It owns no stream and never waits; whatever waits
/// for lines is the loop around it.
pub trait Session {
    /// Prints what the game begins with, up to the first prompt.
    fn open(&mut self, out: &mut dyn Sink);

    /// Takes a line of input and prints the answer, up to the next prompt or
    /// to the end. [`Line::End`] ends every game, except one whose flaw is that it
    /// does not. A game that has ended is given no more lines.
    fn line(&mut self, line: Line<'_>, out: &mut dyn Sink) -> Flow;

    /// What the player may know.
    fn view(&self) -> View<'_>;

    /// The squares with mines, if the last answer showed them to a player who asked, or
    /// who had lost: what [`Session::view`] leaves out.
    fn peek(&self) -> Option<Vec<Square>> {
        None
    }

    /// The score if the game were won now, where there are scores.
    fn score(&self) -> Option<String> {
        None
    }
}

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It waits for the next line.
    Continue,
    /// It is over, with this exit status.
    Ended(u8),
}
