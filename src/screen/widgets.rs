//! Boxes, wrapped text, popups and key hints.

use std::time::Duration;

use crossterm::event::KeyCode;
use ratatui_core::{
    buffer::Buffer,
    layout::{Constraint::Length, Margin, Rect},
    style::{Style, Stylize},
    text::{Line, Text},
    widgets::Widget,
};
use unicode_width::UnicodeWidthStr;

use super::keys;

/// A scrollable text above the rest of the screen.
pub(super) struct Popup {
    pub title: &'static str,
    /// The text. Lines that are too long are wrapped.
    pub text: String,
    /// Number of lines above the first visible line.
    pub offset: usize,
}

impl Popup {
    /// Draws the popup and limits the scroll offset to the text.
    pub fn draw(&mut self, buffer: &mut Buffer, area: Rect) {
        let lines = wrapped(&self.text, area.width - 4);
        let widest = lines.iter().map(|line| line.width()).max();
        let [width, height] = [widest.unwrap_or_default() + 4, lines.len() + 2].map(to_u16);
        let area = area.centered(Length(width), Length(height));
        let inner = draw_box(buffer, area, self.title, Style::new());
        let hidden = lines.len().saturating_sub(inner.height.into());
        self.offset = self.offset.min(hidden);
        let text = inner.inner(Margin::new(1, 0));
        draw_lines(buffer, text, &lines[self.offset..]);
        if hidden > self.offset {
            let edge = Rect::new(inner.x + 1, inner.bottom(), inner.width - 1, 1);
            let help = format!(" up, down: {} more ", hidden - self.offset);
            Line::from(help.bold()).render(edge, buffer);
        }
    }
}

/// Draws an empty box with a title in its upper edge. Returns the area inside.
pub(super) fn draw_box(buffer: &mut Buffer, area: Rect, title: &str, style: Style) -> Rect {
    let width = usize::from(area.width.saturating_sub(2));
    for row in area.rows() {
        let line = if row.y == area.top() {
            format!("┌{title:─<width$}┐")
        } else if row.y + 1 == area.bottom() {
            format!("└{:─<width$}┘", "")
        } else {
            format!("│{:width$}│", "")
        };
        Line::styled(line, Style::reset().patch(style)).render(row, buffer);
    }
    area.inner(Margin::new(1, 1))
}

/// Draws as many lines as fit.
pub(super) fn draw_lines(buffer: &mut Buffer, area: Rect, lines: &[String]) {
    let text: Text<'_> = lines.iter().map(String::as_str).collect();
    text.render(area, buffer);
}

/// Draws as many key hints as fit, always the last two. Returns the area and the key of each hint.
pub(super) fn draw_keys(buffer: &mut Buffer, area: Rect, keys: &str) -> Vec<(Rect, KeyCode)> {
    let mut labels: Vec<&str> = keys.split("  ").collect();
    let width = usize::from(area.width);
    while labels.len() > 2 && labels.join(" ").len() > width {
        labels.remove(labels.len() - 3);
    }
    let is_tight = labels.join("  ").len() > width;
    let gap = if is_tight { " " } else { "  " };
    let length = labels.join(gap).len();
    let mut x = area.x + to_u16(width.saturating_sub(length) / 2);
    let mut areas = Vec::new();
    for (key, text) in labels.iter().filter_map(|label| label.split_once(' ')) {
        let label = Line::from(vec![key.bold(), " ".into(), text.dim()]);
        let label_area = Rect::new(x, area.y, to_u16(label.width()), 1).intersection(area);
        areas.extend(keys::parse(key).map(|key| (label_area, key)));
        label.render(label_area, buffer);
        x = label_area.right() + to_u16(gap.len());
    }
    areas
}

/// Wraps a text into lines of this width. If a line has a second column after two spaces, wrapped
/// words stay in that column. Lines that begin with a space, such as those of pictures, stay as
/// they are.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        let indent = paragraph.rfind("  ").map_or(0, |gap| gap + 2);
        for word in paragraph.split(' ') {
            let is_full = line.width() + word.width() >= width.into() && !line.trim().is_empty();
            if is_full && !paragraph.starts_with(' ') {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            }
            line = line + word + " ";
        }
        line.pop();
        lines.push(line);
    }
    lines
}

pub(super) fn to_u16(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

/// Formats a duration in minutes and seconds.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
