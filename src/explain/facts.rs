//! What answers say, whatever the way in which it is written: the evidence for and
//! against flaws of the game.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::compare::align::number_in;
use crate::compare::kinds::{Row, symbol};
use crate::compare::printed::{Printed, What};
use crate::game::sink::Kind;

/// A thing that an answer can say. Where a number counts, it is the how-manieth of its
/// kind in the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    /// How many rounds more are told than the time before.
    Round(usize),
    /// How many squares a row of a grid has.
    Width(usize, usize),
    /// What a square shows: the grid, the row and the column.
    Square(usize, usize, usize),
    /// That column numbers are shown.
    Columns(usize),
    /// Which error is told.
    Error(usize),
    /// That a text is printed which is always the same.
    Text(Kind),
    /// The score.
    Score,
    /// That the program waits for a line, and how often.
    Prompt,
    /// The exit status.
    Status,
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

/// What an answer says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts(pub(super) Vec<(Key, Value)>);

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
        }
    }

    /// What these answers say together. They have to be read in their order.
    pub(super) fn facts(&mut self, answers: std::ops::Range<usize>) -> Facts {
        let mut facts = Vec::new();
        let (mut rounds, mut grids, mut rows, mut columns) = (0, 0, 0, 0);
        let (mut errors, mut prompts) = (0, 0);
        let mut is_in_grid = false;
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
                    facts.push((Key::Round(rounds), hash(&more)));
                    self.rounds = number.unwrap_or(self.rounds);
                    rounds += 1;
                }
                Kind::Grid => {
                    is_in_grid = true;
                    if let Some(row) = Row::read(text) {
                        facts.push((Key::Width(grids, rows), row.squares.len() as u64));
                        facts.extend(row.squares.iter().enumerate().map(|(col, square)| {
                            let sign = symbol(square);
                            let sign = self.signs.get(&sign).unwrap_or(&sign);
                            (Key::Square(grids, rows, col), hash(sign))
                        }));
                    }
                    rows += 1;
                }
                Kind::ColumnLine => {
                    facts.push((Key::Columns(columns), 1));
                    columns += 1;
                }
                Kind::Error => {
                    let value = match piece.error {
                        _ if !self.words_count => is_of_seed(text).into(),
                        None => UNKNOWN,
                        Some(error) => hash(&(error, details(text))),
                    };
                    facts.push((Key::Error(errors), value));
                    errors += 1;
                }
                Kind::Score => facts.push((Key::Score, hash(&score_in(text)))),
                Kind::Prompt => prompts += 1,
                kind if piece.nth == 0 || !facts.contains(&(Key::Text(kind), 1)) => {
                    facts.push((Key::Text(kind), 1));
                }
                _ => {}
            }
        }
        if prompts > 0 {
            facts.push((Key::Prompt, prompts));
        }
        facts.sort_unstable();
        facts.dedup_by_key(|(key, _)| *key);
        Facts(facts)
    }
}

impl Facts {
    pub(super) fn get(&self, key: Key) -> Option<Value> {
        let at = self.0.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        Some(self.0[at].1)
    }

    /// What two answers say differently.
    pub(super) fn changes<'facts>(
        &'facts self,
        other: &'facts Self,
    ) -> impl Iterator<Item = (Key, Option<Value>, Option<Value>)> + 'facts {
        let (mut i, mut j) = (0, 0);
        std::iter::from_fn(move || {
            loop {
                let (one, two) = (self.0.get(i), other.0.get(j));
                let key = match (one, two) {
                    (None, None) => return None,
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
