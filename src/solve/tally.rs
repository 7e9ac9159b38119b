//! How many ways a component has, by their numbers of mines.

use std::ops::AddAssign;

use num_bigint::BigUint;

use super::SolveError;
use super::arrangements::{Arrangements, Layer, Work};
use super::frontier::Component;

/// The numbers of ways of a component.
#[derive(Clone, Debug)]
pub(super) struct Tally<N = BigUint> {
    /// The least number of mines.
    pub(super) least: usize,
    /// How many ways there are with so many mines, from the least on.
    pub(super) ways: Vec<N>,
    /// For each group, in how many of these one given square of it has a mine.
    pub(super) mined: Vec<Vec<N>>,
}

impl Tally {
    /// Counts the ways, unless that takes too much work.
    pub(super) fn of(
        component: &Component,
        arrangements: &Arrangements,
        work: &mut Work,
    ) -> Result<Self, SolveError> {
        // So many squares have fewer than 2^128 ways, as almost all components have.
        const MOST_SQUARES: usize = 127;
        if component.square_count() > MOST_SQUARES {
            return count(component, arrangements, work);
        }
        let tally = count::<u128>(component, arrangements, work)?;
        let wide = |numbers: Vec<u128>| numbers.into_iter().map(BigUint::from).collect();
        Ok(Tally {
            least: tally.least,
            ways: wide(tally.ways),
            mined: tally.mined.into_iter().map(wide).collect(),
        })
    }
}

/// Numbers that ways can be counted with.
trait Count: Clone + PartialEq + From<u32> + AddAssign {
    fn times(&self, other: &Self) -> Self;
}

impl Count for u128 {
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

impl Count for BigUint {
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

/// Numbers of ways by their numbers of mines, from the least one on.
#[derive(Clone, Debug)]
struct Series<N> {
    least: usize,
    counts: Vec<N>,
}

impl<N> Default for Series<N> {
    fn default() -> Self {
        Self {
            least: usize::MAX,
            counts: Vec::new(),
        }
    }
}

impl<N: Count> Series<N> {
    /// One way without mines.
    fn one() -> Self {
        Self {
            least: 0,
            counts: vec![N::from(1)],
        }
    }

    /// Makes room for numbers of mines in this range.
    fn cover(&mut self, least: usize, length: usize) {
        let zero = N::from(0);
        if self.counts.is_empty() {
            self.least = least;
        }
        if least < self.least {
            let more = std::iter::repeat_n(zero.clone(), self.least - least);
            self.counts.splice(0..0, more);
            self.least = least;
        }
        let length = (least + length - self.least).max(self.counts.len());
        self.counts.resize(length, zero);
    }

    /// Adds the ways of another series, each `times` as often and with so many
    /// mines more.
    fn add(
        &mut self,
        other: &Self,
        mines: usize,
        times: &N,
        work: &mut Work,
    ) -> Result<(), SolveError> {
        work.spend(other.counts.len())?;
        self.cover(other.least + mines, other.counts.len());
        let start = other.least + mines - self.least;
        for (sum, count) in self.counts[start..].iter_mut().zip(&other.counts) {
            *sum += count.times(times);
        }
        Ok(())
    }

    /// Adds the ways that begin as one series and go on as another, in the same
    /// manner.
    fn add_product(
        &mut self,
        (one, other): (&Self, &Self),
        mines: usize,
        times: &N,
        work: &mut Work,
    ) -> Result<(), SolveError> {
        for (more, count) in one.counts.iter().enumerate() {
            if *count != N::from(0) {
                self.add(other, one.least + more + mines, &count.times(times), work)?;
            }
        }
        Ok(())
    }
}

/// Counts the ways with numbers of one kind.
fn count<N: Count>(
    component: &Component,
    arrangements: &Arrangements,
    work: &mut Work,
) -> Result<Tally<N>, SolveError> {
    let layers = &arrangements.layers;
    let size = |layer: &Layer| component.groups[layer.group].size();
    let mut before: Vec<Vec<Series<N>>> = vec![vec![Series::one()]];
    for layer in layers {
        let last = &before[before.len() - 1];
        let mut after = vec![Series::default(); layer.states];
        for step in &layer.steps {
            let times = binomial(size(layer), step.mines).into();
            let from = &last[step.from as usize];
            after[step.to as usize].add(from, step.mines.into(), &times, work)?;
        }
        before.push(after);
    }
    let whole = before[layers.len()][0].clone();
    let mut mined = vec![Vec::new(); component.groups.len()];
    let mut after: Vec<Series<N>> = vec![Series::one()];
    for (layer, starts) in layers.iter().zip(&before).rev() {
        let mut ways = Series::default();
        let mut earlier = vec![Series::default(); starts.len()];
        for step in &layer.steps {
            let (from, to) = (&starts[step.from as usize], &after[step.to as usize]);
            let (size, chosen) = (size(layer), step.mines);
            if chosen > 0 {
                // The other mines are among the other squares.
                let times = binomial(size - 1, chosen - 1).into();
                ways.add_product((from, to), chosen.into(), &times, work)?;
            }
            let times = binomial(size, chosen).into();
            earlier[step.from as usize].add(to, chosen.into(), &times, work)?;
        }
        // As long as the whole, so that both can be read side by side.
        if ways.counts.is_empty() {
            ways.least = whole.least;
        }
        ways.cover(whole.least, whole.counts.len());
        mined[layer.group] = ways.counts;
        after = earlier;
    }
    Ok(Tally {
        least: whole.least,
        ways: whole.counts,
        mined,
    })
}

/// In how many ways so many of up to eight squares can be chosen.
fn binomial(squares: u8, mines: u8) -> u32 {
    (0..u32::from(mines)).fold(1, |ways, chosen| {
        ways * (u32::from(squares) - chosen) / (chosen + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::binomial;

    #[test]
    fn squares_are_chosen_as_in_pascals_triangle() {
        for squares in 1..=8 {
            assert_eq!((binomial(squares, 0), binomial(squares, squares)), (1, 1));
            for mines in 1..squares {
                assert_eq!(
                    binomial(squares, mines),
                    binomial(squares - 1, mines - 1) + binomial(squares - 1, mines)
                );
            }
        }
    }
}
