//! What is wrong with a submission, in the order in which a student mends it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::compare::diff::{DiffLine, Side};
use crate::explain::explanation::{Finding, Open, Rest};
use crate::report::check_result::Checked;
use crate::report::options::Reveal;
use crate::report::text::cases_of;

/// How many things that are wrong are told before all others: who mends five may ask again.
pub(super) const MOST_FIRST: usize = 5;

/// Something that is wrong.
pub(super) enum Trouble<'told> {
    /// A cause.
    Cause(&'told Finding),
    /// A difference that no cause explains.
    Difference(&'told Open),
    /// Differences that no cause explains and of which nothing may be shown: what is wrong is
    /// that something is not printed.
    Lacking(Vec<&'told Open>),
    /// A case in which no causes were looked for, by its number.
    Case(usize),
}

/// Something that is wrong, and what it costs.
pub(super) struct Ranked<'told> {
    pub(super) trouble: Trouble<'told>,
    /// The numbers of the cases in which it shows.
    pub(super) cases: BTreeSet<usize>,
    /// How many of these fail for nothing else; none where nothing else is wrong at all.
    alone: Option<usize>,
}

impl Trouble<'_> {
    fn cases(&self) -> BTreeSet<usize> {
        match self {
            Self::Cause(finding) => finding.cases.iter().copied().collect(),
            Self::Difference(open) => open.cases.iter().copied().collect(),
            Self::Lacking(all) => all.iter().flat_map(|open| &open.cases).copied().collect(),
            Self::Case(number) => [*number].into(),
        }
    }
}

impl Ranked<'_> {
    /// In how many cases it shows, of so many, and how many of them mending it would mend.
    pub(super) fn share(&self, all: usize) -> String {
        let count = self.cases.len();
        let cases = cases_of(count, all);
        match self.alone {
            None => cases,
            Some(_) if count == 1 => cases,
            Some(0) => format!("{cases}, none of which fails for this alone"),
            Some(alone) if alone == count => format!("{cases}, all of which fail for this alone"),
            Some(1) => format!("{cases}, 1 of which fails for this alone"),
            Some(alone) => format!("{cases}, {alone} of which fail for this alone"),
        }
    }
}

/// All that is wrong, what to mend first before the others; of what costs as much, causes first.
/// It depends on how much is revealed what can be told apart.
pub(super) fn all(told: Checked<'_>, reveal: Reveal) -> Vec<Ranked<'_>> {
    let explanation = told.explanation;
    let causes = explanation.ranked().into_iter();
    let mut all: Vec<Trouble<'_>> = causes.map(Trouble::Cause).collect();
    if reveal != Reveal::None {
        let (lacking, shown): (Vec<&Open>, Vec<&Open>) =
            explanation.open.iter().partition(|open| {
                let shows = |line: &DiffLine| line.side == Side::Found && !line.tells_expected();
                reveal == Reveal::Actual && !open.first.diff.iter().any(shows)
            });
        all.extend(shown.into_iter().map(Trouble::Difference));
        if !lacking.is_empty() {
            all.push(Trouble::Lacking(lacking));
        }
        for (&number, rest) in &explanation.rests {
            let result = told.results.get(number);
            let is_visible = result.is_some_and(|result| result.case.about.is_visible());
            if matches!(rest, Some(Rest::NotLookedAt)) && is_visible {
                all.push(Trouble::Case(number));
            }
        }
    }
    let (left, all): (Vec<Trouble<'_>>, Vec<Trouble<'_>>) =
        all.into_iter().partition(|trouble| match trouble {
            Trouble::Difference(open) => explanation.is_remainder(&open.sentence, &open.cases),
            _ => false,
        });
    let mut sorted = sort(all, MOST_FIRST, Trouble::cases);
    sorted.extend(left);
    with_costs(sorted)
}

/// For how many reasons cases fail, by their numbers.
pub(super) fn reasons(all: &[Ranked<'_>]) -> BTreeMap<usize, usize> {
    counts(all.iter().flat_map(|one| &one.cases))
}

fn with_costs(all: Vec<Trouble<'_>>) -> Vec<Ranked<'_>> {
    let cases: Vec<BTreeSet<usize>> = all.iter().map(Trouble::cases).collect();
    let reasons = counts(cases.iter().flatten());
    let is_one_of_several = all.len() > 1;
    let ranked = all.into_iter().zip(cases).map(|(trouble, cases)| {
        let alone = cases.iter().filter(|case| reasons.get(case) == Some(&1));
        let alone = is_one_of_several.then(|| alone.count());
        Ranked {
            trouble,
            cases,
            alone,
        }
    });
    ranked.collect()
}

fn counts<'all>(cases: impl Iterator<Item = &'all usize>) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    for case in cases {
        *counts.entry(*case).or_default() += 1;
    }
    counts
}

/// Puts first what costs the most cases, then what costs the most of those that are left, and
/// so on for so many; behind them what costs the most cases stands first.
pub(super) fn sort<T>(all: Vec<T>, most: usize, cases: impl Fn(&T) -> BTreeSet<usize>) -> Vec<T> {
    let with_cases = all.into_iter().map(|one| (cases(&one), one));
    let mut rest: Vec<(BTreeSet<usize>, T)> = with_cases.collect();
    rest.sort_by_key(|(cases, _)| Reverse(cases.len()));
    let mut mended: BTreeSet<usize> = BTreeSet::new();
    let mut sorted = Vec::with_capacity(rest.len());
    while sorted.len() < most && !rest.is_empty() {
        let gains = rest.iter().enumerate();
        let best = gains.max_by_key(|(place, (cases, _))| {
            let left = cases.difference(&mended).count();
            (left, cases.len(), Reverse(*place))
        });
        let best = best.map_or(0, |(place, _)| place);
        let (cases, one) = rest.remove(best);
        mended.extend(cases);
        sorted.push(one);
    }
    sorted.extend(rest.into_iter().map(|(_, one)| one));
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_behind_the_first_is_what_mends_most_besides() {
        let all = vec![
            ("a", 0..5),
            ("b", 0..6),
            ("c", 4..8),
            ("d", 7..8),
            ("e", 0..2),
        ];
        let cases = |one: &(&str, std::ops::Range<usize>)| one.1.clone().collect();
        let names = |most: usize| -> String {
            let sorted = sort(all.clone(), most, cases);
            sorted.iter().map(|one| one.0).collect()
        };
        assert_eq!(names(0), "baced");
        assert_eq!(names(2), "bcaed");
        assert_eq!(names(9), "bcaed");
    }
}
