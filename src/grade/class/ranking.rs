//! Ranks the problems of a submission by the points that fixing them regains.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::check_result::Checked;
use crate::report::diff_line::{DiffLine, Side};
use crate::report::explanation::{Finding, Open, Rest};
use crate::report::options::Reveal;
use crate::report::text::cases_of;

/// Number of problems to list first: after fixing five, a student can submit again.
pub(super) const MOST_FIRST: usize = 5;

/// The sentence about differences that may not be shown.
pub(super) const NOTHING_SHOWN: &str = "There are more differences, but this report hides them.";

/// A problem of a submission.
pub(super) enum Trouble<'a> {
    /// A cause of failures.
    Cause(&'a Finding),
    /// An unexplained difference.
    Difference(&'a Open),
    /// Unexplained differences that may not be shown.
    Hidden(Vec<&'a Open>),
    /// A failed case that was not analysed, by its index.
    Case(usize),
}

/// A problem and the effect of fixing it.
pub(super) struct Ranked<'a> {
    pub(super) trouble: Trouble<'a>,
    /// Indices of the affected cases.
    pub(super) cases: BTreeSet<usize>,
    /// Rank, from 1.
    number: usize,
    /// Number of affected cases without any other known problem.
    alone: usize,
    /// Number of affected cases whose other known problems all have a better rank.
    with_earlier: usize,
    /// True if this is the only problem.
    is_all: bool,
}

impl Trouble<'_> {
    fn cases(&self) -> BTreeSet<usize> {
        match self {
            Self::Cause(finding) => finding.cases.iter().copied().collect(),
            Self::Difference(open) => open.cases.iter().copied().collect(),
            Self::Hidden(all) => all.iter().flat_map(|open| &open.cases).copied().collect(),
            Self::Case(number) => [*number].into(),
        }
    }
}

impl Ranked<'_> {
    /// Renders the number of affected cases, and in how many of them no other mistake remains
    /// once this problem and the ones before it are fixed.
    pub(super) fn in_cases(&self, all: usize) -> String {
        let count = self.cases.len();
        let cases = cases_of(count, all);
        let part = |part: usize| match part {
            1 if count == 1 => "it".to_owned(),
            part if part == count => "all of them".to_owned(),
            part => format!("{part} of them"),
        };
        if self.is_all || matches!(self.trouble, Trouble::Hidden(_)) {
            cases
        } else if self.with_earlier > self.alone && self.number <= MOST_FIRST {
            let fixed = match self.number {
                2 => "1 and 2".to_owned(),
                number => format!("1 to {number}"),
            };
            let part = part(self.with_earlier);
            format!("{cases}; with {fixed} fixed, no other mistake shows in {part}")
        } else if self.alone > 0 {
            let part = part(self.alone);
            format!("{cases}, the only mistake that shows in {part}")
        } else {
            format!("{cases}, never the only mistake")
        }
    }
}

