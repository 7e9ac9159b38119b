//! What is wrong with a submission, in the order in which mending it gains most.

use std::collections::{BTreeMap, BTreeSet};

use crate::compare::diff::{DiffLine, Side};
use crate::explain::explanation::{Finding, Open, Rest};
use crate::report::check_result::Checked;
use crate::report::options::Reveal;
use crate::report::text::cases_of;

/// How many things to mend are listed first: after mending five, a student can submit again.
pub(super) const MOST_FIRST: usize = 5;

/// What is said of differences of which nothing may be shown.
pub(super) const NOTHING_SHOWN: &str = "More is wrong, of which nothing is shown.";

/// Something that is wrong.
pub(super) enum Trouble<'told> {
    /// A cause.
    Cause(&'told Finding),
    /// A difference that no cause explains.
    Difference(&'told Open),
    /// Differences that no cause explains and of which nothing may be shown.
    Hidden(Vec<&'told Open>),
    /// A case in which no causes were looked for, by its number.
    Case(usize),
}

/// Something that is wrong, and what mending it gains.
pub(super) struct Ranked<'told> {
    pub(super) trouble: Trouble<'told>,
    /// The numbers of the cases in which it shows.
    pub(super) cases: BTreeSet<usize>,
    /// Its place in the order, counted from 1.
    number: usize,
    /// In how many of its cases nothing else is seen to be wrong.
    alone: usize,
    /// In how many of its cases nothing is seen to be wrong but this and what stands before it.
    with_earlier: usize,
    /// Whether something else is wrong in each of its cases.
    is_never_alone: bool,
    /// Whether nothing else is wrong with the submission.
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
    /// In how many of all cases it shows, and in how many of these nothing else does once it is
    /// mended.
    pub(super) fn in_cases(&self, all: usize) -> String {
        let count = self.cases.len();
        let cases = cases_of(count, all);
        let part = |part: usize| match part {
            1 if count == 1 => "it".to_owned(),
            part if part == count => "all of them".to_owned(),
            part => format!("{part} of them"),
        };
        let is_one = !matches!(self.trouble, Trouble::Hidden(_)) && !self.is_all;
        if is_one && self.with_earlier > self.alone && self.number <= MOST_FIRST {
            let mended = match self.number {
                2 => "1 and 2".to_owned(),
                number => format!("1 to {number}"),
            };
            let part = part(self.with_earlier);
            format!("{cases}; with {mended} mended, no other mistake shows in {part}")
        } else if is_one && self.alone > 0 {
            let part = part(self.alone);
            format!("{cases}, the only mistake that shows in {part}")
        } else if is_one && self.is_never_alone {
            format!("{cases}, never the only mistake")
        } else {
            // Nothing is known of a program that stops early.
            cases
        }
    }
}

/// All that is wrong, in the order to mend it; of equals, causes first.
pub(super) fn all_wrong(told: Checked<'_>) -> Vec<Ranked<'_>> {
    let explanation = told.explanation;
    let is_hidden = |open: &&Open| {
        let shows = |line: &DiffLine| line.side == Side::Found && !line.tells_expected();
        match told.options.reveal {
            Reveal::Full => false,
            Reveal::Actual => !open.first.diff.iter().any(shows),
            Reveal::None => true,
        }
    };
    let (hidden, shown): (Vec<&Open>, Vec<&Open>) = explanation.open.iter().partition(is_hidden);
    let causes = explanation.ranked().into_iter().map(Trouble::Cause);
    let mut wrong: Vec<Trouble<'_>> = causes.collect();
    wrong.extend(shown.into_iter().map(Trouble::Difference));
    if !hidden.is_empty() {
        wrong.push(Trouble::Hidden(hidden));
    }
    for (&number, rest) in &explanation.rests {
        let result = told.results.get(number);
        let is_visible = result.is_some_and(|result| result.case.about.is_visible());
        if matches!(rest, Some(Rest::NotLookedAt)) && is_visible {
            wrong.push(Trouble::Case(number));
        }
    }
    let is_remainder = |trouble: &Trouble<'_>| match trouble {
        Trouble::Difference(open) => explanation.is_remainder(open),
        Trouble::Hidden(_) => told.options.reveal == Reveal::None,
        Trouble::Cause(_) | Trouble::Case(_) => false,
    };
    let sorted = sort(wrong, |trouble| Weight {
        cases: trouble.cases(),
        is_remainder: is_remainder(trouble),
    });
    with_gains(sorted, &explanation.unanswered)
}

/// Adds what mending each of them gains. Cases in which a line is not answered do not count: more
/// may be wrong there.
fn with_gains<'told>(
    sorted: Vec<Trouble<'told>>,
    unanswered: &BTreeSet<usize>,
) -> Vec<Ranked<'told>> {
    let cases: Vec<BTreeSet<usize>> = sorted.iter().map(Trouble::cases).collect();
    let reasons = counts(cases.iter());
    let mut left = reasons.clone();
    let is_all = sorted.len() == 1;
    let mut ranked = Vec::with_capacity(sorted.len());
    for ((trouble, cases), number) in sorted.into_iter().zip(cases).zip(1..) {
        let with_one = |reasons: &BTreeMap<usize, usize>| {
            let whole = cases.iter().filter(|case| !unanswered.contains(case));
            whole.filter(|case| reasons.get(case) == Some(&1)).count()
        };
        let is_never_alone = cases.iter().all(|case| reasons.get(case) != Some(&1));
        let (alone, with_earlier) = (with_one(&reasons), with_one(&left));
        mend(&cases, &mut left);
        ranked.push(Ranked {
            trouble,
            cases,
            number,
            alone,
            with_earlier,
            is_never_alone,
            is_all,
        });
    }
    ranked
}

