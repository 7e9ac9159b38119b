//! The exact probability of a mine on each square: all fields that agree with
//! what is known count alike.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::SolveError;
use super::arrangements::Arrangements;
use super::frontier::{self, Component, Frontier};
use super::position::Position;
use super::reasoner::{Index, Reasoner, State, as_index};
use super::tally::Tally;
use super::work_limit::Work;
use crate::field::minefield::{Size, Square};

/// The probability of a mine, as an exact fraction. It is displayed in lowest terms,
/// such as `2/25`; what is certain is `0/1` or `1/1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// In how many fields the square has a mine, times a factor that is the same for
    /// all squares.
    mined: BigUint,
    /// How many fields there are, times the same factor; at least 1.
    all: BigUint,
}

impl Odds {
    /// Whether no field has a mine there.
    #[must_use]
    pub fn is_safe(&self) -> bool {
        self.mined == BigUint::ZERO
    }

    /// Whether all fields have a mine there.
    #[must_use]
    pub fn is_mined(&self) -> bool {
        self.mined == self.all
    }

    /// The numerator and denominator of the fraction in lowest terms.
    pub(super) fn reduced(&self) -> (BigUint, BigUint) {
        let (mut divisor, mut rest) = (self.all.clone(), self.mined.clone());
        while rest != BigUint::ZERO {
            (divisor, rest) = (rest.clone(), divisor % rest);
        }
        (&self.mined / &divisor, &self.all / &divisor)
    }

    /// The probability as a number from 0 to 1: only what is certain is exactly
    /// 0 or 1.
    #[must_use]
    pub fn number(&self) -> f64 {
        // Numbers of so many bits are numbers of floating point.
        const MOST_BITS: u64 = 1_000;
        let shift = self.all.bits().saturating_sub(MOST_BITS);
        let float = |number: &BigUint| (number >> shift).to_f64().unwrap_or_default();
        let number = float(&self.mined) / float(&self.all);
        match (self.is_safe(), self.is_mined()) {
            (false, false) => number.clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON),
            _ => number,
        }
    }
}

impl Display for Odds {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let (mined, all) = self.reduced();
        write!(formatter, "{mined}/{all}")
    }
}

/// The probabilities of mines on all squares.
#[derive(Clone, Debug)]
pub struct Chances {
    size: Size,
    all: BigUint,
    /// For each square, the place of its number of fields in the list.
    of_square: Vec<u32>,
    mined: Vec<BigUint>,
}

/// The first places in the list: squares without a mine and with one.
const SAFE: u32 = 0;
const MINED: u32 = 1;

impl Chances {
    /// Counts all fields that agree with what is known.
    ///
    /// # Errors
    ///
    /// [`SolveError::NoField`] if the position contradicts itself, and
    /// [`SolveError::TooHard`] if counting takes more work than is allowed.
    pub fn of(position: &Position) -> Result<Self, SolveError> {
        let mut reasoner = Reasoner::of(position)?;
        reasoner.one_number()?;
        Self::after(&reasoner)
    }

    /// The same, as long as there is time for it.
    ///
    /// # Errors
    ///
    /// [`SolveError::NoField`] if the position contradicts itself, [`SolveError::Late`] if
    /// counting takes longer than that, and [`SolveError::TooLarge`] or
    /// [`SolveError::TooHard`] if it takes too much memory.
    pub fn within(position: &Position, deadline: Duration) -> Result<Self, SolveError> {
        let mut reasoner = Reasoner::of(position)?;
        reasoner.one_number()?;
        Self::count(&reasoner, &mut Work::within(deadline))
    }

    /// Counts all fields that agree with what has been found out.
    pub(super) fn after(reasoner: &Reasoner) -> Result<Self, SolveError> {
        let mut work = Work::FIELD;
        Self::count(reasoner, &mut work)
    }

