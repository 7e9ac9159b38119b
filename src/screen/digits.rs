//! Large digits, three lines high, for what is looked at all the time.

use super::canvas::{Area, Canvas};
use crossterm::style::ContentStyle;

/// How high they are.
pub(super) const HEIGHT: u16 = 3;

/// How many blank columns are between two characters.
const GAP: usize = 1;

/// The three lines of a character; all lines of one are equally wide.
fn lines(character: char) -> [&'static str; 3] {
    match character {
        '0' => [" _ ", "| |", "|_|"],
        '1' => ["   ", "  |", "  |"],
        '2' => [" _ ", " _|", "|_ "],
        '3' => [" _ ", " _|", " _|"],
        '4' => ["   ", "|_|", "  |"],
        '5' => [" _ ", "|_ ", " _|"],
        '6' => [" _ ", "|_ ", "|_|"],
        '7' => [" _ ", "  |", "  |"],
        '8' => [" _ ", "|_|", "|_|"],
        '9' => [" _ ", "|_|", " _|"],
        '-' => ["   ", " _ ", "   "],
        ':' => [" ", ".", "."],
        _ => ["   ", "   ", "   "],
    }
}

/// How wide a text is, in columns.
pub(super) fn width(text: &str) -> u16 {
    let width: usize = text.chars().map(|it| lines(it)[0].len() + GAP).sum();
    u16::try_from(width.saturating_sub(GAP)).unwrap_or(u16::MAX)
}

/// Draws digits, colons and minus signs at the left of an area.
pub(super) fn draw(canvas: &mut Canvas, area: Area, text: &str, style: ContentStyle) {
    let drawn = [0, 1, 2].map(|line| {
        let parts: Vec<&str> = text.chars().map(|it| lines(it)[line]).collect();
        parts.join(&" ".repeat(GAP))
    });
    canvas.put_lines(area, drawn, style);
}