/// What decides where something that is wrong stands.
#[derive(Clone)]
pub(super) struct Weight {
    /// The numbers of the cases in which it shows.
    pub(super) cases: BTreeSet<usize>,
    /// Whether it says no more than that something is left of these cases, so that it is last.
    pub(super) is_remainder: bool,
}

/// Puts first what fails the most cases, then what fails the most of the rest, and so on. A case
/// with several reasons counts in equal parts for each of them, so that what has to be mended
/// together stands together. Remainders stand last.
pub(super) fn sort<T>(all: Vec<T>, weight: impl Fn(&T) -> Weight) -> Vec<T> {
    let mut rest: Vec<(Weight, T)> = all.into_iter().map(|one| (weight(&one), one)).collect();
    let mut left = counts(rest.iter().map(|(weight, _)| &weight.cases));
    let mut sorted = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let parts = rest.iter().enumerate().map(|(place, (weight, _))| {
            let reasons = weight.cases.iter().filter_map(|case| left.get(case));
            #[expect(clippy::cast_precision_loss, reason = "reasons are few")]
            let part: f64 = reasons.map(|&reasons| 1.0 / reasons as f64).sum();
            (!weight.is_remainder, part, weight.cases.len(), place)
        });
        let best = parts.reduce(|best, other| {
            let order = other.0.cmp(&best.0);
            let order = order.then(other.1.total_cmp(&best.1));
            let is_better = order.then(other.2.cmp(&best.2)).is_gt();
            if is_better { other } else { best }
        });
        let (weight, one) = rest.remove(best.map_or(0, |(.., place)| place));
        mend(&weight.cases, &mut left);
        sorted.push(one);
    }
    sorted
}

/// In how many sets each number is.
fn counts<'all>(sets: impl Iterator<Item = &'all BTreeSet<usize>>) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    for case in sets.flatten() {
        *counts.entry(*case).or_default() += 1;
    }
    counts
}

/// Takes away a reason of these cases.
fn mend(cases: &BTreeSet<usize>, reasons: &mut BTreeMap<usize, usize>) {
    for case in cases {
        if let Some(count) = reasons.get_mut(case) {
            *count -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    fn sorted(all: &[(char, Range<usize>)]) -> String {
        let weight = |one: &(char, Range<usize>)| Weight {
            cases: one.1.clone().collect(),
            is_remainder: one.0.is_uppercase(),
        };
        let sorted = sort(all.to_vec(), weight);
        sorted.iter().map(|one| one.0).collect()
    }

    #[test]
    fn what_fails_most_once_the_first_is_mended_is_next() {
        let all = [('a', 0..6), ('b', 0..2), ('c', 6..9), ('d', 2..3)];
        assert_eq!(sorted(&all), "acbd");
        // Of equals the earlier one.
        assert_eq!(sorted(&[('a', 0..2), ('b', 0..2)]), "ab");
    }

    #[test]
    fn what_has_to_be_mended_together_stands_together() {
        let all = [('a', 0..9), ('b', 9..13), ('c', 0..9), ('d', 0..9)];
        assert_eq!(sorted(&all), "bacd");
        let all = [('a', 0..9), ('b', 9..11), ('c', 0..9), ('d', 0..9)];
        assert_eq!(sorted(&all), "acdb");
    }

    #[test]
    fn remainders_stand_last() {
        assert_eq!(sorted(&[('A', 0..9), ('b', 0..2), ('c', 0..3)]), "cbA");
    }
}
