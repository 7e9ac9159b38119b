//! What answers say, whatever the way in which it is written: the evidence for and
//! against flaws of the game.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use crate::compare::align::number_in;
use crate::compare::kinds::{Row, symbol};
use crate::compare::printed::{Printed, What};
use crate::game::sink::Kind;

/// A thing that an answer can say. Where a number counts, it is the how-manieth of its
/// kind in the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    /// How many rounds more are told than the time before, and behind how many grids.
    Round(usize),
    /// How many squares a row of a grid has.
    Width(usize, usize),
    /// What a square shows: the grid, the row and the column.
    Square(usize, usize, usize),
    /// That column numbers are shown.
    Columns(usize),
    /// Which error is told.
    Error(usize),
    /// That a text is printed which is always the same, and behind how many grids.
    Text(Kind),
    /// The score.
    Score,
    /// That the program waits for a line, and how often.
    Prompt,
    /// The exit status.
    Status,
    /// All its bytes, where nothing else tells.
    Bytes,
}

impl Key {
    /// Whether it is a text apart from the rounds.
    pub(super) fn is_message(self) -> bool {
        matches!(self, Self::Error(_) | Self::Text(_) | Self::Score)
    }
}

/// What is said of a key, as a hash; equal where the same is said.
pub(super) type Value = u64;

/// The value of an error whose words are not known.
pub(super) const UNKNOWN: Value = u64::MAX;

/// What an answer says. Most answers of two games are the same, and shared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts(Rc<Vec<(Key, Value)>>);

/// What a program shows in the place of the signs of squares.
pub(crate) type Signs = BTreeMap<Vec<u8>, Vec<u8>>;

/// Reads the answers of a game or a program, one after the other.
pub(super) struct Reader<'printed> {
    printed: &'printed Printed,
    /// What is shown in the place of other signs.
    signs: &'printed Signs,
    /// Whether the words of messages count.
    words_count: bool,
    rounds: i64,
    /// Room for the squares of an answer.
    squares: Vec<(Key, Value)>,
}

impl<'printed> Reader<'printed> {
    pub(super) fn new(
        printed: &'printed Printed,
        signs: &'printed Signs,
        words_count: bool,
    ) -> Self {
        Self {
            printed,
            signs,
            words_count,
            rounds: 0,
            squares: Vec::new(),
        }
    }

    /// Goes on where so many rounds have been told.
    pub(super) fn after(self, rounds: i64) -> Self {
        Self { rounds, ..self }
    }

    /// What these answers say together. They have to be read in their order.
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
                        let signs = row.squares.iter().map(|square| self.sign(square));
                        let signs = signs.enumerate();
                        squares
                            .extend(signs.map(|(col, sign)| (Key::Square(grids, rows, col), sign)));
                    }
                    rows += 1;
                }
                Kind::ColumnLine => columns += 1,
                Kind::Error => {
                    let value = match piece.error {
                        _ if !self.words_count => is_of_seed(text).into(),
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
        // In the order of the keys.
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

    /// The value of what a square shows.
    fn sign(&self, square: &[u8]) -> Value {
        let sign = symbol(square);
        let sign = self.signs.get(&*sign).map_or(&*sign, Vec::as_slice);
        let mut bytes = [0; size_of::<Value>()];
        // No sign of a square is longer than a row lets it be: see `Row::read`.
        match bytes[1..].get_mut(..sign.len()) {
            Some(start) => start.copy_from_slice(sign),
            None => return hash(&sign),
        }
        Value::from_be_bytes(bytes)
    }

    /// Passes over answers whose facts are known.
    pub(super) fn skip(&mut self, answers: std::ops::Range<usize>) {
        let lines = answers.flat_map(|number| self.printed.answer(number));
        for line in lines {
            if line.is_round_line() {
                self.rounds = number_in(self.printed.text(line)).unwrap_or(self.rounds);
            }
        }
    }

    /// The number of rounds that was told last.
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

    /// Adds what is said last.
    pub(super) fn push(&mut self, key: Key, value: Value) {
        Rc::make_mut(&mut self.0).push((key, value));
    }

    /// What two answers say differently.
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

/// A hash that is never [`UNKNOWN`].
pub(super) fn hash(value: &impl Hash) -> Value {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish() >> 1
}

/// What stands behind the last colon.
fn score_in(text: &[u8]) -> &[u8] {
    let colon = text.iter().rposition(|&byte| byte == b':');
    colon.map_or(text, |colon| &text[colon + 1..]).trim_ascii()
}

fn is_of_seed(text: &[u8]) -> bool {
    let start = text.trim_ascii_start();
    start.len() >= 4 && start[..4].eq_ignore_ascii_case(b"seed")
}

/// The numbers in an error, and what it quotes.
fn details(text: &[u8]) -> Vec<&[u8]> {
    let is_letter = |byte: &u8| !byte.is_ascii_digit() && *byte != b'-';
    let mut details: Vec<&[u8]> = text
        .split(is_letter)
        .filter(|number| number.iter().any(u8::is_ascii_digit))
        .collect();
    details.extend(text.split(|&byte| byte == b'"').skip(1).step_by(2));
    details
}
