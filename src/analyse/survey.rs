//! A survey of all cases: for each part of the output, the places where it is right and where it
//! differs.

use std::{
    collections::{BTreeMap, HashMap},
    hash::Hash,
};

use serde::Serialize;

use super::{pairing::ItemPair, situation::Situation};
use crate::game::Kind;

/// An element of the output that can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    /// A line of a piece.
    Line(Kind),
    /// The blank lines around a piece.
    Blank(Location, Kind),
    Cell(CellState),
    /// The round line, the grid and the prompt together.
    Round,
    /// Extra text: a piece of the game in the wrong place, or text that the game does not print.
    Extra(Option<Kind>),
    AnyLine,
    /// The end of the program, which differs by a failure.
    End,
}

/// Place of blank lines relative to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Location {
    Before,
    Inside,
    /// After the piece that ends the output.
    After,
}

/// Expected state of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CellState {
    Any,
    Covered,
    Revealed,
    Marked,
    Guessed,
}

/// Property of a slot. The parts of a slot can differ independently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// Whether the text is there at all.
    Presence,
    /// The numbers and signs: the state of the game.
    Value,
    Stream,
    /// The place among the other lines of the answer.
    Order,
    /// The text without its values and the whitespace around it. Of a message with free words, the
    /// text before these words; of a cell, a sign that the game does not use; of a blank line, its
    /// whitespace.
    Text,
    /// The free words of a message, without its values.
    Words,
    Indent,
    /// The whitespace after the text, and the line feed.
    LineEnd,
    /// The carriage return before the line feed.
    Return,
    /// Whitespace and bars around signs.
    Frame,
    /// The number of blank lines.
    Count,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub slot: Slot,
    pub part: Part,
}

/// Expected and found text of a part. Both are empty if the texts vary from place to place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Difference {
    pub expected: Vec<u8>,
    pub found: Vec<u8>,
}

impl Difference {
    pub fn new(expected: impl AsRef<[u8]>, found: impl AsRef<[u8]>) -> Self {
        Self {
            expected: expected.as_ref().to_vec(),
            found: found.as_ref().to_vec(),
        }
    }
}

/// Index of an aligned case, and index of an answer of the game in the case.
pub(super) type Spot = (usize, usize);

/// The place of a part in the outputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub spot: Spot,
    /// Index in [`Survey::contexts`].
    pub context: usize,
    pub lines: ItemPair,
    /// True if the case passed, so that a difference in it is tolerated.
    pub has_passed: bool,
}

/// A difference of a part in one place.
#[derive(Debug)]
pub(super) struct Observation {
    pub key: Key,
    /// Index in [`Survey::differences`].
    pub difference: usize,
    pub site: Site,
}

/// A store of different items. Indices compare faster than items.
#[derive(Debug, Default)]
pub(super) struct Interner<T> {
    pub items: Vec<T>,
    indices: HashMap<T, usize>,
}

impl<T: Clone + Eq + Hash> Interner<T> {
    /// Returns the index of an item, the same for equal items. Stores a new item.
    pub fn intern(&mut self, item: T) -> usize {
        let next = self.items.len();
        let index = *self.indices.entry(item.clone()).or_insert(next);
        if index == next {
            self.items.push(item);
        }
        index
    }
}

#[derive(Debug, Default)]
pub(super) struct Survey {
    pub observations: Vec<Observation>,
    pub differences: Interner<Difference>,
    /// Sets of situations.
    pub contexts: Interner<Vec<Situation>>,
    /// Number of places where a part is right, by part and context.
    pub right: BTreeMap<(Key, usize), usize>,
    /// True if the program prints the same in all cases, and nothing of the game. Then only its
    /// failures are surveyed.
    pub never_starts: bool,
}

/// Maximum number of observations to keep.
const MAX_OBSERVATIONS: usize = 1 << 18;

impl Survey {
    pub fn add_right(&mut self, key: Key, context: usize) {
        *self.right.entry((key, context)).or_default() += 1;
    }

    pub fn add_wrong(&mut self, key: Key, site: Site, difference: Difference) {
        if !self.is_full() {
            let difference = self.differences.intern(difference);
            self.observations.push(Observation {
                key,
                difference,
                site,
            });
        }
    }

    /// Returns the situations of an observation, given by its index.
    pub fn situations(&self, observation: usize) -> &[Situation] {
        &self.contexts.items[self.observations[observation].site.context]
    }

    /// Reports whether a square differs up to an answer of the case that was added last.
    pub fn has_wrong_squares(&self, case: usize, answer: usize) -> bool {
        self.observations
            .iter()
            .rev()
            .take_while(|it| it.site.spot.0 == case)
            .any(|Observation { key, site, .. }| match key.slot {
                Slot::Cell(CellState::Any) => false,
                Slot::Cell(_) => key.part == Part::Value && site.spot.1 <= answer,
                _ => false,
            })
    }

    /// Reports whether the limit is reached: there may be more differences than are kept.
    pub fn is_full(&self) -> bool {
        self.observations.len() >= MAX_OBSERVATIONS
    }
}

impl CellState {
    /// Returns the state in a word with a space after it; nothing for any state.
    pub fn word(self) -> &'static str {
        match self {
            Self::Any => "",
            Self::Covered => "covered ",
            Self::Revealed => "revealed ",
            Self::Marked => "marked ",
            Self::Guessed => "guessed ",
        }
    }

    /// Returns the state of a cell with a sign of the game.
    pub fn of(sign: &[u8]) -> Self {
        match sign {
            b" " => Self::Covered,
            b"F" => Self::Marked,
            b"?" => Self::Guessed,
            _ => Self::Revealed,
        }
    }
}
