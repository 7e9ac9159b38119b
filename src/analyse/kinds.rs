//! Classifies the lines of a program's output by the lines that the built-in game prints, whatever their whitespace, case
//! and numbers.

use std::collections::{BTreeMap, HashMap};

use super::output::{LineKind, OutputLines, PieceLine, error_index};
use super::steps;
use super::text::{self, indent, skeleton};
use crate::edition::row::OutputFormat;
use crate::field::text::Tokens;
use crate::game::sink::Kind;

/// Minimum number of cells in a row of a grid.
const MIN_CELLS: usize = 3;

/// Longest line for which a similar line is searched, in bytes.
const MAX_LENGTH: usize = 400;

/// Minimum length of the common start and end of similar lines, and of a start that is enough.
const MIN_COMMON: usize = 3;
const LONG_START: usize = 10;

/// Classifies lines.
#[derive(Debug)]
pub(super) struct Kinds {
    /// Known lines, each with the length of its indent.
    known: BTreeMap<Vec<u8>, (PieceLine, usize)>,
    output_format: &'static OutputFormat,
    /// Results of earlier searches for similar lines.
    cache: HashMap<Vec<u8>, LineKind>,
}

impl Kinds {
    /// Learns the lines that the built-in game prints, apart from prompts and column numbers, which have no words.
    pub(super) fn new<'script>(
        scripts: impl IntoIterator<Item = &'script OutputLines>,
        output_format: &'static OutputFormat,
    ) -> Self {
        let mut known = BTreeMap::new();
        for script in scripts {
            for (number, line) in script.lines.iter().enumerate() {
                if let Some(piece) = line.piece()
                    && !matches!(piece.kind, Kind::Prompt | Kind::ColumnLine)
                {
                    let text = script.text(number);
                    let length = indent(text).len();
                    known.entry(skeleton(text)).or_insert((piece, length));
                }
            }
        }
        Self {
            known,
            output_format,
            cache: HashMap::new(),
        }
    }

    /// Classifies a line that is no prompt.
    pub(super) fn classify(&mut self, text: &[u8]) -> LineKind {
        steps::count(text.len());
        let skeleton = skeleton(text);
        if skeleton.is_empty() {
            return LineKind::Blank;
        }
        if let Some(piece) = self.exactly(text, &skeleton) {
            return LineKind::Piece(piece);
        }
        if text.len() > MAX_LENGTH {
            return LineKind::Other;
        }
        if let Some(&kind) = self.cache.get(&skeleton) {
            return kind;
        }
        let kind = self.most_similar(&skeleton);
        self.cache.insert(skeleton, kind);
        kind
    }

    /// Classifies a line that has the words of the game, or the form of a grid.
    fn exactly(&self, line: &[u8], skeleton: &[u8]) -> Option<PieceLine> {
        if let Some(&(piece, _)) = self.known.get(skeleton) {
            return Some(piece);
        }
        if let Some(round) = self.output_format.round {
            if skeleton.starts_with(&text::skeleton(round.as_bytes())) {
                return Some(PieceLine::new(Kind::RoundLine));
            }
            if Row::parse(line).is_some() {
                return Some(PieceLine::new(Kind::Grid));
            }
            if is_column_line(line) {
                return Some(PieceLine::new(Kind::ColumnLine));
            }
        }
        let error = error_index(skeleton, self.output_format);
        let mut messages = self.output_format.messages.iter();
        let is_message =
            messages.any(|start| skeleton.starts_with(&text::skeleton(start.as_bytes())));
        (error.is_some() || is_message).then_some(PieceLine {
            error,
            ..PieceLine::new(Kind::Error)
        })
    }

    /// Returns the length of the indent of a line that has the words of the game.
    pub(super) fn known_indent(&self, text: &[u8]) -> Option<usize> {
        let skeleton = skeleton(text);
        let known = self.known.get(&skeleton).map(|(_, indent)| *indent);
        known.or_else(|| self.exactly(text, &skeleton).map(|_| 0))
    }

    /// Returns the known line that has the longest start and end in common with a line: half of the shorter line, or a long start.
    fn most_similar(&self, skeleton: &[u8]) -> LineKind {
        let mut best = (MIN_COMMON, LineKind::Other);
        for (other, (piece, _)) in &self.known {
            let same = |(one, other): &(&u8, &u8)| one == other;
            let start = skeleton.iter().zip(other).take_while(same).count();
            let ends = skeleton.iter().rev().zip(other.iter().rev());
            let shortest = skeleton.len().min(other.len());
            let end = ends.take(shortest - start).take_while(same).count();
            let is_short = 2 * shortest < skeleton.len().max(other.len());
            let is_similar = start >= LONG_START || (2 * (start + end) > shortest && !is_short);
            if is_similar && start + end > best.0 {
                best = (start + end, LineKind::Piece(*piece));
            }
        }
        best.1
    }
}

/// Reports whether a line consists of at least [`MIN_CELLS`] numbers, the first of them 0 or 1.
fn is_column_line(text: &[u8]) -> bool {
    let words: Vec<&[u8]> = Tokens::new(text).collect();
    let are_numbers = words.iter().all(|word| word.iter().all(u8::is_ascii_digit));
    words.len() >= MIN_CELLS && are_numbers && matches!(words[0], b"0" | b"1")
}

/// A row of a grid with bars between its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row<'line> {
    /// Text before the first bar.
    pub(super) label: &'line [u8],
    /// Text between bars, with its whitespace.
    pub(super) cells: Vec<&'line [u8]>,
}

impl<'line> Row<'line> {
    /// Parses a line. Returns `None` if the line is no row. The last bar may be missing.
    pub(super) fn parse(text: &'line [u8]) -> Option<Self> {
        const MAX_WIDTH: usize = 8;
        const MAX_LETTERS: usize = 3;
        let mut parts = text.split(|&byte| byte == b'|');
        let label = parts.next()?;
        let is_label = |byte: &u8| byte.is_ascii_digit() || *byte == b' ';
        if label.len() > MAX_WIDTH || !label.iter().all(is_label) {
            return None;
        }
        // Most cells are a square of three bytes and a bar.
        let mut cells = Vec::with_capacity(text.len() / 4);
        cells.extend(parts);
        let is_numbered = !label.trim_ascii().is_empty() || cells.len() > MIN_CELLS + 1;
        cells.pop_if(|end| end.trim_ascii().is_empty());
        let is_letter = |byte: &&u8| !byte.is_ascii_whitespace() && !matches!(byte, b'<' | b'>');
        let is_row = is_numbered
            && cells.len() >= MIN_CELLS
            && cells.iter().all(|cell| {
                cell.len() <= MAX_WIDTH && cell.iter().filter(is_letter).count() <= MAX_LETTERS
            });
        is_row.then_some(Self { label, cells })
    }
}