    fn count(reasoner: &Reasoner, work: &mut Work) -> Result<Self, SolveError> {
        let frontier = Frontier::of(reasoner);
        let mut tallies = Vec::with_capacity(frontier.components.len());
        for component in &frontier.components {
            work.look_at(component.square_count());
            tallies.push(ExactTally::of(component, work)?);
        }
        work.look_at(reasoner.unknown());
        let fields = Fields::of(&tallies, frontier.outside, reasoner.mines_left(), work)?;
        let size = reasoner.size();
        let mut chances = Self {
            size,
            all: fields.all.clone(),
            of_square: (0..as_index(size.area()))
                .map(|square| match reasoner.state(square) {
                    State::Visible | State::Mined => MINED,
                    State::Revealed | State::Safe | State::Unknown => SAFE,
                })
                .collect(),
            mined: vec![BigUint::ZERO, fields.all.clone()],
        };
        let each = frontier.components.iter().zip(tallies).zip(fields.weights);
        for ((component, tally), weights) in each {
            work.look_at(component.square_count());
            for (group, mined) in component.groups.iter().zip(tally.mined(weights, work)?) {
                chances.set(group.squares.iter().copied(), mined);
            }
        }
        chances.set(frontier::outside(reasoner), fields.outside);
        Ok(chances)
    }

    fn set(&mut self, squares: impl Iterator<Item = Index>, mined: BigUint) {
        let place = as_index(self.mined.len());
        self.mined.push(mined);
        for square in squares {
            self.of_square[square as usize] = place;
        }
    }

    /// The odds of a square.
    ///
    /// # Panics
    ///
    /// The square is not on the board.
    #[must_use]
    pub fn odds(&self, square: Square) -> Odds {
        Odds {
            mined: self.mined_in(as_index(self.size.index(square))).clone(),
            all: self.all.clone(),
        }
    }

    /// In how many fields a square has a mine, to be compared with other squares.
    pub(super) fn mined_in(&self, square: Index) -> &BigUint {
        &self.mined[self.of_square[square as usize] as usize]
    }

    /// Whether a square has a mine, if that is certain.
    pub(super) fn certain(&self, square: Index) -> Option<bool> {
        let mined = self.mined_in(square);
        let is_safe = *mined == BigUint::ZERO;
        (is_safe || *mined == self.all).then_some(!is_safe)
    }
}

/// The ways of a component, counted in whole numbers.
enum ExactTally {
    Short(Tally<u128>, ByMines),
    Long(Tally<BigUint>),
}

impl ExactTally {
    fn of(component: &Component, work: &mut Work) -> Result<Self, SolveError> {
        // So many squares have fewer than 2^128 ways, as almost all components have.
        const MOST_SQUARES: usize = 127;
        let arrangements = Arrangements::of(component, work)?;
        if component.square_count() > MOST_SQUARES {
            return Ok(Self::Long(Tally::of(component, arrangements, work)?));
        }
        let tally: Tally<u128> = Tally::of(component, arrangements, work)?;
        let ways = tally.ways().iter().copied().map(BigUint::from).collect();
        Ok(Self::Short(tally, ways))
    }

    /// The least number of mines.
    fn least(&self) -> usize {
        match self {
            Self::Short(tally, _) => tally.least(),
            Self::Long(tally) => tally.least(),
        }
    }

    /// How many ways there are with so many mines, from the least on.
    fn ways(&self) -> &[BigUint] {
        match self {
            Self::Short(_, ways) => ways,
            Self::Long(tally) => tally.ways(),
        }
    }

    /// For each group, in how many fields one given square of it has a mine.
    fn mined(&self, weights: ByMines, work: &mut Work) -> Result<Vec<BigUint>, SolveError> {
        match self {
            Self::Short(tally, _) => tally.mined(weights, work),
            Self::Long(tally) => tally.mined(weights, work),
        }
    }
}

/// How many fields there are.
struct Fields {
    all: BigUint,
    /// For each component, by its number of mines, how many fields one way of it is part of.
    weights: Vec<Vec<BigUint>>,
    /// In how many a square has a mine that no number is next to.
    outside: BigUint,
}

/// Numbers of fields, or of ways, by the number of mines in some components, from
/// the least on.
type ByMines = Vec<BigUint>;

