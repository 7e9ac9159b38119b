//! Boxes, wrapped text, popups and the line of keys.

use crossterm::event::KeyCode;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Constraint, Margin, Rect};
use ratatui_core::style::Style;
use unicode_width::UnicodeWidthStr;

use super::keys::{self, KeyLabel};

/// Shortest width of a popup.
const MIN_POPUP_WIDTH: u16 = 24;

/// A scrollable text above the rest of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Popup {
    pub(super) title: &'static str,
    /// A name and a text that wraps next to it; or a line and an empty text.
    pub(super) rows: Vec<[String; 2]>,
    /// Number of lines above the first visible line.
    pub(super) scrolled: usize,
    /// True if the key that closes the popup also acts on the view below it.
    pub(super) passes_keys: bool,
}

impl Popup {
    pub(super) fn new(title: &'static str, rows: Vec<[String; 2]>) -> Self {
        Self {
            title,
            rows,
            scrolled: 0,
            passes_keys: false,
        }
    }

    /// Wraps a text.
    pub(super) fn of_text(title: &'static str, text: &str) -> Self {
        Self::new(title, vec![[String::new(), text.to_owned()]])
    }

    pub(super) fn of_lines<'line>(
        title: &'static str,
        lines: impl IntoIterator<Item = &'line str>,
    ) -> Self {
        let rows = lines
            .into_iter()
            .map(|line| [line.to_owned(), String::new()]);
        Self::new(title, rows.collect())
    }

    fn lines(&self, width: u16) -> Vec<String> {
        let is_pair = |row: &&[String; 2]| !row[1].is_empty();
        let names = self.rows.iter().filter(is_pair).map(|row| row[0].width());
        let mut indent = names.max().unwrap_or_default() + 2;
        let is_narrow = usize::from(width) < indent + 30;
        if is_narrow {
            indent = 2;
        }
        let mut lines = Vec::new();
        for row in &self.rows {
            let [name, text] = row;
            if !is_pair(&row) {
                lines.push(name.clone());
                continue;
            }
            let indent_width = u16::try_from(indent).unwrap_or(u16::MAX);
            let text = wrapped(text, width.saturating_sub(indent_width));
            if is_narrow {
                lines.push(name.clone());
            }
            for (index, line) in text.iter().enumerate() {
                let name = if index == 0 && !is_narrow { name } else { "" };
                lines.push(format!("{name:indent$}{line}"));
            }
        }
        lines
    }

    /// Draws the popup and limits the scroll offset to the text.
    pub(super) fn draw(&mut self, buffer: &mut Buffer) {
        let screen = *buffer.area();
        let lines = self.lines(screen.width - 4);
        let widest = lines.iter().map(|line| line.width()).max();
        let [width, height] = [widest.unwrap_or_default(), lines.len()]
            .map(|length| u16::try_from(length + 2).unwrap_or(u16::MAX));
        let [width, height] = [width.saturating_add(2).max(MIN_POPUP_WIDTH), height];
        let area = screen.centered(Constraint::Length(width), Constraint::Length(height));
        let inner = draw_box(buffer, area, self.title, Style::new());
        let hidden = lines.len().saturating_sub(inner.height.into());
        self.scrolled = self.scrolled.min(hidden);
        draw_lines(
            buffer,
            inner.inner(Margin::new(1, 0)),
            &lines[self.scrolled..],
            Style::new(),
        );
        let help = match hidden - self.scrolled {
            _ if hidden == 0 => " Esc: close ".to_owned(),
            0 => " up: more, Esc: close ".to_owned(),
            below => format!(" down: {below} more, Esc: close "),
        };
        let style = Style::new().bold();
        buffer.set_stringn(inner.x + 1, inner.bottom(), help, inner.width.into(), style);
    }
}

