//! Splits text into lines, rows, cells and numbers, and reduces it to templates and skeletons.

use crate::game::Kind;

/// Minimum number of cells in a row of a grid.
pub(super) const MIN_CELLS: usize = 3;

/// A row of a grid with bars between its cells.
#[derive(Debug)]
pub(super) struct Row<'line> {
    /// Text before the first bar.
    pub label: &'line [u8],
    /// Text between bars, with its whitespace.
    pub cells: Vec<&'line [u8]>,
}

impl<'line> Row<'line> {
    /// Parses a row, whose last bar may be missing. Returns `None` if the line is no row.
    pub fn parse(text: &'line [u8]) -> Option<Self> {
        const MAX_WIDTH: usize = 8;
        const MAX_SIGN: usize = 3;
        let is_label = |byte: &u8| byte.is_ascii_digit() || *byte == b' ';
        let start = text.iter().take(MAX_WIDTH + 1);
        let width = start.take_while(|byte| is_label(byte)).count();
        let (label, rest) = text.split_at(width);
        let rest = rest.strip_prefix(b"|").filter(|_| width <= MAX_WIDTH)?;
        // Most cells are three bytes and a bar.
        let mut cells = Vec::with_capacity(text.len() / 4);
        cells.extend(rest.split(|&byte| byte == b'|'));
        // A row without a number needs more cells.
        let is_numbered = !label.trim_ascii().is_empty() || cells.len() > MIN_CELLS + 1;
        cells.pop_if(|end| end.trim_ascii().is_empty());
        let is_row = is_numbered
            && cells.len() >= MIN_CELLS
            && cells.iter().all(|cell| {
                let sign_length = cell.iter().filter(|&&byte| is_sign(byte)).count();
                cell.len() <= MAX_WIDTH && sign_length <= MAX_SIGN
            });
        is_row.then_some(Self { label, cells })
    }
}

pub(super) struct Cell {
    /// The cell with `S` in place of its sign; the whole cell if the sign is a space.
    pub frame: Vec<u8>,
    /// The sign: the text without whitespace and marks. A space in a cell without a sign.
    pub sign: Vec<u8>,
    /// `<>` if the cell shows a mine, or nothing.
    pub marks: &'static str,
}

impl Cell {
    /// Parses the text between two bars.
    pub fn parse(cell: &[u8]) -> Self {
        let middle = cell.len() / 2;
        let mut bytes = cell.iter().copied();
        let start = bytes.clone().position(is_sign).unwrap_or(middle);
        let last = bytes.rposition(is_sign).unwrap_or(middle);
        let sign = cell.get(start..=last).unwrap_or(b" ");
        // In a cell without a sign, any space may be in its place.
        let frame = match sign {
            b" " => cell.to_vec(),
            _ => [&cell[..start], b"S", &cell[last + 1..]].concat(),
        };
        Self {
            frame,
            sign: sign.to_vec(),
            marks: if cell.contains(&b'<') { "<>" } else { "" },
        }
    }
}

/// Reports whether a byte belongs to the sign of a cell: it is neither whitespace nor a mark.
fn is_sign(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && !matches!(byte, b'<' | b'>')
}

/// Returns the lines of a text, with their line ends.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    text.split_inclusive(|&byte| byte == b'\n')
}

/// Returns a line without its line feed, and without a carriage return before that or at the end.
pub(super) fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

pub(super) fn last_lines(text: &[u8], count: usize) -> Vec<&[u8]> {
    let end = text.strip_suffix(b"\n").unwrap_or(text);
    let before_last = memchr::memrchr_iter(b'\n', end).nth(count.saturating_sub(1));
    lines(&text[before_last.map_or(0, |feed| feed + 1)..]).collect()
}

/// Returns the offset of the first byte in which two texts differ.
pub(super) fn first_difference(expected: &[u8], found: &[u8]) -> usize {
    expected
        .iter()
        .zip(found)
        .take_while(|(byte, other)| byte == other)
        .count()
}

/// Returns the whitespace at the start of a text.
pub(super) fn indent(text: &[u8]) -> &[u8] {
    &text[..text.len() - text.trim_ascii_start().len()]
}

/// Returns the whitespace at the end of a text.
pub(super) fn trailing(text: &[u8]) -> &[u8] {
    &text[text.trim_ascii_end().len()..]
}

/// Returns the integers in a text, without signs. Leaves out integers that are too large.
pub(super) fn numbers(text: &[u8]) -> Vec<i64> {
    text.split(|byte| !byte.is_ascii_digit())
        .filter_map(|digits| str::from_utf8(digits).ok()?.parse().ok())
        .collect()
}

/// Returns a label for equal texts that the game does not print: the text with `#` for each number
/// and `{line}` for the line of input before it.
pub(super) fn label(text: &[u8], input: &[u8]) -> Vec<u8> {
    let mut text = text.trim_ascii().to_vec();
    let input = input.trim_ascii();
    if !input.is_empty()
        && let Some(at) = memchr::memmem::find(&text, input)
    {
        text.splice(at..at + input.len(), *b"{line}");
    }
    template(&text, Kind::Message)
}

/// Replaces variable parts of a text by `#`: each number, in an error also each quoted text, and in
/// a message each list of numbers without letters in between. A column line ends after its second
/// number.
pub(super) fn template(text: &[u8], kind: Kind) -> Vec<u8> {
    let mut template = Vec::with_capacity(text.len());
    let mut is_quoted = false;
    let mut list_end = None;
    for &byte in text {
        if byte == b'"' && kind == Kind::Error {
            is_quoted = !is_quoted;
            if is_quoted {
                template.extend(b"\"#");
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

/// Returns a line in lower case, without whitespace, and with `#` for each number.
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
