//! Why cases failed: the model that reports are made from.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::wording::Wording;
use crate::compare::diff::DiffLine;
use crate::compare::moment::Moment;
use crate::edition::flaw_set::Area;
use crate::game::sink::Kind;

/// Why cases failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Explanation {
    /// The causes, the most important first.
    pub(crate) findings: Vec<Finding>,
    /// What no cause explains, the most frequent first.
    pub(crate) open: Vec<Open>,
    /// What the causes leave of each failed case, by its number: nothing if they explain
    /// it to the byte.
    pub(crate) rests: BTreeMap<usize, Option<Rest>>,
    /// The numbers of the cases in which the program leaves a line of input unanswered: more may
    /// be wrong with them than can be seen.
    pub(crate) unanswered: BTreeSet<usize>,
}

/// What causes have in common that are told together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Topic {
    /// A rule of the game.
    Rule(Area),
    /// The welcome.
    Welcome,
    /// How a round is written: its number, the grid, the column numbers and the prompt.
    Round,
    /// Other words.
    Message,
    /// The order of the two streams.
    Order,
}

/// What a cause is about, more closely than by its topic: what a class is looked at by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Matter {
    /// All that has a topic.
    Topic(Topic),
    /// A piece of a round, whatever is wrong with it.
    Piece(Kind),
    /// That no game is played.
    Start,
    /// How the program ends.
    End,
}

/// A cause, and where it shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finding {
    /// What it is about.
    pub(crate) topic: Topic,
    /// What it is about, more closely.
    pub(crate) matter: Matter,
    /// The cause in words.
    pub(crate) wording: Wording,
    /// What else is wrong with the same. Of those, nothing more is.
    pub(crate) also: Vec<Finding>,
    /// The numbers of the cases in which it shows.
    pub(crate) cases: Vec<usize>,
    /// In how many places it shows.
    pub(crate) places: usize,
    /// Where it shows most clearly: the first place where least else is wrong.
    pub(crate) first: Place,
    /// The shortest game that shows it.
    pub(crate) example: Option<Example>,
}

/// A difference that comes once, or that has no situation that tells where it comes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Open {
    /// What it is about; none if what is printed is neither expected nor predicted: then it can
    /// only be said that more is wrong.
    pub(crate) matter: Option<Matter>,
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

impl Example {
    /// Whether there is nothing in it but what a keyboard has.
    pub(crate) fn can_be_typed(&self) -> bool {
        let is_on_a_key = |letter: char| matches!(letter, ' '..='~');
        self.input.iter().all(|line| line.chars().all(is_on_a_key))
    }
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

impl Finding {
    /// It, and what else is wrong with the same.
    pub(crate) fn with_others(&self) -> impl Iterator<Item = &Self> {
        [self].into_iter().chain(&self.also)
    }
}

impl Explanation {
    /// All causes, those that are told together too.
    pub(crate) fn causes(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().flat_map(Finding::with_others)
    }

    /// All causes, those that show in most cases first.
    pub(crate) fn ranked(&self) -> Vec<&Finding> {
        let mut causes: Vec<&Finding> = self.causes().collect();
        causes.sort_by_key(|finding| Reverse((finding.cases.len(), finding.places)));
        causes
    }

    /// Whether a difference says no more than that something is left of cases that have causes:
    /// these are to be mended first.
    pub(crate) fn is_remainder(&self, open: &Open) -> bool {
        let has_cause = |case: &usize| self.causes_of(*case).next().is_some();
        open.matter.is_none() && open.cases.iter().all(has_cause)
    }

    /// How many failed cases are explained to the byte.
    pub(crate) fn explained(&self) -> usize {
        self.rests.values().filter(|rest| rest.is_none()).count()
    }

    /// How many failed cases are explained in part.
    pub(crate) fn explained_in_part(&self) -> usize {
        let left = self.rests.iter().filter(|(_, rest)| rest.is_some());
        left.filter(|(case, _)| self.causes_of(**case).next().is_some())
            .count()
    }

    /// Whether causes explain a failed case to the byte.
    pub(crate) fn explains(&self, case: usize) -> bool {
        self.rests.get(&case).is_some_and(Option::is_none)
    }

    /// The causes of a case.
    pub(crate) fn causes_of(&self, case: usize) -> impl Iterator<Item = &Finding> {
        self.causes()
            .filter(move |finding| finding.cases.contains(&case))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::wording;

    #[test]
    fn what_is_left_of_cases_with_causes_is_a_remainder() {
        let cause = Finding {
            topic: Topic::Order,
            matter: Matter::Topic(Topic::Order),
            wording: wording::of_order(),
            also: Vec::new(),
            cases: vec![1, 2],
            places: 2,
            first: Place {
                case: 1,
                moment: Moment::default(),
                diff: Vec::new(),
            },
            example: None,
        };
        let explanation = Explanation {
            findings: vec![cause],
            ..Explanation::default()
        };
        let is_remainder = |matter: Option<Matter>, cases: &[usize]| {
            explanation.is_remainder(&Open {
                matter,
                sentence: String::new(),
                cases: cases.to_vec(),
                places: 2,
                right: 0,
                first: explanation.findings[0].first.clone(),
            })
        };
        assert!(is_remainder(None, &[1, 2]));
        assert!(!is_remainder(None, &[1, 3]));
        assert!(!is_remainder(Some(Matter::End), &[1]));
    }
}
