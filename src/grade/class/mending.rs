//! In which order a student mends what is wrong.

use std::cmp::Reverse;
use std::collections::BTreeSet;

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
