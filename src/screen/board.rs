//! The field with its frame, the numbers of its rows and columns, and the signs for
//! the cursor and for hints.

use crossterm::style::{ContentStyle, Stylize};

use super::canvas::{Area, Canvas};
use super::layout::Layout;
use super::theme::{self, Depth, Ground, Ink, Shade, Under};
use crate::field::minefield::{Minefield, Size, Square};
use crate::game::view::{Shown, View};
use crate::solve::odds::Odds;

/// Squares that a hint is about.
#[derive(Clone, Debug, Default)]
pub(super) struct Highlights {
    /// The numbers that it follows from.
    pub(super) numbers: Vec<Square>,
    /// The squares that it says are safe.
    pub(super) safe: Vec<Square>,
    /// The squares that it says have a mine.
    pub(super) mined: Vec<Square>,
}

/// What is shown of a field.
pub(super) struct ShownBoard<'shown> {
    /// What the game shows; nothing is revealed if it has not begun.
    pub(super) view: Option<View<'shown>>,
    pub(super) size: Size,
    /// What the first row and column are called.
    pub(super) first_index: usize,
    /// The mines, where they may be seen.
    pub(super) mines: Option<&'shown Minefield>,
    /// The mine that was revealed.
    pub(super) exploded: Option<Square>,
    pub(super) odds: Option<&'shown Odds>,
    pub(super) cursor: Square,
    pub(super) highlights: &'shown Highlights,
    pub(super) depth: Depth,
}

/// What is told of a square by the signs beside it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    Nothing,
    /// A hint says something of it.
    Found,
    /// A hint follows from it.
    Number,
    Cursor,
}

impl Beside {
    fn signs(self) -> [char; 2] {
        match self {
            Self::Nothing => [' ', ' '],
            Self::Found => ['{', '}'],
            Self::Number => ['(', ')'],
            Self::Cursor => ['[', ']'],
        }
    }
}

