//! The minefield: where the mines are and how many are next to each square.
//! It never changes once it has been set up.

use std::ops::RangeInclusive;

/// A square that is in the minefield: both indices count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// The row's index.
    pub row: usize,
    /// The column's index.
    pub col: usize,
}

/// The size of a minefield.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
}

impl Size {
    /// The number of squares; `usize::MAX` if there are more.
    #[must_use]
    pub fn area(self) -> usize {
        self.rows.saturating_mul(self.cols)
    }

    /// Where `square`, which is on the field, stands when all squares are counted row
    /// by row.
    ///
    /// # Panics
    ///
    /// The row or the column of the square is not on the field, or so many squares cannot
    /// be counted.
    #[must_use]
    pub fn index(self, square: Square) -> usize {
        assert!(
            square.row < self.rows && square.col < self.cols,
            "the square is not on the field"
        );
        square.row * self.cols + square.col
    }

    /// The up to eight squares around `square`.
    pub fn neighbours(self, square: Square) -> impl Iterator<Item = Square> {
        let rows = square.row.saturating_sub(1)..self.rows.min(square.row + 2);
        let cols = square.col.saturating_sub(1)..self.cols.min(square.col + 2);
        rows.flat_map(move |row| cols.clone().map(move |col| Square { row, col }))
            .filter(move |&neighbour| neighbour != square)
    }

    /// All squares, row by row.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Square { row, col }))
    }
}

/// Which minefields an edition allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldLimits {
    /// The numbers of rows and of columns.
    pub sides: RangeInclusive<usize>,
    /// The greatest number of squares.
    pub area: usize,
    /// The least number of mines.
    pub fewest_mines: usize,
    /// The least number of squares without a mine.
    pub fewest_safe: usize,
}

impl FieldLimits {
    /// The size, if it is allowed.
    #[must_use]
    pub fn size(&self, rows: usize, cols: usize) -> Option<Size> {
        let sides = self.sides.contains(&rows) && self.sides.contains(&cols);
        let area = rows.checked_mul(cols).is_some_and(|area| area <= self.area);
        (sides && area).then_some(Size { rows, cols })
    }

    /// The numbers of rows and of columns that are allowed, in words.
    pub(crate) fn told_sides(&self) -> String {
        let (least, most) = (self.sides.start(), self.sides.end());
        if *most < self.area {
            format!("{least} to {most}")
        } else {
            format!("{least} at least")
        }
    }

    /// The numbers of mines that are allowed on a field of this size.
    #[must_use]
    pub fn mines(&self, size: Size) -> RangeInclusive<usize> {
        self.fewest_mines..=size.area().saturating_sub(self.fewest_safe)
    }
}

/// Mines, and for each square the number of mines that are adjacent to it.
#[derive(Clone, Debug)]
pub struct Minefield {
    size: Size,
    mines: Vec<bool>,
    mine_count: usize,
    adjacent: Vec<u8>,
}

impl Minefield {
    /// A minefield without mines.
    ///
    /// # Panics
    ///
    /// It has more than [`isize::MAX`] squares.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self {
            size,
            mines: vec![false; size.area()],
            mine_count: 0,
            adjacent: vec![0; size.area()],
        }
    }

    /// Puts a mine on `square`; a second one on the same square counts as one.
    ///
    /// # Panics
    ///
    /// The square is not on the field.
    #[must_use]
    pub fn with_mine(mut self, square: Square) -> Self {
        if std::mem::replace(&mut self.mines[self.size.index(square)], true) {
            return self;
        }
        self.mine_count += 1;
        for neighbour in self.size.neighbours(square) {
            self.adjacent[self.size.index(neighbour)] += 1;
        }
        self
    }

    /// The size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether there is a mine on `square`.
    ///
    /// # Panics
    ///
    /// The square is not on the field.
    #[must_use]
    pub fn is_mine(&self, square: Square) -> bool {
        self.mines[self.size.index(square)]
    }

    /// How many of the up to eight squares around `square` have a mine: 0 to 8.
    ///
    /// # Panics
    ///
    /// The square is not on the field.
    #[must_use]
    pub fn adjacent(&self, square: Square) -> u8 {
        self.adjacent[self.size.index(square)]
    }

    /// The number of squares with a mine.
    #[must_use]
    pub fn mine_count(&self) -> usize {
        self.mine_count
    }

    /// The squares with a mine, row by row.
    pub fn mines(&self) -> impl Iterator<Item = Square> {
        self.size.squares().filter(|&square| self.is_mine(square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { rows: 5, cols: 6 };

    fn counts(minefield: &Minefield) -> Vec<String> {
        (0..SIZE.rows)
            .map(|row| {
                (0..SIZE.cols)
                    .map(|col| minefield.adjacent(Square { row, col }).to_string())
                    .collect()
            })
            .collect()
    }

    #[test]
    fn more_squares_than_can_be_counted_are_the_greatest_number() {
        let size = |rows, cols| Size { rows, cols };
        assert_eq!(size(usize::MAX, 2).area(), usize::MAX);
        assert_eq!(size(usize::MAX, 0).area(), 0);
    }

    #[test]
    fn a_mine_counts_for_its_neighbours_only() {
        let corner = Minefield::new(SIZE).with_mine(Square { row: 0, col: 0 });
        assert_eq!(
            counts(&corner),
            ["010000", "110000", "000000", "000000", "000000"]
        );

        let inside_and_edge = Minefield::new(SIZE)
            .with_mine(Square { row: 2, col: 2 })
            .with_mine(Square { row: 2, col: 2 })
            .with_mine(Square { row: 4, col: 5 });
        assert_eq!(
            counts(&inside_and_edge),
            ["000000", "011100", "010100", "011111", "000010"]
        );
        assert_eq!(inside_and_edge.mines().count(), 2);
        assert_eq!(inside_and_edge.mine_count(), 2);
    }

    #[test]
    fn eight_mines_can_surround_a_square() {
        let centre = Square { row: 1, col: 1 };
        let minefield = SIZE
            .neighbours(centre)
            .fold(Minefield::new(SIZE), Minefield::with_mine);
        assert_eq!(minefield.adjacent(centre), 8);
        assert!(!minefield.is_mine(centre));
    }
}