impl Fields {
    fn of(
        tallies: &[ExactTally],
        outside: usize,
        mines: Option<usize>,
        work: &mut Work,
    ) -> Result<Self, SolveError> {
        let least: usize = tallies.iter().map(ExactTally::least).sum();
        let more: usize = tallies.iter().map(|tally| tally.ways().len() - 1).sum();
        let (rest, rest_mined) = match mines {
            None => without_number(more, outside),
            Some(mines) => with_number(least, more, outside, mines, work)?,
        };
        // From the end: what the components from each one on have in common with
        // the squares outside.
        let mut from_end = vec![rest];
        for tally in tallies.iter().rev() {
            let next = &from_end[from_end.len() - 1];
            work.spend(tally.ways().len() * next.len())?;
            let length = next.len() - (tally.ways().len() - 1);
            let fields = |at: usize| sum_of_products(tally.ways(), &next[at..]);
            from_end.push((0..length).map(fields).collect());
        }
        let all: BigUint = from_end[from_end.len() - 1].iter().sum();
        if all == BigUint::ZERO {
            return Err(SolveError::NoField);
        }
        // From the beginning: what the components before each one have.
        let mut before = vec![BigUint::from(1_u8)];
        let mut weights = Vec::with_capacity(tallies.len());
        for (tally, next) in tallies.iter().zip(from_end.iter().rev().skip(1)) {
            work.spend(2 * tally.ways().len() * before.len())?;
            let weight = |mines: usize| sum_of_products(&before, &next[mines..]);
            weights.push((0..tally.ways().len()).map(weight).collect());
            let length = before.len() + tally.ways().len() - 1;
            let mut after = vec![BigUint::ZERO; length];
            for (at, fields) in before.iter().enumerate() {
                for (mines, ways) in tally.ways().iter().enumerate() {
                    after[at + mines] += fields * ways;
                }
            }
            before = after;
        }
        Ok(Self {
            all,
            weights,
            outside: sum_of_products(&before, &rest_mined),
        })
    }
}

/// Multiplies numbers at the same places, as far as both lists have them.
fn sum_of_products(one: &[BigUint], other: &[BigUint]) -> BigUint {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// After so many steps, numbers have become so long that multiplying them counts as one
/// step more.
const STEPS_OF_A_NUMBER: usize = 16;

/// In how many ways the squares outside have mines, whatever the components have;
/// and in how many of them one square has one. The factor that all have in common
/// is left out.
fn without_number(more: usize, outside: usize) -> (ByMines, ByMines) {
    let ways = BigUint::from(if outside > 0 { 2_u8 } else { 1 });
    let mined = BigUint::from(u8::from(outside > 0));
    (vec![ways; more + 1], vec![mined; more + 1])
}

/// The same if the number of mines is known.
fn with_number(
    least: usize,
    more: usize,
    outside: usize,
    mines: usize,
    work: &mut Work,
) -> Result<(ByMines, ByMines), SolveError> {
    // The numbers of mines in the components that leave a number for the squares
    // outside that they can have.
    let from = least.max(mines.saturating_sub(outside));
    let to = (least + more).min(mines);
    if from > to {
        return Err(SolveError::NoField);
    }
    // Ways to choose m of n squares, divided by those to choose the fewest of
    // them, are built up step by step; a common multiple keeps them whole.
    let (fewest, most) = (mines - to, mines - from);
    let steps = most - fewest;
    // The numbers become longer with each step.
    work.spend(steps.saturating_mul(steps) / STEPS_OF_A_NUMBER)?;
    let mut up = vec![BigUint::from(1_u8)];
    let mut down = vec![BigUint::from(1_u8)];
    for step in 0..steps {
        up.push(&up[step] * (outside - fewest - step));
        down.push(&down[step] * (most - step));
    }
    let mut fields = vec![BigUint::ZERO; more + 1];
    let mut one_mined = fields.clone();
    for inside in from..=to {
        let chosen = mines - inside;
        let ways = &up[chosen - fewest] * &down[most - chosen];
        if outside > 0 {
            one_mined[inside - least] = &ways * chosen;
            fields[inside - least] = ways * outside;
        } else {
            fields[inside - least] = ways;
        }
    }
    Ok((fields, one_mined))
}
