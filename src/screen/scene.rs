//! What is shown of a game, and how it is drawn.

use crossterm::style::{Color, ContentStyle, Stylize};

use super::canvas::{Area, Canvas, wrapped};
use super::layout::{LEAST_HEIGHT, LEAST_WIDTH, Layout};
use crate::field::minefield::{Minefield, Size, Square};
use crate::game::view::{Shown, View};
use crate::solve::odds::Chances;
use crate::solve::words;

/// How wide a square is at most, and with odds in it.
const WIDTH: u16 = 3;
const WIDTH_WITH_ODDS: u16 = 5;

/// How many lines the message may take.
const MESSAGE_LINES: u16 = 3;

/// How many lines the header may take.
const MOST_HEADER_LINES: u16 = 3;

/// Whether there are colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colours {
    /// There are. What they mean is also told otherwise.
    On,
    /// The environment variable `NO_COLOR` is set.
    Off,
}

impl Colours {
    /// What the environment asks for.
    pub(super) fn from_environment() -> Self {
        match std::env::var_os("NO_COLOR") {
            Some(value) if !value.is_empty() => Self::Off,
            _ => Self::On,
        }
    }
}

/// Squares that a hint is about.
#[derive(Clone, Debug, Default)]
pub(super) struct Highlights {
    /// The numbers that it follows from.
    pub(super) numbers: Vec<Square>,
    /// The squares that it says something of.
    pub(super) squares: Vec<Square>,
}

/// A text before everything else.
pub(super) struct Popup {
    pub(super) title: &'static str,
    pub(super) text: String,
}

/// All that is shown.
pub(super) struct Scene<'shown> {
    /// What the game shows; nothing is revealed if it has not begun.
    pub(super) view: Option<View<'shown>>,
    pub(super) size: Size,
    /// What the first row and column are called.
    pub(super) first_index: usize,
    /// The mines, where they may be seen.
    pub(super) mines: Option<&'shown Minefield>,
    pub(super) odds: Option<&'shown Chances>,
    pub(super) cursor: Square,
    /// The first square that was seen before.
    pub(super) first: Square,
    pub(super) highlights: &'shown Highlights,
    /// What is told above, a part each.
    pub(super) header: Vec<String>,
    /// The last line that was sent, which has a line of its own.
    pub(super) sent: String,
    pub(super) message: String,
    /// Some of the keys; the last two are shown however narrow the screen is.
    pub(super) keys: Vec<&'static str>,
    /// What is told beside the field, or below it.
    pub(super) pane: Option<&'shown str>,
    pub(super) popup: Option<Popup>,
    pub(super) colours: Colours,
}

