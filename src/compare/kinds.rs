//! What the lines of a program's output are: known by the lines that the built-in
//! game prints, whatever their white space, case and numbers.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use super::printed::{Piece, Printed, What};
use crate::edition::row::OutputFormat;
use crate::game::sink::Kind;

/// The fewest squares that a row of a grid has here.
const FEWEST_SQUARES: usize = 3;

/// The longest line of which the most similar one is looked for, in bytes.
const LONGEST: usize = 400;

/// Tells what lines are.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    known: BTreeMap<Vec<u8>, Piece>,
    output_format: &'static OutputFormat,
    seen: RefCell<HashMap<Vec<u8>, What>>,
    knows_similar: bool,
}

impl Kinds {
    /// Learns from what the built-in game prints.
    pub(crate) fn new<'script>(
        scripts: impl IntoIterator<Item = &'script Printed>,
        output_format: &'static OutputFormat,
    ) -> Self {
        let mut known = BTreeMap::new();
        for script in scripts {
            for line in &script.lines {
                if let What::Piece(piece) = line.what {
                    known.entry(skeleton(script.text(line))).or_insert(piece);
                }
            }
        }
        Self {
            known,
            output_format,
            seen: RefCell::default(),
            knows_similar: true,
        }
    }

    /// The same without looking for the most similar line, which takes long where there
    /// are many.
    pub(crate) fn only_alike(self) -> Self {
        Self {
            knows_similar: false,
            ..self
        }
    }

    /// What a line of a program is, which is no prompt.
    pub(crate) fn of(&self, text: &[u8]) -> What {
        if text.trim_ascii().is_empty() {
            return What::Blank;
        }
        let skeleton = skeleton(text);
        if let Some(&piece) = self.known.get(&skeleton) {
            return What::Piece(piece);
        }
        if text.len() > LONGEST {
            return self.frame(text).map_or(What::Other, What::Piece);
        }
        if let Some(&what) = self.seen.borrow().get(&skeleton) {
            return what;
        }
        let piece = self
            .frame(text)
            .or_else(|| self.error(&skeleton))
            .or_else(|| self.most_similar(&skeleton));
        let what = piece.map_or(What::Other, What::Piece);
        self.seen.borrow_mut().insert(skeleton, what);
        what
    }

    /// A row or the column numbers of a grid that has its squares between bars.
    fn frame(&self, text: &[u8]) -> Option<Piece> {
        self.output_format.round?;
        let piece = |kind| Piece {
            kind,
            nth: 0,
            error: None,
        };
        if Row::read(text).is_some_and(|row| row.squares.len() >= FEWEST_SQUARES) {
            return Some(piece(Kind::Grid));
        }
        let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
        let words = words(text);
        let are_numbers = words.len() >= FEWEST_SQUARES && words.iter().all(|word| is_number(word));
        are_numbers.then(|| piece(Kind::ColumnLine))
    }

    /// An error that begins as one is known to begin.
    fn error(&self, skeleton: &[u8]) -> Option<Piece> {
        let begins = |text: &str| {
            let start = self::skeleton(text.as_bytes());
            skeleton.starts_with(&start)
        };
        let error = self
            .output_format
            .errors
            .iter()
            .position(|error| begins(error.text));
        let is_error =
            error.is_some() || self.output_format.messages.iter().any(|text| begins(text));
        is_error.then_some(Piece {
            kind: Kind::Error,
            nth: 0,
            error,
        })
    }

    /// The piece of the line that shares the most pairs of letters, if it is most of
    /// them.
    fn most_similar(&self, skeleton: &[u8]) -> Option<Piece> {
        if !self.knows_similar {
            return None;
        }
        let pairs = |text: &[u8]| -> BTreeMap<[u8; 2], usize> {
            let mut pairs = BTreeMap::new();
            for pair in text.windows(2) {
                *pairs.entry([pair[0], pair[1]]).or_default() += 1;
            }
            pairs
        };
        let own = pairs(skeleton);
        let similar = self.known.iter().filter_map(|(other, piece)| {
            let theirs = pairs(other);
            let shared: usize = own
                .iter()
                .map(|(pair, count)| theirs.get(pair).copied().unwrap_or_default().min(*count))
                .sum();
            let all = skeleton.len().saturating_sub(1) + other.len().saturating_sub(1);
            // More than half of the pairs of both.
            (4 * shared > all).then_some((shared * 1000 / all.max(1), *piece))
        });
        similar
            .max_by_key(|(share, _)| *share)
            .map(|(_, piece)| piece)
    }
}

/// A line as far as it tells what it is: without white space and case, and with one
/// sign for each number.
pub(crate) fn skeleton(text: &[u8]) -> Vec<u8> {
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

/// The words between white space.
pub(crate) fn words(text: &[u8]) -> Vec<&[u8]> {
    text.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .collect()
}

/// A row of a grid that has its squares between bars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row<'line> {
    /// What stands before the first bar.
    pub(crate) label: &'line [u8],
    /// What stands between bars, with its white space.
    pub(crate) squares: Vec<&'line [u8]>,
    /// What stands behind the last bar.
    pub(crate) end: &'line [u8],
}

impl<'line> Row<'line> {
    /// Reads a line; none if it is no row.
    pub(crate) fn read(text: &'line [u8]) -> Option<Self> {
        const WIDEST: usize = 8;
        let bar = memchr::memchr(b'|', text)?;
        let last_bar = memchr::memrchr(b'|', text).filter(|last| *last > bar)?;
        let (label, end) = (&text[..bar], &text[last_bar + 1..]);
        let is_label = label.trim_ascii().iter().all(u8::is_ascii_digit) && label.len() <= WIDEST;
        if !is_label || end.trim_ascii().len() > 3 {
            return None;
        }
        let is_sign = |byte: &u8| {
            matches!(
                byte,
                b'0'..=b'9' | b' ' | b'F' | b'?' | b'<' | b'>' | b'-' | b'*' | b'.' | b'M' | b'X'
            ) || byte.is_ascii_whitespace()
                || !byte.is_ascii()
        };
        let inside = &text[bar + 1..last_bar];
        let mut squares = Vec::with_capacity(memchr::memchr_iter(b'|', inside).count() + 1);
        for square in inside.split(|&byte| byte == b'|') {
            if square.len() > WIDEST || !square.iter().all(is_sign) {
                return None;
            }
            squares.push(square);
        }
        Some(Self {
            label,
            squares,
            end,
        })
    }
}

/// What a square shows, without white space.
pub(crate) fn symbol(square: &[u8]) -> Cow<'_, [u8]> {
    let symbol = square.trim_ascii();
    if !symbol.iter().any(u8::is_ascii_whitespace) {
        return Cow::Borrowed(symbol);
    }
    let symbol = symbol.iter().filter(|byte| !byte.is_ascii_whitespace());
    Cow::Owned(symbol.copied().collect())
}
