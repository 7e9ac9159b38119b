//! Groups submissions by their causes and outcomes.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::record::{Graded, Outcome};
use crate::io::visible::counted;
use crate::report::finding::Wording;
use crate::report::results::Helpful;

/// Submissions with something in common.
#[derive(Clone, Debug)]
pub(super) struct Group<'all, T> {
    /// The common property.
    pub(super) by: T,
    /// The submissions, in their order.
    pub(super) members: Vec<&'all Graded>,
}

/// A cause in all situations in which it occurs.
#[derive(Debug)]
pub(super) struct Mistake<'all> {
    /// The cause in one of the situations.
    pub(super) wording: &'all Wording,
    /// The submissions with this mistake, in their order.
    pub(super) members: Vec<&'all Graded>,
    /// The submissions for each situation.
    pub(super) situations: Vec<Group<'all, &'all Wording>>,
    /// Sum of the numbers of affected cases of all submissions.
    pub(super) cases: usize,
}

impl Mistake<'_> {
    /// Reports whether a submission has this mistake.
    pub(super) fn is_in(&self, graded: &Graded) -> bool {
        let mut causes = graded.causes();
        causes.any(|cause| cause.wording.stem == self.wording.stem)
    }
}

/// Returns the mistakes of a class; most submissions first, then most cases.
pub(super) fn mistakes(all: &[Graded]) -> Vec<Mistake<'_>> {
    let by = |key: fn(&Wording) -> &str| {
        most_first(all, move |graded| {
            let causes = graded.causes().map(|cause| &cause.wording);
            causes.map(|wording| (key(wording), wording)).collect()
        })
    };
    let by_name = by(|wording| wording.name.as_str());
    let mut mistakes = Vec::new();
    for Group {
        by: wording,
        mut members,
    } in by(|wording| wording.stem.as_str())
    {
        members.dedup_by_key(|graded| &graded.file);
        let mut cases = 0;
        for graded in &members {
            let such = graded
                .causes()
                .filter(|one| one.wording.stem == wording.stem);
            cases += such
                .flat_map(|cause| &cause.cases)
                .collect::<BTreeSet<_>>()
                .len();
        }
        let situations = by_name.iter().filter(|group| group.by.stem == wording.stem);
        mistakes.push(Mistake {
            wording,
            members,
            situations: situations.cloned().collect(),
            cases,
        });
    }
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
    let cause = first.causes().next();
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
    let failing: Vec<&Graded> = all.iter().filter(|graded| graded.failed_all()).collect();
    let is_most = |count: usize, all: usize| count > 1 && count * 2 > all;
    if !is_most(failing.len(), graded(all)) {
        return None;
    }
    let mut causes = Vec::new();
    for mistake in mistakes(all) {
        let having = failing.iter().filter(|graded| mistake.is_in(graded));
        causes.push((having.count(), mistake.wording.general.clone()));
    }
    let helpful: Vec<Helpful> = failing.iter().filter_map(|one| one.tolerance()).collect();
    let mut tolerances = Vec::new();
    for one in &helpful {
        let within = helpful.iter().filter(|other| other.option == one.option);
        let text = format!("More cases pass with {}.", one.option);
        tolerances.push((within.count(), text));
    }
    // Of equals, the most important mistake is the first.
    let cause = causes.into_iter().rev().max_by_key(|(count, _)| *count);
    let tolerance = tolerances
        .into_iter()
        .max_by_key(|(count, text)| (*count, Reverse(text.len())));
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
            let wording = &graded.causes().next()?.wording;
            if !wording.is_about_the_start() {
                return None;
            }
            vec![wording.sentence.as_str()]
        }
        Outcome::NothingSubmitted | Outcome::NotGraded => return None,
    };
    Some((graded.outcome, lines))
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