impl ShownBoard<'_> {
    pub(super) fn draw(&self, canvas: &mut Canvas, layout: &Layout) {
        self.draw_frame(canvas, layout);
        self.draw_column_numbers(canvas, layout);
        for (square, x, y) in layout.places() {
            if square.col == layout.first.col {
                self.draw_row_number(canvas, layout, square.row, y);
            }
            self.draw_square(canvas, layout, square, (x, y));
        }
    }

    /// Draws the frame, in whose edges is told where there is more.
    fn draw_frame(&self, canvas: &mut Canvas, layout: &Layout) {
        let frame = layout.frame();
        let style = theme::label(self.depth, false);
        canvas.put_box(frame, "", style);
        let [above, left] = [layout.first.row, layout.first.col];
        let below = self.size.rows - above - layout.seen.rows;
        let right = self.size.cols - left - layout.seen.cols;
        let bright = theme::label(self.depth, true);
        let place = |x: u16, y: u16| Area {
            x,
            y,
            width: 1,
            height: 1,
        };
        let (last_x, last_y) = (frame.x + frame.width - 1, frame.y + frame.height - 1);
        for y in frame.y + 1..last_y {
            for (count, x, sign) in [(left, frame.x, "\u{25c0}"), (right, last_x, "\u{25b6}")] {
                if count > 0 {
                    canvas.put(place(x, y), sign, bright);
                }
            }
        }
        for (count, y, sign) in [(above, frame.y, "\u{25b2}"), (below, last_y, "\u{25bc}")] {
            if count > 0 {
                canvas.put(place(frame.x, y), sign, bright);
                canvas.put(place(last_x, y), sign, bright);
            }
        }
        let more: Vec<String> = [
            (above, '\u{25b2}'),
            (below, '\u{25bc}'),
            (left, '\u{25c0}'),
            (right, '\u{25b6}'),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, sign)| format!("{sign}{count}"))
        .collect();
        if !more.is_empty() {
            let text = format!(" {} more ", more.join(" "));
            let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
            let line = Area {
                y: last_y,
                x: layout.squares.x,
                width: layout.squares.width,
                height: 1,
            };
            canvas.put(line.centred(width, 1), &text, bright);
        }
    }

    /// Draws the numbers of columns, the last digit above what the squares show: that of
    /// the cursor, and as many others as there is room for.
    fn draw_column_numbers(&self, canvas: &mut Canvas, layout: &Layout) {
        let last = layout.first.col + layout.seen.cols.saturating_sub(1) + self.first_index;
        let longest = u16::try_from(last.to_string().len()).unwrap_or(u16::MAX);
        // So many columns are as wide as a number and a blank.
        let step = usize::from((longest + 1).div_ceil(layout.width));
        let cursor = self.cursor.col;
        let seen = layout.first.col..layout.first.col + layout.seen.cols;
        let mut signs = (layout.squares.x + 1..).step_by(layout.width.into());
        for col in seen {
            let sign = signs.next().unwrap_or_default();
            let has_room = col % step == 0 && col.abs_diff(cursor) >= step;
            if col != cursor && !has_room {
                continue;
            }
            let name = (col + self.first_index).to_string();
            let length = u16::try_from(name.len()).unwrap_or(u16::MAX);
            let area = Area {
                x: (sign + 1).saturating_sub(length),
                y: layout.frame().y,
                width: length,
                height: 1,
            };
            canvas.put(area, &name, theme::label(self.depth, col == cursor));
        }
    }

    fn draw_row_number(&self, canvas: &mut Canvas, layout: &Layout, row: usize, y: u16) {
        let right = usize::from(layout.left - 1);
        let name = format!("{:>right$}", row + self.first_index);
        let area = Area {
            x: layout.frame().x - layout.left,
            y,
            width: layout.left,
            height: 1,
        };
        let style = theme::label(self.depth, row == self.cursor.row);
        canvas.put(area, &name, style);
    }

    /// Draws what a square shows, with the signs before and behind it.
    fn draw_square(&self, canvas: &mut Canvas, layout: &Layout, square: Square, at: (u16, u16)) {
        let (x, y) = at;
        let (text, ink) = self.text(square, layout.is_narrow());
        let ground = self.ground(square);
        let shade = Shade {
            is_odd: (square.row + square.col) % 2 == 1,
            is_lit: square.row == self.cursor.row || square.col == self.cursor.col,
        };
        let mut style = theme::square(self.depth, ink, ground, shade);
        let beside = self.beside(square);
        if matches!(beside, Beside::Found | Beside::Number) {
            style = style.underlined();
        }
        let signs = theme::square(self.depth, Ink::Plain, ground, shade);
        let [mut before, behind] = beside.signs();
        if layout.is_narrow() && square.col > layout.first.col {
            let left = Square {
                col: square.col - 1,
                ..square
            };
            before = match self.text(left, true).0.chars().count() {
                1 => between(self.beside(left), beside),
                // Odds leave no room for the sign of their square.
                _ => beside.signs()[0],
            };
        }
        let place = |x: u16, width: u16| Area {
            x,
            y,
            width,
            height: 1,
        };
        canvas.put(place(x, 1), &before.to_string(), signs);
        let is_last = square.col + 1 == layout.first.col + layout.seen.cols;
        if !layout.is_narrow() {
            canvas.put(place(x + 2, 1), &behind.to_string(), signs);
        } else if is_last {
            let sign = behind.to_string();
            canvas.put(place(x + 2, 1), &sign, ContentStyle::new());
        }
        if text.chars().count() == 1 {
            canvas.put(place(x + 1, 1), &text, style);
        } else {
            canvas.put(place(x, layout.width), &text, style);
        }
    }

    /// What a square shows, and how.
    fn text(&self, square: Square, is_narrow: bool) -> (String, Ink) {
        let shown = self.shown(square);
        let is_mine = self.mines.is_some_and(|mines| mines.is_mine(square));
        let (sign, ink) = match shown {
            Shown::Marked if self.mines.is_some() && !is_mine => ('x', Ink::Mark),
            Shown::Marked => ('F', Ink::Mark),
            Shown::Mine => ('*', Ink::Mine),
            _ if is_mine => ('*', Ink::Mine),
            Shown::Guessed => ('?', Ink::Guess),
            Shown::Revealed(0) => (' ', Ink::Plain),
            Shown::Revealed(number) => (char::from(b'0' + number.min(8)), Ink::Number(number)),
            Shown::Covered if self.highlights.mined.contains(&square) => ('!', Ink::Mine),
            Shown::Covered if self.highlights.safe.contains(&square) => ('\u{b7}', Ink::Safe),
            Shown::Covered => match self.odds {
                Some(odds) => return of_odds(odds.at(square), is_narrow),
                None => ('\u{b7}', Ink::Faint),
            },
        };
        (sign.to_string(), ink)
    }

    fn shown(&self, square: Square) -> Shown {
        self.view.map_or(Shown::Covered, |view| view.shown(square))
    }

    fn ground(&self, square: Square) -> Ground {
        let is_cursor = square == self.cursor;
        match self.shown(square) {
            _ if self.exploded == Some(square) => Ground::Exploded,
            Shown::Revealed(_) if is_cursor => Ground::Cursor(Under::Open),
            _ if is_cursor => Ground::Cursor(Under::Covered),
            Shown::Revealed(_) => Ground::Open,
            _ => Ground::Covered,
        }
    }

    fn beside(&self, square: Square) -> Beside {
        let Highlights {
            numbers,
            safe,
            mined,
        } = self.highlights;
        match square {
            _ if square == self.cursor => Beside::Cursor,
            _ if numbers.contains(&square) => Beside::Number,
            _ if safe.contains(&square) || mined.contains(&square) => Beside::Found,
            _ => Beside::Nothing,
        }
    }
}

