//! What the mistakes of a submission cost, where `cases.toml` gives them prices.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::record::{Cause, Class, Graded};
use crate::cases::case::Case;
use crate::cases::mistakes::{Mistakes, Price};
use crate::cases::points::Points;
use crate::explain::wording::Wording;
use crate::io::visible::counted;
use crate::report::check_result::Checked;

/// What a submission earns if its mistakes cost something, not its failed cases.
#[derive(Debug, PartialEq)]
pub(super) struct Bill<'class> {
    /// The mistakes, those that cost most first.
    pub(super) items: Vec<Item<'class>>,
    /// How many failed cases cost what they are worth, since not all that is wrong with them
    /// has a price.
    pub(super) cases: usize,
    /// What those cost.
    pub(super) of_cases: Points,
    /// What is left of the points.
    pub(super) points: Points,
    /// What there were.
    pub(super) most: Points,
}

/// Mistakes with one price.
#[derive(Debug, PartialEq)]
pub(super) struct Item<'class> {
    /// The beginning of their names.
    pub(super) name: &'class str,
    /// The mistakes. What shows in several situations is one.
    pub(super) mistakes: Vec<Wording>,
    /// What they cost together.
    pub(super) cost: Points,
}

impl Bill<'_> {
    /// What is left, and of how much.
    pub(super) fn sum(&self) -> String {
        format!("{} of {} points", self.points, self.most)
    }

    /// The failed cases that cost what they are worth, in words; none if there are none.
    pub(super) fn whole_cases(&self) -> Option<String> {
        (self.cases > 0).then(|| {
            let cases = counted(self.cases, "failed case", "failed cases");
            format!("{cases}, not explained in full or with a mistake that has no price")
        })
    }
}

/// What something costs, as a number that is taken away.
pub(super) fn less(cost: Points) -> String {
    if cost == Points::default() {
        "0".to_owned()
    } else {
        format!("\u{2212}{cost}")
    }
}

/// A case that failed.
#[derive(Clone, Copy, Debug)]
struct Failed {
    /// What it lost.
    lost: Points,
    /// Whether causes explain it in full.
    is_explained: bool,
}

/// The bill of a submission; none if no mistake has a price, or if it could not be graded.
pub(super) fn of<'class>(class: &'class Class, graded: &Graded) -> Option<Bill<'class>> {
    graded.points().filter(|_| !class.mistakes.is_empty())?;
    let failed = graded
        .cases
        .iter()
        .zip(&class.cases)
        .enumerate()
        .filter(|(_, (grade, _))| !grade.passed())
        .map(|(number, (grade, case))| {
            let one = Failed {
                lost: case.about.worth.most().without(grade.points),
                is_explained: grade.explained,
            };
            (number, one)
        })
        .collect();
    // What was not played has earned nothing.
    let most = if graded.cases.is_empty() {
        Points::default()
    } else {
        class.max_points()
    };
    Some(Bill {
        most: class.max_points(),
        ..bill(&class.mistakes, &graded.causes, &failed, most)
    })
}

/// The bill that the student sees: only for cases that are not hidden, and made from what may
/// be told of them.
pub(super) fn of_shown<'class>(
    class: &'class Class,
    graded: &Graded,
    told: Checked<'_>,
) -> Option<Bill<'class>> {
    graded.points().filter(|_| !class.mistakes.is_empty())?;
    let causes: Vec<Cause> = told.explanation.causes().map(Cause::of).collect();
    let worth = |case: &Case| case.about.worth.most();
    let mut most = Points::default();
    let mut failed = BTreeMap::new();
    for (number, result) in told.results.iter().enumerate() {
        if result.case.about.is_visible() {
            most = most + worth(&result.case);
            if !result.passed() {
                let one = Failed {
                    lost: worth(&result.case).without(result.points()),
                    is_explained: told.explanation.explains(number),
                };
                failed.insert(number, one);
            }
        }
    }
    let shown = class.cases.iter().filter(|case| case.about.is_visible());
    Some(Bill {
        most: shown.map(worth).sum(),
        ..bill(&class.mistakes, &causes, &failed, most)
    })
}

