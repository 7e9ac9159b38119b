//! Finds proofs and guesses in a position.

use super::{
    deduce::deduce,
    error::{SolveError, Solved},
    odds::Odds,
    position::Position,
    proof::{Difficulty, Proof},
    prover::Prover,
    reasoner::Reasoner,
};
use crate::field::Square;

/// Maximum number of proofs that are compared to find a simple one.
const MAX_PROOFS: usize = 200;

/// Maximum number of proofs by arrangements that are compared, since each takes longer.
const MAX_HARD_PROOFS: usize = 20;

/// Maximum number of facts in a proof that is compared with other proofs.
const MAX_FACTS: usize = 200;

/// Differences of probabilities up to this may be rounding errors.
pub const TOLERANCE: f64 = 1e-9;

/// The square to reveal if nothing can be proved.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    pub square: Square,
    /// Probability of a mine on the square, the lowest of all unknown squares.
    pub odds: f64,
}

/// The facts proved so far in a position.
pub struct Findings<'position> {
    position: &'position Position,
    reasoner: Reasoner,
    has_given_up: bool,
}

impl<'position> Findings<'position> {
    /// Creates findings without facts. Fails if a number or the mine count contradicts the
    /// position.
    pub fn new(position: &'position Position) -> Solved<Self> {
        Ok(Self {
            reasoner: Reasoner::of(position)?,
            position,
            has_given_up: false,
        })
    }

    /// Proves all facts. If the position is too hard for that, proves the simple ones.
    pub fn prove_all(&mut self) -> Solved<()> {
        loop {
            match deduce(&mut self.reasoner, Difficulty::Hard) {
                Ok(Some(_)) => {}
                Ok(None) => return Ok(()),
                Err(SolveError::TooHard) => {
                    self.has_given_up = true;
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Reports whether the position was too hard to prove all facts.
    pub fn has_given_up(&self) -> bool {
        self.has_given_up
    }

    /// Returns the squares of all facts so far, each with true if it has a mine.
    pub fn facts(&self) -> impl Iterator<Item = (Square, bool)> {
        let facts = self.reasoner.facts().iter();
        facts.map(|fact| (self.reasoner.square(fact.square), fact.mined))
    }

    /// Returns the simplest proof of a wanted fact, by the simplest reasoning that suffices.
    pub fn simplest_proof(
        &mut self,
        is_wanted: impl Fn(Square, bool) -> bool,
    ) -> Solved<Option<Proof>> {
        let mut known = 0;
        while let Some(difficulty) = deduce(&mut self.reasoner, Difficulty::Hard)? {
            let facts = self.reasoner.facts();
            let mut wanted: Vec<usize> = (known..facts.len())
                .filter(|&index| {
                    let fact = facts[index];
                    is_wanted(self.reasoner.square(fact.square), fact.mined)
                })
                .collect();
            known = facts.len();
            let Some(&first) = wanted.first() else {
                continue;
            };
            let prover = Prover::new(self.position, &self.reasoner);
            let limit = match difficulty {
                Difficulty::Hard => MAX_HARD_PROOFS,
                _ => MAX_PROOFS,
            };
            // The facts of one step need the same steps, so that the first fact is enough.
            wanted.dedup_by_key(|fact| prover.step_of(*fact).start);
            return Ok(wanted
                .into_iter()
                .take(limit)
                .filter_map(|fact| prover.proof(fact, MAX_FACTS))
                .min_by_key(effort)
                .or_else(|| prover.proof(first, usize::MAX)));
        }
        Ok(None)
    }

    pub fn odds(&self) -> Solved<Odds> {
        Odds::after(&self.reasoner)
    }

    /// Returns the best guess, or `None` if no square is unknown.
    pub fn guess(&self) -> Solved<Option<Guess>> {
        guess(&self.reasoner)
    }
}

/// Returns the effort of following a proof: its difficulty, its steps, and the numbers they use.
fn effort(proof: &Proof) -> (Difficulty, usize, usize) {
    let numbers = proof.steps.iter().map(|step| step.reason.numbers().len());
    (proof.difficulty(), proof.steps.len(), numbers.sum())
}

/// Proves all facts of a position, each by the simplest kind of reasoning that proves any.
///
/// # Errors
///
/// [`SolveError::Contradiction`] if the position contradicts itself.
pub fn proofs(position: &Position) -> Solved<Vec<Proof>> {
    let mut findings = Findings::new(position)?;
    findings.prove_all()?;
    let prover = Prover::new(position, &findings.reasoner);
    let facts = 0..findings.reasoner.facts().len();
    Ok(facts
        .filter_map(|fact| prover.proof(fact, usize::MAX))
        .collect())
}

/// Returns the safest unknown square. Among equally safe squares, prefers the one that most likely
/// has no mine around it, as estimated from the odds of its neighbours, and then the first.
pub(super) fn guess(reasoner: &Reasoner) -> Solved<Option<Guess>> {
    let odds = Odds::after(reasoner)?;
    let lowest = reasoner
        .unknown_squares()
        .map(|square| odds.at_index(square))
        .fold(1.0, f64::min);
    let mut best = None;
    let safest = reasoner
        .unknown_squares()
        .filter(|&square| odds.at_index(square) <= lowest + TOLERANCE);
    for square in safest {
        let neighbours = reasoner.neighbours(square);
        let opening: f64 = neighbours.map(|near| 1.0 - odds.at_index(near)).product();
        if best.is_none_or(|(best_opening, _)| opening > best_opening + TOLERANCE) {
            best = Some((opening, square));
        }
    }
    Ok(best.map(|(_, square)| Guess {
        square: reasoner.square(square),
        odds: odds.at_index(square),
    }))
}
