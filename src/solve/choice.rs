//! Which square to reveal when nothing can be proved: the one from which a game is won
//! most often, as far as that can be found out.
//!
//! Where few fields are left, that is found out in full. Else guesses are compared by how
//! likely they and the ones after them are safe, and by what they would prove safe.

use super::SolveError;
use super::endgame;
use super::estimate::{Estimate, Estimator, float};
use super::reasoner::{Index, Reasoner, State, as_index};
use super::work_limit::Work;

/// The most squares of a field on which guesses are compared by what comes after them.
const MOST_SQUARES: usize = 2_000;

/// The most fields that are played to the end.
const MOST_FIELDS: usize = 1_000;

/// How likely a guess has to be safe, compared with the safest one.
const LEAST_SAFETY: f64 = 0.9;

/// How many guesses next to numbers are compared, and how many others.
const MOST_GUESSES: (usize, usize) = (12, 4);

/// How much more than a guess that cannot lose many proved squares are worth, and how many
/// of them are worth about two thirds of that. Both values are from playing 16,000 games of
/// each kind.
const WORTH_OF_SAFE_SQUARES: f64 = 0.2;
const MANY: f64 = 8.0;

/// A mine that is less likely than this is none: a rounding error.
const NO_MINE: f64 = 1e-9;

/// What is left of a number when what may be a rounding error is taken away, so that
/// the same guess is chosen on every machine.
fn rounded(number: f64) -> f64 {
    (number / NO_MINE).round()
}

/// Chooses guesses.
#[derive(Debug, Default)]
pub(super) struct Chooser {
    estimator: Estimator,
}

impl Chooser {
    /// The square to reveal. None if the field is too large, or too hard to be looked at.
    ///
    /// # Errors
    ///
    /// No field agrees with what is known.
    pub(super) fn guess(&mut self, reasoner: &Reasoner) -> Result<Option<Index>, SolveError> {
        if reasoner.size().area() > MOST_SQUARES {
            return Ok(None);
        }
        let mut work = Work::ENDGAME;
        if let Some(best) = endgame::best_guess(reasoner, MOST_FIELDS, &mut work) {
            return Ok(Some(best.square));
        }
        match self.compare(reasoner) {
            Err(error) if error.is_given_up() => Ok(None),
            guess => guess,
        }
    }

    /// The best guess of some that are likely to be safe.
    fn compare(&mut self, reasoner: &Reasoner) -> Result<Option<Index>, SolveError> {
        let estimate = self.estimator.estimate(reasoner)?;
        let mut best: Option<(f64, Index)> = None;
        for square in guesses(reasoner, &estimate) {
            let safety = 1.0 - estimate.mined[square as usize];
            // Nothing that comes after it is worth more.
            let most = rounded(safety * (1.0 + WORTH_OF_SAFE_SQUARES));
            if best.is_some_and(|(value, _)| most <= value) {
                continue;
            }
            let value = rounded(safety * self.worth_after(reasoner, square)?);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, square));
            }
        }
        Ok(best.map(|(_, square)| square))
    }

    /// What the position is worth on average after a square has turned out to be safe.
    fn worth_after(&mut self, reasoner: &Reasoner, square: Index) -> Result<f64, SolveError> {
        // The logarithm of the number of fields, and what the position is worth.
        let mut positions: Vec<(f64, f64)> = Vec::new();
        for number in 0..=8 {
            let mut after = reasoner.clone();
            match self.worth(&mut after, square, number) {
                Ok(position) => positions.push(position),
                Err(SolveError::NoField) => {}
                Err(error) => return Err(error),
            }
        }
        let most = positions.iter().map(|(ln, _)| *ln).fold(f64::MIN, f64::max);
        let (mut all, mut sum) = (0.0, 0.0);
        for (ln_fields, worth) in positions {
            let fields = (ln_fields - most).exp();
            all += fields;
            sum += fields * worth;
        }
        Ok(if all > 0.0 { sum / all } else { 0.0 })
    }

    /// What a position is worth after a square shows a number, with the logarithm of its
    /// number of fields: how likely the next guess is safe, or a little more than 1 if
    /// none is needed.
    fn worth(
        &mut self,
        reasoner: &mut Reasoner,
        square: Index,
        number: u8,
    ) -> Result<(f64, f64), SolveError> {
        let known = reasoner.facts().len();
        reasoner.reveal(square, number)?;
        reasoner.one_number()?;
        let estimate = self.estimator.estimate(reasoner)?;
        let proved = reasoner.facts()[known..]
            .iter()
            .filter(|fact| !fact.mined)
            .count();
        let certain = unknown(reasoner)
            .filter(|&square| estimate.mined[square as usize] < NO_MINE)
            .count();
        let worth = match proved + certain {
            0 => 1.0 - least_mined(reasoner, &estimate),
            safe => 1.0 + WORTH_OF_SAFE_SQUARES * (1.0 - (-float(safe) / MANY).exp()),
        };
        Ok((estimate.ln_fields, worth))
    }
}

fn unknown(reasoner: &Reasoner) -> impl Iterator<Item = Index> + '_ {
    (0..as_index(reasoner.size().area())).filter(|&square| reasoner.state(square) == State::Unknown)
}

/// How likely a mine is where it is least likely.
fn least_mined(reasoner: &Reasoner, estimate: &Estimate) -> f64 {
    unknown(reasoner)
        .map(|square| estimate.mined[square as usize])
        .fold(1.0, f64::min)
}

/// The guesses that are compared, the safest first.
fn guesses(reasoner: &Reasoner, estimate: &Estimate) -> Vec<Index> {
    let safety = |square: Index| 1.0 - estimate.mined[square as usize];
    let bound = (1.0 - least_mined(reasoner, estimate)) * LEAST_SAFETY;
    let is_next_to_number = |square: &Index| {
        reasoner
            .neighbours(*square)
            .any(|neighbour| reasoner.state(neighbour) == State::Revealed)
    };
    let (mut guesses, mut others): (Vec<Index>, Vec<Index>) = unknown(reasoner)
        .filter(|&square| safety(square) >= bound)
        .partition(is_next_to_number);
    let sort_by = |squares: &mut Vec<Index>, rank: &dyn Fn(Index) -> f64| {
        squares.sort_by(|&one, &other| rounded(rank(other)).total_cmp(&rounded(rank(one))));
    };
    sort_by(&mut guesses, &safety);
    guesses.truncate(MOST_GUESSES.0);
    // All others are equally safe. First come those around which mines are least likely.
    sort_by(&mut others, &|square| {
        let around = reasoner.neighbours(square);
        around.map(|near| safety(near).max(NO_MINE).ln()).sum()
    });
    others.truncate(MOST_GUESSES.1);
    guesses.append(&mut others);
    sort_by(&mut guesses, &safety);
    guesses
}
