//! A survey of all cases: for each part of the output, the places where it is right and where it
//! differs, with their situations, such as "after a blank line". The script of a case shows the
//! situation of each answer.
//!
//! A [`Slot`] is an element of the output, such as a cell, and a [`Part`] is a property of it, such as
//! its indent. Both together are a [`Key`]. A [`Spot`] is an answer of a case. A [`Site`] is a place
//! in that answer; its context is the set of its [`Situation`]s.

use std::{
    borrow::Cow,
    cmp::Ordering,
    collections::{BTreeMap, HashMap},
    hash::Hash,
};

use serde::Serialize;

use super::{
    output::{OutputLines, PieceLine},
    pairing::ItemPair,
    subject::Subject,
    text::Row,
};
use crate::{
    edition::{Edition, OutputFormat, seed_feature},
    field::{Line, Tokens, lines},
    game::Kind,
};

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
            .any(|Observation { key, site, .. }| {
                matches!(key.slot, Slot::Cell(state) if state != CellState::Any)
                    && key.part == Part::Value
                    && site.spot.1 <= answer
            })
    }

    /// Reports whether the limit is reached: there may be more differences than are kept.
    pub fn is_full(&self) -> bool {
        self.observations.len() >= MAX_OBSERVATIONS
    }
}

/// A difference of a part in one place.
#[derive(Debug)]
pub(super) struct Observation {
    pub key: Key,
    /// Index in [`Survey::differences`].
    pub difference: usize,
    pub site: Site,
}

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

/// Index of an aligned case, and index of an answer of the game in the case.
pub(super) type Spot = (usize, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub slot: Slot,
    pub part: Part,
}

/// An element of the output that can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    /// A line of a piece.
    Line(Kind),
    /// The blank lines around a piece.
    Blank(BlankPosition, Kind),
    Cell(CellState),
    /// The round line, the grid and the prompt together.
    Round,
    /// Extra text: a piece of the game in the wrong place, or text that the game does not print.
    Extra(Option<Kind>),
    AnyLine,
    /// The end of the program, which differs by a failure.
    End,
}

/// Reports whether pieces of a kind consist of lines with fixed texts.
pub(super) fn is_fixed(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Banner | Kind::Help | Kind::Win | Kind::Loss | Kind::Quit
    )
}

/// Place of blank lines relative to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum BlankPosition {
    Before,
    Inside,
    /// After the piece that ends the output.
    After,
}

/// Expected state of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum CellState {
    Any,
    Covered,
    Revealed,
    Marked,
    Guessed,
}

impl CellState {
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

/// Names of failures. In the difference of a failure, the expected text is the name, and the found
/// text is a detail.
pub(super) const EXCEPTION: &str = "exception";
pub(super) const MISSING_FILE: &str = "file-not-found";
pub(super) const ENDS_EARLY: &str = "ends-early";
pub(super) const NO_GAME: &str = "no-game";
pub(super) const GOES_ON: &str = "goes-on";
pub(super) const ENDLESS: &str = "endless";
pub(super) const TOO_MUCH_OUTPUT: &str = "too-much-output";
pub(super) const LIMIT: &str = "limit";
pub(super) const SIGNAL: &str = "signal";
pub(super) const STATUS: &str = "status";

/// Failures after which the program prints nothing more.
const CRASHES: [&str; 5] = [EXCEPTION, MISSING_FILE, SIGNAL, LIMIT, ENDLESS];

pub(super) fn is_crash(key: Key, difference: &Difference) -> bool {
    key.slot == Slot::End && CRASHES.map(str::as_bytes).contains(&&*difference.expected)
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

/// Extent of a situation. If several situations explain a difference equally well, the one with the
/// least extent is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Extent {
    Everywhere,
    /// Few answers of a case.
    Narrow,
    /// Many answers of a case.
    Broad,
    /// One line of a piece of several lines.
    Line,
}

/// A situation in words, such as "after a blank line".
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Situation {
    pub extent: Extent,
    pub words: Cow<'static, str>,
}

impl Situation {
    pub const EVERYWHERE: Self = Self {
        extent: Extent::Everywhere,
        words: Cow::Borrowed(""),
    };
    /// Words for all answers with a grid.
    pub const EACH_ROUND: &str = "in each round";
    pub const END_OF_INPUT: Self = Self {
        extent: Extent::Narrow,
        words: Cow::Borrowed("at the end of the input"),
    };
    /// Situations of a failure at the end of the input, although the game was over before.
    pub const BEYOND: [Self; 2] = [Self::EVERYWHERE, Self::END_OF_INPUT];

