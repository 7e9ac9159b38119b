//! What the screen shows.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

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
    /// As the environment has it.
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

impl Popup {
    /// Keys and what they do.
    pub(super) fn help(keys: &[(&str, &str)]) -> Self {
        let lines = keys.iter().map(|(keys, what)| format!("{keys:<22}{what}"));
        Self {
            title: "help",
            text: lines.collect::<Vec<_>>().join("\n"),
        }
    }
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
    /// What was seen first before.
    pub(super) first: Square,
    pub(super) highlights: &'shown Highlights,
    /// What is told above, a part each.
    pub(super) header: Vec<String>,
    /// The last line that was sent, which has a line of its own.
    pub(super) sent: String,
    pub(super) message: String,
    /// Some of the keys; the last two are shown however narrow the screen is.
    pub(super) keys: &'static [&'static str],
    /// What is told beside the field, or below it.
    pub(super) pane: Option<&'shown str>,
    pub(super) popup: Option<Popup>,
    pub(super) colours: Colours,
}

impl Scene<'_> {
    /// Draws it; where the field is then, if there is room for it.
    pub(super) fn draw(&self, frame: &mut Frame<'_>) -> Option<Layout> {
        let area = frame.area();
        if area.width < LEAST_WIDTH || area.height < LEAST_HEIGHT {
            let text = format!(
                "This terminal is {} by {}; at least {LEAST_WIDTH} by {LEAST_HEIGHT} are needed. Q: quit",
                area.width, area.height
            );
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return None;
        }
        let header = self.header_lines(area.width);
        let header_height = u16::try_from(header.len()).unwrap_or(1);
        let message_height = lines_of(&self.message, area.width).clamp(1, MESSAGE_LINES);
        let [above, field, below, keys] = rows(area, [header_height, 0, message_height, 1]);
        frame.render_widget(Paragraph::new(Text::from(header)), above);
        let message = Paragraph::new(self.message.as_str()).wrap(Wrap { trim: true });
        frame.render_widget(message, below);
        let dim = Style::new().add_modifier(Modifier::DIM);
        frame.render_widget(Paragraph::new(self.keys_line(area.width)).style(dim), keys);
        let (field, pane) = self.beside(field);
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
        self.draw_field(frame, field, &layout);
        if let (Some(text), Some(pane)) = (self.pane, pane) {
            let block = Block::bordered().title("output");
            let lines = u16::try_from(text.lines().count()).unwrap_or(u16::MAX);
            let past = lines.saturating_sub(pane.height.saturating_sub(2));
            frame.render_widget(Paragraph::new(text).block(block).scroll((past, 0)), pane);
        }
        if let Some(popup) = &self.popup {
            draw_popup(frame, area, popup);
        }
        Some(layout)
    }

    /// The parts of the header in as many lines as they need.
    fn header_lines(&self, width: u16) -> Vec<Line<'_>> {
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
        lines.into_iter().map(Line::from).collect()
    }

    /// As many of the keys as there is room for.
    fn keys_line(&self, width: u16) -> String {
        let mut keys = self.keys.to_vec();
        loop {
            let line = keys.join("  ");
            if line.len() <= usize::from(width) || keys.len() <= 2 {
                return line;
            }
            keys.remove(keys.len() - 3);
        }
    }

    /// The area for the field, and that for the text beside or below it.
    fn beside(&self, area: Rect) -> (Rect, Option<Rect>) {
        if self.pane.is_none() {
            return (area, None);
        }
        let cols = u16::try_from(self.size.cols).unwrap_or(u16::MAX);
        let needed = WIDTH.saturating_mul(cols).saturating_add(5);
        if needed.saturating_add(LEAST_WIDTH) <= area.width {
            let field = Rect {
                width: needed,
                ..area
            };
            let pane = Rect {
                x: area.x + needed,
                width: area.width - needed,
                ..area
            };
            return (field, Some(pane));
        }
        let height = area.height / 2;
        let [field, pane] = rows(area, [height, 0]);
        (field, Some(pane))
    }

    fn draw_field(&self, frame: &mut Frame<'_>, area: Rect, layout: &Layout) {
        let buffer = frame.buffer_mut();
        let dim = Style::new().add_modifier(Modifier::DIM);
        for (square, x, y) in layout.places() {
            if square.col == layout.first.col {
                let name = (square.row + self.first_index).to_string();
                let right = usize::from(layout.left - 1);
                let style = label_style(square.row == self.cursor.row, dim);
                buffer.set_string(area.x, y, format!("{name:>right$}"), style);
            }
            if square.row == layout.first.row {
                let name = (square.col + self.first_index).to_string();
                let room = usize::from(layout.width);
                // A number that does not fit is told in the header for the cursor.
                if name.len() < room || (name.len() == room && square.col % 2 == 0) {
                    let style = label_style(square.col == self.cursor.col, dim);
                    buffer.set_string(x, area.y, format!("{name:^room$}"), style);
                }
            }
            let (text, style) = self.cell(square, usize::from(layout.width));
            buffer.set_string(x, y, text, style);
        }
    }

    /// What a square shows, as wide as it is.
    fn cell(&self, square: Square, width: usize) -> (String, Style) {
        let shown = self.view.map_or(Shown::Covered, |view| view.shown(square));
        let is_mine = self.mines.is_some_and(|mines| mines.is_mine(square));
        let (sign, colour) = match shown {
            Shown::Mine => ("*".to_owned(), Some(Color::Red)),
            Shown::Marked if self.mines.is_some() && !is_mine => ("x".to_owned(), Some(Color::Red)),
            Shown::Marked => ("F".to_owned(), Some(Color::Red)),
            _ if is_mine => ("*".to_owned(), Some(Color::Red)),
            Shown::Guessed => ("?".to_owned(), Some(Color::Magenta)),
            Shown::Revealed(0) => (" ".to_owned(), None),
            Shown::Revealed(number) => (number.to_string(), Some(number_colour(number))),
            Shown::Covered => ("\u{b7}".to_owned(), None),
        };
        let sign = match (self.odds, shown) {
            (Some(odds), Shown::Covered) if !is_mine => words::percent(&odds.odds(square)),
            (Some(odds), Shown::Marked | Shown::Guessed) => {
                sign + &words::percent(&odds.odds(square))
            }
            _ => sign,
        };
        let mut style = Style::new();
        if let (Some(colour), Colours::On) = (colour, self.colours) {
            style = style.fg(colour);
        }
        if matches!(shown, Shown::Marked | Shown::Mine) {
            style = style.add_modifier(Modifier::BOLD);
        }
        let is_number = self.highlights.numbers.contains(&square);
        let is_found = self.highlights.squares.contains(&square);
        if is_number || is_found {
            style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        }
        let is_cursor = square == self.cursor;
        if is_cursor {
            style = style.add_modifier(Modifier::REVERSED);
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

fn label_style(of_cursor: bool, other: Style) -> Style {
    if of_cursor {
        Style::new().add_modifier(Modifier::BOLD)
    } else {
        other
    }
}

fn number_colour(number: u8) -> Color {
    match number {
        1 => Color::Blue,
        2 => Color::Green,
        3 => Color::Red,
        4 => Color::Magenta,
        5 => Color::Yellow,
        _ => Color::Cyan,
    }
}

/// How many lines a text takes at a width, at most: words are not taken apart.
fn lines_of(text: &str, width: u16) -> u16 {
    let width = usize::from(width.max(1));
    let mut lines = 0;
    for line in text.lines() {
        let (mut used, mut rows) = (0, 1);
        for word in line.split(' ') {
            let length = word.chars().count();
            if used > 0 && used + 1 + length > width {
                rows += 1;
                used = 0;
            }
            used += length + usize::from(used > 0);
        }
        lines += rows;
    }
    u16::try_from(lines).unwrap_or(u16::MAX)
}

/// Cuts an area into parts of these heights, one above the other; 0 is what is
/// left.
fn rows<const COUNT: usize>(area: Rect, heights: [u16; COUNT]) -> [Rect; COUNT] {
    let fixed: u16 = heights.iter().sum();
    let rest = area.height.saturating_sub(fixed);
    let mut y = area.y;
    heights.map(|height| {
        let height = if height == 0 { rest } else { height };
        let part = Rect { y, height, ..area };
        y += height;
        part
    })
}

/// Draws a text in the middle of the screen, as much of it as fits.
fn draw_popup(frame: &mut Frame<'_>, area: Rect, popup: &Popup) {
    let widest = popup.text.lines().map(|line| line.chars().count()).max();
    let width = u16::try_from(widest.unwrap_or_default() + 2).unwrap_or(u16::MAX);
    let height = u16::try_from(popup.text.lines().count() + 2).unwrap_or(u16::MAX);
    let (width, height) = (width.min(area.width), height.min(area.height));
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    frame.render_widget(Clear, place);
    let block = Block::bordered().title(popup.title);
    frame.render_widget(Paragraph::new(popup.text.as_str()).block(block), place);
}
