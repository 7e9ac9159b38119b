//! Where things are on the screen, and which part of a large field is seen.

use super::canvas::Area;
use super::digits;
use crate::field::minefield::{Size, Square};

/// The smallest screen.
pub(super) const LEAST_WIDTH: u16 = 40;
pub(super) const LEAST_HEIGHT: u16 = 12;

/// How wide a square is: narrow ones have the signs beside them in common.
const WIDE: u16 = 3;
const NARROW: u16 = 2;

/// How many lines there are for messages: at least, and at most.
const MESSAGE_LINES: [u16; 2] = [2, 4];

/// How wide messages are at most.
const MESSAGE_WIDTH: u16 = 76;

/// How long nearly all messages are at most.
const MESSAGE_LENGTH: u16 = 152;

/// How high a part of a field with its frame is at least.
const LEAST_FIELD: u16 = 8;

/// Where everything is on the screen. That follows from the sizes of the screen and
/// of the field, so that nothing moves while a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// How the game stands.
    pub(super) status: Area,
    /// The field with its frame and the numbers of its rows.
    pub(super) field: Area,
    /// What the game prints, if that is shown.
    pub(super) pane: Option<Area>,
    pub(super) message: Area,
    pub(super) keys: Area,
}

impl Plan {
    /// Where everything is on a screen that is large enough.
    pub(super) fn new(screen: Area, size: Size, first_index: usize, has_pane: bool) -> Self {
        let rows = u16::try_from(size.rows).unwrap_or(u16::MAX);
        let framed = rows.saturating_add(2);
        let keys = 1;
        let [least, most] = MESSAGE_LINES;
        let usual = MESSAGE_LENGTH.div_ceil(screen.width.clamp(1, MESSAGE_WIDTH));
        let usual = usual.clamp(least, most);
        let with_digits = framed.saturating_add(digits::HEIGHT + usual + keys);
        let status = if with_digits <= screen.height && !has_pane {
            digits::HEIGHT
        } else {
            1
        };
        let below_status = screen.height.saturating_sub(status + keys);
        let message = match below_status.checked_sub(framed) {
            Some(left) if left >= least => left.min(most),
            // A field that is not seen whole leaves the lines that messages need.
            _ if !has_pane => below_status.saturating_sub(LEAST_FIELD).clamp(least, usual),
            _ => least,
        };
        let room = screen.height - status - message - keys;
        let wide = block_width(size, first_index, WIDE);
        let block = if wide <= screen.width {
            wide
        } else {
            block_width(size, first_index, NARROW)
        };
        let width = block.max(LEAST_WIDTH);
        let column = Area {
            height: screen.height - keys,
            ..screen
        };
        let column = if has_pane {
            column
        } else {
            column.centred(width, status + framed.min(room) + message)
        };
        let [status, middle, mut message] = column.rows([status, 0, message]);
        message.width = (screen.width - message.x).min(MESSAGE_WIDTH.max(column.width));
        let (field, pane) = if has_pane {
            beside(middle, wide)
        } else {
            (middle, None)
        };
        let [_, keys] = screen.rows([0, keys]);
        Self {
            status,
            field,
            pane,
            message,
            keys,
        }
    }
}

/// The area for the field, and that for the text beside or below it.
fn beside(area: Area, width: u16) -> (Area, Option<Area>) {
    if width.saturating_add(LEAST_WIDTH) <= area.width {
        let pane = Area {
            x: area.x + width,
            width: area.width - width,
            ..area
        };
        return (Area { width, ..area }, Some(pane));
    }
    let [field, pane] = area.rows([area.height / 2, 0]);
    (field, Some(pane))
}

/// How wide the numbers of rows are, with a blank behind them.
fn left_of(size: Size, first_index: usize) -> u16 {
    let digits = (size.rows - 1 + first_index).to_string().len();
    u16::try_from(digits + 1).unwrap_or(u16::MAX)
}

/// How wide a whole field with squares of this width is, with its frame and the numbers
/// of its rows.
fn block_width(size: Size, first_index: usize, of_square: u16) -> u16 {
    let cols = u16::try_from(size.cols).unwrap_or(u16::MAX);
    let inner = of_square
        .saturating_mul(cols)
        .saturating_add(WIDE - of_square);
    inner.saturating_add(left_of(size, first_index) + 2)
}

/// Where the squares of a field are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The squares themselves, without the frame around them.
    pub(super) squares: Area,
    /// How wide a square is.
    pub(super) width: u16,
    /// How wide the numbers of rows are, with a blank behind them.
    pub(super) left: u16,
    /// The first square that is seen.
    pub(super) first: Square,
    /// How many rows and columns are seen.
    pub(super) seen: Size,
}

impl Layout {
    /// Puts a field with its frame into the middle of an area so that the cursor is
    /// seen; `first` is what was seen first before.
    pub(super) fn new(
        area: Area,
        size: Size,
        first_index: usize,
        cursor: Square,
        first: Square,
    ) -> Self {
        let left = left_of(size, first_index).min(area.width.saturating_sub(2));
        let room = area.width.saturating_sub(left + 2);
        let fits = size.cols <= usize::from(room / WIDE);
        let (width, most) = if fits {
            (WIDE, room / WIDE)
        } else {
            (NARROW, room.saturating_sub(1) / NARROW)
        };
        let seen = Size {
            rows: size.rows.min(area.height.saturating_sub(2).into()),
            cols: size.cols.min(most.into()),
        };
        let scrolled = |first: usize, cursor: usize, seen: usize, length: usize| {
            let least = (cursor + 1).saturating_sub(seen);
            first.clamp(least, cursor.max(least)).min(length - seen)
        };
        let [rows, cols] =
            [seen.rows, seen.cols].map(|length| u16::try_from(length).unwrap_or(u16::MAX));
        let inner = cols * width + (WIDE - width);
        let block = area.centred(left + inner + 2, rows + 2);
        Self {
            squares: Area {
                x: block.x + left + 1,
                y: block.y + 1,
                width: inner,
                height: rows,
            },
            width,
            left,
            first: Square {
                row: scrolled(first.row, cursor.row, seen.rows, size.rows),
                col: scrolled(first.col, cursor.col, seen.cols, size.cols),
            },
            seen,
        }
    }