    pub fn new(extent: Extent, words: impl Into<Cow<'static, str>>) -> Self {
        Self {
            extent,
            words: words.into(),
        }
    }
}

/// Returns the situations of each answer of a game. Those of one answer are sorted.
pub(super) fn answer_situations(subject: &Subject, edition: &Edition) -> Vec<Vec<Situation>> {
    let Subject { script, played, .. } = subject;
    let mut inputs = lines::split(&played.input);
    let shape = shape(script);
    let mut showed_mines = false;
    let mut answers = Vec::with_capacity(script.answers.len());
    for (number, answer) in script.answers.iter().enumerate() {
        let mut situations = vec![Situation::EVERYWHERE];
        let mut add = |extent, words| situations.push(Situation::new(extent, words));
        let mut error = None;
        let mut shows_mines = false;
        for line in answer.clone() {
            let Some(piece) = script[line].piece() else {
                continue;
            };
            match piece.kind {
                Kind::Error => error = Some(piece),
                Kind::Grid => {
                    add(Extent::Broad, Situation::EACH_ROUND);
                    if let Some(shape) = shape {
                        add(Extent::Broad, shape);
                    }
                    // The command `nofog` shows mines between `<` and `>`.
                    shows_mines |= script.text(line).contains(&b'<');
                }
                Kind::Win => add(Extent::Narrow, "when the game is won"),
                Kind::Loss => add(Extent::Narrow, "when the game is lost"),
                Kind::Quit => add(Extent::Narrow, "when the player leaves the game"),
                _ => {}
            }
        }
        if shows_mines {
            add(Extent::Broad, "while the mines are shown");
        } else if showed_mines {
            add(Extent::Broad, "after the mines were shown");
        }
        showed_mines = shows_mines;
        if number > 0 {
            add_situations(inputs.next(), error, &edition.format, &mut situations);
        } else {
            let words = error.map_or("at the start", |_| "for a seed that must be refused");
            situations.push(Situation::new(Extent::Narrow, words));
            let feature = seed_feature::of(edition, &played.seed);
            if !feature.is_empty() {
                let words = format!("for a seed with {feature}");
                situations.push(Situation::new(Extent::Narrow, words));
            }
        }
        // Each line of a grid or a text has added the same situations.
        situations.sort_unstable();
        situations.dedup();
        answers.push(situations);
    }
    answers
}

/// Adds the situations of an answer to a line of input, or to the end of the input.
fn add_situations(
    line: Option<Line<'_>>,
    error: Option<PieceLine>,
    format: &OutputFormat,
    situations: &mut Vec<Situation>,
) {
    let text = match line {
        Some(Line::Text(text)) => text,
        Some(Line::TooLong) => b"...",
        Some(Line::End) | None => {
            situations.push(Situation::END_OF_INPUT);
            return;
        }
    };
    let mut add = |extent, event: &str| {
        situations.push(Situation::new(extent, format!("after {event}")));
    };
    let word = Tokens::new(text).next().unwrap_or_default();
    if word.is_empty() {
        add(Extent::Narrow, "a blank line");
    }
    let command = format.commands.iter().find(|command| {
        let forms = [command.long, command.short];
        forms.map(str::as_bytes).contains(&word)
    });
    if let Some(piece) = error {
        let error = piece.error.map(|index| &format.errors[usize::from(index)]);
        let name = error.map_or("invalid command", |error| error.name);
        let is_vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
        let article = if is_vowel { "an" } else { "a" };
        add(Extent::Broad, "an invalid command");
        add(Extent::Narrow, &format!("{article} {name}"));
        if let Some(command) = command {
            add(Extent::Broad, &format!("an invalid `{}`", command.long));
        } else if !word.is_empty() && !format.commands.is_empty() {
            add(Extent::Broad, "an unknown word");
        }
    } else if let Some(command) = command {
        add(Extent::Broad, "a valid command");
        add(Extent::Broad, &format!("`{}`", command.long));
        if command.has_square {
            add(Extent::Broad, "a command on a square");
        }
    }
}

/// Describes the shape of the first grid. Returns `None` if there is no grid, or a square one.
fn shape(script: &OutputLines) -> Option<&'static str> {
    let first = script.answers.first()?;
    let is_row = |line: &usize| script[*line].is(Kind::Grid);
    let rows: Vec<_> = first.clone().filter(is_row).collect();
    let cols = Row::parse(script.text(*rows.first()?))?.cells.len();
    match rows.len().cmp(&cols) {
        Ordering::Less => Some("on a grid with more columns than rows"),
        Ordering::Equal => None,
        Ordering::Greater => Some("on a grid with more rows than columns"),
    }
}