/// The sign between two narrow squares.
fn between(left: Beside, right: Beside) -> char {
    let (behind, before) = (left.signs()[1], right.signs()[0]);
    match (left, right) {
        (Beside::Cursor, _) | (_, Beside::Nothing) => behind,
        (_, Beside::Cursor) | (Beside::Nothing, _) => before,
        _ if left == right => '|',
        (Beside::Number, _) => behind,
        _ => before,
    }
}

/// Odds as a square shows them: in percent, or where it is narrow in tenths behind a
/// point, which no number of mines has.
fn of_odds(odds: f64, is_narrow: bool) -> (String, Ink) {
    let percent = odds * 100.0;
    match () {
        () if odds >= 1.0 => ("!".to_owned(), Ink::Mine),
        () if odds <= 0.0 && is_narrow => (".0".to_owned(), Ink::Safe),
        () if odds <= 0.0 => (" 0%".to_owned(), Ink::Safe),
        () if is_narrow => (
            format!(".{:.0}", (percent / 10.0).clamp(1.0, 9.0)),
            Ink::Faint,
        ),
        () if percent < 1.0 => ("<1%".to_owned(), Ink::Faint),
        () => (format!("{:>2.0}%", percent.min(99.0)), Ink::Faint),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::position::{Known, Position};

    #[test]
    fn odds_are_no_numbers_of_mines() {
        let size = Size { rows: 2, cols: 2 };
        let squares = vec![Known::Nothing; size.area()];
        for (mines, wide, narrow) in [
            (0, " 0%", ".0"),
            (1, "25%", ".2"),
            (2, "50%", ".5"),
            (3, "75%", ".8"),
            (4, "!", "!"),
        ] {
            let position = Position::new(size, squares.clone(), Some(mines));
            let odds = Odds::of(&position).expect("odds");
            let odds = odds.at(Square { row: 0, col: 0 });
            assert_eq!(of_odds(odds, false).0, wide);
            assert_eq!(of_odds(odds, true).0, narrow);
        }
    }

    #[test]
    fn narrow_squares_share_the_sign_between_them() {
        use Beside::{Cursor, Found, Nothing, Number};
        for (left, right, sign) in [
            (Nothing, Nothing, ' '),
            (Nothing, Found, '{'),
            (Found, Nothing, '}'),
            (Found, Found, '|'),
            (Number, Found, ')'),
            (Found, Number, '('),
            (Found, Cursor, '['),
            (Cursor, Number, ']'),
        ] {
            assert_eq!(between(left, right), sign);
        }
    }
}