/// The bill for these causes of failed cases, by the numbers of the cases. A case costs what
/// it is worth, or its mistakes cost what they do, but never both.
fn bill<'class>(
    mistakes: &'class Mistakes,
    causes: &[Cause],
    failed: &BTreeMap<usize, Failed>,
    most: Points,
) -> Bill<'class> {
    let mut whole: BTreeSet<usize> = failed
        .iter()
        .filter(|(_, one)| !one.is_explained)
        .map(|(number, _)| *number)
        .collect();
    let failed_of = |cause: &Cause| -> Vec<usize> {
        let shown = cause.cases.iter().copied();
        shown.filter(|number| failed.contains_key(number)).collect()
    };
    for cause in causes {
        if price(mistakes, cause).is_none() {
            whole.extend(failed_of(cause));
        }
    }
    for cause in causes {
        let Some((_, price)) = price(mistakes, cause) else {
            continue;
        };
        let shown = failed_of(cause);
        let besides = shown.iter().filter(|number| !whole.contains(number));
        let lost = besides.map(|number| failed[number].lost).sum::<Points>();
        if has_unpriced_alternative(mistakes, cause) && lost < price.least() {
            whole.extend(shown);
        }
    }
    let mut priced: BTreeMap<&str, (Price, BTreeMap<&str, &Wording>)> = BTreeMap::new();
    for cause in causes {
        let mut shown = failed_of(cause).into_iter();
        if let Some((name, price)) = price(mistakes, cause)
            && shown.any(|number| !whole.contains(&number))
        {
            let (_, stems) = priced.entry(name).or_insert((price, BTreeMap::new()));
            stems.entry(&cause.wording.stem).or_insert(&cause.wording);
        }
    }
    let mut items: Vec<Item<'_>> = priced
        .into_iter()
        .map(|(name, (price, stems))| {
            let cost = price.points.times(stems.len());
            Item {
                name,
                mistakes: stems.into_values().cloned().collect(),
                cost: price.at_most.map_or(cost, |most| cost.min(most)),
            }
        })
        .collect();
    items.sort_by_key(|item| Reverse(item.cost));
    let of_cases = whole.iter().map(|number| failed[number].lost).sum();
    let of_items = items.iter().map(|item| item.cost).sum::<Points>();
    Bill {
        items,
        cases: whole.len(),
        of_cases,
        points: most.without(of_items + of_cases),
        most,
    }
}

/// The names of a cause: several if the cases do not tell them apart.
fn names(cause: &Cause) -> impl Iterator<Item = &String> {
    let wording = &cause.wording;
    [&wording.name].into_iter().chain(&wording.alternatives)
}

/// The lowest price of a cause among those of its names that have one.
fn price<'class>(mistakes: &'class Mistakes, cause: &Cause) -> Option<(&'class str, Price)> {
    names(cause)
        .filter_map(|name| mistakes.price(name))
        .min_by_key(|(_, price)| price.least())
}

