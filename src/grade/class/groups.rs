//! What submissions have in common.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::record::{Graded, Standing};
use crate::explain::wording::Wording;

/// Submissions with something in common.
#[derive(Debug)]
pub(super) struct Group<'all, T> {
    /// What they have in common.
    pub(super) by: T,
    /// The submissions, in their order.
    pub(super) members: Vec<&'all Graded>,
}

impl<'all, T> Group<'all, T> {
    /// The names of the submissions.
    pub(super) fn names(&self) -> Vec<&'all str> {
        self.members
            .iter()
            .map(|graded| graded.name.as_str())
            .collect()
    }
}

/// The causes with the submissions that have them, most of them first.
pub(super) fn by_cause(all: &[Graded]) -> Vec<Group<'_, &Wording>> {
    most_first(all, |graded| {
        let causes = graded.causes.iter();
        causes.map(|cause| (cause.name.as_str(), cause)).collect()
    })
}

/// The submissions that were not graded, by what stood in the way.
pub(super) fn by_standing(all: &[Graded]) -> Vec<Group<'_, Standing>> {
    most_first(all, |graded| match graded.standing {
        Standing::Graded => Vec::new(),
        standing => vec![(standing.name(), standing)],
    })
}

/// The submissions that failed the same cases with the same output, byte for
/// byte.
pub(super) fn by_wrong_output(all: &[Graded]) -> Vec<Group<'_, &str>> {
    let mut groups = most_first(all, |graded| {
        let wrong = graded.wrong_output.iter();
        wrong
            .map(|wrong| (wrong.as_str(), wrong.as_str()))
            .collect()
    });
    groups.retain(|group| group.members.len() > 1);
    groups
}

/// The submissions by the keys that they have, the largest group first, then that with
/// the earliest submission.
fn most_first<'all, T>(
    all: &'all [Graded],
    keys: impl Fn(&'all Graded) -> Vec<(&'all str, T)>,
) -> Vec<Group<'all, T>> {
    let mut groups: BTreeMap<&str, (usize, Group<'_, T>)> = BTreeMap::new();
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
