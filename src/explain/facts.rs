//! Facts that answers state, however they are written: the evidence for and against flaws.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use crate::compare::align::number_in;
use crate::compare::kinds::{Row, symbol};
use crate::compare::printed::{Printed, What};
use crate::compare::steps;
use crate::game::sink::Kind;

/// A kind of fact. The first number counts facts of the same kind in the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    /// Change of the number of rounds, and the number of grids before.
    Round(usize),
    /// Number of squares in a row: the grid and the row.
    Width(usize, usize),
    /// Sign of a square: the grid, the row and the column.
    Square(usize, usize, usize),
    /// Column numbers.
    Columns(usize),
    /// An error.
    Error(usize),
    /// A fixed text, and the number of grids before.
    Text(Kind),
    Score,
    /// Number of prompts.
    Prompt,
    /// Exit status.
    Status,
}

impl Key {
    /// Reports whether the fact is a text outside the rounds.
    pub(super) fn is_message(self) -> bool {
        matches!(self, Self::Error(_) | Self::Text(_) | Self::Score)
    }
}

/// Value of a fact: a number or a hash.
pub(super) type Value = u64;

/// Value of an error in unknown words.
pub(super) const UNKNOWN: Value = u64::MAX;

/// The facts of an answer, sorted by key. Games share the facts of equal answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts(Rc<Vec<(Key, Value)>>);

/// Extracts facts from the answers of a game or a program, one after the other.
pub(super) struct Reader<'printed> {
    printed: &'printed Printed,
    /// False if the student may choose the words of messages.
    words_count: bool,
    rounds: i64,
    /// Buffer for the squares of an answer.
    squares: Vec<(Key, Value)>,
}

impl<'printed> Reader<'printed> {
    pub(super) fn new(printed: &'printed Printed, words_count: bool) -> Self {
        Self {
            printed,
            words_count,
            rounds: 0,
            squares: Vec::new(),
        }
    }

    /// Sets the number of rounds so far.
    pub(super) fn after(self, rounds: i64) -> Self {
        Self { rounds, ..self }
    }

    /// Returns the facts of several answers together. Answers must be read in order.
    pub(super) fn facts(&mut self, answers: std::ops::Range<usize>) -> Facts {
        let (mut rounds, mut widths) = (Vec::new(), Vec::new());
        let mut squares = std::mem::take(&mut self.squares);
        let (mut errors, mut texts) = (Vec::new(), Vec::new());
        let (mut score, mut prompts, mut columns) = (None, 0, 0);
        let (mut grids, mut rows, mut is_in_grid) = (0, 0, false);
        let lines = answers.flat_map(|number| self.printed.answer(number));
        for line in lines {
            let What::Piece(piece) = line.what else {
                continue;
            };
            let text = self.printed.text(line);
            steps::count(text.len());
            if is_in_grid && piece.kind != Kind::Grid {
                (grids, rows, is_in_grid) = (grids + 1, 0, false);
            }
            match piece.kind {
                Kind::RoundLine => {
                    let number = number_in(text);
                    let more = number.map(|number| number - self.rounds);
                    rounds.push((Key::Round(rounds.len()), hash(&(more, grids))));
                    self.rounds = number.unwrap_or(self.rounds);
                }
                Kind::Grid => {
                    is_in_grid = true;
                    if let Some(row) = Row::read(text) {
                        widths.push((Key::Width(grids, rows), row.squares.len() as u64));
                        let signs = row.squares.iter().map(|square| sign_value(square));
                        let signs = signs.enumerate();
                        squares
                            .extend(signs.map(|(col, sign)| (Key::Square(grids, rows, col), sign)));
                    }
                    rows += 1;
                }
                Kind::ColumnLine => columns += 1,
                Kind::Error => {
                    let value = match piece.error {
                        _ if !self.words_count => is_seed_error(text).into(),
                        None => UNKNOWN,
                        Some(error) => hash(&(error, details(text))),
                    };
                    errors.push((Key::Error(errors.len()), value));
                }
                Kind::Score => score = score.or(Some((Key::Score, hash(&score_in(text))))),
                Kind::Prompt => prompts += 1,
                kind => texts.push((Key::Text(kind), 1 + grids as u64)),
            }
        }
        texts.sort_unstable();
        texts.dedup_by_key(|(key, _)| *key);
        let others = rounds.len() + widths.len() + columns + errors.len() + texts.len() + 2;
        let mut facts = Vec::with_capacity(squares.len() + others);
        // Keep the order of the keys.
        facts.append(&mut rounds);
        facts.append(&mut widths);
        facts.append(&mut squares);
        self.squares = squares;
        facts.extend((0..columns).map(|number| (Key::Columns(number), 1)));
        facts.append(&mut errors);
        facts.append(&mut texts);
        facts.extend(score);
        facts.extend((prompts > 0).then_some((Key::Prompt, prompts)));
        debug_assert!(facts.is_sorted());
        Facts(Rc::new(facts))
    }

