//! How a flawed game counts the mines around a square.

use super::Flaws;
use super::seed::Planted;
use super::table::Deviation as D;
use crate::field::minefield::Square;
use crate::game::board::Board;
use crate::game::view::Shown;

/// The directions, and the flaws not to look there.
const DIRECTIONS: [(isize, isize, D); 8] = [
    (-1, -1, D::AboveLeftNotCounted),
    (-1, 0, D::AboveNotCounted),
    (-1, 1, D::AboveRightNotCounted),
    (0, -1, D::LeftNotCounted),
    (0, 1, D::RightNotCounted),
    (1, -1, D::BelowLeftNotCounted),
    (1, 0, D::BelowNotCounted),
    (1, 1, D::BelowRightNotCounted),
];

impl Flaws {
    /// How many mines it counts around a square: more than 8 only where mines
    /// count twice.
    pub(super) fn adjacent(self, board: &Board, planted: &Planted, square: Square) -> u8 {
        let size = board.minefield().size();
        let mut count = 0;
        for (rows, cols, not_counted) in DIRECTIONS {
            let is_diagonal = rows != 0 && cols != 0;
            let whole = if is_diagonal {
                D::DiagonalsNotCounted
            } else {
                D::StraightNotCounted
            };
            let vertical = match rows {
                -1 => self.has(D::RowAboveNotCounted),
                1 => self.has(D::RowBelowNotCounted),
                _ => false,
            };
            let horizontal = match cols {
                -1 => self.has(D::ColumnToTheLeftNotCounted),
                1 => self.has(D::ColumnToTheRightNotCounted),
                _ => false,
            };
            if vertical || horizontal || self.has_any(&[not_counted, whole]) {
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
