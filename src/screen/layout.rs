//! The layout of a game on the screen. The positions depend only on the sizes of the screen and the
//! board, so that nothing moves during a game.

use std::ops::Range;

use ratatui_core::layout::{
    Constraint::{Fill, Length},
    Layout, Margin, Position, Rect,
};

use super::widgets::to_u16;
use crate::field::{Size, Square};

/// Size of the smallest screen that is supported.
pub(super) const MIN_WIDTH: u16 = 40;
pub(super) const MIN_HEIGHT: u16 = 12;

/// Minimum width of the header and of messages.
const HEADER_WIDTH: u16 = 36;

/// Range of the number of lines for messages.
const MIN_MESSAGE: u16 = 3;
const MAX_MESSAGE: u16 = 6;

/// Height of the frame without the squares: two edges, the header and the column numbers.
const CHROME: u16 = 4;

/// Width of a square, if the screen has room for wide ones and if not.
const WIDE: u16 = 3;
const NARROW: u16 = 2;

#[derive(Default)]
pub(super) struct ScreenLayout {
    pub frame: Rect,
    pub header: Rect,
    pub squares: Rect,
    pub message: Rect,
    pub square_width: u16,
    pub rows: Range<usize>,
    pub cols: Range<usize>,
}

impl ScreenLayout {
    /// Fits the layout into an area and scrolls to the cursor.
    pub fn fit(&mut self, area: Rect, size: Size, first_index: usize, cursor: Square) {
        let labels = to_u16((size.rows - 1 + first_index).to_string().len()) + 1;
        let room = area.width - labels - 3;
        let is_wide = to_u16(size.cols).saturating_mul(WIDE) <= room;
        let square_width = if is_wide { WIDE } else { NARROW };
        let cols = to_u16(size.cols).min(room / square_width);
        let rows = to_u16(size.rows).min(area.height - CHROME - MIN_MESSAGE);
        let message = (area.height - CHROME - rows).min(MAX_MESSAGE);
        let board = labels + cols * square_width;
        let width = (board + 1).max(HEADER_WIDTH) + 2;
        let block = area.centered(Length(width), Length(rows + CHROME + message));
        let [frame, message] = Layout::vertical([Fill(1), Length(message)]).areas(block);
        let inner = frame.inner(Margin::new(1, 1));
        let x = inner.x + (inner.width - board) / 2 + labels;
        *self = Self {
            frame,
            header: Rect { height: 1, ..inner },
            squares: Rect::new(x, inner.y + 2, cols * square_width, rows),
            message: message.inner(Margin::new(1, 0)),
            square_width,
            rows: visible_range(self.rows.start, cursor.row, rows.into(), size.rows),
            cols: visible_range(self.cols.start, cursor.col, cols.into(), size.cols),
        };
    }

    /// Returns the visible columns, each with the position of its squares.
    pub fn columns(&self) -> impl Iterator<Item = (usize, u16)> {
        let positions = (self.squares.x..).step_by(self.square_width.into());
        self.cols.clone().zip(positions)
    }

    pub fn is_narrow(&self) -> bool {
        self.square_width == NARROW
    }

    pub fn square_at(&self, position: Position) -> Option<Square> {
        self.squares.contains(position).then(|| Square {
            row: self.rows.start + usize::from(position.y - self.squares.y),
            col: self.cols.start + usize::from((position.x - self.squares.x) / self.square_width),
        })
    }
}

/// Returns the visible rows or columns. They scroll no more than necessary to show the cursor, and
/// leave no gap after the last row or column.
fn visible_range(first: usize, cursor: usize, count: usize, length: usize) -> Range<usize> {
    let min = (cursor + 1).saturating_sub(count);
    let first = first.clamp(min, cursor).min(length - count);
    first..first + count
}
