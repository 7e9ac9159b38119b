//! What the mistakes of a submission cost, where `cases.toml` gives them prices.

use std::collections::{BTreeMap, BTreeSet};

use super::record::{Cause, Class, Graded};
use crate::cases::mistakes::{Mistakes, Price};
use crate::cases::points::Points;

/// What a submission earns if its mistakes cost something, not its failed cases.
#[derive(Debug, PartialEq)]
pub(super) struct Bill<'class> {
    /// The mistakes.
    pub(super) items: Vec<Item<'class>>,
    /// How many failed cases cost what they are worth, since a price for all that is wrong
    /// with them is not known.
    pub(super) cases: usize,
    /// What those cost.
    pub(super) of_cases: Points,
    /// What is left of the points.
    pub(super) points: Points,
}

/// Mistakes with one price.
#[derive(Debug, PartialEq)]
pub(super) struct Item<'class> {
    /// The beginning of their names.
    pub(super) name: &'class str,
    /// How many there are. What shows in several situations is one.
    pub(super) count: usize,
    /// What they cost together.
    pub(super) cost: Points,
}

/// The bill of a submission; none if no mistake has a price, or if it could not be graded.
pub(super) fn of<'class>(class: &'class Class, graded: &Graded) -> Option<Bill<'class>> {
    graded.points().filter(|_| !class.mistakes.is_empty())?;
    let mut priced: BTreeMap<&str, (Price, BTreeSet<&str>)> = BTreeMap::new();
    let mut unpriced: BTreeSet<usize> = BTreeSet::new();
    for cause in &graded.causes {
        if let Some((name, price)) = price(&class.mistakes, cause) {
            let (_, stems) = priced.entry(name).or_insert((price, BTreeSet::new()));
            stems.insert(cause.wording.stem.as_str());
        } else {
            unpriced.extend(&cause.cases);
        }
    }
    let items: Vec<Item<'_>> = priced
        .into_iter()
        .map(|(name, (price, stems))| {
            let cost = price.points.times(stems.len());
            Item {
                name,
                count: stems.len(),
                cost: price.at_most.map_or(cost, |most| cost.min(most)),
            }
        })
        .collect();
    let lost: Vec<Points> = graded
        .cases
        .iter()
        .zip(&class.cases)
        .enumerate()
        .filter(|(number, (grade, _))| {
            !grade.passed() && (!grade.explained || unpriced.contains(number))
        })
        .map(|(_, (grade, case))| case.about.worth.most().without(grade.points))
        .collect();
    let of_cases = lost.iter().copied().sum();
    let of_items = items.iter().map(|item| item.cost).sum::<Points>();
    // What was not played has earned nothing.
    let most = if graded.cases.is_empty() {
        Points::default()
    } else {
        class.max_points()
    };
    Some(Bill {
        items,
        cases: lost.len(),
        of_cases,
        points: most.without(of_items + of_cases),
    })
}

/// The price of a cause: of several that the cases do not tell apart, the lowest.
fn price<'class>(mistakes: &'class Mistakes, cause: &Cause) -> Option<(&'class str, Price)> {
    let wording = &cause.wording;
    [&wording.name]
        .into_iter()
        .chain(&wording.alternatives)
        .filter_map(|name| mistakes.price(name))
        .min_by_key(|(_, price)| price.points)
}
