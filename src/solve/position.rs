//! A player's knowledge of a field.

use crate::{
    field::Size,
    game::{Shown, View},
};

/// A player's knowledge of one square.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// Covered. Marks count as covered, since they may be wrong.
    Nothing,
    /// Revealed, with this number of mines around it, 0 to 8.
    Number(u8),
    Mine,
}

#[derive(Debug)]
pub struct Position {
    size: Size,
    squares: Vec<Known>,
    mines: Option<usize>,
}

impl Position {
    /// Returns the position that a view shows, with the mine count if the player knows it.
    #[must_use]
    pub fn of(view: &View<'_>, mines: Option<usize>) -> Self {
        let size = view.size();
        let known = size.squares().map(|square| match view.shown(square) {
            Shown::Covered | Shown::Marked | Shown::Guessed => Known::Nothing,
            Shown::Revealed(number) => Known::Number(number),
            Shown::Mine => Known::Mine,
        });
        Self::new(size, known.collect(), mines)
    }

    /// Creates a position from its squares, row by row, and the mine count if it is known.
    /// Missing squares are covered.
    #[must_use]
    pub fn new(size: Size, mut squares: Vec<Known>, mines: Option<usize>) -> Self {
        squares.resize(size.area(), Known::Nothing);
        Self {
            size,
            squares,
            mines,
        }
    }

    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    #[must_use]
    pub fn squares(&self) -> &[Known] {
        &self.squares
    }

    #[must_use]
    pub fn mines(&self) -> Option<usize> {
        self.mines
    }
}
