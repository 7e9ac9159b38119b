//! Why cases failed: the model that reports are made from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::wording::Wording;
use crate::compare::diff::DiffLine;
use crate::compare::moment::Moment;

/// Why cases failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Explanation {
    /// The causes, the most important first.
    pub(crate) findings: Vec<Finding>,
    /// What no cause explains, the most frequent first.
    pub(crate) open: Vec<Open>,
    /// What is said of each failed case, by its number.
    pub(crate) notes: BTreeMap<usize, Note>,
}

/// What causes have in common that are told together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Topic {
    /// How the program ends.
    Ending,
    /// The rules of the game: those of one sentence of the assignment, by its first flaw.
    Rule(usize),
    /// The welcome.
    Welcome,
    /// How a round is written: its number, the grid, the column numbers and the prompt.
    Round,
    /// The list of commands.
    Help,
    /// The error messages.
    Error,
    /// What is printed when a game ends.
    LastWords,
    /// Other words.
    Message,
    /// The order of the two streams.
    Order,
}

/// Something else about the same topic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Also {
    /// It in words.
    pub(crate) wording: Wording,
    /// The numbers of the cases in which it shows.
    pub(crate) cases: Vec<usize>,
    /// In how many places it shows.
    pub(crate) places: usize,
}

/// A cause, and where it shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finding {
    /// What it is about.
    pub(crate) topic: Topic,
    /// The cause in words.
    pub(crate) wording: Wording,
    /// What else is wrong with the same.
    pub(crate) also: Vec<Also>,
    /// The numbers of the cases in which it shows.
    pub(crate) cases: Vec<usize>,
    /// In how many places it shows.
    pub(crate) places: usize,
    /// Where it shows first.
    pub(crate) first: Place,
    /// The shortest game that shows it.
    pub(crate) example: Option<Example>,
}

/// A difference that comes once, or that has no situation that tells where it comes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Open {
    /// What differs, in a sentence.
    pub(crate) sentence: String,
    /// The numbers of the cases in which it shows.
    pub(crate) cases: Vec<usize>,
    /// In how many places it shows.
    pub(crate) places: usize,
    /// In how many other places the same thing is as it should be.
    pub(crate) right: usize,
    /// Where it shows first.
    pub(crate) first: Place,
}

/// A place in a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    /// The number of the case.
    pub(crate) case: usize,
    /// Where the game was.
    pub(crate) moment: Moment,
    /// What the case expects there, and what the program printed.
    pub(crate) diff: Vec<DiffLine>,
}

/// A short game that shows a cause, or tells two of them apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Example {
    /// The seed.
    pub(crate) seed: String,
    /// The lines of input.
    pub(crate) input: Vec<String>,
    /// Whether it tells the first of several causes from the second.
    pub(crate) tells_apart: bool,
    /// What should be printed at the first difference, and what a program prints that
    /// has the cause; or what one prints that has the first cause, and one that has the
    /// second.
    pub(crate) diff: Vec<DiffLine>,
}

/// What is said of a failed case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Note {
    /// The places of its causes in the list.
    pub(crate) findings: Vec<usize>,
    /// What is left; none if the causes explain the case to the byte.
    pub(crate) rest: Option<Rest>,
}

/// What the causes do not explain in a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Rest {
    /// The case expects something else than the built-in game prints, is too
    /// large, or failed for another reason than its output.
    NotLookedAt,
    /// The first of these differences, and how many there are.
    Left {
        /// The first.
        first: Place,
        /// Its sentence.
        sentence: String,
        /// How many there are.
        count: usize,
    },
}

impl Explanation {
    /// How many failed cases are explained to the byte.
    pub(crate) fn explained(&self) -> usize {
        self.notes
            .values()
            .filter(|note| note.rest.is_none())
            .count()
    }

    /// How many failed cases are explained in part.
    pub(crate) fn explained_in_part(&self) -> usize {
        let notes = self.notes.values();
        notes
            .filter(|note| note.rest.is_some() && !note.findings.is_empty())
            .count()
    }

    /// Whether causes explain a failed case to the byte.
    pub(crate) fn explains(&self, case: usize) -> bool {
        self.notes
            .get(&case)
            .is_some_and(|note| note.rest.is_none())
    }

    /// The causes of a case.
    pub(crate) fn causes_of(&self, case: usize) -> impl Iterator<Item = &Finding> {
        let note = self.notes.get(&case);
        let findings = note
            .map(|note| note.findings.as_slice())
            .unwrap_or_default();
        findings
            .iter()
            .filter_map(|&finding| self.findings.get(finding))
    }
}
