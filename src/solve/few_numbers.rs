//! Proofs by cases: few numbers for which nothing else is possible.

use super::SolveError;
use super::arrangements::{Arrangements, NoArrangements, Work};
use super::frontier::{Component, Frontier};
use super::reasoner::{Cause, Fact, Index, Reasoner, as_index};
use crate::field::minefield::Square;

/// The most numbers that are looked at before all fields are.
const MOST_NUMBERS: usize = 24;

/// What a proof by cases is about.
pub(super) struct Cases {
    /// The numbers around which all cases are looked at.
    pub(super) numbers: Vec<Square>,
    /// Whether the number of all mines matters too.
    pub(super) count: bool,
}

/// The cases that show a fact which was found with all of them: those around few
/// numbers, if that can be.
pub(super) fn showing(plain: &Reasoner, fact: Fact) -> Cases {
    let few = few_numbers(plain, fact);
    let count = few.is_none() && fact.cause == Cause::CasesWithCount;
    let numbers = few.unwrap_or_else(|| {
        let all = 0..as_index(plain.size().area());
        let open = all.filter(|&square| plain.is_open(square));
        if count {
            open.collect()
        } else {
            connected(plain, fact.square)
        }
    });
    let numbers = numbers.iter().map(|&number| plain.square(number));
    Cases {
        numbers: numbers.collect(),
        count,
    }
}

/// All numbers that are connected with a square.
fn connected(plain: &Reasoner, square: Index) -> Vec<Index> {
    let components = Frontier::of(plain).components;
    let has_square = |component: &&Component| {
        let mut groups = component.groups.iter();
        groups.any(|group| group.squares.contains(&square))
    };
    let component = components.iter().find(has_square);
    let numbers = component
        .into_iter()
        .flat_map(|component| &component.numbers);
    numbers.map(|number| number.square).collect()
}

/// Few numbers that show a fact: those nearest to it that do, without those that
/// are not needed.
fn few_numbers(plain: &Reasoner, fact: Fact) -> Option<Vec<Index>> {
    let mut work = Work::COMPONENT;
    let mut numbers = Vec::new();
    let mut wave = vec![fact.square];
    let mut seen = std::collections::HashSet::from([fact.square]);
    // Numbers around unknown squares, unknown squares around numbers, and so on.
    while numbers.len() < MOST_NUMBERS && !wave.is_empty() {
        let mut next_wave = Vec::new();
        for square in wave {
            for number in plain.neighbours(square).filter(|&near| plain.is_open(near)) {
                if !seen.insert(number) {
                    continue;
                }
                numbers.push(number);
                let around = plain.unknown_around(number);
                next_wave.extend(around.filter(|&square| seen.insert(square)));
            }
        }
        if !numbers.is_empty() && shows(plain, &numbers, fact, &mut work).ok()? {
            let mut at = 0;
            while at < numbers.len() {
                let mut fewer = numbers.clone();
                // The farthest first.
                fewer.remove(numbers.len() - 1 - at);
                if !fewer.is_empty() && shows(plain, &fewer, fact, &mut work).unwrap_or(false) {
                    numbers = fewer;
                } else {
                    at += 1;
                }
            }
            numbers.sort_unstable();
            return Some(numbers);
        }
        wave = next_wave;
    }
    None
}

/// Whether a fact is so in all cases for some numbers.
fn shows(
    plain: &Reasoner,
    numbers: &[Index],
    fact: Fact,
    work: &mut Work,
) -> Result<bool, SolveError> {
    let frontier = Frontier::of_numbers(plain, numbers.iter().copied());
    let components = frontier.components.iter();
    for component in components {
        let group = component
            .groups
            .iter()
            .position(|group| group.squares.contains(&fact.square));
        let Some(group) = group else { continue };
        let arrangements = match Arrangements::of(component, work) {
            Err(NoArrangements::Impossible) => return Err(SolveError::NoField),
            Err(NoArrangements::TooHard) => return Err(SolveError::TooHard),
            Ok(arrangements) => arrangements,
        };
        let size = component.groups[group].size();
        let range = arrangements.ranges()[group];
        return Ok(range == if fact.mined { (size, size) } else { (0, 0) });
    }
    Ok(false)
}