/// Draws an empty box with a title in its upper edge; returns the area inside.
pub(super) fn draw_box(buffer: &mut Buffer, area: Rect, title: &str, style: Style) -> Rect {
    let style = Style::reset().patch(style);
    let width = usize::from(area.width.saturating_sub(2));
    for y in area.top()..area.bottom() {
        let line = if y == area.top() {
            format!("┌{title:─<width$}┐")
        } else if y + 1 == area.bottom() {
            format!("└{:─<width$}┘", "")
        } else {
            format!("│{:width$}│", "")
        };
        buffer.set_stringn(area.x, y, line, area.width.into(), style);
    }
    area.inner(Margin::new(1, 1))
}

/// Draws as many lines as fit.
pub(super) fn draw_lines(
    buffer: &mut Buffer,
    area: Rect,
    lines: impl IntoIterator<Item = impl AsRef<str>>,
    style: Style,
) {
    for (y, line) in (area.top()..area.bottom()).zip(lines) {
        buffer.set_stringn(area.x, y, line, area.width.into(), style);
    }
}

/// Draws a message. One that is too long continues in the line of keys below its area, and ends
/// with an ellipsis if that is not enough. Returns true if the line of keys is used.
pub(super) fn draw_message(buffer: &mut Buffer, area: Rect, text: &str, style: Style) -> bool {
    let mut lines = wrapped(text, area.width);
    let height = usize::from(area.height);
    let is_long = lines.len() > height;
    if lines.len() > height + 1 {
        lines.truncate(height + 1);
        let last = &mut lines[height];
        while last.width() + 2 > area.width.into() || last.rfind('(') > last.rfind(')') {
            last.truncate(last.rfind(' ').unwrap_or_default());
        }
        last.push_str(" …");
    }
    let height = area.height + u16::from(is_long);
    draw_lines(buffer, Rect { height, ..area }, lines, style);
    is_long
}

/// Draws as many keys as fit, always the last two; returns where each is.
pub(super) fn draw_keys(
    buffer: &mut Buffer,
    area: Rect,
    labels: &[KeyLabel],
) -> Vec<(Rect, KeyCode)> {
    let mut labels = labels.to_vec();
    let width = |label: &KeyLabel| label.key.width() + 1 + label.text.width();
    let total = |labels: &[KeyLabel]| labels.iter().map(width).sum::<usize>() + labels.len() - 1;
    while labels.len() > 2 && total(&labels) > area.width.into() {
        labels.remove(labels.len() - 3);
    }
    let has_room = total(&labels) + labels.len() - 1 <= area.width.into();
    let gap: u16 = if has_room { 2 } else { 1 };
    let mut places = Vec::new();
    let width = total(&labels) + (labels.len() - 1) * usize::from(gap - 1);
    let mut x = area.x + area.width.saturating_sub(u16::try_from(width).unwrap_or(0)) / 2;
    for label in labels {
        let style = Style::new().bold();
        let rest = usize::from(area.right().saturating_sub(x));
        let (after_key, _) = buffer.set_stringn(x, area.y, label.key, rest, style);
        let rest = usize::from(area.right().saturating_sub(after_key + 1));
        let style = Style::new().dim();
        let (end, _) = buffer.set_stringn(after_key + 1, area.y, label.text, rest, style);
        if let Some(key) = keys::parse(label.key) {
            places.push((Rect::new(x, area.y, end - x, 1), key));
        }
        x = end + gap;
    }
    places
}

/// Wraps a text into lines of this width. The name of a square, such as `(1, 2)`, is not split.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut words: Vec<String> = Vec::new();
        for word in paragraph.split(' ') {
            match words.last_mut() {
                Some(name) if name.starts_with('(') && name.ends_with(',') => {
                    *name = format!("{name} {word}");
                }
                _ => words.push(word.to_owned()),
            }
        }
        let mut line = String::new();
        for word in words {
            if !line.is_empty() && line.width() + 1 + word.width() > width.into() {
                lines.push(std::mem::take(&mut line));
            } else if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
        lines.push(line);
    }
    lines
}
