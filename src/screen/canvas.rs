//! What the terminal is to show: characters with their styles, and the bytes that
//! turn one such picture into the next.

use std::io::{self, Write};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{ContentStyle, PrintStyledContent, StyledContent};
use unicode_width::UnicodeWidthChar;

/// A rectangle of the screen, in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: u16,
    pub(super) y: u16,
    pub(super) width: u16,
    pub(super) height: u16,
}

impl Area {
    /// Whether the character in this column and row is in it.
    pub(super) fn contains(self, column: u16, row: u16) -> bool {
        (self.x..self.x.saturating_add(self.width)).contains(&column)
            && (self.y..self.y.saturating_add(self.height)).contains(&row)
    }

    /// A smaller area in the middle of this one, or all of it.
    pub(super) fn centred(self, width: u16, height: u16) -> Self {
        let (width, height) = (width.min(self.width), height.min(self.height));
        Self {
            x: self.x + (self.width - width) / 2,
            y: self.y + (self.height - height) / 2,
            width,
            height,
        }
    }

    /// Areas of these heights, one above the other; a height of 0 is what is left.
    pub(super) fn rows<const COUNT: usize>(self, heights: [u16; COUNT]) -> [Self; COUNT] {
        let rest = self.height.saturating_sub(heights.iter().sum());
        let mut y = self.y;
        heights.map(|height| {
            let height = if height == 0 { rest } else { height };
            let part = Self { y, height, ..self };
            y += height;
            part
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    /// [`COVERED`] if the character before takes two columns.
    character: char,
    style: ContentStyle,
}

const COVERED: char = '\0';

/// All characters of the screen.
pub(super) struct Canvas {
    width: u16,
    height: u16,
    cells: Vec<Cell>,
}

impl Canvas {
    /// A blank one.
    pub(super) fn new((width, height): (u16, u16)) -> Self {
        let blank = Cell {
            character: ' ',
            style: ContentStyle::new(),
        };
        Self {
            width,
            height,
            cells: vec![blank; usize::from(width) * usize::from(height)],
        }
    }

    pub(super) fn size(&self) -> (u16, u16) {
        (self.width, self.height)
    }

    /// All of it.
    pub(super) fn area(&self) -> Area {
        Area {
            width: self.width,
            height: self.height,
            ..Area::default()
        }
    }

    /// Writes one line of text at the top of an area, as much of it as fits.
    pub(super) fn put(&mut self, area: Area, text: &str, style: ContentStyle) {
        if area.y >= self.height || area.height == 0 {
            return;
        }
        let line = usize::from(area.y) * usize::from(self.width);
        let mut x = area.x;
        let end = area.x.saturating_add(area.width).min(self.width);
        for character in text.chars() {
            let width = width_of(character);
            if width == 0 {
                continue;
            }
            if end.saturating_sub(x) < width {
                break;
            }
            let at = line + usize::from(x);
            // Half of a wide character is nothing.
            if x > 0 && self.cells[at].character == COVERED {
                self.cells[at - 1].character = ' ';
            }
            x += width;
            let next = line + usize::from(x);
            if x < self.width && self.cells[next].character == COVERED {
                self.cells[next].character = ' ';
            }
            self.cells[at..next].fill(Cell {
                character: COVERED,
                style,
            });
            self.cells[at].character = character;
        }
    }

    /// Writes lines of text into an area, as many as fit.
    pub(super) fn put_lines(
        &mut self,
        area: Area,
        lines: impl IntoIterator<Item = impl AsRef<str>>,
        style: ContentStyle,
    ) {
        for (row, line) in (0..area.height).zip(lines) {
            let y = area.y.saturating_add(row);
            self.put(Area { y, ..area }, line.as_ref(), style);
        }
    }

    /// Draws an empty box with a title; the area inside.
    pub(super) fn put_box(&mut self, area: Area, title: &str, style: ContentStyle) -> Area {
        let inner = Area {
            x: area.x.saturating_add(1),
            y: area.y.saturating_add(1),
            width: area.width.saturating_sub(2),
            height: area.height.saturating_sub(2),
        };
        let width = usize::from(inner.width);
        let top = format!("\u{250c}{:\u{2500}<width$}\u{2510}", "");
        let side = format!("\u{2502}{:width$}\u{2502}", "");
        let bottom = format!("\u{2514}{:\u{2500}<width$}\u{2518}", "");
        let sides = std::iter::repeat_n(&side, inner.height.into());
        let lines = std::iter::once(&top).chain(sides).chain([&bottom]);
        self.put_lines(area, lines, style);
        self.put(Area { y: area.y, ..inner }, title, ContentStyle::new());
        inner
    }

    /// Writes what a terminal that shows another canvas of the same size needs to
    /// show this one.
    pub(super) fn write_changes(&self, before: &Self, out: &mut impl Write) -> io::Result<()> {
        let row_length = usize::from(self.width.max(1));
        let rows = self
            .cells
            .chunks(row_length)
            .zip(before.cells.chunks(row_length));
        for (y, (now, before)) in (0..).zip(rows) {
            let cells: Vec<_> = (0..).zip(now).zip(before).collect();
            // Neighbours that have all changed and have one style are written at once.
            let runs = cells.chunk_by(|((_, a), a_before), ((_, b), b_before)| {
                (a == a_before, a.style) == (b == b_before, b.style)
            });
            for run in runs {
                let &((x, first), before) = &run[0];
                if first == before {
                    continue;
                }
                let text: String = run
                    .iter()
                    .map(|((_, cell), _)| cell.character)
                    .filter(|&character| character != COVERED)
                    .collect();
                let styled = StyledContent::new(first.style, text);
                queue!(out, MoveTo(x, y), PrintStyledContent(styled))?;
            }
        }
        Ok(())
    }
}

/// Breaks a text into lines of at most so many columns: between words, and within a
/// word that is longer than a line. The name of a square, such as `(3, 1)`, is a word.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let (mut line, mut used) = (String::new(), 0);
        for word in words(paragraph) {
            let length: usize = word.chars().map(|it| usize::from(width_of(it))).sum();
            if used > 0 && used + 1 + length > width {
                lines.push(std::mem::take(&mut line));
                used = 0;
            } else if used > 0 {
                line.push(' ');
                used += 1;
            }
            for character in word.chars() {
                let more = usize::from(width_of(character));
                if used > 0 && used + more > width {
                    lines.push(std::mem::take(&mut line));
                    used = 0;
                }
                line.push(character);
                used += more;
            }
        }
        lines.push(line);
    }
    lines
}

/// The words of a line, of which the name of a square is one.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for part in line.split_whitespace() {
        match words.last_mut() {
            Some(word) if word.starts_with('(') && word.ends_with(',') && !word.contains(' ') => {
                word.push(' ');
                word.push_str(part);
            }
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// How many columns a character takes: 0 for what is not shown by itself.
fn width_of(character: char) -> u16 {
    let width = character.width().unwrap_or_default();
    u16::try_from(width).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a terminal shows after these texts were put at these columns, one after
    /// the other, each over what was there.
    fn shown(texts: &[(u16, &str)]) -> String {
        let mut terminal = vt100::Parser::default();
        let mut before = Canvas::new((8, 1));
        for &(x, text) in texts {
            let mut canvas = Canvas::new((8, 1));
            canvas.cells.clone_from(&before.cells);
            let area = Area { x, ..canvas.area() };
            canvas.put(area, text, ContentStyle::new());
            let mut bytes = Vec::new();
            canvas.write_changes(&before, &mut bytes).expect("bytes");
            terminal.process(&bytes);
            before = canvas;
        }
        terminal.screen().contents()
    }

    #[test]
    fn wide_characters_are_shown_whole_or_not_at_all() {
        assert_eq!(shown(&[(0, "a\u{96f7}b")]), "a\u{96f7}b");
        assert_eq!(shown(&[(0, "\u{96f7}\u{96f7}"), (1, "x")]), " x\u{96f7}");
        assert_eq!(shown(&[(0, "abcd"), (1, "\u{96f7}")]), "a\u{96f7}d");
        assert_eq!(shown(&[(0, "a\u{96f7}b"), (1, "x")]), "ax b");
        assert_eq!(shown(&[(7, "\u{96f7}"), (6, "a\tb\u{301}c")]), "      ab");
    }

    #[test]
    fn long_texts_are_wrapped() {
        let text = "one two  three\n\nfourteen letters";
        assert_eq!(
            wrapped(text, 7),
            ["one two", "three", "", "fourtee", "n", "letters"]
        );
        assert_eq!(
            wrapped("from (1, 2), (13, 14) on", 12),
            ["from (1, 2),", "(13, 14) on"]
        );
    }
}