    /// Whether squares next to each other share the sign between them.
    pub(super) fn is_narrow(&self) -> bool {
        self.width == NARROW
    }

    /// Where the frame is, with the squares in it.
    pub(super) fn frame(&self) -> Area {
        Area {
            x: self.squares.x - 1,
            y: self.squares.y - 1,
            width: self.squares.width + 2,
            height: self.squares.height + 2,
        }
    }

    /// The square at a place of the screen.
    pub(super) fn square_at(&self, column: u16, row: u16) -> Option<Square> {
        self.squares.contains(column, row).then(|| {
            let col = usize::from((column - self.squares.x) / self.width);
            Square {
                row: self.first.row + usize::from(row - self.squares.y),
                // The sign behind the last of narrow squares belongs to that.
                col: self.first.col + col.min(self.seen.cols.saturating_sub(1)),
            }
        })
    }

    /// The squares that are seen, with the place of the sign before each: what the
    /// square shows is behind that.
    pub(super) fn places(&self) -> impl Iterator<Item = (Square, u16, u16)> + use<> {
        let Self {
            squares,
            width,
            first,
            seen,
            ..
        } = *self;
        let cols = (squares.x..).step_by(width.into()).take(seen.cols);
        (squares.y..)
            .take(seen.rows)
            .enumerate()
            .flat_map(move |(row, y)| {
                cols.clone().enumerate().map(move |(col, x)| {
                    let square = Square {
                        row: first.row + row,
                        col: first.col + col,
                    };
                    (square, x, y)
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

    /// Whether squares are shown as narrow ones.
    pub(super) fn is_narrow(&self) -> bool {
        self.layout.is_some_and(|layout| layout.is_narrow())
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

    /// Scrolls a field that is larger than its place by so many rows and columns; the
    /// cursor is taken along where it would be out of view.
    pub(super) fn scroll_by(&mut self, down: isize, right: isize, size: Size) {
        let Some(Layout { seen, .. }) = self.layout else {
            return;
        };
        let scrolled = |first: usize, by: isize, seen: usize, length: usize| {
            first.saturating_add_signed(by).min(length - seen)
        };
        let first = Square {
            row: scrolled(self.first.row, down, seen.rows, size.rows),
            col: scrolled(self.first.col, right, seen.cols, size.cols),
        };
        self.first = first;
        self.cursor = Square {
            row: self.cursor.row.clamp(first.row, first.row + seen.rows - 1),
            col: self.cursor.col.clamp(first.col, first.col + seen.cols - 1),
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
        Layout::new(area, size, 0, square(cursor), square(first))
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
        let size = Size { rows: 5, cols: 12 };
        for width in 12..60 {
            let area = area(3, width);
            let layout = layout(area, size, (2, 3), (0, 0));
            for (square, x, y) in layout.places() {
                for x in x..x + layout.width {
                    assert_eq!(layout.square_at(x, y), Some(square));
                    assert!(area.contains(x, y));
                }
            }
            assert_eq!(layout.square_at(0, 0), None);
            let frame = layout.frame();
            assert_eq!(layout.square_at(frame.x, frame.y + 1), None);
            assert!(frame.x + frame.width <= area.x + area.width);
        }
    }

    #[test]
    fn sixteen_rows_have_large_digits_on_a_common_screen() {
        let screen = Area {
            width: 80,
            height: 24,
            ..Area::default()
        };
        for cols in [16, 30] {
            let plan = Plan::new(screen, Size { rows: 16, cols }, 0, false);
            let heights = [plan.status, plan.field, plan.message].map(|part| part.height);
            assert_eq!(heights, [digits::HEIGHT, 18, 2]);
        }
        // Shorter lines are not enough for messages.
        let narrow = Area {
            width: 60,
            ..screen
        };
        let plan = Plan::new(narrow, Size { rows: 16, cols: 16 }, 0, false);
        assert_eq!([plan.status.height, plan.message.height], [1, 4]);
    }

    #[test]
    fn everything_has_its_place_on_every_screen() {
        for size in [
            Size { rows: 5, cols: 5 },
            Size { rows: 16, cols: 30 },
            LARGE,
        ] {
            for has_pane in [false, true] {
                for (width, height) in (LEAST_WIDTH..160)
                    .flat_map(|width| (LEAST_HEIGHT..50).map(move |height| (width, height)))
                {
                    let screen = Area {
                        width,
                        height,
                        ..Area::default()
                    };
                    let plan = Plan::new(screen, size, 0, has_pane);
                    let parts = [plan.status, plan.field, plan.message, plan.keys];
                    for pair in parts.windows(2) {
                        assert!(
                            pair[0].y + pair[0].height <= pair[1].y,
                            "{screen:?} {plan:?}"
                        );
                    }
                    assert!(
                        parts.iter().all(|part| part.height > 0),
                        "{screen:?} {plan:?}"
                    );
                    assert_eq!(plan.keys.y + 1, height);
                    let least = if has_pane { 3 } else { 8.min(size.rows + 2) };
                    assert!(
                        usize::from(plan.field.height) >= least,
                        "{screen:?} {plan:?}"
                    );
                }
            }
        }
    }
}
