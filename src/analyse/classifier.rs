//! Classifies the lines of a program's output by comparing them with the lines of the built-in
//! game. Whitespace, case and numbers do not matter.

use std::collections::{BTreeMap, HashMap};

use super::{
    output::{LineKind, OutputLines, PieceLine, error_index},
    steps,
    text::{self, MIN_CELLS, Row, first_difference, indent, skeleton},
};
use crate::{edition::OutputFormat, field::Tokens, game::Kind};

/// Maximum length of a line for which similar lines are searched, in bytes.
const MAX_LENGTH: usize = 400;

/// Maximum length of the common prefix and suffix of lines that are not similar.
const MAX_UNRELATED: usize = 3;

/// Minimum length of a common prefix that alone makes lines similar.
const MIN_PREFIX: usize = 10;

/// Lines of the game and the lengths of their indents, by skeleton.
type KnownLines = BTreeMap<Vec<u8>, (PieceLine, usize)>;

#[derive(Debug)]
pub(super) struct Classifier {
    known: KnownLines,
    format: &'static OutputFormat,
    /// Results of earlier searches for similar lines, by skeleton.
    cache: HashMap<Vec<u8>, LineKind>,
}

impl Classifier {
    /// Learns the lines of the built-in game, apart from prompts, which are learned from the
    /// program, and column lines, which have no words.
    pub fn new<'script>(
        scripts: impl IntoIterator<Item = &'script OutputLines>,
        format: &'static OutputFormat,
    ) -> Self {
        let mut known = KnownLines::new();
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
            format,
            cache: HashMap::new(),
        }
    }

    /// Classifies a line that is no prompt.
    pub fn classify(&mut self, text: &[u8]) -> LineKind {
        steps::count_in_tests(text.len());
        let skeleton = skeleton(text);
        if skeleton.is_empty() {
            return LineKind::Blank;
        }
        if let Some(piece) = self.exact_piece(text, &skeleton) {
            return LineKind::Piece(piece);
        }
        if text.len() > MAX_LENGTH {
            return LineKind::Other;
        }
        let known = &self.known;
        let cached = self.cache.entry(skeleton);
        *cached.or_insert_with_key(|skeleton| most_similar(skeleton, known))
    }

    /// Classifies a line with the words of the game or the form of a grid.
    fn exact_piece(&self, line: &[u8], skeleton: &[u8]) -> Option<PieceLine> {
        if let Some(&(piece, _)) = self.known.get(skeleton) {
            return Some(piece);
        }
        let begins_with = |start: &&str| skeleton.starts_with(&text::skeleton(start.as_bytes()));
        let mut error = None;
        let kind = match self.format.round {
            Some(round) if begins_with(&round) => Kind::RoundLine,
            Some(_) if Row::parse(line).is_some() => Kind::Grid,
            Some(_) if is_column_line(line) => Kind::ColumnLine,
            _ => {
                error = error_index(skeleton, self.format);
                let is_error = error.is_some() || self.format.messages.iter().any(begins_with);
                is_error.then_some(Kind::Error)?
            }
        };
        Some(PieceLine {
            error,
            ..PieceLine::new(kind)
        })
    }

    /// Returns the length of the indent of a line in the game; 0 for lines of a piece with other
    /// words. Returns `None` if the line belongs to no piece.
    pub fn known_indent(&self, text: &[u8]) -> Option<usize> {
        let skeleton = skeleton(text);
        let known = self.known.get(&skeleton).map(|(_, indent)| *indent);
        known.or_else(|| self.exact_piece(text, &skeleton).map(|_| 0))
    }
}

/// Returns the kind of the known line with the longest prefix and suffix in common with a line.
/// Together, these must cover more than half of the shorter line, and the longer line must not be
/// more than twice as long; or the prefix must be long.
fn most_similar(line: &[u8], known: &KnownLines) -> LineKind {
    let mut best = (MAX_UNRELATED, LineKind::Other);
    for (other, (piece, _)) in known {
        let prefix = first_difference(line, other);
        let shorter = line.len().min(other.len());
        let longer = line.len().max(other.len());
        let backwards = line.iter().rev().zip(other.iter().rev());
        let suffix = backwards.take(shorter - prefix).take_while(|(a, b)| a == b);
        let common = prefix + suffix.count();
        let is_alike = 2 * common > shorter && 2 * shorter >= longer;
        if common > best.0 && (is_alike || prefix >= MIN_PREFIX) {
            best = (common, LineKind::Piece(*piece));
        }
    }
    best.1
}

/// Reports whether a line consists of at least [`MIN_CELLS`] numbers, of which the first is 0 or 1.
fn is_column_line(text: &[u8]) -> bool {
    let words: Vec<_> = Tokens::new(text).collect();
    words.len() >= MIN_CELLS
        && matches!(words[0], b"0" | b"1")
        && words.concat().iter().all(u8::is_ascii_digit)
}
