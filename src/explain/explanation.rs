//! Why cases failed: the model that reports are made from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::wording::Wording;
use crate::cases::case::Artifact;
use crate::compare::diff::DiffLine;
use crate::compare::locate::Moment;

/// Why cases failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Explanation {
    /// The causes, the most important first.
    pub(crate) findings: Vec<Finding>,
    /// What is said of each failed case, by its number.
    pub(crate) notes: BTreeMap<usize, Note>,
}

/// A cause, and where it shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finding {
    /// The cause in words.
    pub(crate) wording: Wording,
    /// The numbers of the cases in which it shows.
    pub(crate) cases: Vec<usize>,
    /// In how many places it shows: answers to lines of input.
    pub(crate) places: usize,
    /// Where it shows first.
    pub(crate) first: FirstPlace,
    /// Whether it is not in what the game prints, such as an exception.
    pub(super) is_outside: bool,
}

/// Where a cause shows first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FirstPlace {
    /// The number of the case.
    pub(crate) case: usize,
    /// Where the game was.
    pub(crate) moment: Moment,
    /// What the game prints there, and what the program printed.
    pub(crate) diff: Vec<DiffLine>,
    /// Whether nothing but this cause is in the diff.
    pub(super) is_clean: bool,
}

/// What is said of a failed case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Note {
    /// The places of its causes in the list.
    pub(crate) findings: Vec<usize>,
    /// Why nothing was looked for, or what is left.
    pub(crate) rest: Option<Rest>,
}

/// What the causes do not explain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Rest {
    /// The case expects something else than the built-in game prints, is too
    /// large, or failed for another reason than its output: there is no cause.
    NotLookedAt,
    /// A difference is left.
    Left {
        /// Where.
        artifact: Artifact,
        /// Where the game was.
        moment: Moment,
        /// What the game prints with all causes, and what the program printed.
        diff: Vec<DiffLine>,
    },
}

impl Explanation {
    /// How many failed cases are explained in full.
    pub(crate) fn explained(&self) -> usize {
        let notes = self.notes.values();
        notes.filter(|note| note.rest.is_none()).count()
    }

    /// Whether causes explain a failed case in full.
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
