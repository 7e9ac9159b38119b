//! What a player knows of a field: the squares that show something, and the
//! number of mines where it is known.

use crate::field::minefield::Size;
use crate::game::view::{Shown, View};

/// What a player knows of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing. A mark is what a player thinks, and no knowledge.
    Nothing,
    /// It has no mine, and so many squares around it have one, 0 to 8.
    Number(u8),
    /// It has a mine, which is visible.
    Mine,
}

/// What a player knows of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    size: Size,
    squares: Vec<Known>,
    mines: Option<usize>,
}

impl Position {
    /// What a game shows, and the number of mines if the player knows it.
    #[must_use]
    pub fn of(view: &View<'_>, mines: Option<usize>) -> Self {
        let known = |square| match view.shown(square) {
            Shown::Covered | Shown::Marked | Shown::Guessed => Known::Nothing,
            Shown::Revealed(number) => Known::Number(number),
            Shown::Mine => Known::Mine,
        };
        let size = view.size();
        Self {
            squares: size.squares().map(known).collect(),
            size,
            mines,
        }
    }

    /// What is known of each square, row by row, and the number of all mines if
    /// it is known. Nothing is known of squares that are missing.
    #[must_use]
    pub fn new(size: Size, mut squares: Vec<Known>, mines: Option<usize>) -> Self {
        squares.resize(size.area(), Known::Nothing);
        Self {
            size,
            squares,
            mines,
        }
    }

    /// The numbers of rows and columns.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// What is known of the squares, row by row.
    #[must_use]
    pub fn squares(&self) -> &[Known] {
        &self.squares
    }

    /// The number of all mines, if it is known.
    #[must_use]
    pub fn mines(&self) -> Option<usize> {
        self.mines
    }
}
