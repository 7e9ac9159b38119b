//! Causes of failed cases: the model behind the reports.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::diff_line::DiffLine;
use super::moment::Moment;
use crate::game::sink::Kind;

/// Causes of failed cases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Explanation {
    /// Causes, the most important first.
    pub(crate) findings: Vec<Finding>,
    /// Unexplained differences, the most frequent first.
    pub(crate) open: Vec<Open>,
    /// Unexplained rest of each failed case, by its number; `None` if the causes explain the case to the byte.
    pub(crate) rests: BTreeMap<usize, Option<Rest>>,
}

/// Subject of a cause. Reports group causes by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Matter {
    /// A rule of the game.
    Rule(Area),
    /// The welcome.
    Welcome,
    /// A piece of a round: its number, the grid, the column numbers, or the prompt.
    Piece(Kind),
    /// Other text.
    Message,
    /// The order of the two streams.
    Order,
    /// No game is played.
    Start,
    /// The end of the program.
    End,
}

/// A part of the game that a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Area {
    Seed,
    Commands,
    Rounds,
    Squares,
    Nofog,
    Help,
    GameOver,
    EndOfInput,
}

/// Words for a cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wording {
    /// Stable name.
    pub(crate) name: String,
    /// The name without the situation.
    pub(crate) stem: String,
    /// Names of causes that the cases cannot distinguish from this one.
    pub(crate) alternatives: Vec<String>,
    /// The mistake of the program, as a sentence.
    pub(crate) sentence: String,
    /// A sentence without situation and quotes, for all causes with the same stem.
    pub(crate) general: String,
    /// The rule of the assignment, as a sentence.
    pub(crate) rule: String,
    /// True if the sentence quotes expected output.
    pub(crate) tells_expected: bool,
}

impl Wording {
    /// Returns the words for a cause without a situation and without quotes.
    pub(crate) fn plain(name: &str, sentence: String, rule: &str) -> Self {
        Self {
            name: name.to_owned(),
            stem: name.to_owned(),
            alternatives: Vec::new(),
            general: sentence.clone(),
            sentence,
            rule: rule.to_owned(),
            tells_expected: false,
        }
    }
}

/// A cause and its places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finding {
    pub(crate) matter: Matter,
    pub(crate) wording: Wording,
    /// Other causes with the same matter, which have none themselves.
    pub(crate) also: Vec<Finding>,
    /// Numbers of the cases that have the cause.
    pub(crate) cases: Vec<usize>,
    /// Number of places that have the cause.
    pub(crate) places: usize,
    /// The first place with the fewest other differences.
    pub(crate) first: Place,
    /// The shortest game that shows the cause.
    pub(crate) example: Option<Example>,
}

/// An unexplained difference: it shows once, or its places have no situation in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Open {
    pub(crate) sentence: String,
    /// Numbers of the cases that have the difference.
    pub(crate) cases: Vec<usize>,
    /// Number of places that have the difference.
    pub(crate) places: usize,
    /// Number of other places in which the same text is right.
    pub(crate) right: usize,
    pub(crate) first: Place,
}

/// A place in a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) case: usize,
    pub(crate) moment: Moment,
    /// Diff of the expected and the found text.
    pub(crate) diff: Vec<DiffLine>,
}

/// A short game that shows a cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Example {
    pub(crate) seed: String,
    /// Lines of input.
    pub(crate) input: Vec<String>,
    /// Diff of the expected output and the program's output.
    pub(crate) diff: Vec<DiffLine>,
}

/// Unexplained rest of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Rest {
    /// The case was not inspected: it expects another game, is too large, or failed for another reason than its output.
    NotLookedAt,
    /// Unexplained differences.
    Left {
        /// The first difference.
        first: Place,
        /// Sentence of the first difference.
        sentence: String,
        /// Number of differences.
        count: usize,
    },
}

impl Finding {
    /// Returns the cause and the others with the same matter.
    pub(crate) fn with_others(&self) -> impl Iterator<Item = &Self> {
        [self].into_iter().chain(&self.also)
    }
}

impl Explanation {
    /// Returns all causes in their order: those with which most points are regained first.
    pub(crate) fn causes(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().flat_map(Finding::with_others)
    }

    /// Returns the names of all causes, and those of causes that the cases cannot distinguish from
    /// them.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let wordings = self.causes().map(|finding| &finding.wording);
        wordings.flat_map(|one| {
            [&one.name]
                .into_iter()
                .chain(&one.alternatives)
                .map(|name| &name[..])
        })
    }

    /// Returns the number of failed cases that are explained to the byte.
    pub(crate) fn explained(&self) -> usize {
        self.rests.values().filter(|rest| rest.is_none()).count()
    }

    /// Returns the number of failed cases that are explained in part.
    pub(crate) fn explained_in_part(&self) -> usize {
        let left = self.rests.iter().filter(|(_, rest)| rest.is_some());
        left.filter(|(case, _)| self.causes_of(**case).next().is_some())
            .count()
    }

    /// Reports whether a failed case is explained to the byte.
    pub(crate) fn explains(&self, case: usize) -> bool {
        self.rests.get(&case).is_some_and(Option::is_none)
    }

    /// Returns the causes of a case.
    pub(crate) fn causes_of(&self, case: usize) -> impl Iterator<Item = &Finding> {
        self.causes()
            .filter(move |finding| finding.cases.contains(&case))
    }
}
