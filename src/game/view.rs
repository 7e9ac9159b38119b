//! A read-only view of a game that hides the mines, so that solvers and hints cannot cheat.

use crate::field::{Size, Square};

/// State of a square as the player sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shown {
    /// Neither revealed, marked nor guessed.
    Covered,
    /// Revealed, with the number of mines around it, 0 to 8.
    Revealed(u8),
    /// Marked as a mine (`F`).
    Marked,
    /// Marked as a possible mine (`?`).
    Guessed,
    /// Revealed, with a mine: usually after a loss.
    Mine,
}

/// Result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    Won,
    Lost,
    /// The game ended by a quit command or at the end of input.
    Quit,
}

/// A game as the player sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'game> {
    size: Size,
    shown: &'game [Shown],
    mine_count: Option<usize>,
    rounds: Option<u64>,
    outcome: Option<Outcome>,
}

impl<'game> View<'game> {
    /// Creates the view of a game from the states of its squares, row by row.
    pub(super) fn new(size: Size, shown: &'game [Shown], outcome: Option<Outcome>) -> Self {
        Self {
            size,
            shown,
            mine_count: None,
            rounds: None,
            outcome,
        }
    }

    /// Sets the mine count, for editions that display it.
    pub fn with_mine_count(self, mine_count: Option<usize>) -> Self {
        Self { mine_count, ..self }
    }

    /// Sets the number of completed rounds, for editions that display it.
    pub fn with_rounds(self, rounds: u64) -> Self {
        Self {
            rounds: Some(rounds),
            ..self
        }
    }

    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the state of a square. Mines that `nofog` displays for one round stay hidden.
    ///
    /// # Panics
    ///
    /// Panics if the square is out of bounds.
    #[must_use]
    pub fn shown(&self, square: Square) -> Shown {
        self.shown[self.size.index(square)]
    }

    /// Returns the mine count if the edition displays it.
    #[must_use]
    pub fn mine_count(&self) -> Option<usize> {
        self.mine_count
    }

    /// Returns the number of completed rounds if the edition displays it.
    #[must_use]
    pub fn rounds(&self) -> Option<u64> {
        self.rounds
    }

    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }
}
