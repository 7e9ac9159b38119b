//! Groups submissions by their causes and outcomes.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::record::{Cause, Graded, Outcome};
use crate::io::visible::counted;
use crate::report::closing::Helpful;
use crate::report::explanation::Matter;

/// Submissions with something in common.
#[derive(Clone, Debug)]
pub(super) struct Group<'all, T> {
    /// The common property.
    pub(super) by: T,
    /// The submissions, in their order.
    pub(super) members: Vec<&'all Graded>,
}

/// Groups submissions by cause, the largest group first.
pub(super) fn by_cause(all: &[Graded]) -> Vec<Group<'_, &Cause>> {
    causes_by(all, |cause| cause.wording.name.as_str())
}

/// A cause in all situations in which it occurs.
#[derive(Debug)]
pub(super) struct Mistake<'all> {
    /// The cause in one of the situations.
    pub(super) cause: &'all Cause,
    /// The submissions with this mistake, in their order.
    pub(super) members: Vec<&'all Graded>,
    /// The submissions for each situation.
    pub(super) causes: Vec<Group<'all, &'all Cause>>,
    /// Sum of the numbers of affected cases of all submissions.
    pub(super) cases: usize,
}

impl<'all> Mistake<'all> {
    fn new(all: &'all [Graded], cause: &'all Cause, by_cause: &[Group<'all, &'all Cause>]) -> Self {
        let is_such = |other: &Cause| is_same_mistake(cause, other);
        let has_it = |graded: &&Graded| graded.causes.iter().any(is_such);
        let causes = by_cause.iter().filter(|group| is_such(group.by));
        let affected_cases = |graded: &Graded| {
            let causes = graded.causes.iter().filter(|cause| is_such(cause));
            let affected: BTreeSet<usize> =
                causes.flat_map(|cause| &cause.cases).copied().collect();
            affected.len()
        };
        Self {
            cause,
            members: all.iter().filter(has_it).collect(),
            causes: causes.cloned().collect(),
            cases: all.iter().map(affected_cases).sum(),
        }
    }

    /// Reports whether a submission has this mistake.
    pub(super) fn is_in(&self, graded: &Graded) -> bool {
        let mut causes = graded.causes.iter();
        causes.any(|cause| is_same_mistake(self.cause, cause))
    }
}

/// Reports whether two causes differ only in the situation.
fn is_same_mistake(one: &Cause, other: &Cause) -> bool {
    one.wording.stem == other.wording.stem
}

/// Returns the mistakes of a class; most submissions first, then most cases.
pub(super) fn mistakes(all: &[Graded]) -> Vec<Mistake<'_>> {
    let by_cause = by_cause(all);
    let by_stem = causes_by(all, |cause| cause.wording.stem.as_str());
    let mistakes = by_stem.into_iter();
    let mut mistakes: Vec<Mistake<'_>> = mistakes
        .map(|group| Mistake::new(all, group.by, &by_cause))
        .collect();
    mistakes.sort_by_key(|mistake| Reverse((mistake.members.len(), mistake.cases)));
    mistakes
}

/// Counts the submissions that were graded.
pub(super) fn graded(all: &[Graded]) -> usize {
    let is_graded = |graded: &&Graded| graded.outcome == Outcome::Graded;
    all.iter().filter(is_graded).count()
}

/// Groups the submissions that were not graded by the reason.
pub(super) fn by_outcome(all: &[Graded]) -> Vec<Group<'_, Outcome>> {
    let mut groups = most_first(all, |graded| match graded.outcome {
        Outcome::Graded => Vec::new(),
        outcome => vec![(outcome, outcome)],
    });
    groups.sort_by_key(|group| group.by);
    groups
}

/// The reason why most submissions get few points or none.
#[derive(Debug)]
pub(super) struct Notice {
    pub(super) headline: String,
    pub(super) details: Vec<String>,
    /// True if most submissions play no game. Then the command or the preparation is most likely wrong.
    pub(super) plays_no_game: bool,
}

/// Returns the reason why most submissions play no game or fail every case, if they do.
pub(super) fn notice(all: &[Graded]) -> Option<Notice> {
    no_game(all).or_else(|| every_case_fails(all))
}

