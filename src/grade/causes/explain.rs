//! From failing cases to a list of causes.

use std::collections::BTreeMap;

use super::applied::Applied;
use super::search::Search;
use super::subject::Subject;
use super::tally::Tally;
use super::wording::Wording;
use crate::edition::row::Edition;
use crate::grade::case::Artifact;
use crate::grade::error::GradeError;
use crate::grade::judge::diff::DiffLine;
use crate::grade::judge::locate::Moment;
use crate::grade::judge::tolerance::Tolerances;

/// How many cases a search looks at: first these, then more of those that are
/// not explained yet.
const FIRST_CASES: usize = 120;
const MORE_CASES: usize = 60;

/// How often more cases are looked at.
const ROUNDS: usize = 4;

/// The most that the cases of a search take in memory, in bytes.
const MEMORY: usize = 48 << 20;

/// Why cases failed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explanation {
    /// The causes, the most important first.
    pub(crate) findings: Vec<Finding>,
    /// What is said of each failed case, by its number.
    pub(crate) notes: BTreeMap<usize, Note>,
}

/// A cause, and where it shows.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The cause in words.
    pub(crate) wording: Wording,
    /// The numbers of the cases in which it shows.
    pub(crate) cases: Vec<usize>,
    /// In how many places it shows: answers to lines of input.
    pub(crate) places: usize,
    /// Where it shows first.
    pub(crate) first: FirstPlace,
}

/// Where a cause shows first.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug, Default)]
pub(crate) struct Note {
    /// The places of its causes in the list.
    pub(crate) findings: Vec<usize>,
    /// Why nothing was looked for, or what is left.
    pub(crate) rest: Option<Rest>,
}

/// What the causes do not explain.
#[derive(Clone, Debug)]
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

/// Explains failed cases, given by their numbers; `load` makes a subject of one,
/// if it can be explained. `others` are cases that passed: no cause may change
/// what they print.
///
/// # Errors
///
/// Those of `load`.
pub(crate) fn explain(
    edition: &'static Edition,
    failed: &[usize],
    passed: &[usize],
    tolerances: &Tolerances,
    load: impl Fn(usize) -> Result<Option<Subject>, GradeError>,
) -> Result<Explanation, GradeError> {
    let mut active = Vec::new();
    let mut size = 0;
    let mut add = |case: usize, active: &mut Vec<Subject>| -> Result<(), GradeError> {
        if size < MEMORY
            && let Some(subject) = load(case)?
        {
            size += subject.size();
            active.push(subject);
        }
        Ok(())
    };
    for &case in spread(failed, FIRST_CASES).chain(spread(passed, FIRST_CASES)) {
        add(case, &mut active)?;
    }
    let mut causes = Vec::new();
    for _ in 0..ROUNDS {
        // No text explains why there is none.
        let printed: Vec<Subject> = active
            .iter()
            .filter(|subject| !subject.is_silent)
            .cloned()
            .collect();
        causes = Search::new(edition, &printed, causes).run();
        let mut more = Vec::new();
        for &case in failed {
            if more.len() >= MORE_CASES {
                break;
            }
            let is_active = active.iter().any(|subject| subject.number == case);
            if !is_active
                && let Some(subject) = load(case)?
                && !Applied::new(&subject, edition, &causes).fit.is_explained()
            {
                more.push(case);
            }
        }
        if more.is_empty() {
            break;
        }
        for case in more {
            add(case, &mut active)?;
        }
    }
    let mut tally = Tally::new(edition, causes, tolerances);
    for &case in failed {
        tally.add(case, load(case)?.as_ref());
    }
    Ok(tally.explanation())
}

/// Some of many, from all over the list.
fn spread(cases: &[usize], most: usize) -> impl Iterator<Item = &usize> {
    cases.iter().step_by(cases.len().div_ceil(most).max(1))
}
