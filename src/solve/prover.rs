//! Converts facts to proofs: finds their steps, and few numbers that prove a step by arrangements.

use std::{
    cell::OnceCell,
    collections::{BTreeSet, HashSet},
    ops::Range,
};

use super::{
    arrangements::Arrangements,
    budget::Budget,
    error::Solved,
    frontier,
    position::Position,
    proof::{Proof, Reason, Step},
    reasoner::{Basis, Fact, Index, Reasoner, SquareState},
    scaled::Scaled,
};

pub(super) struct Prover<'facts> {
    position: &'facts Position,
    reasoner: &'facts Reasoner,
    /// For each square, the index of its fact plus 1, or 0 if it has none.
    places: Vec<u32>,
    /// A reasoner about the position without any facts, created when it is first needed.
    plain: OnceCell<Reasoner>,
}

impl<'facts> Prover<'facts> {
    pub fn new(position: &'facts Position, reasoner: &'facts Reasoner) -> Self {
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

    /// Returns the proof of the fact at an index, or `None` if it needs more than `limit` facts.
    pub fn proof(&self, fact: usize, limit: usize) -> Option<Proof> {
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
        let Fact { square, mined, .. } = self.reasoner.facts()[fact];
        let mut steps: Vec<_> = needed.into_iter().map(|at| self.step_of(at)).collect();
        steps.dedup();
        Some(Proof {
            square: self.reasoner.square(square),
            mined,
            steps: steps.into_iter().map(|step| self.step(step)).collect(),
        })
    }

    /// Returns the indices of the facts from which a fact directly follows.
    fn premises(&self, at: usize) -> Vec<usize> {
        let Fact { mined, basis, .. } = self.reasoner.facts()[at];
        let around = |number| -> Vec<Index> { self.reasoner.neighbours(number).collect() };
        let squares = match basis {
            // A mine follows from the safe squares around the number, a safe square from the mines.
            Basis::Number(number) => {
                let needed = if mined {
                    SquareState::Safe
                } else {
                    SquareState::Mined
                };
                let mut squares = around(number);
                squares.retain(|&square| self.reasoner.state(square) == needed);
                squares
            }
            // The squares next to both numbers do not matter.
            Basis::Numbers(first, second) => {
                let first = around(first);
                let second = around(second);
                let mut squares = [&first[..], &second[..]].concat();
                squares.retain(|square| !first.contains(square) || !second.contains(square));
                squares
            }
            Basis::Arrangements => Vec::new(),
        };
        // Only facts of earlier steps are premises.
        let start = self.step_of(at).start;
        squares
            .iter()
            .map(|&square| self.places[square as usize] as usize)
            .filter(|place| (1..=start).contains(place))
            .map(|place| place - 1)
            .collect()
    }

    /// Returns the indices of the facts in the same step as a fact.
    pub fn step_of(&self, at: usize) -> Range<usize> {
        let facts = self.reasoner.facts();
        let basis = facts[at].basis;
        if basis == Basis::Arrangements {
            // Each of these facts has a step of its own.
            return at..at + 1;
        }
        let is_other = |fact: &Fact| fact.basis != basis;
        let before = facts[..at].iter().rposition(is_other);
        let length = facts[at..].iter().position(is_other);
        before.map_or(0, |before| before + 1)..length.map_or(facts.len(), |length| at + length)
    }

    fn step(&self, step: Range<usize>) -> Step {
        let facts = &self.reasoner.facts()[step];
        let squares = |mined: bool| {
            let selected = facts.iter().filter(|fact| fact.mined == mined);
            selected
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
        match fact.basis {
            Basis::Number(number) => Reason::Number(square(number)),
            Basis::Numbers(first, second) => Reason::Numbers(square(first), square(second)),
            Basis::Arrangements => {
                let plain = self.plain.get_or_init(|| {
                    // Never fails: `self.reasoner` was created from the same position.
                    Reasoner::of(self.position).unwrap_or_else(|_| self.reasoner.clone())
                });
                let few_numbers = few_numbers(plain, fact).ok().flatten();
                // Otherwise all numbers and the mine count, from which every fact follows.
                let with_mine_count = few_numbers.is_none() && self.position.mines().is_some();
                let numbers = few_numbers.unwrap_or_else(|| plain.open_numbers().collect());
                Reason::Arrangements {
                    numbers: numbers.into_iter().map(square).collect(),
                    with_mine_count,
                }
            }
        }
    }
}

/// Returns few numbers that prove a fact without the mine count, or `None` if the mine count is
/// needed. Adds the nearest numbers until they are enough, then removes redundant ones. `plain` is a
/// reasoner about the position without any facts.
fn few_numbers(plain: &Reasoner, fact: Fact) -> Solved<Option<Vec<Index>>> {
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
            // The farthest numbers are removed first.
            for index in (0..numbers.len()).rev() {
                let mut fewer = numbers.clone();
                fewer.remove(index);
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
) -> Solved<bool> {
    for component in frontier::components(plain, numbers.iter().copied()) {
        let mut groups = component.groups.iter();
        if let Some(index) = groups.position(|group| group.squares.contains(&fact.square)) {
            let arrangements = Arrangements::of(&component, budget)?;
            let weights = vec![Scaled::ONE; arrangements.by_mines.len()];
            let [safe, mined] = arrangements.safe_and_mined(&weights)[index];
            return Ok(if fact.mined { safe } else { mined }.is_zero());
        }
    }
    Ok(false)
}
