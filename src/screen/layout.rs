//! Where things are on the screen, and which part of a large field is seen.

use super::canvas::Area;
use crate::field::minefield::{Size, Square};

/// The smallest screen.
pub(super) const LEAST_WIDTH: u16 = 40;
pub(super) const LEAST_HEIGHT: u16 = 12;

/// Where the squares of a field are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The squares themselves, without the numbers of rows and columns.
    squares: Area,
    /// How wide a square is.
    pub(super) width: u16,
    /// How wide the numbers of rows are.
    pub(super) left: u16,
    /// The first square that is seen.
    pub(super) first: Square,
}

impl Layout {
    /// Puts a field into an area, whose first line is for the numbers of columns,
    /// so that the cursor is seen; `first` is what was seen first before.
    pub(super) fn new(
        area: Area,
        size: Size,
        first_index: usize,
        widest: u16,
        cursor: Square,
        first: Square,
    ) -> Self {
        let digits = (size.rows - 1 + first_index).to_string().len();
        let left = u16::try_from(digits + 1)
            .unwrap_or(u16::MAX)
            .min(area.width);
        let room = usize::from(area.width - left);
        let fits = size.cols * usize::from(widest) <= room;
        // Narrower squares show more of the field, but odds do not fit into them.
        let width = if widest > 3 || fits {
            widest
        } else {
            widest.min(2)
        };
        let seen = Size {
            rows: size.rows.min(usize::from(area.height.saturating_sub(1))),
            cols: size.cols.min(room / usize::from(width)),
        };
        let scrolled = |first: usize, cursor: usize, seen: usize, length: usize| {
            let least = (cursor + 1).saturating_sub(seen);
            first.clamp(least, cursor.max(least)).min(length - seen)
        };
        let squares = Area {
            x: area.x + left,
            y: area.y + 1.min(area.height),
            width: u16::try_from(seen.cols)
                .unwrap_or(u16::MAX)
                .saturating_mul(width),
            height: u16::try_from(seen.rows).unwrap_or(u16::MAX),
        };
        Self {
            squares,
            width,
            left,
            first: Square {
                row: scrolled(first.row, cursor.row, seen.rows, size.rows),
                col: scrolled(first.col, cursor.col, seen.cols, size.cols),
            },
        }
    }

    /// The square at a place of the screen.
    pub(super) fn square_at(&self, column: u16, row: u16) -> Option<Square> {
        self.squares.contains(column, row).then(|| Square {
            row: self.first.row + usize::from(row - self.squares.y),
            col: self.first.col + usize::from((column - self.squares.x) / self.width),
        })
    }

    /// The squares that are seen, with where they begin on the screen.
    pub(super) fn places(&self) -> impl Iterator<Item = (Square, u16, u16)> + use<> {
        let Self {
            squares,
            width,
            first,
            ..
        } = *self;
        (0..squares.height).flat_map(move |row| {
            (0..squares.width / width).map(move |col| {
                let square = Square {
                    row: first.row + usize::from(row),
                    col: first.col + usize::from(col),
                };
                (square, squares.x + col * width, squares.y + row)
            })
        })
    }
}

/// The cursor of somebody who plays, and the part of the field that is in view.
#[derive(Debug)]
pub(super) struct Viewport {
    pub(super) cursor: Square,
    /// The first square that was in view last.
    pub(super) first: Square,
    /// Where the field is on the screen, if there is room for it.
    layout: Option<Layout>,
}

impl Viewport {
    pub(super) fn new(cursor: Square) -> Self {
        Self {
            cursor,
            first: Square { row: 0, col: 0 },
            layout: None,
        }
    }

    /// Notes where the field has been drawn.
    pub(super) fn drawn(&mut self, layout: Option<Layout>) {
        self.layout = layout;
        if let Some(layout) = layout {
            self.first = layout.first;
        }
    }

    /// Whether there is room for the field.
    pub(super) fn is_in_view(&self) -> bool {
        self.layout.is_some()
    }

    /// The square at a place of the screen.
    pub(super) fn square_at(&self, column: u16, row: u16) -> Option<Square> {
        self.layout.as_ref()?.square_at(column, row)
    }

    /// Moves the cursor by so many rows and columns, at most to the edge of the field.
    pub(super) fn move_by(&mut self, down: isize, right: isize, size: Size) {
        let Square { row, col } = self.cursor;
        self.cursor = Square {
            row: row.saturating_add_signed(down).min(size.rows - 1),
            col: col.saturating_add_signed(right).min(size.cols - 1),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGE: Size = Size {
        rows: 100,
        cols: 200,
    };

    fn layout(area: Area, size: Size, cursor: (usize, usize), first: (usize, usize)) -> Layout {
        let square = |(row, col)| Square { row, col };
        Layout::new(area, size, 0, 3, square(cursor), square(first))
    }

    fn area(x: u16, width: u16) -> Area {
        Area {
            x,
            y: 2,
            width,
            height: 8,
        }
    }

    #[test]
    fn the_cursor_is_always_seen() {
        let area = area(0, 40);
        for row in 0..100 {
            for col in 0..200 {
                for first in [(0, 0), (50, 100), (99, 199)] {
                    let layout = layout(area, LARGE, (row, col), first);
                    let mut places = layout.places();
                    assert!(places.any(|(square, ..)| square == Square { row, col }));
                }
            }
        }
    }

    #[test]
    fn what_is_clicked_is_what_is_seen_there() {
        let size = Size { rows: 5, cols: 6 };
        for width in 20..60 {
            let layout = layout(area(3, width), size, (2, 3), (0, 0));
            for (square, x, y) in layout.places() {
                for x in x..x + layout.width {
                    assert_eq!(layout.square_at(x, y), Some(square));
                }
            }
            assert_eq!(layout.square_at(0, 0), None);
        }
    }
}
