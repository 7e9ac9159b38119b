//! Hints: what can be proved next, or where a mine is least likely.

use super::SolveError;
use super::choice::Chooser;
use super::deduce::deduce;
use super::odds::{Chances, Odds};
use super::position::Position;
use super::proof::{Difficulty, Proof, Step};
use super::prover::Prover;
use super::reasoner::{Index, Reasoner, State, as_index};
use crate::field::minefield::Square;

/// How many proofs are made to find a simple one.
const MOST_PROOFS: usize = 200;

/// The same for proofs by cases, each of which takes its time.
const MOST_HARD_PROOFS: usize = 20;

/// The most facts in a proof that is compared with others.
const LONGEST_PROOF: usize = 200;

/// What to reveal when nothing can be proved.
#[derive(Clone, Debug)]
pub(crate) struct Guess {
    /// The square from which a game is won most often, as far as that can be found out.
    pub(crate) square: Square,
    /// How likely a mine is there; none if there are too many fields to be counted.
    pub(crate) odds: Option<Odds>,
    /// Where a mine is least likely, if it is less likely there than on that square.
    pub(crate) safest: Option<(Square, Odds)>,
}

/// What was found out of a position.
pub(crate) struct Findings<'position> {
    position: &'position Position,
    reasoner: Reasoner,
}

impl<'position> Findings<'position> {
    /// Nothing yet.
    ///
    /// # Errors
    ///
    /// A number or the number of mines contradicts the view at once.
    pub(crate) fn new(position: &'position Position) -> Result<Self, SolveError> {
        Ok(Self {
            reasoner: Reasoner::of(position)?,
            position,
        })
    }

    /// Finds out all that can be proved.
    ///
    /// # Errors
    ///
    /// No field agrees with what is known.
    pub(crate) fn all(&mut self) -> Result<(), SolveError> {
        while deduce(&mut self.reasoner, Difficulty::Hard)?.is_some() {}
        Ok(())
    }

    /// Whether there may be more to prove that was too hard to look for.
    pub(crate) fn has_given_up(&self) -> bool {
        self.reasoner.has_given_up()
    }

    /// Whether anything is proved so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.reasoner.facts().is_empty()
    }

    /// All that is proved so far: squares, and whether they have a mine.
    pub(crate) fn facts(&self) -> impl Iterator<Item = (Square, bool)> + '_ {
        self.reasoner
            .facts()
            .iter()
            .map(|fact| (self.reasoner.square(fact.square), fact.mined))
    }

    /// A proof of everything that is proved so far, in the order in which it was.
    pub(crate) fn proofs(&self) -> Vec<Proof> {
        let prover = Prover::new(self.position, &self.reasoner);
        (0..self.reasoner.facts().len())
            .filter_map(|at| Some(prover.proof(at, &prover.closure(at, usize::MAX)?)))
            .collect()
    }

    /// The simplest proof of something that is wanted, among what is proved by
    /// the simplest kind of reasoning that proves anything.
    ///
    /// # Errors
    ///
    /// No field agrees with what is known.
    pub(crate) fn simplest(
        &mut self,
        is_wanted: impl Fn(Square, bool) -> bool,
    ) -> Result<Option<Proof>, SolveError> {
        let mut looked_at = 0;
        while let Some(difficulty) = deduce(&mut self.reasoner, Difficulty::Hard)? {
            let facts = self.reasoner.facts();
            let wanted: Vec<usize> = (looked_at..facts.len())
                .filter(|&at| is_wanted(self.reasoner.square(facts[at].square), facts[at].mined))
                .collect();
            looked_at = facts.len();
            let prover = Prover::new(self.position, &self.reasoner);
            let proof = |at: usize, longest| {
                let closure = prover.closure(at, longest)?;
                Some(prover.proof(at, &closure))
            };
            let most = match difficulty {
                Difficulty::Hard => MOST_HARD_PROOFS,
                _ => MOST_PROOFS,
            };
            // The facts of one step have the same proof: only the first is looked at.
            let mut done = 0;
            let simplest = wanted
                .iter()
                .filter(|&&at| {
                    let is_first = at >= done;
                    if is_first {
                        done = prover.step_of(at).end;
                    }
                    is_first
                })
                .take(most)
                .filter_map(|&at| proof(at, LONGEST_PROOF))
                .min_by_key(effort);
            let first = || proof(*wanted.first()?, usize::MAX);
            if let Some(proof) = simplest.or_else(first) {
                return Ok(Some(proof));
            }
        }
        Ok(None)
    }

    /// How likely a mine is on a square, and where it is least likely; none if there are too
    /// many fields to be counted.
    ///
    /// # Errors
    ///
    /// The position contradicts itself.
    pub(crate) fn risks(&self, square: Square) -> Result<Option<[Odds; 2]>, SolveError> {
        let counted = guess(&self.reasoner)?;
        Ok(counted.and_then(|(safest, chances)| {
            let squares = [square, self.reasoner.square(safest)];
            chances.map(|chances| squares.map(|square| chances.odds(square)))
        }))
    }

    /// The best guess, when nothing can be proved. None if nothing is unknown.
    ///
    /// # Errors
    ///
    /// No field agrees with what is known.
    pub(crate) fn guess(&self) -> Result<Option<Guess>, SolveError> {
        let Some((safest, chances)) = guess(&self.reasoner)? else {
            return Ok(None);
        };
        let Some(chances) = chances else {
            return Ok(Some(Guess {
                square: self.reasoner.square(safest),
                odds: None,
                safest: None,
            }));
        };
        let best = Chooser::default().guess(&self.reasoner)?.unwrap_or(safest);
        let is_less = chances.mined_in(safest) < chances.mined_in(best);
        let [best, safest] = [best, safest].map(|index| {
            let square = self.reasoner.square(index);
            (square, chances.odds(square))
        });
        Ok(Some(Guess {
            square: best.0,
            odds: Some(best.1),
            safest: is_less.then_some(safest),
        }))
    }
}

/// What a proof asks of its reader: the kind of reasoning, then the number of steps,
/// then how many numbers are looked at.
fn effort(proof: &Proof) -> (Difficulty, usize, usize) {
    let numbers = |step: &Step| step.reason.numbers().len();
    (
        proof.difficulty(),
        proof.steps.len(),
        proof.steps.iter().map(numbers).sum(),
    )
}

/// Proves all that can be proved of a position, each time by the simplest kind of
/// reasoning that proves anything.
///
/// # Errors
///
/// [`SolveError::NoField`] if the position contradicts itself.
pub fn proofs(position: &Position) -> Result<Vec<Proof>, SolveError> {
    let mut findings = Findings::new(position)?;
    findings.all()?;
    Ok(findings.proofs())
}

/// The unknown square where a mine is least likely, the first of several, with the
/// odds of all; the first of all without odds if the fields are too many to be
/// counted. None if nothing is unknown.
pub(super) fn guess(reasoner: &Reasoner) -> Result<Option<(Index, Option<Chances>)>, SolveError> {
    let mut unknown = (0..as_index(reasoner.size().area()))
        .filter(|&square| reasoner.state(square) == State::Unknown);
    match Chances::after(reasoner) {
        Ok(chances) => Ok(unknown
            .min_by_key(|&square| chances.mined_in(square))
            .map(|square| (square, Some(chances)))),
        Err(error) if error.is_given_up() => Ok(unknown.next().map(|square| (square, None))),
        Err(error) => Err(error),
    }
}
