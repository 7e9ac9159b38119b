//! Makes proofs of what was found out: the steps that are needed, and for steps by
//! cases, few numbers for which nothing else is possible.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use super::SolveError;
use super::arrangements::Arrangements;
use super::frontier::{Component, Frontier};
use super::position::Position;
use super::proof::{Proof, Reason, Step};
use super::reasoner::{Cause, Fact, Index, Reasoner, State};
use super::work_limit::Work;

/// The most facts of a step that are told all; of more, only those that the proof needs.
const MOST_FACTS: usize = 30;

/// Makes proofs of what was found out.
pub(super) struct Prover<'facts> {
    position: &'facts Position,
    reasoner: &'facts Reasoner,
    /// For each square the place of its fact in the list, counted from 1; 0 if there
    /// is none.
    places: Vec<u32>,
    /// What follows from the view without any fact.
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

    /// The facts that a fact follows from, one of which may follow from others,
    /// and so on: their places in the list, that of the fact itself last. None if
    /// there are more than `most`.
    pub(super) fn closure(&self, fact: usize, most: usize) -> Option<BTreeSet<usize>> {
        let mut closure = BTreeSet::from([fact]);
        let mut open = vec![fact];
        while let Some(fact) = open.pop() {
            for premise in self.premises(fact) {
                if closure.insert(premise) {
                    open.push(premise);
                }
                if closure.len() > most {
                    return None;
                }
            }
        }
        Some(closure)
    }

    /// The facts that a fact follows from directly.
    fn premises(&self, at: usize) -> Vec<usize> {
        let Fact { mined, cause, .. } = self.reasoner.facts()[at];
        let start = self.step_of(at).start;
        // The place of a square's fact, if it was known by then.
        let known = |square: Index| {
            let place = self.places[square as usize] as usize;
            (1..=start).contains(&place).then(|| place - 1)
        };
        let neighbours = |number| self.reasoner.neighbours(number);
        match cause {
            // A mine follows from the safe squares around the number, a safe square from
            // the mines.
            Cause::Number(number) => {
                let needed = if mined { State::Safe } else { State::Mined };
                neighbours(number)
                    .filter(|&square| self.reasoner.state(square) == needed)
                    .filter_map(known)
                    .collect()
            }
            // What both are next to does not matter.
            Cause::Numbers(one, other) => {
                let only = |one, other| {
                    neighbours(one)
                        .filter(move |&square| !neighbours(other).any(|shared| shared == square))
                };
                only(one, other)
                    .chain(only(other, one))
                    .filter_map(known)
                    .collect()
            }
            Cause::Count(_) => (0..start).collect(),
            Cause::Cases | Cause::CasesWithCount => Vec::new(),
        }
    }

    /// The facts that are proved in the same step as a fact.
    pub(super) fn step_of(&self, at: usize) -> Range<usize> {
        let facts = self.reasoner.facts();
        let cause = facts[at].cause;
        if matches!(cause, Cause::Cases | Cause::CasesWithCount) {
            // Each has a proof of its own.
            return at..at + 1;
        }
        let is_other = |fact: &Fact| fact.cause != cause;
        let start = facts[..at]
            .iter()
            .rposition(is_other)
            .map_or(0, |before| before + 1);
        let end = facts[at..]
            .iter()
            .position(is_other)
            .map_or(facts.len(), |more| at + more);
        start..end
    }

    /// The proof of a fact whose closure is known.
    pub(super) fn proof(&self, fact: usize, closure: &BTreeSet<usize>) -> Proof {
        let facts = self.reasoner.facts();
        let mut steps = Vec::new();
        let mut done = 0;
        for &at in closure {
            if at < done {
                continue;
            }
            let step = self.step_of(at);
            done = step.end;
            steps.push(self.step(step, closure));
        }
        Proof {
            square: self.reasoner.square(facts[fact].square),
            mined: facts[fact].mined,
            steps,
        }
    }

    /// The step that proves these facts: all of them if they are few, else those that
    /// the proof needs.
    fn step(&self, places: Range<usize>, needed: &BTreeSet<usize>) -> Step {
        let all = self.reasoner.facts();
        let facts: Vec<Fact> = if places.len() <= MOST_FACTS {
            all[places].to_vec()
        } else {
            needed.range(places).map(|&at| all[at]).collect()
        };
        let squares = |mined: bool| {
            facts
                .iter()
                .filter(|fact| fact.mined == mined)
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
            Cause::Number(number) => Reason::Number(square(number)),
            Cause::Numbers(one, other) => Reason::Numbers(square(one), square(other)),
            Cause::Count(place) => {
                let numbers = self.reasoner.counted_numbers(place);
                Reason::Count(numbers.iter().copied().map(square).collect())
            }
            Cause::Cases | Cause::CasesWithCount => {
                let plain = self.plain.get_or_init(|| {
                    // The position was accepted once, and so is accepted again.
                    Reasoner::of(self.position).unwrap_or_else(|_| self.reasoner.clone())
                });
                let (numbers, count) = match few_numbers(plain, fact) {
                    Some(few) => (few, false),
                    None if fact.cause == Cause::CasesWithCount => {
                        (plain.open_numbers().collect(), true)
                    }
                    None => (connected(plain, fact.square), false),
                };
                Reason::Cases {
                    numbers: numbers.into_iter().map(square).collect(),
                    count,
                }
            }
        }
    }
}

/// All numbers that are connected with a square.
fn connected(plain: &Reasoner, square: Index) -> Vec<Index> {
    let has_square = |component: &Component| component.group_of(square).is_some();
    Frontier::of(plain)
        .components
        .into_iter()
        .find(has_square)
        .into_iter()
        .flat_map(|component| component.numbers)
        .map(|number| number.square)
        .collect()
}

/// The most numbers that are looked at before all fields are.
const MOST_NUMBERS: usize = 24;

/// Few numbers that show a fact: those nearest to it that do, without those that
/// are not needed.
fn few_numbers(plain: &Reasoner, fact: Fact) -> Option<Vec<Index>> {
    let mut work = Work::COMPONENT;
    let mut numbers = Vec::new();
    let mut wave = vec![fact.square];
    let mut seen = HashSet::from([fact.square]);
    // Numbers around unknown squares, unknown squares around numbers, and so on.
    while numbers.len() < MOST_NUMBERS && !wave.is_empty() {
        let mut next_wave = Vec::new();
        for square in wave {
            for number in plain.neighbours(square).filter(|&near| plain.is_open(near)) {
                if !seen.insert(number) {
                    continue;
                }
                numbers.push(number);
                for beyond in plain.unknown_around(number) {
                    if seen.insert(beyond) {
                        next_wave.push(beyond);
                    }
                }
            }
        }
        if shows(plain, &numbers, fact, &mut work).ok()? {
            // The farthest are left out first.
            for at in (0..numbers.len()).rev() {
                let mut fewer = numbers.clone();
                fewer.remove(at);
                if shows(plain, &fewer, fact, &mut work).unwrap_or(false) {
                    numbers = fewer;
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
    for component in Frontier::of_numbers(plain, numbers.iter().copied()).components {
        if let Some(group) = component.group_of(fact.square) {
            let size = component.groups[group].size();
            let range = Arrangements::of(&component, work)?.ranges()[group];
            return Ok(range == if fact.mined { (size, size) } else { (0, 0) });
        }
    }
    Ok(false)
}
