//! Squares, sizes and minefields: the mines, and the number of mines around each square.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Square {
    /// Index of the row, from 0.
    pub row: usize,
    pub col: usize,
}

impl Square {
    /// Returns the number of steps to another square, straight or diagonal: 1 for neighbours.
    #[must_use]
    #[inline]
    pub fn distance(self, other: Self) -> usize {
        let rows = self.row.abs_diff(other.row);
        rows.max(self.col.abs_diff(other.col))
    }
}

/// Offsets of the eight neighbours of a square, row by row: rows down, columns to the right.
const OFFSETS: [(isize, isize); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    pub rows: usize,
    pub cols: usize,
}

impl Size {
    /// Returns the number of squares, at most `usize::MAX`.
    #[must_use]
    pub fn area(self) -> usize {
        self.rows.saturating_mul(self.cols)
    }

    /// Returns the index of a square among all squares, row by row.
    ///
    /// # Panics
    ///
    /// Panics if the square is out of bounds.
    #[must_use]
    #[inline]
    pub fn index(self, square: Square) -> usize {
        assert!(
            square.row < self.rows && square.col < self.cols,
            "the square is out of bounds"
        );
        square.row * self.cols + square.col
    }

    /// Returns the adjacent squares, at most eight.
    pub fn neighbours(self, square: Square) -> impl Iterator<Item = Square> {
        OFFSETS.into_iter().filter_map(move |(down, right)| {
            // Above row 0 is `usize::MAX`, which is out of bounds as well.
            let row = square.row.wrapping_add_signed(down);
            let col = square.col.wrapping_add_signed(right);
            (row < self.rows && col < self.cols).then_some(Square { row, col })
        })
    }

    /// Returns all squares, row by row.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Square { row, col }))
    }
}

/// The limits of an edition's minefields.
#[derive(Clone, Debug)]
pub struct FieldLimits {
    /// Range of the number of rows, and of the number of columns.
    pub sides: RangeInclusive<usize>,
    /// Maximum number of squares.
    pub area: usize,
    pub min_mines: usize,
    /// Minimum number of squares without a mine.
    pub min_safe: usize,
}

impl FieldLimits {
    /// Returns the size, or `None` if it is outside the limits.
    #[must_use]
    pub fn size(&self, rows: usize, cols: usize) -> Option<Size> {
        let has_valid_sides = self.sides.contains(&rows) && self.sides.contains(&cols);
        let has_valid_area = rows.checked_mul(cols).is_some_and(|area| area <= self.area);
        (has_valid_sides && has_valid_area).then_some(Size { rows, cols })
    }

    /// Describes the limits of rows and columns in words.
    pub fn sides_in_words(&self) -> String {
        let min = self.sides.start();
        let max = self.sides.end();
        // From `area` on, the maximum of a side has no effect.
        if *max < self.area {
            format!("{min} to {max}")
        } else {
            format!("{min} at least")
        }
    }

    /// Returns the valid numbers of mines for a size.
    #[must_use]
    pub fn mines(&self, size: Size) -> RangeInclusive<usize> {
        self.min_mines..=size.area().saturating_sub(self.min_safe)
    }
}

/// The mines of a grid, and the number of mines around each square, row by row. Methods panic if a
/// square is out of bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Minefield {
    size: Size,
    mines: Vec<bool>,
    mine_count: usize,
    adjacent: Vec<u8>,
}

impl Minefield {
    /// Creates a minefield without mines.
    ///
    /// # Panics
    ///
    /// Panics if the size has more than [`isize::MAX`] squares.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self {
            size,
            mines: vec![false; size.area()],
            mine_count: 0,
            adjacent: vec![0; size.area()],
        }
    }

    /// Adds a mine. Adding a second mine to a square has no effect.
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

    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    #[must_use]
    pub fn is_mine(&self, square: Square) -> bool {
        self.mines[self.size.index(square)]
    }

    /// Returns the number of mines around a square, 0 to 8.
    #[must_use]
    pub fn adjacent(&self, square: Square) -> u8 {
        self.adjacent[self.size.index(square)]
    }

    #[must_use]
    pub fn mine_count(&self) -> usize {
        self.mine_count
    }

    /// Returns the squares with a mine, row by row.
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
    fn a_large_area_saturates() {
        let size = |rows, cols| Size { rows, cols };
        assert_eq!(size(usize::MAX, 2).area(), usize::MAX);
        assert_eq!(size(usize::MAX, 0).area(), 0);
    }

    #[test]
    fn a_mine_counts_for_its_neighbours() {
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
