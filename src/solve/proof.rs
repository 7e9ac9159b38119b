//! Proofs: steps that each follow from numbers that are seen, and from the steps
//! before.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::few_numbers::{self, Cases};
use super::mine_count::Rest;
use super::position::Position;
use super::reasoner::{Cause, Fact, Index, Reasoner, State};
use crate::field::minefield::Square;

/// The kinds of reasoning, from the simplest on; a field is as difficult as the
/// hardest kind that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// One number.
    Trivial,
    /// Two numbers compared.
    Easy,
    /// The number of all mines, with numbers that share no squares.
    Medium,
    /// All cases.
    Hard,
}

impl Difficulty {
    /// All of them, the simplest first.
    pub const ALL: [Self; 4] = [Self::Trivial, Self::Easy, Self::Medium, Self::Hard];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Trivial => "trivial",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

/// What a step follows from, besides the steps before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A number: all of its mines are known, or all other squares around it have
    /// one.
    Number(Square),
    /// Two numbers: the first needs so many more mines than the second as it has
    /// squares that the second is not next to.
    Numbers(Square, Square),
    /// The number of all mines, and numbers that share no unknown square.
    Count(Vec<Square>),
    /// All cases for the squares around these numbers, and if `count` is set, for
    /// all other squares with the number of all mines. Such a step follows from
    /// the view alone.
    Cases {
        /// The numbers.
        numbers: Vec<Square>,
        /// Whether the number of all mines matters.
        count: bool,
    },
}

impl Reason {
    /// What kind of reasoning that is.
    #[must_use]
    pub fn difficulty(&self) -> Difficulty {
        match self {
            Self::Number(_) => Difficulty::Trivial,
            Self::Numbers(..) => Difficulty::Easy,
            Self::Count(_) => Difficulty::Medium,
            Self::Cases { .. } => Difficulty::Hard,
        }
    }

    /// The numbers that it is about.
    #[must_use]
    pub fn numbers(&self) -> Vec<Square> {
        match self {
            Self::Number(number) => vec![*number],
            Self::Numbers(one, other) => vec![*one, *other],
            Self::Count(numbers) | Self::Cases { numbers, .. } => numbers.clone(),
        }
    }
}

/// How many facts a step tells that are not needed.
const MOST_FACTS: usize = 30;

/// A step of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it follows from.
    pub reason: Reason,
    /// The squares that have a mine, by it.
    pub mined: Vec<Square>,
    /// The squares that have none, by it.
    pub safe: Vec<Square>,
}

/// A proof that a square has a mine, or has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The square.
    pub square: Square,
    /// Whether it has a mine.
    pub mined: bool,
    /// The steps; the last one is about the square.
    pub steps: Vec<Step>,
}

impl Proof {
    /// The hardest kind of reasoning in it.
    #[must_use]
    pub fn difficulty(&self) -> Difficulty {
        let steps = self.steps.iter().map(|step| step.reason.difficulty());
        steps.max().unwrap_or(Difficulty::Trivial)
    }
}

/// Makes proofs of what was found out.
pub(super) struct Prover<'facts> {
    pub(super) position: &'facts Position,
    pub(super) reasoner: &'facts Reasoner,
    pub(super) rests: &'facts [Rest],
    /// When each square was found out, from 1; 0 if it was not.
    times: Vec<u32>,
    /// What follows from the view without any fact.
    plain: OnceCell<Reasoner>,
}

impl<'facts> Prover<'facts> {
    pub(super) fn new(
        position: &'facts Position,
        reasoner: &'facts Reasoner,
        rests: &'facts [Rest],
    ) -> Self {
        let mut times = vec![0; position.size().area()];
        for (time, fact) in (1..).zip(reasoner.facts()) {
            times[fact.square as usize] = time;
        }
        Self {
            position,
            reasoner,
            rests,
            times,
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
        // The number of a fact of a square, if it was known at that time.
        let run = self.run(at).start;
        let before = |square: Index| {
            let time = self.times[square as usize] as usize;
            (1..=run).contains(&time).then(|| time - 1)
        };
        let state = |square| self.reasoner.state(square);
        let around = |number| self.reasoner.neighbours(number);
        match cause {
            // Its mines are known, or its other squares are.
            Cause::Number(number) => {
                let wanted = if mined { State::Safe } else { State::Mined };
                let premises = around(number).filter(|&square| state(square) == wanted);
                premises.filter_map(before).collect()
            }
            // What both are next to does not matter.
            Cause::Numbers(one, other) => {
                let (of_one, of_other): (Vec<_>, Vec<_>) =
                    (around(one).collect(), around(other).collect());
                let only = |these: &[Index], others: &[Index]| -> Vec<Index> {
                    let only = these.iter().filter(|square| !others.contains(square));
                    only.copied().collect()
                };
                let mut premises = only(&of_one, &of_other);
                premises.extend(only(&of_other, &of_one));
                premises.into_iter().filter_map(before).collect()
            }
            Cause::Count(_) => (0..run).collect(),
            Cause::Cases | Cause::CasesWithCount => Vec::new(),
        }
    }

    /// The facts that were found out with one at once.
    pub(super) fn run(&self, at: usize) -> std::ops::Range<usize> {
        let facts = self.reasoner.facts();
        let cause = facts[at].cause;
        if matches!(cause, Cause::Cases | Cause::CasesWithCount) {
            // Each has a proof of its own.
            return at..at + 1;
        }
        let before = facts[..at].iter().rev();
        let after = facts[at..].iter();
        let start = at - before.take_while(|fact| fact.cause == cause).count();
        let end = at + after.take_while(|fact| fact.cause == cause).count();
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
            let run = self.run(at);
            done = run.end;
            steps.push(self.step(run, closure));
        }
        Proof {
            square: self.reasoner.square(facts[fact].square),
            mined: facts[fact].mined,
            steps,
        }
    }

    /// The step of facts that were found out at once: all of them if they are few,
    /// else those that the proof needs.
    fn step(&self, run: std::ops::Range<usize>, needed: &BTreeSet<usize>) -> Step {
        let all = self.reasoner.facts();
        let facts: Vec<Fact> = if run.len() <= MOST_FACTS {
            all[run].to_vec()
        } else {
            needed.range(run).map(|&at| all[at]).collect()
        };
        let square = |index: Index| self.reasoner.square(index);
        let with = |mined: bool| {
            let facts = facts.iter().filter(|fact| fact.mined == mined);
            facts.map(|fact| square(fact.square)).collect()
        };
        let reason = match facts[0].cause {
            Cause::Number(number) => Reason::Number(square(number)),
            Cause::Numbers(one, other) => Reason::Numbers(square(one), square(other)),
            Cause::Count(rest) => {
                let numbers = &self.rests[rest].numbers;
                Reason::Count(numbers.iter().map(|&number| square(number)).collect())
            }
            Cause::Cases | Cause::CasesWithCount => {
                let plain = self.plain.get_or_init(|| {
                    // What was reasoned about once can be again.
                    let plain = Reasoner::of(self.position);
                    plain.unwrap_or_else(|_| self.reasoner.clone())
                });
                let Cases { numbers, count } = few_numbers::showing(plain, facts[0]);
                Reason::Cases { numbers, count }
            }
        };
        Step {
            reason,
            mined: with(true),
            safe: with(false),
        }
    }
}
