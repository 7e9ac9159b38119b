//! What follows from the number of all mines and numbers that share no squares. If
//! such numbers need all mines that are left, the squares next to none of them are safe.
//! If they are next to all safe squares that are left, the other squares have mines.

use std::cmp::Reverse;

use super::SolveError;
use super::arrangements::order;
use super::frontier::{Component, Frontier, Group};
use super::reasoner::{Index, Reasoner, State, as_index};
use super::work_limit::Work;

/// Learns what follows from the number of all mines and as few numbers as possible;
/// what follows from single numbers has to be known.
pub(super) fn by_count(reasoner: &mut Reasoner) -> Result<(), SolveError> {
    let Some(mines_left) = reasoner.mines_left() else {
        return Ok(());
    };
    let Some(safe_left) = reasoner.unknown().checked_sub(mines_left) else {
        return Err(SolveError::NoField);
    };
    let worth = |mined| -> usize {
        reasoner
            .open_numbers()
            .map(|number| reasoner.around(number, mined))
            .sum()
    };
    // Mostly all numbers together have too few.
    if worth(true) < mines_left && worth(false) < safe_left || reasoner.unknown() == 0 {
        return Ok(());
    }
    let frontier = Frontier::of(reasoner);
    for (mined, wanted) in [(true, mines_left), (false, safe_left)] {
        if let Some(numbers) = disjoint_numbers(reasoner, &frontier, mined, wanted) {
            let squares = squares_apart_from(reasoner, &numbers);
            return reasoner.learn_by_count(numbers, &squares, !mined);
        }
    }
    Ok(())
}

/// The unknown squares that are next to none of some numbers.
fn squares_apart_from(reasoner: &Reasoner, numbers: &[Index]) -> Vec<Index> {
    let mut covered: Vec<Index> = numbers
        .iter()
        .flat_map(|&number| reasoner.unknown_around(number))
        .collect();
    covered.sort_unstable();
    (0..as_index(reasoner.size().area()))
        .filter(|&square| reasoner.state(square) == State::Unknown)
        .filter(|square| covered.binary_search(square).is_err())
        .collect()
}

/// What one mine, or one safe square, is worth: a multiple of 1 to 8, so that the squares
/// around a number can share what it has evenly.
const UNIT: usize = 840;

/// A number that may be chosen.
struct Candidate {
    square: Index,
    /// What each unknown square next to it is worth if it is chosen.
    share: usize,
    /// How many groups next to it are still to come.
    groups_left: usize,
    /// Its bit in [`Choice::key`], from its first group to its last one.
    bit: u128,
}

/// Some numbers that share no unknown square.
#[derive(Clone)]
struct Choice {
    /// Those that are next to groups still to come.
    key: u128,
    /// Whether all squares so far are next to one of them.
    covers_all: bool,
    /// What these squares are worth.
    worth: usize,
    /// All of them, in their order.
    numbers: Vec<Index>,
}

impl Choice {
    /// Orders choices so that those that are alike for the groups to come stand
    /// together, the best of them first.
    fn rank(&self) -> (u128, bool, Reverse<usize>, usize, &[Index]) {
        let Self {
            key,
            covers_all,
            worth,
            numbers,
        } = self;
        (*key, *covers_all, Reverse(*worth), numbers.len(), numbers)
    }
}

