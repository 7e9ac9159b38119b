//! Turns facts into proofs: the steps that a fact needs, and for a step by arrangements, few
//! numbers that are enough to prove it.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use super::arrangements::Arrangements;
use super::budget::Budget;
use super::error::SolveError;
use super::frontier;
use super::position::Position;
use super::proof::{Proof, Reason, Step};
use super::reasoner::{Fact, FactCause, Index, Reasoner, SquareState};
use super::scaled::Scaled;

/// Maximum number of facts for which a step lists all its facts. Larger steps list only the
/// facts that the proof needs.
const MAX_LISTED_FACTS: usize = 30;

/// Turns the facts of a reasoner into proofs.
pub(super) struct Prover<'facts> {
    position: &'facts Position,
    reasoner: &'facts Reasoner,
    /// For each square, the index of its fact plus 1, or 0 if it has none.
    places: Vec<u32>,
    /// The position without any facts.
    plain: OnceCell<Reasoner>,
}

impl<'facts> Prover<'facts> {
    pub(super) fn new(position: &'facts Position, reasoner: &'facts Reasoner) -> Self {
        let mut places = vec![0; position.size().area()];
        for (place, fact) in (1..).zip(reasoner.facts()) {
            places[fact.square as usize] = place;
        }
        Self {
            position,
            reasoner,
            places,
            plain: OnceCell::new(),
        }
    }

    /// Returns the proof of a fact, given by its index, or `None` if it needs more than
    /// `limit` facts.
    pub(super) fn proof(&self, fact: usize, limit: usize) -> Option<Proof> {
        let mut needed = BTreeSet::from([fact]);
        let mut open = vec![fact];
        while let Some(next) = open.pop() {
            for premise in self.premises(next) {
                if needed.insert(premise) {
                    open.push(premise);
                }
                if needed.len() > limit {
                    return None;
                }
            }
        }
        let facts = self.reasoner.facts();
        let mut steps = Vec::new();
        let mut done = 0;
        for &at in &needed {
            if at >= done {
                let step = self.step_of(at);
                done = step.end;
                steps.push(self.step(step, &needed));
            }
        }
        Some(Proof {
            square: self.reasoner.square(facts[fact].square),
            mined: facts[fact].mined,
            steps,
        })
    }

    /// Returns the indices of the facts that a fact directly follows from.
    fn premises(&self, at: usize) -> Vec<usize> {
        let Fact { mined, cause, .. } = self.reasoner.facts()[at];
        let start = self.step_of(at).start;
        // The index of a square's fact, if it was proved in an earlier step.
        let earlier = |square: Index| {
            let place = self.places[square as usize] as usize;
            (1..=start).contains(&place).then(|| place - 1)
        };
        let neighbours = |number| self.reasoner.neighbours(number);
        match cause {
            // A mine follows from the safe squares around the number, a safe square from
            // the mines.
            FactCause::Number(number) => {
                let needed = if mined {
                    SquareState::Safe
                } else {
                    SquareState::Mined
                };
                neighbours(number)
                    .filter(|&square| self.reasoner.state(square) == needed)
                    .filter_map(earlier)
                    .collect()
            }
            // The squares next to both numbers do not matter.
            FactCause::Numbers(first, second) => {
                let only = |number, other| {
                    neighbours(number)
                        .filter(move |&square| !neighbours(other).any(|shared| shared == square))
                };
                only(first, second)
                    .chain(only(second, first))
                    .filter_map(earlier)
                    .collect()
            }
            FactCause::Arrangements => Vec::new(),
        }
    }

    /// Returns the indices of the facts in the same step as a fact.
    pub(super) fn step_of(&self, at: usize) -> Range<usize> {
        let facts = self.reasoner.facts();
        let cause = facts[at].cause;
        if cause == FactCause::Arrangements {
            // Each of these facts has its own proof.
            return at..at + 1;
        }
        let is_other = |fact: &Fact| fact.cause != cause;
        let before = facts[..at].iter().rposition(is_other);
        let length = facts[at..].iter().position(is_other);
        before.map_or(0, |before| before + 1)..length.map_or(facts.len(), |length| at + length)
    }