/// Whether a cause may be one that has no price, and costs what its cases are worth.
fn has_unpriced_alternative(mistakes: &Mistakes, cause: &Cause) -> bool {
    names(cause).any(|name| mistakes.price(name).is_none())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::edition::flaw_set::Area;
    use crate::explain::explanation::{Matter, Topic};

    /// A cause of these names that shows in these cases.
    fn cause(names: &[&str], cases: &[usize]) -> Cause {
        let mut names = names.iter().map(|&name| name.to_owned());
        let name = names.next().unwrap_or_default();
        Cause {
            matter: Matter::Topic(Topic::Rule(Area::Squares)),
            wording: Wording {
                stem: name.clone(),
                name,
                alternatives: names.collect(),
                sentence: String::new(),
                brief: None,
                general: String::new(),
                rule: String::new(),
                tells_expected: false,
            },
            cases: cases.to_vec(),
        }
    }

    /// What mistakes of these names cost, in quarters of a point.
    fn mistakes(prices: &[(&str, u64)]) -> Mistakes {
        let price = |quarters| Price {
            points: quarter(quarters),
            at_most: None,
        };
        let prices = prices.iter();
        Mistakes(
            prices
                .map(|&(name, quarters)| (name.to_owned(), price(quarters)))
                .collect(),
        )
    }

    fn quarter(count: u64) -> Points {
        Points::of_millionths(250_000 * count)
    }

    /// Cases of one point each that failed, by whether they are explained.
    fn failed(explained: &[bool]) -> BTreeMap<usize, Failed> {
        let one = |&is_explained: &bool| Failed {
            lost: Points::ONE,
            is_explained,
        };
        explained.iter().map(one).enumerate().collect()
    }

    /// What is left of 10 points.
    #[track_caller]
    fn left(prices: &[(&str, u64)], causes: &[Cause], explained: &[bool], points: f64) {
        let most = quarter(40);
        let prices = mistakes(prices);
        let bill = bill(&prices, causes, &failed(explained), most);
        assert_eq!(Some(bill.points), Points::new(points), "{bill:?}");
    }

    #[test]
    fn a_case_is_paid_for_once() {
        let shows_in = |cases: &[usize]| [cause(&["a"], cases)];
        left(&[("a", 2)], &shows_in(&[0, 1]), &[true, true], 9.5);
        // The cause is paid for by the case that is not explained.
        left(&[("a", 2)], &shows_in(&[0]), &[false], 9.0);
        left(&[("a", 2)], &shows_in(&[0, 1]), &[false, true], 8.5);
        // A case that passed because something is tolerated costs nothing.
        left(&[("a", 2)], &shows_in(&[5]), &[], 10.0);
        // What has no price is paid for by the case, and so is all else in it.
        let two = [cause(&["a"], &[0]), cause(&["b"], &[0])];
        left(&[("a", 2)], &two, &[true], 9.0);
        left(&[("a", 2), ("b", 1)], &two, &[true], 9.25);
    }

    #[test]
    fn of_several_alternatives_the_cheapest_counts() {
        let one_of = |cases: &[usize]| [cause(&["a", "b"], cases)];
        left(&[("a", 6), ("b", 2)], &one_of(&[0]), &[true], 9.5);
        // Without a price it costs what its cases are worth.
        left(&[("a", 6)], &one_of(&[0]), &[true], 9.0);
        left(&[("b", 6)], &one_of(&[0]), &[true], 9.0);
        left(&[("a", 6)], &one_of(&[0, 1]), &[true, true], 8.5);
        left(&[("c", 6)], &one_of(&[0]), &[true], 9.0);
    }

    proptest! {
        /// Where no mistake costs more than a case and each case has one at most, points by
        /// mistakes are never below points by cases; and no mistake costs anything that shows
        /// only in cases that are paid for.
        #[test]
        fn mistakes_never_cost_more_than_their_cases(
            prices in proptest::collection::vec(proptest::option::of(0_u64..=4), 4),
            cases in proptest::collection::vec((0_usize..6, any::<bool>()), 0..12),
            alternatives in proptest::collection::vec(0_usize..4, 4),
        ) {
            const NAMES: [&str; 4] = ["a", "b", "c", "d"];
            let priced: Vec<(&str, u64)> = NAMES
                .into_iter()
                .zip(&prices)
                .filter_map(|(name, price)| Some((name, (*price)?)))
                .collect();
            let explained: Vec<bool> = cases.iter().map(|case| case.1).collect();
            let causes: Vec<Cause> = (0..4)
                .filter_map(|number| {
                    let here = cases.iter().enumerate().filter(|(_, case)| case.0 == number);
                    let here: Vec<usize> = here.map(|(case, _)| case).collect();
                    let names = [NAMES[number], NAMES[alternatives[number]]];
                    (!here.is_empty()).then(|| cause(&names, &here))
                })
                .collect();
            let failed = failed(&explained);
            let prices = mistakes(&priced);
            let bill = bill(&prices, &causes, &failed, quarter(48));
            prop_assert!(bill.points >= quarter(48 - 4 * cases.len() as u64), "{bill:?}");
            let counted: usize = bill.items.iter().map(|item| item.mistakes.len()).sum();
            let unpaid = causes.iter().filter(|cause| cause.cases.iter().any(|case| explained[*case]));
            prop_assert!(counted <= unpaid.count(), "{bill:?}");
        }
    }
}
