//! The differences of all cases, part by part.

use std::collections::HashMap;
use std::hash::Hash;

use serde::Serialize;

use super::align::ItemPair;
use super::situation::Situation;
use crate::game::sink::Kind;

/// Subject of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Slot {
    /// A line of a piece.
    Line(Kind),
    /// The blank lines around a piece.
    Blank(Location, Kind),
    /// A cell of the grid.
    Cell(CellState),
    /// The number of rounds, the grid and the prompt together.
    Round,
    /// Text that the game does not print here; a piece of the game in the wrong place.
    Extra(Option<Kind>),
    /// Every line.
    AnyLine,
    /// The end of the program.
    End,
}

/// Place of blank lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Location {
    Before,
    Inside,
    /// After the piece that ends the output.
    After,
}

/// State of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum CellState {
    Any,
    Covered,
    Revealed,
    Marked,
    Guessed,
}

/// Independent property of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Part {
    /// Whether the text is there at all.
    Presence,
    /// The numbers and signs: the state of the game.
    Value,
    Stream,
    /// The place among the other lines of the answer.
    Order,
    /// The text without the whitespace around it; of a message whose words vary, the text before them.
    Text,
    /// The words of a message.
    Words,
    /// The whitespace before the text.
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

/// A property of a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) slot: Slot,
    pub(super) part: Part,
}

/// Expected and found text of a part. Both are empty where the texts vary.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct PartDifference {
    pub(super) expected: Vec<u8>,
    pub(super) found: Vec<u8>,
}

impl PartDifference {
    pub(super) fn new(expected: impl AsRef<[u8]>, found: impl AsRef<[u8]>) -> Self {
        Self {
            expected: expected.as_ref().to_vec(),
            found: found.as_ref().to_vec(),
        }
    }
}

/// Index of a case, and index of an answer of the game in it.
pub(super) type Spot = (usize, usize);

/// The place of a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) spot: Spot,
    /// Index in [`Survey::contexts`].
    pub(super) context: usize,
    /// Expected and found line.
    pub(super) lines: ItemPair,
    /// True if the case passes, so that a difference there is tolerated.
    pub(super) has_passed: bool,
}

/// A part that differs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Observation {
    pub(super) key: Key,
    /// Index in [`Survey::differences`].
    pub(super) difference: usize,
    pub(super) site: Site,
}

/// Items with numbers, which are compared faster than the items.
#[derive(Debug, Default)]
pub(super) struct Numbered<T> {
    pub(super) items: Vec<T>,
    numbers: HashMap<T, usize>,
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    pub(super) fn number(&mut self, item: T) -> usize {
        let next = self.items.len();
        let number = *self.numbers.entry(item.clone()).or_insert(next);
        if number == next {
            self.items.push(item);
        }
        number
    }
}

/// All parts of all cases.
#[derive(Debug, Default)]
pub(super) struct Survey {
    pub(super) observations: Vec<Observation>,
    pub(super) differences: Numbered<PartDifference>,
    /// Sets of situations.
    pub(super) contexts: Numbered<Vec<Situation>>,
    /// Number of places where a part is right, by context.
    pub(super) right: HashMap<(Key, usize), usize>,
    /// True if the program prints nothing of the game in any case, so that only its failure matters.
    pub(super) never_starts: bool,
}

/// Maximum number of differences to keep.
const MAX_OBSERVATIONS: usize = 1 << 18;

impl Survey {
    pub(super) fn add_right(&mut self, key: Key, context: usize) {
        *self.right.entry((key, context)).or_default() += 1;
    }

    pub(super) fn add_wrong(&mut self, key: Key, site: Site, difference: PartDifference) {
        if !self.is_full() {
            let difference = self.differences.number(difference);
            self.observations.push(Observation {
                key,
                difference,
                site,
            });
        }
    }

    /// Reports whether squares differ up to an answer of the case that was added last.
    pub(super) fn has_other_squares(&self, case: usize, answer: usize) -> bool {
        let own = self.observations.iter().rev();
        let mut own = own.take_while(|one| one.site.spot.0 == case);
        own.any(|one| {
            let is_square = matches!(one.key.slot, Slot::Cell(state) if state != CellState::Any);
            is_square && one.key.part == Part::Value && one.site.spot.1 <= answer
        })
    }

    /// Reports whether there may be more differences than are kept.
    pub(super) fn is_full(&self) -> bool {
        self.observations.len() >= MAX_OBSERVATIONS
    }
}

impl CellState {
    /// Returns the state in a word and a space; nothing for any state.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Any => "",
            Self::Covered => "covered ",
            Self::Revealed => "revealed ",
            Self::Marked => "marked ",
            Self::Guessed => "guessed ",
        }
    }

    pub(super) fn of(sign: &[u8]) -> Self {
        match sign {
            b" " => Self::Covered,
            b"F" => Self::Marked,
            b"?" => Self::Guessed,
            _ => Self::Revealed,
        }
    }
}