    fn step(&self, places: Range<usize>, needed: &BTreeSet<usize>) -> Step {
        let all = self.reasoner.facts();
        let facts: Vec<Fact> = if places.len() <= MAX_LISTED_FACTS {
            all[places].to_vec()
        } else {
            needed.range(places).map(|&at| all[at]).collect()
        };
        let squares = |mined: bool| {
            let facts = facts.iter().filter(|fact| fact.mined == mined);
            facts
                .map(|fact| self.reasoner.square(fact.square))
                .collect()
        };
        Step {
            reason: self.reason(facts[0]),
            mined: squares(true),
            safe: squares(false),
        }
    }

    fn reason(&self, fact: Fact) -> Reason {
        let square = |index: Index| self.reasoner.square(index);
        match fact.cause {
            FactCause::Number(number) => Reason::Number(square(number)),
            FactCause::Numbers(first, second) => Reason::Numbers(square(first), square(second)),
            FactCause::Arrangements => {
                let plain = self.plain.get_or_init(|| {
                    // The position was accepted before, so that it is accepted again.
                    Reasoner::of(self.position).unwrap_or_else(|_| self.reasoner.clone())
                });
                let few = few_numbers(plain, fact).ok().flatten();
                // All numbers prove whatever can be proved, together with the mine count.
                let with_mine_count = few.is_none() && self.position.mines().is_some();
                let numbers = few.unwrap_or_else(|| plain.open_numbers().collect());
                Reason::Arrangements {
                    numbers: numbers.into_iter().map(square).collect(),
                    with_mine_count,
                }
            }
        }
    }
}

/// Returns few numbers that prove a fact without the mine count: the nearest ones that do,
/// without those that are not needed. Returns `None` if there are no such numbers.
fn few_numbers(plain: &Reasoner, fact: Fact) -> Result<Option<Vec<Index>>, SolveError> {
    let mut budget = Budget::for_proof();
    let mut numbers = Vec::new();
    let mut wave = vec![fact.square];
    let mut seen = HashSet::from([fact.square]);
    while !wave.is_empty() {
        let mut next_wave = Vec::new();
        for square in wave {
            for number in plain.neighbours(square).filter(|&near| plain.is_open(near)) {
                if !seen.insert(number) {
                    continue;
                }
                numbers.push(number);
                let around = plain.unknown_around(number);
                next_wave.extend(around.filter(|&beyond| seen.insert(beyond)));
            }
        }
        if are_enough(plain, &numbers, fact, &mut budget)? {
            // Try to remove the farthest numbers first.
            for at in (0..numbers.len()).rev() {
                let mut fewer = numbers.clone();
                fewer.remove(at);
                if are_enough(plain, &fewer, fact, &mut budget).unwrap_or(false) {
                    numbers = fewer;
                }
            }
            numbers.sort_unstable();
            return Ok(Some(numbers));
        }
        wave = next_wave;
    }
    Ok(None)
}

/// Reports whether a fact holds in all arrangements of mines around some numbers.
fn are_enough(
    plain: &Reasoner,
    numbers: &[Index],
    fact: Fact,
    budget: &mut Budget,
) -> Result<bool, SolveError> {
    for component in frontier::components(plain, numbers.iter().copied()) {
        let mut groups = component.groups.iter();
        if let Some(group) = groups.position(|group| group.squares.contains(&fact.square)) {
            let arrangements = Arrangements::of(&component, budget)?;
            let weights = vec![Scaled::ONE; arrangements.by_mines.len()];
            let [safe, mined] = arrangements.safe_and_mined(&weights)[group];
            return Ok(if fact.mined { safe } else { mined }.is_zero());
        }
    }
    Ok(false)
}
