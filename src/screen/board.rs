//! The board widget: the frame, the header, the numbers of rows and columns, and the squares.

use ratatui_core::{
    buffer::Buffer,
    layout::{Constraint, Layout, Margin, Position, Rect},
    style::Style,
    text::Line,
    widgets::Widget,
};

use super::{
    playthrough::Playthrough,
    theme::{self, Background, Depth, Ink},
    widgets::{draw_box, to_u16},
};
use crate::{
    field::{Size, Square},
    game::Shown,
    solve::Odds,
};

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

/// The top left square.
pub(super) const CORNER: Square = Square { row: 0, col: 0 };

/// Squares that a hint refers to.
#[derive(Clone, Debug, Default)]
pub(super) struct Highlights {
    /// The numbers that prove the hint.
    pub numbers: Vec<Square>,
    pub safe: Vec<Square>,
    pub mined: Vec<Square>,
}

/// Positions on the screen. They depend only on the sizes of the screen and the board, so that
/// nothing moves during a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ScreenLayout {
    pub frame: Rect,
    pub header: Rect,
    pub squares: Rect,
    pub message: Rect,
    square_width: u16,
    /// Numbers of visible columns and rows.
    cols: usize,
    rows: usize,
}

impl ScreenLayout {
    pub fn new(area: Rect, size: Size, first_index: usize) -> Self {
        let labels = to_u16((size.rows - 1 + first_index).to_string().len()) + 1;
        let room = area.width - labels - 3;
        let is_wide = to_u16(size.cols).saturating_mul(WIDE) <= room;
        let square_width = if is_wide { WIDE } else { NARROW };
        let cols = to_u16(size.cols).min(room / square_width);
        let rows = to_u16(size.rows).min(area.height - CHROME - MIN_MESSAGE);
        let message = (area.height - CHROME - rows).min(MAX_MESSAGE);
        let board = labels + cols * square_width;
        let width = (board + 1).max(HEADER_WIDTH) + 2;
        let height = rows + CHROME + message;
        let block = area.centered(Constraint::Length(width), Constraint::Length(height));
        let [frame, message] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(message)]).areas(block);
        let inner = frame.inner(Margin::new(1, 1));
        Self {
            frame,
            header: Rect { height: 1, ..inner },
            squares: Rect {
                x: inner.x + (inner.width - board) / 2 + labels,
                y: inner.y + 2,
                width: cols * square_width,
                height: rows,
            },
            message: message.inner(Margin::new(1, 0)),
            square_width,
            cols: cols.into(),
            rows: rows.into(),
        }
    }

    pub fn is_narrow(&self) -> bool {
        self.square_width == NARROW
    }
}

/// The cursor, and the visible part of the board.
#[derive(Clone, Debug)]
pub(super) struct Viewport {
    pub cursor: Square,
    /// The top left visible square.
    first: Square,
    pub layout: ScreenLayout,
}

impl Viewport {
    pub fn new(cursor: Square) -> Self {
        Self {
            cursor,
            first: CORNER,
            layout: ScreenLayout::default(),
        }
    }

    /// Sets the layout and scrolls to the cursor.
    pub fn fit(&mut self, layout: ScreenLayout, size: Size) {
        self.layout = layout;
        self.first.row = scroll(self.first.row, self.cursor.row, layout.rows, size.rows);
        self.first.col = scroll(self.first.col, self.cursor.col, layout.cols, size.cols);
    }

    /// Moves the cursor by rows and columns, at most to the edge of the board.
    pub fn move_by(&mut self, down: isize, right: isize, size: Size) {
        let Square { row, col } = self.cursor;
        self.cursor = Square {
            row: row.saturating_add_signed(down).min(size.rows - 1),
            col: col.saturating_add_signed(right).min(size.cols - 1),
        };
    }

    /// Returns the square at a position of the screen.
    pub fn square_at(&self, position: Position) -> Option<Square> {
        let squares = self.layout.squares;
        squares.contains(position).then(|| Square {
            row: self.first.row + usize::from(position.y - squares.y),
            col: self.first.col + usize::from((position.x - squares.x) / self.layout.square_width),
        })
    }
}

/// Returns the new index of the first visible row or column. It changes no more than necessary to
/// show the cursor, and leaves no gap after the last row or column.
fn scroll(first: usize, cursor: usize, visible: usize, length: usize) -> usize {
    let min = (cursor + 1).saturating_sub(visible);
    first.clamp(min, cursor).min(length - visible)
}

/// A board to draw.
pub(super) struct BoardWidget<'game> {
    pub run: &'game Playthrough,
    pub odds: Option<&'game Odds>,
    pub highlights: &'game Highlights,
    pub viewport: &'game Viewport,
    pub depth: Depth,
    pub header: String,
}