impl Scene<'_> {
    /// Draws it; where the field is then, if there is room for it.
    pub(super) fn draw(&self, canvas: &mut Canvas) -> Option<Layout> {
        let area = canvas.area();
        let plain = ContentStyle::new();
        if area.width < LEAST_WIDTH || area.height < LEAST_HEIGHT {
            let text = format!(
                "This terminal is {} by {}; at least {LEAST_WIDTH} by {LEAST_HEIGHT} are needed. Q: quit",
                area.width, area.height
            );
            canvas.put_lines(area, wrapped(&text, area.width), plain);
            return None;
        }
        let header = self.header_lines(area.width);
        let message = wrapped(&self.message, area.width);
        let height = |lines: &[String]| u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let message_height = height(&message).clamp(1, MESSAGE_LINES);
        let [above, middle, below, keys] = area.rows([height(&header), 0, message_height, 1]);
        canvas.put_lines(above, header, plain);
        canvas.put_lines(below, message, plain);
        canvas.put(keys, &self.keys_line(area.width), plain.dim());
        let (field, pane) = self.beside(middle);
        let widest = if self.odds.is_some() {
            WIDTH_WITH_ODDS
        } else {
            WIDTH
        };
        let layout = Layout::new(
            field,
            self.size,
            self.first_index,
            widest,
            self.cursor,
            self.first,
        );
        self.draw_field(canvas, field, &layout);
        if let (Some(text), Some(pane)) = (self.pane, pane) {
            let inner = canvas.put_box(pane, "output");
            let past = text.lines().count().saturating_sub(inner.height.into());
            canvas.put_lines(inner, text.lines().skip(past), plain);
        }
        if let Some(Popup { title, text }) = &self.popup {
            let width = text.lines().map(|line| line.chars().count()).max();
            let [width, height] = [width.unwrap_or_default(), text.lines().count()]
                .map(|inner| u16::try_from(inner + 2).unwrap_or(u16::MAX));
            let inner = canvas.put_box(area.centred(width, height), title);
            canvas.put_lines(inner, text.lines(), plain);
        }
        Some(layout)
    }

    /// The parts of the header in as many lines as they need.
    fn header_lines(&self, width: u16) -> Vec<String> {
        let width = usize::from(width);
        let mut lines: Vec<String> = Vec::new();
        for part in &self.header {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 2 + part.chars().count() <= width => {
                    *line += "  ";
                    *line += part;
                }
                _ => lines.push(part.clone()),
            }
        }
        lines.truncate(MOST_HEADER_LINES.into());
        lines.push(format!("sent: {}", self.sent));
        lines
    }

    /// As many of the keys as there is room for.
    fn keys_line(&self, width: u16) -> String {
        let mut keys = self.keys.clone();
        loop {
            let line = keys.join("  ");
            if line.len() <= usize::from(width) || keys.len() <= 2 {
                return line;
            }
            keys.remove(keys.len() - 3);
        }
    }

    /// The area for the field, and that for the text beside or below it.
    fn beside(&self, area: Area) -> (Area, Option<Area>) {
        if self.pane.is_none() {
            return (area, None);
        }
        let cols = u16::try_from(self.size.cols).unwrap_or(u16::MAX);
        let needed = WIDTH.saturating_mul(cols).saturating_add(5);
        if needed.saturating_add(LEAST_WIDTH) <= area.width {
            let field = Area {
                width: needed,
                ..area
            };
            let pane = Area {
                x: area.x + needed,
                width: area.width - needed,
                ..area
            };
            return (field, Some(pane));
        }
        let [field, pane] = area.rows([area.height / 2, 0]);
        (field, Some(pane))
    }

    fn draw_field(&self, canvas: &mut Canvas, area: Area, layout: &Layout) {
        for (square, x, y) in layout.places() {
            let place = Area {
                x,
                y,
                width: layout.width,
                height: 1,
            };
            if square.col == layout.first.col {
                let right = usize::from(layout.left - 1);
                let name = format!("{:>right$}", square.row + self.first_index);
                let style = label_style(square.row == self.cursor.row);
                canvas.put(Area { y, ..area }, &name, style);
            }
            if square.row == layout.first.row {
                let name = (square.col + self.first_index).to_string();
                let room = usize::from(layout.width);
                // A number that does not fit is told in the header for the cursor.
                if name.len() < room || (name.len() == room && square.col % 2 == 0) {
                    let style = label_style(square.col == self.cursor.col);
                    let above = Area { y: area.y, ..place };
                    canvas.put(above, &format!("{name:^room$}"), style);
                }
            }
            let (text, style) = self.cell(square, layout.width.into());
            canvas.put(place, &text, style);
        }
    }

    /// What a square shows, as wide as it is.
    fn cell(&self, square: Square, width: usize) -> (String, ContentStyle) {
        let shown = self.view.map_or(Shown::Covered, |view| view.shown(square));
        let is_mine = self.mines.is_some_and(|mines| mines.is_mine(square));
        let (sign, colour) = match shown {
            Shown::Mine => ("*".to_owned(), Some(Color::DarkRed)),
            Shown::Marked if self.mines.is_some() && !is_mine => {
                ("x".to_owned(), Some(Color::DarkRed))
            }
            Shown::Marked => ("F".to_owned(), Some(Color::DarkRed)),
            _ if is_mine => ("*".to_owned(), Some(Color::DarkRed)),
            Shown::Guessed => ("?".to_owned(), Some(Color::DarkMagenta)),
            Shown::Revealed(0) => (" ".to_owned(), None),
            Shown::Revealed(number) => (number.to_string(), Some(number_colour(number))),
            Shown::Covered => ("\u{b7}".to_owned(), None),
        };
        let percent = |odds: &Chances| words::percent(&odds.odds(square));
        let sign = match (self.odds, shown) {
            (Some(odds), Shown::Covered) if !is_mine => percent(odds),
            (Some(odds), Shown::Marked | Shown::Guessed) => sign + &percent(odds),
            _ => sign,
        };
        let is_cursor = square == self.cursor;
        let is_number = self.highlights.numbers.contains(&square);
        let is_found = self.highlights.squares.contains(&square);
        let mut style = ContentStyle::new();
        style.foreground_color = colour.filter(|_| self.colours == Colours::On);
        if matches!(shown, Shown::Marked | Shown::Mine) {
            style = style.bold();
        }
        if is_number || is_found {
            style = style.bold().underlined();
        }
        if is_cursor {
            style = style.reverse();
        }
        let signs = match (is_cursor, is_number, is_found) {
            (true, ..) => ['[', ']'],
            (_, true, _) => ['(', ')'],
            (_, _, true) => ['{', '}'],
            _ => [' ', ' '],
        };
        let text = if sign.chars().count() + signs.len() <= width {
            let inner = width - signs.len();
            format!("{}{sign:>inner$}{}", signs[0], signs[1])
        } else {
            format!("{sign:>width$}")
        };
        (text, style)
    }
}

/// The style of the number of a row or a column.
fn label_style(of_cursor: bool) -> ContentStyle {
    if of_cursor {
        ContentStyle::new().bold()
    } else {
        ContentStyle::new().dim()
    }
}

fn number_colour(number: u8) -> Color {
    match number {
        1 => Color::DarkBlue,
        2 => Color::DarkGreen,
        3 => Color::DarkRed,
        4 => Color::DarkMagenta,
        5 => Color::DarkYellow,
        _ => Color::DarkCyan,
    }
}