/// The fewest numbers that share no unknown square, have as many mines (or safe
/// squares) around them as are wanted, and leave an unknown square that is next to
/// none of them. None if there are none, or if it takes too long to find them.
///
/// Groups are decided one after the other. Of choices that are alike for the groups to
/// come, only the best is kept. No choice can have more than is wanted, so that after some
/// groups only few can still reach it.
fn disjoint_numbers(
    reasoner: &Reasoner,
    frontier: &Frontier,
    mined: bool,
    wanted: usize,
) -> Option<Vec<Index>> {
    let mut candidates: Vec<Vec<Candidate>> = frontier
        .components
        .iter()
        .map(|component| candidates(reasoner, component, mined))
        .collect();
    // The most that the squares still to come can be worth.
    let mut most_left: usize = 0;
    for (component, candidates) in frontier.components.iter().zip(&candidates) {
        for group in &component.groups {
            most_left += most_worth(group, candidates);
        }
    }
    let wanted_worth = UNIT * wanted;
    if most_left < wanted_worth {
        return None;
    }
    let mut work = Work::FIELD;
    let mut choices = vec![Choice {
        key: 0,
        covers_all: frontier.outside == 0,
        worth: 0,
        numbers: Vec::new(),
    }];
    for (component, candidates) in frontier.components.iter().zip(&mut candidates) {
        if component.groups.len() > work.most_groups() {
            return None;
        }
        let mut bits = 0;
        for at in order(component) {
            let group = &component.groups[at];
            choices = decide(&choices, group, candidates, &mut bits)?;
            most_left -= most_worth(group, candidates);
            choices.retain(|choice| choice.worth + most_left >= wanted_worth);
            work.spend(choices.len()).ok()?;
        }
    }
    let found = |choice: &Choice| choice.worth == wanted_worth && !choice.covers_all;
    Some(choices.into_iter().find(found)?.numbers)
}

fn candidates(reasoner: &Reasoner, component: &Component, mined: bool) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = component
        .numbers
        .iter()
        .map(|number| Candidate {
            square: number.square,
            share: UNIT * reasoner.around(number.square, mined)
                / reasoner.unknown_around(number.square).count(),
            groups_left: 0,
            bit: 0,
        })
        .collect();
    for group in &component.groups {
        for &number in &group.numbers {
            candidates[number].groups_left += 1;
        }
    }
    candidates
}

/// The most that the squares of a group can be worth.
fn most_worth(group: &Group, candidates: &[Candidate]) -> usize {
    let share = |&number: &usize| candidates[number].share;
    group.squares.len() * group.numbers.iter().map(share).max().unwrap_or_default()
}

/// Goes on with each choice in all ways: a group is next to one chosen number at most.
/// None if too many numbers are next to groups on both sides of this one.
fn decide(
    choices: &[Choice],
    group: &Group,
    candidates: &mut [Candidate],
    bits: &mut u128,
) -> Option<Vec<Choice>> {
    let bits_before = *bits;
    let (mut all, mut last_seen) = (0, 0);
    for &number in &group.numbers {
        let candidate = &mut candidates[number];
        if candidate.bit == 0 {
            candidate.bit = 1_u128.checked_shl(bits.trailing_ones())?;
            *bits |= candidate.bit;
        }
        candidate.groups_left -= 1;
        if candidate.groups_left == 0 {
            last_seen |= candidate.bit;
        }
        all |= candidate.bit;
    }
    *bits &= !last_seen;
    let mut after: Vec<Choice> = Vec::new();
    for choice in choices {
        let chosen = choice.key & all;
        if chosen == 0 {
            after.push(Choice {
                covers_all: false,
                ..choice.clone()
            });
        }
        for &number in &group.numbers {
            let candidate = &candidates[number];
            let is_new = chosen == 0 && candidate.bit & bits_before == 0;
            if !is_new && candidate.bit != chosen {
                continue;
            }
            let mut numbers = choice.numbers.clone();
            if is_new {
                let place = numbers.partition_point(|&other| other < candidate.square);
                numbers.insert(place, candidate.square);
            }
            after.push(Choice {
                key: (choice.key | candidate.bit) & !last_seen,
                worth: choice.worth + group.squares.len() * candidate.share,
                numbers,
                ..*choice
            });
        }
    }
    after.sort_unstable_by(|one, other| one.rank().cmp(&other.rank()));
    after.dedup_by_key(|choice| (choice.key, choice.covers_all));
    Some(after)
}