/// Returns all problems, the ones to fix first at the start; of equals, causes first.
pub(super) fn ranked(checked: Checked<'_>) -> Vec<Ranked<'_>> {
    let explanation = checked.explanation;
    let mut troubles: Vec<Trouble<'_>> = Vec::new();
    troubles.extend(explanation.causes().map(Trouble::Cause));
    let mut hidden = Vec::new();
    for open in &explanation.open {
        if is_hidden(open, checked.options.reveal) {
            hidden.push(open);
        } else {
            troubles.push(Trouble::Difference(open));
        }
    }
    for (&number, rest) in &explanation.rests {
        let result = checked.results.get(number);
        let is_visible = result.is_some_and(|result| result.case.about.is_visible());
        if matches!(rest, Some(Rest::NotLookedAt)) && is_visible {
            troubles.push(Trouble::Case(number));
        }
    }
    let mut sorted = sort(troubles, Trouble::cases);
    if !hidden.is_empty() {
        sorted.push(Trouble::Hidden(hidden));
    }
    with_effects(sorted)
}

/// Reports whether no line of a difference may be shown.
fn is_hidden(open: &Open, reveal: Reveal) -> bool {
    let may_be_shown = |line: &DiffLine| line.side == Side::Found && !line.tells_expected();
    match reveal {
        Reveal::Full => false,
        Reveal::Actual => !open.first.diff.iter().any(may_be_shown),
        Reveal::None => true,
    }
}

/// Adds the effect of fixing each problem.
fn with_effects(sorted: Vec<Trouble<'_>>) -> Vec<Ranked<'_>> {
    let cases: Vec<BTreeSet<usize>> = sorted.iter().map(Trouble::cases).collect();
    let problems = counts(cases.iter());
    let mut remaining = problems.clone();
    let is_all = sorted.len() == 1;
    let mut ranked = Vec::with_capacity(sorted.len());
    for ((trouble, cases), number) in sorted.into_iter().zip(cases).zip(1..) {
        let with_one = |problems: &BTreeMap<usize, usize>| {
            let is_alone = |case: &&usize| problems.get(case) == Some(&1);
            cases.iter().filter(is_alone).count()
        };
        let (alone, with_earlier) = (with_one(&problems), with_one(&remaining));
        fix(&cases, &mut remaining);
        ranked.push(Ranked {
            trouble,
            cases,
            number,
            alone,
            with_earlier,
            is_all,
        });
    }
    ranked
}

/// Sorts problems: first the one that fails the most cases, then the one that fails the most of the
/// remaining cases, and so on. A case with several problems counts in equal parts for each of them,
/// so that problems that must be fixed together stay together.
pub(super) fn sort<T>(all: Vec<T>, cases: impl Fn(&T) -> BTreeSet<usize>) -> Vec<T> {
    let mut rest: Vec<(BTreeSet<usize>, T)> =
        all.into_iter().map(|one| (cases(&one), one)).collect();
    let mut remaining = counts(rest.iter().map(|(cases, _)| cases));
    let mut sorted = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let parts = rest.iter().enumerate().map(|(place, (cases, _))| {
            let problems = cases.iter().filter_map(|case| remaining.get(case));
            #[expect(clippy::cast_precision_loss, reason = "problems are few")]
            let part: f64 = problems.map(|&problems| 1.0 / problems as f64).sum();
            (part, cases.len(), place)
        });
        let best = parts.reduce(|best, other| {
            let order = other.0.total_cmp(&best.0).then(other.1.cmp(&best.1));
            if order.is_gt() { other } else { best }
        });
        let (cases, one) = rest.remove(best.map_or(0, |(.., place)| place));
        fix(&cases, &mut remaining);
        sorted.push(one);
    }
    sorted
}

/// Counts the sets that contain each number.
fn counts<'a>(sets: impl Iterator<Item = &'a BTreeSet<usize>>) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    for case in sets.flatten() {
        *counts.entry(*case).or_default() += 1;
    }
    counts
}

/// Removes one problem of each of these cases.
fn fix(cases: &BTreeSet<usize>, problems: &mut BTreeMap<usize, usize>) {
    for case in cases {
        if let Some(count) = problems.get_mut(case) {
            *count -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    fn sorted(all: &[(char, Range<usize>)]) -> String {
        let sorted = sort(all.to_vec(), |(_, cases)| cases.clone().collect());
        sorted.iter().map(|one| one.0).collect()
    }

    #[test]
    fn problems_are_sorted_by_the_cases_that_fixing_them_regains() {
        let all = [('a', 0..6), ('b', 0..2), ('c', 6..9), ('d', 2..3)];
        assert_eq!(sorted(&all), "acbd");
        // Of equals the earlier one.
        assert_eq!(sorted(&[('a', 0..2), ('b', 0..2)]), "ab");
    }

    #[test]
    fn problems_that_must_be_fixed_together_stay_together() {
        let all = [('a', 0..9), ('b', 9..13), ('c', 0..9), ('d', 0..9)];
        assert_eq!(sorted(&all), "bacd");
        let all = [('a', 0..9), ('b', 9..11), ('c', 0..9), ('d', 0..9)];
        assert_eq!(sorted(&all), "acdb");
    }
}