/// Returns the reason that is the same for most submissions that play no game.
fn no_game(all: &[Graded]) -> Option<Notice> {
    let groups = most_first(all, |graded| {
        obstacle_key(graded).map_or_else(Vec::new, |key| vec![(key, ())])
    });
    let members = groups.into_iter().next()?.members;
    let submitted = |graded: &&Graded| graded.outcome != Outcome::NothingSubmitted;
    let submitted = all.iter().filter(submitted).count();
    if members.len() < 2 || members.len() * 2 <= submitted {
        return None;
    }
    let first = members[0];
    let what = match first.outcome {
        Outcome::Graded => "did not start a game",
        outcome => outcome.name(),
    };
    let cause = first.causes.first();
    let cause = cause.map(|cause| cause.wording.sentence.clone());
    Some(Notice {
        headline: format!(
            "{} of {} {what}, all in the same way, such as {}",
            members.len(),
            counted(all.len(), "submission", "submissions"),
            first.name
        ),
        details: first.reason.iter().cloned().chain(cause).collect(),
        plays_no_game: true,
    })
}

/// Returns what most submissions that fail every case have in common.
fn every_case_fails(all: &[Graded]) -> Option<Notice> {
    let fails =
        |graded: &&Graded| !graded.cases.is_empty() && graded.failed() == graded.cases.len();
    let failing: Vec<&Graded> = all.iter().filter(fails).collect();
    let is_most = |count: usize, all: usize| count > 1 && count * 2 > all;
    if !is_most(failing.len(), graded(all)) {
        return None;
    }
    let mistakes = mistakes(all);
    let causes = mistakes.iter().map(|mistake| {
        let count = failing
            .iter()
            .filter(|graded| mistake.is_in(graded))
            .count();
        (count, mistake.cause.wording.general.clone())
    });
    let helpful: Vec<&Helpful> = failing
        .iter()
        .filter_map(|one| one.tolerance.as_ref())
        .collect();
    let tolerances = helpful.iter().map(|one| {
        let within = |other: &&&Helpful| other.tolerances.is_subset(&one.tolerances);
        let text = format!("More cases pass with {}.", one.option());
        (helpful.iter().filter(within).count(), text)
    });
    // Of equals, the most important mistake is the first.
    let cause = causes.rev().max_by_key(|(count, _)| *count);
    let tolerance = tolerances.max_by_key(|(count, text)| (*count, Reverse(text.len())));
    let details = cause.into_iter().chain(tolerance);
    let details = details.filter(|(count, _)| is_most(*count, failing.len()));
    Some(Notice {
        headline: format!(
            "{} of {} fail every case",
            failing.len(),
            counted(all.len(), "submission", "submissions")
        ),
        details: details
            .map(|(count, text)| format!("{count} of these: {text}"))
            .collect(),
        plays_no_game: false,
    })
}

/// The key of submissions that play no game for the same reason: their outcome and the first two
/// lines of the reason, or the sentence of the cause.
fn obstacle_key(graded: &Graded) -> Option<(Outcome, Vec<&str>)> {
    let lines = match graded.outcome {
        Outcome::NotPrepared | Outcome::NotStarted => {
            graded.reason.iter().take(2).map(String::as_str).collect()
        }
        Outcome::Graded => {
            let cause = graded.causes.first()?;
            if cause.matter != Matter::Start {
                return None;
            }
            vec![cause.wording.sentence.as_str()]
        }
        Outcome::NothingSubmitted | Outcome::NotGraded => return None,
    };
    Some((graded.outcome, lines))
}

/// Groups submissions by a property of their causes.
fn causes_by<'all, K: Ord>(
    all: &'all [Graded],
    key: impl Fn(&'all Cause) -> K,
) -> Vec<Group<'all, &'all Cause>> {
    most_first(all, |graded| {
        let causes = graded.causes.iter();
        causes.map(|cause| (key(cause), cause)).collect()
    })
}

/// Groups submissions by keys, the largest group first, then the one with the earliest submission.
fn most_first<'all, K: Ord, T>(
    all: &'all [Graded],
    keys: impl Fn(&'all Graded) -> Vec<(K, T)>,
) -> Vec<Group<'all, T>> {
    let mut groups: BTreeMap<K, (usize, Group<'_, T>)> = BTreeMap::new();
    for (number, graded) in all.iter().enumerate() {
        for (key, by) in keys(graded) {
            let members = Vec::new();
            let group = groups.entry(key).or_insert((number, Group { by, members }));
            group.1.members.push(graded);
        }
    }
    let mut groups: Vec<(usize, Group<'_, T>)> = groups.into_values().collect();
    groups.sort_by_key(|(first, group)| (Reverse(group.members.len()), *first));
    groups.into_iter().map(|(_, group)| group).collect()
}
