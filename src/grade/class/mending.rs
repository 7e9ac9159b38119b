//! What is wrong with a submission, in the order in which mending it gains most.

use std::collections::{BTreeMap, BTreeSet};

use crate::compare::diff::{DiffLine, Side};
use crate::explain::explanation::{Finding, Open, Rest};
use crate::report::check_result::Checked;
use crate::report::options::Reveal;
use crate::report::text::cases_of;

/// How many things that are wrong are told before all others: who has mended five can submit
/// again.
pub(super) const MOST_FIRST: usize = 5;

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
    /// In how many of its cases nothing else can be wrong.
    alone: usize,
    /// In how many of its cases nothing can be wrong but this and what stands before it.
    so_far: usize,
    /// Whether in all of its cases something else is.
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
    /// In how many cases of so many it shows, and how many of them pass once it is mended.
    pub(super) fn in_cases(&self, all: usize) -> String {
        let count = self.cases.len();
        let cases = cases_of(count, all);
        let part = |part: usize| match part {
            1 if count == 1 => String::new(),
            part if part == count => "all of them ".to_owned(),
            part => format!("{part} of them "),
        };
        let Self { alone, so_far, .. } = *self;
        if self.is_all {
            cases
        } else if so_far > alone {
            let mended = match self.number {
                2 => "1 and 2".to_owned(),
                number => format!("1 to {number}"),
            };
            format!("{cases}, {}right once {mended} are mended", part(so_far))
        } else if alone > 0 {
            format!("{cases}, {}only because of this", part(alone))
        } else if !self.is_never_alone {
            cases
        } else if count == 1 {
            format!("{cases}, with other mistakes too")
        } else {
            format!("{cases}, each with other mistakes too")
        }
    }
}

/// All that is wrong, what to mend first before the others; of what gains as much, causes first.
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
        _ => false,
    };
    let sorted = sort(wrong, |trouble| Cost {
        cases: trouble.cases(),
        is_remainder: is_remainder(trouble),
    });
    with_gains(sorted, &explanation.cut_short)
}

/// What mending each gains. Where a program does not go on to the end, that cannot be known.
fn with_gains<'told>(
    sorted: Vec<Trouble<'told>>,
    cut_short: &BTreeSet<usize>,
) -> Vec<Ranked<'told>> {
    let cases: Vec<BTreeSet<usize>> = sorted.iter().map(Trouble::cases).collect();
    let reasons = counts(cases.iter());
    let mut left = reasons.clone();
    let is_all = sorted.len() == 1;
    let mut ranked = Vec::with_capacity(sorted.len());
    for ((trouble, cases), number) in sorted.into_iter().zip(cases).zip(1..) {
        let with_one = |reasons: &BTreeMap<usize, usize>| {
            let whole = cases.iter().filter(|case| !cut_short.contains(case));
            whole.filter(|case| reasons.get(case) == Some(&1)).count()
        };
        let is_never_alone = cases.iter().all(|case| reasons.get(case) != Some(&1));
        let (alone, so_far) = (with_one(&reasons), with_one(&left));
        mend(&cases, &mut left);
        ranked.push(Ranked {
            trouble,
            cases,
            number,
            alone,
            so_far,
            is_never_alone,
            is_all,
        });
    }
    ranked
}

/// What something that is wrong costs.
pub(super) struct Cost {
    /// The numbers of the cases in which it shows.
    pub(super) cases: BTreeSet<usize>,
    /// Whether it is what is left of these cases once all that has a name is mended.
    pub(super) is_remainder: bool,
}

/// Puts first what fails the most cases, then what fails the most once that is mended, and so
/// on. Of a case that fails for several reasons, each of them has a part: so what has to be
/// mended together stands together. Remainders stand last.
pub(super) fn sort<T>(all: Vec<T>, cost: impl Fn(&T) -> Cost) -> Vec<T> {
    let mut rest: Vec<(Cost, T)> = all.into_iter().map(|one| (cost(&one), one)).collect();
    let mut left = counts(rest.iter().map(|(cost, _)| &cost.cases));
    let mut sorted = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let parts = rest.iter().enumerate().map(|(place, (cost, _))| {
            let reasons = cost.cases.iter().filter_map(|case| left.get(case));
            #[expect(clippy::cast_precision_loss, reason = "reasons are few")]
            let part: f64 = reasons.map(|&reasons| 1.0 / reasons as f64).sum();
            (!cost.is_remainder, part, cost.cases.len(), place)
        });
        let best = parts.reduce(|best, other| {
            let order = other.0.cmp(&best.0);
            let order = order.then(other.1.total_cmp(&best.1));
            let is_better = order.then(other.2.cmp(&best.2)).is_gt();
            if is_better { other } else { best }
        });
        let (cost, one) = rest.remove(best.map_or(0, |(.., place)| place));
        mend(&cost.cases, &mut left);
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
        let cost = |one: &(char, Range<usize>)| Cost {
            cases: one.1.clone().collect(),
            is_remainder: one.0.is_uppercase(),
        };
        let sorted = sort(all.to_vec(), cost);
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