    /// Skips answers whose facts are known.
    pub(super) fn skip(&mut self, answers: std::ops::Range<usize>) {
        let lines = answers.flat_map(|number| self.printed.answer(number));
        for line in lines {
            if line.is_round_line() {
                self.rounds = number_in(self.printed.text(line)).unwrap_or(self.rounds);
            }
        }
    }

    /// Returns the last number of rounds.
    pub(super) fn rounds(&self) -> i64 {
        self.rounds
    }
}

impl Facts {
    pub(super) fn get(&self, key: Key) -> Option<Value> {
        let at = self.0.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        Some(self.0[at].1)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(Key, Value)> {
        self.0.iter()
    }

    /// Adds the last fact.
    pub(super) fn push(&mut self, key: Key, value: Value) {
        Rc::make_mut(&mut self.0).push((key, value));
    }

    /// Returns the facts that differ between two answers, with both values.
    pub(super) fn changes<'facts>(
        &'facts self,
        other: &'facts Self,
    ) -> impl Iterator<Item = (Key, Option<Value>, Option<Value>)> + 'facts {
        let (mut i, mut j) = (0, 0);
        if Rc::ptr_eq(&self.0, &other.0) {
            (i, j) = (self.0.len(), other.0.len());
        }
        std::iter::from_fn(move || {
            loop {
                let (one, two) = (self.0.get(i), other.0.get(j));
                let key = match (one, two) {
                    (None, None) => return None,
                    (Some(one), Some(two)) if one == two => {
                        (i, j) = (i + 1, j + 1);
                        continue;
                    }
                    (Some((key, _)), None) | (None, Some((key, _))) => *key,
                    (Some((one, _)), Some((two, _))) => *one.min(two),
                };
                let of = |fact: Option<&(Key, Value)>| {
                    fact.filter(|(own, _)| *own == key).map(|(_, value)| *value)
                };
                let (old, new) = (of(one), of(two));
                i += usize::from(old.is_some());
                j += usize::from(new.is_some());
                if old != new {
                    return Some((key, old, new));
                }
            }
        })
    }
}

/// Returns the value of a square's sign.
fn sign_value(square: &[u8]) -> Value {
    let sign = symbol(square);
    let mut bytes = [0; size_of::<Value>()];
    // `Row::read` limits the length of a square, so longer signs are rare.
    match bytes[1..].get_mut(..sign.len()) {
        Some(start) => start.copy_from_slice(&sign),
        None => return hash(&sign),
    }
    Value::from_be_bytes(bytes)
}

/// Returns a hash that is never [`UNKNOWN`].
pub(super) fn hash(value: &impl Hash) -> Value {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish() >> 1
}

/// Returns the text after the last colon.
fn score_in(text: &[u8]) -> &[u8] {
    let colon = text.iter().rposition(|&byte| byte == b':');
    colon.map_or(text, |colon| &text[colon + 1..]).trim_ascii()
}

fn is_seed_error(text: &[u8]) -> bool {
    let start = text.trim_ascii_start();
    start.len() >= 4 && start[..4].eq_ignore_ascii_case(b"seed")
}

/// Returns the numbers in an error, and its quotations.
fn details(text: &[u8]) -> Vec<&[u8]> {
    let is_letter = |byte: &u8| !byte.is_ascii_digit() && *byte != b'-';
    let mut details: Vec<&[u8]> = text
        .split(is_letter)
        .filter(|number| number.iter().any(u8::is_ascii_digit))
        .collect();
    details.extend(text.split(|&byte| byte == b'"').skip(1).step_by(2));
    details
}
