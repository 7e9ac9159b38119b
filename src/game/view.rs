//! The wall between a game and whatever reasons about it.

use crate::field::minefield::{Size, Square};

/// What a square shows to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Nothing yet.
    Covered,
    /// The number of mines around it, 0 to 8.
    Revealed(u8),
    /// A mine, as the player is sure.
    Marked,
    /// A mine, as the player supposes.
    Guessed,
    /// A mine that has become visible.
    Mine,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was won.
    Won,
    /// It was lost.
    Lost,
    /// The player left it, or the input ended.
    Left,
}

/// What the player may know of a game: nothing leads from here to the mines.
#[derive(Clone, Copy, Debug)]
pub struct View<'game> {
    size: Size,
    shown: &'game [Shown],
    mines: Option<usize>,
    rounds: Option<u64>,
    outcome: Option<Outcome>,
}

impl<'game> View<'game> {
    /// A game that goes on, with what its squares show, row by row.
    pub(crate) fn new(size: Size, shown: &'game [Shown]) -> Self {
        Self {
            size,
            shown,
            mines: None,
            rounds: None,
            outcome: None,
        }
    }

    /// The same with the number of mines, which the edition tells.
    pub(crate) fn with_mines(self, mines: Option<usize>) -> Self {
        Self { mines, ..self }
    }

    /// The same with the number of rounds completed.
    pub(crate) fn with_rounds(self, rounds: u64) -> Self {
        Self {
            rounds: Some(rounds),
            ..self
        }
    }

    /// The same with the end of the game, if it has ended.
    pub(crate) fn with_outcome(self, outcome: Option<Outcome>) -> Self {
        Self { outcome, ..self }
    }

    /// The numbers of rows and columns.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// What a square shows. Mines that `nofog` shows for a round are not in here.
    ///
    /// # Panics
    ///
    /// The square is not on the board.
    #[must_use]
    pub fn shown(&self, square: Square) -> Shown {
        self.shown[self.size.index(square)]
    }

    /// The number of mines, if the edition tells it.
    #[must_use]
    pub fn mines(&self) -> Option<usize> {
        self.mines
    }

    /// The number of rounds completed, if the edition counts them.
    #[must_use]
    pub fn rounds(&self) -> Option<u64> {
        self.rounds
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }
}
