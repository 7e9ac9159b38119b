//! How a flawed game counts the mines around a square.

use super::Flaws;
use super::seed::Planted;
use super::table::Deviation as D;
use crate::field::minefield::Square;
use crate::game::board::Board;
use crate::game::view::Shown;

/// The directions, and the flaws not to look there.
const DIRECTIONS: [(isize, isize, [D; 4]); 8] = [
    (-1, -1, [D::AboveLeftNotCounted, DIAGONALS, ABOVE, LEFT]),
    (-1, 0, [D::AboveNotCounted, STRAIGHT, ABOVE, ABOVE]),
    (-1, 1, [D::AboveRightNotCounted, DIAGONALS, ABOVE, RIGHT]),
    (0, -1, [D::LeftNotCounted, STRAIGHT, LEFT, LEFT]),
    (0, 1, [D::RightNotCounted, STRAIGHT, RIGHT, RIGHT]),
    (1, -1, [D::BelowLeftNotCounted, DIAGONALS, BELOW, LEFT]),
    (1, 0, [D::BelowNotCounted, STRAIGHT, BELOW, BELOW]),
    (1, 1, [D::BelowRightNotCounted, DIAGONALS, BELOW, RIGHT]),
];

const DIAGONALS: D = D::DiagonalsNotCounted;
const STRAIGHT: D = D::StraightNotCounted;
const ABOVE: D = D::RowAboveNotCounted;
const BELOW: D = D::RowBelowNotCounted;
const LEFT: D = D::ColumnToTheLeftNotCounted;
const RIGHT: D = D::ColumnToTheRightNotCounted;

impl Flaws {
    /// How many mines it counts around a square: more than 8 only where mines
    /// count twice.
    pub(super) fn adjacent(self, board: &Board, planted: &Planted, square: Square) -> u8 {
        let size = board.minefield().size();
        let mut count = 0;
        for (rows, cols, not_counted) in DIRECTIONS {
            if self.has_any(&not_counted) {
                continue;
            }
            let row = self.step(square.row, rows, size.rows);
            let col = self.step(square.col, cols, size.cols);
            let (Some(row), Some(col)) = (row, col) else {
                continue;
            };
            count += self.mines_on(board, planted, Square { row, col });
        }
        count
    }

    /// The index one step on, if there is one.
    fn step(self, index: usize, by: isize, length: usize) -> Option<usize> {
        match index.checked_add_signed(by) {
            Some(index) => Some(index).filter(|&index| index < length),
            None => self.has(D::NeighboursWrap).then(|| length - 1),
        }
    }

    fn mines_on(self, board: &Board, planted: &Planted, square: Square) -> u8 {
        let size = board.minefield().size();
        let is_first = square.row == 0 || square.col == 0;
        let is_last = square.row + 1 == size.rows || square.col + 1 == size.cols;
        let is_hidden = matches!(board.shown(square), Shown::Marked | Shown::Guessed);
        let is_overlooked = is_first && self.has(D::FirstLinesNotCounted)
            || is_last && self.has(D::LastLinesNotCounted)
            || is_hidden && self.has(D::MarkedMinesNotCounted);
        if is_overlooked || !board.minefield().is_mine(square) {
            return 0;
        }
        if !self.has(D::DuplicatesCountedTwice) {
            return 1;
        }
        let more = planted.duplicates.iter().filter(|&&other| other == square);
        1 + u8::try_from(more.count()).unwrap_or(1)
    }
}
