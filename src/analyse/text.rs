//! Lines, and their parts: cells, numbers, whitespace, and texts without what varies.

use crate::game::sink::Kind;

/// A cell of the grid.
pub(super) struct Cell {
    /// The cell with `S` in place of its sign.
    pub(super) frame: Vec<u8>,
    /// The sign; a space in a cell without one.
    pub(super) sign: Vec<u8>,
    /// The marks of a mine, or nothing.
    pub(super) marks: &'static str,
}

impl Cell {
    pub(super) fn parse(cell: &[u8]) -> Self {
        let is_sign = |byte: &u8| !byte.is_ascii_whitespace() && !matches!(byte, b'<' | b'>');
        let (start, end) = match (
            cell.iter().position(is_sign),
            cell.iter().rposition(is_sign),
        ) {
            (Some(start), Some(last)) => (start, last + 1),
            _ => (cell.len() / 2, (cell.len() / 2 + 1).min(cell.len())),
        };
        let sign = match &cell[start..end] {
            b"" => b" ",
            sign => sign,
        };
        // In a blank cell, any space may be the one in place of the sign.
        let frame = match sign {
            b" " => cell.to_vec(),
            _ => [&cell[..start], b"S", &cell[end..]].concat(),
        };
        Self {
            frame,
            sign: sign.to_vec(),
            marks: if cell.contains(&b'<') { "<>" } else { "" },
        }
    }
}

/// Returns the lines of a text, with their line ends.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    text.split_inclusive(|&byte| byte == b'\n')
}

/// Returns the last lines of a text.
pub(super) fn last_lines(text: &[u8], count: usize) -> Vec<&[u8]> {
    let end = text.strip_suffix(b"\n").unwrap_or(text);
    let before_last = memchr::memrchr_iter(b'\n', end).nth(count.saturating_sub(1));
    lines(&text[before_last.map_or(0, |feed| feed + 1)..]).collect()
}

/// Returns the offset of the first different byte.
pub(super) fn first_difference(expected: &[u8], found: &[u8]) -> usize {
    let pairs = expected.iter().zip(found);
    pairs.take_while(|(one, other)| one == other).count()
}

pub(super) fn indent(text: &[u8]) -> &[u8] {
    &text[..text.len() - text.trim_ascii_start().len()]
}

pub(super) fn trailing(text: &[u8]) -> &[u8] {
    let trimmed = text.trim_ascii_end().len();
    &text[trimmed..]
}

/// Returns the integers in a text.
pub(super) fn numbers(text: &[u8]) -> Vec<i64> {
    let mut numbers = Vec::new();
    for part in text.chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit()) {
        if let Some(number) = str::from_utf8(part).ok().and_then(|part| part.parse().ok()) {
            numbers.push(number);
        }
    }
    numbers
}

/// Returns a text that the game does not print, with `#` for each number and `{line}` for the line of input that it answers.
pub(super) fn label(text: &[u8], input: &[u8]) -> Vec<u8> {
    let (mut text, input) = (text.trim_ascii().to_vec(), input.trim_ascii());
    if !input.is_empty()
        && let Some(at) = memchr::memmem::find(&text, input)
    {
        text.splice(at..at + input.len(), *b"{line}");
    }
    template(&text, Kind::Message)
}

/// Replaces what varies in a text by `#`: each number; in an error also each quoted text; in a message each list of numbers,
/// which has no letter in it. Of the column line, only the first two numbers remain.
pub(super) fn template(text: &[u8], kind: Kind) -> Vec<u8> {
    let mut template: Vec<u8> = Vec::with_capacity(text.len());
    let mut is_quoted = false;
    let mut list_end = None;
    for &byte in text {
        if byte == b'"' && kind == Kind::Error {
            is_quoted = !is_quoted;
            if is_quoted {
                template.extend_from_slice(b"\"#");
                continue;
            }
        }
        if is_quoted {
            continue;
        }
        if !byte.is_ascii_digit() {
            template.push(byte);
            list_end = list_end.filter(|_| !byte.is_ascii_alphabetic());
        } else if let Some(end) = list_end {
            template.truncate(end);
        } else if template.last() != Some(&b'#') {
            template.push(b'#');
            list_end = (kind == Kind::Message).then_some(template.len());
        }
    }
    if kind == Kind::ColumnLine {
        let second = memchr::memchr_iter(b'#', &template).nth(1);
        template.truncate(second.map_or(template.len(), |at| at + 1));
    }
    template
}

/// Returns a line without whitespace and case, and with `#` for each number.
pub(super) fn skeleton(text: &[u8]) -> Vec<u8> {
    let mut skeleton = Vec::with_capacity(text.len());
    for byte in text.iter().filter(|byte| !byte.is_ascii_whitespace()) {
        if !byte.is_ascii_digit() {
            skeleton.push(byte.to_ascii_lowercase());
        } else if skeleton.last() != Some(&b'#') {
            skeleton.push(b'#');
        }
    }
    skeleton
}
