//! Classifies the lines of a program's output by the lines that the built-in game prints, whatever their whitespace, case
//! and numbers.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use super::printed::{Piece, Printed, What};
use super::steps;
use crate::edition::row::OutputFormat;
use crate::game::sink::Kind;

/// Minimum number of squares in a row of a grid.
const FEWEST_SQUARES: usize = 3;

/// Longest line for which a similar line is searched, in bytes.
const LONGEST: usize = 400;

/// Maximum number of letter pairs that are compared to find similar lines. Further lines are not compared.
const MAX_COMPARED: usize = 1 << 27;

/// Classifies lines.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    known: BTreeMap<Vec<u8>, Piece>,
    output_format: &'static OutputFormat,
    /// Sorted letter pairs of the known lines, in the order of `known`.
    pairs: OnceCell<Vec<(LetterPairs, Piece)>>,
    seen: RefCell<Seen>,
}

type LetterPairs = Vec<[u8; 2]>;

/// Results of earlier searches for similar lines.
#[derive(Clone, Debug, Default)]
struct Seen {
    lines: HashMap<Vec<u8>, What>,
    /// Number of letter pairs that may still be compared.
    budget: usize,
}

impl Kinds {
    /// Learns the lines that the built-in game prints.
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
            pairs: OnceCell::new(),
            seen: RefCell::new(Seen {
                budget: MAX_COMPARED,
                ..Seen::default()
            }),
        }
    }

    /// Disables the search for similar lines.
    pub(crate) fn only_alike(self) -> Self {
        self.seen.borrow_mut().budget = 0;
        self
    }

    /// Classifies a line that is no prompt.
    pub(crate) fn of(&self, text: &[u8]) -> What {
        steps::count(text.len());
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
        let mut seen = self.seen.borrow_mut();
        if let Some(&what) = seen.lines.get(&skeleton) {
            return what;
        }
        let piece = self
            .frame(text)
            .or_else(|| self.error(&skeleton))
            .or_else(|| self.most_similar(&skeleton, &mut seen.budget));
        let what = piece.map_or(What::Other, What::Piece);
        if seen.budget > 0 {
            seen.lines.insert(skeleton, what);
        }
        what
    }

    /// Recognizes a row or the column numbers of a grid with bars.
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
        let words = || {
            text.split(u8::is_ascii_whitespace)
                .filter(|word| !word.is_empty())
        };
        let are_numbers = words().all(|word| word.iter().all(u8::is_ascii_digit));
        let is_column_line = are_numbers && words().nth(FEWEST_SQUARES - 1).is_some();
        is_column_line.then(|| piece(Kind::ColumnLine))
    }

    /// Recognizes an error by its first words.
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

    /// Returns the piece of the known line that shares most letter pairs with a line, if they are more than half of the
    /// pairs of both.
    fn most_similar(&self, skeleton: &[u8], budget: &mut usize) -> Option<Piece> {
        if *budget == 0 {
            return None;
        }
        let all_pairs = self.pairs.get_or_init(|| {
            let known = self.known.iter();
            known
                .map(|(line, piece)| (letter_pairs(line), *piece))
                .collect()
        });
        let own = letter_pairs(skeleton);
        let mut best: Option<(usize, Piece)> = None;
        for (other, piece) in all_pairs {
            let all = own.len() + other.len();
            if 4 * own.len().min(other.len()) <= all {
                continue;
            }
            steps::count(all);
            *budget = budget.saturating_sub(all);
            let shared = shared_count(&own, other);
            let share = shared * 1000 / all.max(1);
            if 4 * shared > all && best.is_none_or(|(most, _)| share >= most) {
                best = Some((share, *piece));
            }
        }
        best.map(|(_, piece)| piece)
    }
}

fn letter_pairs(text: &[u8]) -> LetterPairs {
    let mut pairs: LetterPairs = text.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    pairs.sort_unstable();
    pairs
}

/// Counts the common items of two sorted lists.
fn shared_count(one: &[[u8; 2]], other: &[[u8; 2]]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < one.len() && j < other.len() {
        match one[i].cmp(&other[j]) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => (i, j, count) = (i + 1, j + 1, count + 1),
        }
    }
    count
}

/// Returns a line without whitespace and case, and with `#` for each number.
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

/// A row of a grid with bars between its squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row<'line> {
    /// Text before the first bar.
    pub(crate) label: &'line [u8],
    /// Text between bars, with its whitespace.
    pub(crate) squares: Vec<&'line [u8]>,
    /// Text after the last bar.
    pub(crate) end: &'line [u8],
}

impl<'line> Row<'line> {
    /// Parses a line. Returns `None` if the line is no row.
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

/// Returns the sign of a square, without whitespace.
pub(crate) fn symbol(square: &[u8]) -> Cow<'_, [u8]> {
    let symbol = square.trim_ascii();
    if !symbol.iter().any(u8::is_ascii_whitespace) {
        return Cow::Borrowed(symbol);
    }
    let symbol = symbol.iter().filter(|byte| !byte.is_ascii_whitespace());
    Cow::Owned(symbol.copied().collect())
}