impl BoardWidget<'_> {
    pub fn draw(&self, buffer: &mut Buffer) {
        let layout = &self.viewport.layout;
        let first_index = self.run.moves.first_index;
        draw_box(buffer, layout.frame, "", Style::new().dim());
        Line::styled(&self.header, Style::reset().bold()).render(layout.header, buffer);
        self.draw_hidden_counts(buffer);
        self.draw_column_numbers(buffer);
        let first = self.viewport.first;
        for (row, y) in (first.row..first.row + layout.rows).zip(layout.squares.y..) {
            let label = (row + first_index).to_string();
            let x = layout.squares.x.saturating_sub(to_u16(label.len()) + 1);
            let style = theme::label(self.depth, row == self.viewport.cursor.row);
            buffer.set_string(x, y, label, Style::reset().patch(style));
            let xs = (layout.squares.x..).step_by(layout.square_width.into());
            for (col, x) in (first.col..first.col + layout.cols).zip(xs) {
                self.draw_square(buffer, Square { row, col }, x, y);
            }
        }
    }

    /// Draws the numbers of rows and columns outside the visible part into the lower edge.
    fn draw_hidden_counts(&self, buffer: &mut Buffer) {
        let layout = &self.viewport.layout;
        let first = self.viewport.first;
        let size = self.run.minefield.size();
        let mut text = String::new();
        for (sign, count) in [
            ('▲', first.row),
            ('▼', size.rows - first.row - layout.rows),
            ('◀', first.col),
            ('▶', size.cols - first.col - layout.cols),
        ] {
            if count > 0 {
                text += &format!(" {sign}{count}");
            }
        }
        if !text.is_empty() {
            let edge = layout.frame.rows().next_back().unwrap_or_default();
            let line = Line::styled(format!("{text} more "), theme::label(self.depth, true));
            let width = Constraint::Length(to_u16(line.width()));
            line.render(edge.centered_horizontally(width), buffer);
        }
    }

    /// Draws the number of the cursor's column, and as many other column numbers as there is room
    /// for. The last digit is above the sign of the square.
    fn draw_column_numbers(&self, buffer: &mut Buffer) {
        let layout = &self.viewport.layout;
        let first = self.viewport.first.col;
        let cursor = self.viewport.cursor.col;
        let first_index = self.run.moves.first_index;
        let longest = (first + layout.cols - 1 + first_index).to_string();
        let step = usize::from((to_u16(longest.len()) + 1).div_ceil(layout.square_width));
        let sign_xs = (layout.squares.x + 1..).step_by(layout.square_width.into());
        for (col, sign_x) in (first..first + layout.cols).zip(sign_xs) {
            let has_room = col % step == 0 && col.abs_diff(cursor) >= step;
            if col == cursor || has_room {
                let label = (col + first_index).to_string();
                let x = (sign_x + 1).saturating_sub(to_u16(label.len()));
                let style = Style::reset().patch(theme::label(self.depth, col == cursor));
                buffer.set_string(x, layout.squares.y - 1, label, style);
            }
        }
    }

    fn draw_square(&self, buffer: &mut Buffer, square: Square, x: u16, y: u16) {
        let is_narrow = self.viewport.layout.is_narrow();
        let (sign, ink) = self.sign(square, is_narrow);
        let highlights = self.highlights;
        let is_proved = highlights.safe.contains(&square) || highlights.mined.contains(&square);
        let [before, after] = if square == self.viewport.cursor {
            ['[', ']']
        } else if highlights.numbers.contains(&square) {
            ['(', ')']
        } else if is_proved {
            ['{', '}']
        } else {
            [' ', ' ']
        };
        // Odds fill the whole square, without room for brackets.
        let text = match (sign.chars().count(), is_narrow) {
            (1, true) => format!("{before}{sign}"),
            (1, false) => format!("{before}{sign}{after}"),
            _ => sign,
        };
        let style = theme::square(self.depth, ink, self.background(square));
        buffer.set_string(x, y, text, Style::reset().patch(style));
    }

    /// Returns the sign of a square, or its odds, and the meaning of the sign.
    fn sign(&self, square: Square, is_narrow: bool) -> (String, Ink) {
        let mines = self.run.visible_mines();
        let is_mine = mines.is_some_and(|mines| mines.is_mine(square));
        let (sign, ink) = match self.run.view().shown(square) {
            Shown::Marked if mines.is_some() && !is_mine => ('x', Ink::Mark),
            Shown::Marked => ('F', Ink::Mark),
            Shown::Mine => ('*', Ink::Mine),
            _ if is_mine => ('*', Ink::Mine),
            Shown::Guessed => ('?', Ink::Guess),
            Shown::Revealed(0) => (' ', Ink::Plain),
            Shown::Revealed(number) => (char::from(b'0' + number.min(8)), Ink::Number(number)),
            Shown::Covered if self.highlights.mined.contains(&square) => ('!', Ink::Mine),
            Shown::Covered if self.highlights.safe.contains(&square) => ('·', Ink::Safe),
            Shown::Covered => match self.odds {
                Some(odds) => return odds_sign(odds.at(square), is_narrow),
                None => ('·', Ink::Faint),
            },
        };
        (sign.to_string(), ink)
    }

    fn background(&self, square: Square) -> Background {
        if self.run.exploded() == Some(square) {
            Background::Exploded
        } else if square == self.viewport.cursor {
            Background::Cursor
        } else if matches!(self.run.view().shown(square), Shown::Revealed(_)) {
            Background::Open
        } else {
            Background::Covered
        }
    }
}

/// Formats odds: in percent or, on narrow squares, in tenths. A point distinguishes tenths from
/// numbers of mines.
pub(super) fn odds_sign(odds: f64, is_narrow: bool) -> (String, Ink) {
    let text = match odds {
        1.0.. => return ("!".to_owned(), Ink::Mine),
        ..=0.0 if is_narrow => return (".0".to_owned(), Ink::Safe),
        ..=0.0 => return (" 0%".to_owned(), Ink::Safe),
        _ if is_narrow => format!(".{:.0}", (odds * 10.0).clamp(1.0, 9.0)),
        _ => format!("{:>2.0}%", (odds * 100.0).clamp(1.0, 99.0)),
    };
    (text, Ink::Faint)
}
