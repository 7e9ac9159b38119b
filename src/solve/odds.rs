//! The odds of a mine on each square. All fields that agree with a position are equally likely.

use std::ops::RangeInclusive;

use super::{
    arrangements::Arrangements,
    budget::Budget,
    error::{SolveError, Solved},
    frontier,
    position::Position,
    reasoner::{Index, Reasoner, SquareState, as_index},
    scaled::{Scaled, dot},
};
use crate::field::{Size, Square};

/// Number of products that take the time of one step.
const PRODUCTS_PER_STEP: usize = 2;

#[derive(Debug)]
pub struct Odds {
    size: Size,
    of_square: Vec<f64>,
}

impl Odds {
    /// Computes the odds of a position.
    ///
    /// # Errors
    ///
    /// [`SolveError::Contradiction`] if the position contradicts itself, and
    /// [`SolveError::TooHard`] if the odds take too many steps.
    pub fn of(position: &Position) -> Solved<Self> {
        let mut reasoner = Reasoner::of(position)?;
        // Facts that are easy to prove make the components smaller.
        reasoner.one_number()?;
        Self::after(&reasoner)
    }

    /// Returns the probability of a mine on a square: exactly 0 or 1 if and only if it is certain.
    ///
    /// # Panics
    ///
    /// Panics if the square is not on the board.
    #[must_use]
    pub fn at(&self, square: Square) -> f64 {
        self.of_square[self.size.index(square)]
    }

    pub(super) fn at_index(&self, square: Index) -> f64 {
        self.of_square[square as usize]
    }

    /// Computes the odds from a position and the facts that have been proved in it.
    pub(super) fn after(reasoner: &Reasoner) -> Solved<Self> {
        let mut budget = Budget::for_field();
        let components = frontier::components(reasoner, reasoner.open_numbers());
        let mut arrangements = Vec::with_capacity(components.len());
        for component in &components {
            arrangements.push(Arrangements::of(component, &mut budget)?);
        }
        let groups = components.iter().flat_map(|component| &component.groups);
        let inside: usize = groups.map(|group| group.squares.len()).sum();
        let outside = reasoner.unknown() - inside;
        let min_inside: usize = arrangements.iter().map(|part| part.min_mines).sum();
        let max_inside: usize = arrangements
            .iter()
            .map(|part| part.min_mines + part.by_mines.len() - 1)
            .sum();
        let [safe_outside, mined_outside] =
            outside_weights(outside, reasoner.mines_left(), min_inside..=max_inside);
        let outside_pairs = safe_outside.iter().zip(&mined_outside);
        let all_outside: Vec<_> = outside_pairs.map(|(safe, mined)| *safe + *mined).collect();

        // For each component from the last to the first, the number of arrangements of this
        // component, all later ones and the squares outside, by the number of mines in all
        // earlier components. The first entry is for the squares outside alone.
        let mut from_end = vec![all_outside];
        for Arrangements { by_mines, .. } in arrangements.iter().rev() {
            let next = &from_end[from_end.len() - 1];
            budget.spend(by_mines.len() * next.len() / PRODUCTS_PER_STEP)?;
            let length = next.len() - (by_mines.len() - 1);
            from_end.push((0..length).map(|at| dot(by_mines, &next[at..])).collect());
        }
        if from_end[from_end.len() - 1][0].is_zero() {
            return Err(SolveError::Contradiction);
        }
        let mut odds = Self {
            size: reasoner.size(),
            of_square: reasoner
                .squares()
                .map(|square| match reasoner.state(square) {
                    SquareState::VisibleMine | SquareState::Mined => 1.0,
                    SquareState::Revealed | SquareState::Safe => 0.0,
                    // Computed below.
                    SquareState::Unknown => f64::NAN,
                })
                .collect(),
        };
        // The number of arrangements of all earlier components, by their number of mines.
        let mut from_start = vec![Scaled::ONE];
        let parts = components.iter().zip(&arrangements);
        for ((component, part), next) in parts.zip(from_end.iter().rev().skip(1)) {
            let by_mines = &part.by_mines;
            let weights: Vec<_> = (0..by_mines.len())
                .map(|mines| dot(&from_start, &next[mines..]))
                .collect();
            let sums = part.safe_and_mined(&weights);
            for (group, [safe, mined]) in component.groups.iter().zip(sums) {
                for &square in &group.squares {
                    odds.of_square[square as usize] = mined.share(safe);
                }
            }
            let mut longer = vec![Scaled::ZERO; from_start.len() + by_mines.len() - 1];
            for (earlier_mines, earlier_ways) in from_start.iter().enumerate() {
                for (mines, ways) in by_mines.iter().enumerate() {
                    longer[earlier_mines + mines] += *earlier_ways * *ways;
                }
            }
            from_start = longer;
        }
        let [safe, mined] = [safe_outside, mined_outside].map(|weights| dot(&from_start, &weights));
        let outside_odds = odds.of_square.iter_mut().filter(|odds| odds.is_nan());
        outside_odds.for_each(|odds| *odds = mined.share(safe));
        Ok(odds)
    }
}

/// Counts the arrangements of mines on the unknown squares that are next to no number: first the
/// arrangements in which a given square is safe, then those in which it has a mine. Each list has
/// one count for each number of mines `inside` the components. All counts are divided by the same
/// number. `mines_left` is the number of mines on all unknown squares, if it is known.
fn outside_weights(
    squares: usize,
    mines_left: Option<usize>,
    inside: RangeInclusive<usize>,
) -> [Vec<Scaled>; 2] {
    let Some(mines_left) = mines_left else {
        let equal = vec![Scaled::ONE; inside.count()];
        return [equal.clone(), equal];
    };
    let float = |number: usize| f64::from(as_index(number));
    let mut safe = Vec::new();
    let mut mined = Vec::new();
    let mut ways = Scaled::ONE;
    for inside in inside {
        let mines_outside = mines_left.checked_sub(inside);
        let Some(chosen) = mines_outside.filter(|chosen| *chosen <= squares) else {
            safe.push(Scaled::ZERO);
            mined.push(Scaled::ZERO);
            continue;
        };
        let mine_share = float(chosen) / float(squares.max(1));
        safe.push(ways * (1.0 - mine_share));
        mined.push(ways * mine_share);
        // From the ways to choose this number of squares to the ways to choose one square less.
        ways = ways * (float(chosen) / float(squares - chosen + 1));
    }
    [safe, mined]
}
