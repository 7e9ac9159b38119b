//! How many ways a component has, by their numbers of mines, and in how many of them
//! the squares of a group have one.
//!
//! The ways are counted along the layers. On the way back, each way is weighed with the
//! number of fields that it is part of, for which one number for each state and number of
//! mines is enough. Where all counts of the way there would take too much memory, they are
//! kept before some layers only, and counted again between these.

use std::ops::Range;

use num_bigint::BigUint;

use super::SolveError;
use super::arrangements::{Arrangements, Layer};
use super::frontier::Component;
use super::work_limit::Work;

/// Numbers that ways can be counted with.
pub(super) trait Count: Clone {
    /// What a way counts for in the whole field, and sums of that.
    type Weight: Clone;

    /// How much memory one of them and one of its weights take, in bytes.
    const BYTES: (usize, usize);

    fn zero() -> Self;
    fn one() -> Self;
    fn no_weight() -> Self::Weight;

    /// Adds another number so many times.
    fn add_times(&mut self, other: &Self, times: u32);

    /// Adds a weight so many times.
    fn add_weight(sum: &mut Self::Weight, weight: &Self::Weight, times: u32);

    /// Adds what so many ways count for, so many times.
    fn add_weighed(&self, sum: &mut Self::Weight, weight: &Self::Weight, times: u32);
}

/// What a number of many digits takes, as those of fields of usual sizes have them.
const BYTES_OF_LARGE: usize = 100;

impl Count for u128 {
    type Weight = BigUint;

    const BYTES: (usize, usize) = (16, BYTES_OF_LARGE);

    fn zero() -> Self {
        0
    }

    fn one() -> Self {
        1
    }

    fn no_weight() -> BigUint {
        BigUint::ZERO
    }

    fn add_times(&mut self, other: &Self, times: u32) {
        *self += other * Self::from(times);
    }

    fn add_weight(sum: &mut BigUint, weight: &BigUint, times: u32) {
        sum.add_times(weight, times);
    }

    fn add_weighed(&self, sum: &mut BigUint, weight: &BigUint, times: u32) {
        if *self != 0 && *weight != BigUint::ZERO {
            *sum += weight * *self * times;
        }
    }
}

impl Count for BigUint {
    type Weight = Self;

    const BYTES: (usize, usize) = (BYTES_OF_LARGE, BYTES_OF_LARGE);

    fn zero() -> Self {
        Self::ZERO
    }

    fn one() -> Self {
        Self::from(1_u8)
    }

    fn no_weight() -> Self {
        Self::ZERO
    }

    fn add_times(&mut self, other: &Self, times: u32) {
        match times {
            _ if *other == Self::ZERO => {}
            1 => *self += other,
            _ => *self += other * times,
        }
    }

    fn add_weight(sum: &mut Self, weight: &Self, times: u32) {
        sum.add_times(weight, times);
    }

    fn add_weighed(&self, sum: &mut Self, weight: &Self, times: u32) {
        if *self != Self::ZERO && *weight != Self::ZERO {
            *sum += self * weight * times;
        }
    }
}

impl Count for f64 {
    type Weight = Self;

    const BYTES: (usize, usize) = (8, 8);

    fn zero() -> Self {
        0.0
    }

    fn one() -> Self {
        1.0
    }

    fn no_weight() -> Self {
        0.0
    }

    fn add_times(&mut self, other: &Self, times: u32) {
        *self += other * Self::from(times);
    }

    fn add_weight(sum: &mut Self, weight: &Self, times: u32) {
        *sum += weight * Self::from(times);
    }

    fn add_weighed(&self, sum: &mut Self, weight: &Self, times: u32) {
        *sum += self * weight * Self::from(times);
    }
}

/// The ways of a component, counted by their numbers of mines.
#[derive(Debug)]
pub(super) struct Tally<N> {
    arrangements: Arrangements,
    /// How many squares each layer has.
    sizes: Vec<u8>,
    /// The numbers of mines up to each layer, and up to the end.
    shapes: Vec<Shape>,
    /// How many layers there are between those before which the ways are kept.
    stride: usize,
    /// For each of these: the numbers of ways to its states, as they are shaped.
    kept: Vec<Vec<N>>,
    ways: Vec<N>,
}

/// Which numbers of mines there are up to some states, and where what is counted for
/// them stands in a list.
#[derive(Debug)]
struct Shape {
    states: Vec<Span>,
    /// The length of the list.
    length: usize,
}

/// Numbers of mines in a row.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    /// Where the first stands.
    start: usize,
    least: u32,
    /// How many there are; none for a state from which nothing leads to the end.
    length: u32,
}

impl Span {
    fn range(self) -> Range<usize> {
        self.start..self.start + self.length as usize
    }

    /// Where so many mines more than the least of another one stand.
    fn from(self, other: Self, mines: u8) -> Range<usize> {
        let start = self.start + (other.least + u32::from(mines) - self.least) as usize;
        start..start + other.length as usize
    }

    fn cover(&mut self, least: u32, length: u32) {
        if self.length == 0 {
            (self.least, self.length) = (least, length);
        }
        let end = (self.least + self.length).max(least + length);
        self.least = self.least.min(least);
        self.length = end - self.least;
    }
}

impl Shape {
    fn start() -> Self {
        let span = Span {
            length: 1,
            ..Span::default()
        };
        Self {
            states: vec![span],
            length: 1,
        }
    }

    /// That of the states after a layer.
    fn after(&self, layer: &Layer) -> Self {
        let mut states = vec![Span::default(); layer.states];
        for step in &layer.steps {
            let from = self.states[step.from as usize];
            states[step.to as usize].cover(from.least + u32::from(step.mines), from.length);
        }
        let mut length = 0;
        for span in &mut states {
            span.start = length;
            length += span.length as usize;
        }
        Self { states, length }
    }
}

impl<N: Count> Tally<N> {
    /// Counts the ways of a component.
    ///
    /// # Errors
    ///
    /// Counting takes more work or more memory than is allowed.
    pub(super) fn of(
        component: &Component,
        arrangements: Arrangements,
        work: &mut Work,
    ) -> Result<Self, SolveError> {
        let mut shapes = vec![Shape::start()];
        for layer in &arrangements.layers {
            work.spend(layer.steps.len())?;
            shapes.push(shapes[shapes.len() - 1].after(layer));
        }
        let mut tally = Self {
            sizes: arrangements
                .layers
                .iter()
                .map(|layer| component.groups[layer.group].size())
                .collect(),
            arrangements,
            stride: Self::stride(&shapes, work)?,
            shapes,
            kept: Vec::new(),
            ways: vec![N::one()],
        };
        for at in 0..tally.sizes.len() {
            let next = tally.forth(at, &tally.ways, work)?;
            let before = std::mem::replace(&mut tally.ways, next);
            if at % tally.stride == 0 {
                tally.kept.push(before);
            }
        }
        Ok(tally)
    }

    /// How often the ways are to be kept so that there is memory for all of it.
    fn stride(shapes: &[Shape], work: &mut Work) -> Result<usize, SolveError> {
        let of_spans: usize = shapes.iter().map(|shape| shape.states.len()).sum();
        work.hold(of_spans * size_of::<Span>(), 0)?;
        let length = |shapes: &[Shape]| -> usize { shapes.iter().map(|shape| shape.length).sum() };
        let (of_ways, of_weights) = N::BYTES;
        let weights = 2 * shapes.iter().map(|shape| shape.length).max().unwrap_or(0);
        let mut stride = 1;
        loop {
            let kept: usize = shapes
                .iter()
                .step_by(stride)
                .map(|shape| shape.length)
                .sum();
            let between = match stride {
                1 => 0,
                _ => shapes.chunks(stride).map(length).max().unwrap_or(0),
            };
            let passing = between * of_ways + weights * of_weights;
            match work.hold(kept * of_ways, passing) {
                Ok(()) => return Ok(stride),
                Err(error) if stride >= shapes.len() => return Err(error),
                Err(_) => stride *= 2,
            }
        }
    }

    /// The least number of mines.
    pub(super) fn least(&self) -> usize {
        // After the last layer there is one state.
        let last = &self.shapes[self.shapes.len() - 1];
        last.states.first().map_or(0, |span| span.least as usize)
    }

    /// How many ways there are with so many mines, from the least on.
    pub(super) fn ways(&self) -> &[N] {
        &self.ways
    }

    /// For each group, in how many fields one given square of it has a mine, if each way
    /// with so many mines is part of so many fields.
    pub(super) fn mined(
        &self,
        weights: Vec<N::Weight>,
        work: &mut Work,
    ) -> Result<Vec<N::Weight>, SolveError> {
        let mut mined = vec![N::no_weight(); self.sizes.len()];
        // What follows after each state, by the number of mines up to it.
        let mut after = weights;
        for (part, first) in self.kept.iter().enumerate().rev() {
            let start = part * self.stride;
            let end = self.sizes.len().min(start + self.stride);
            let mut more: Vec<Vec<N>> = Vec::new();
            for at in start..end - 1 {
                more.push(self.forth(at, more.last().unwrap_or(first), work)?);
            }
            for at in (start..end).rev() {
                let before = match at - start {
                    0 => first,
                    place => &more[place - 1],
                };
                after = self.back(at, before, &after, &mut mined, work)?;
            }
        }
        Ok(mined)
    }

    /// Goes on over a layer: the numbers of ways after it.
    fn forth(&self, at: usize, before: &[N], work: &mut Work) -> Result<Vec<N>, SolveError> {
        let (from, to) = (&self.shapes[at], &self.shapes[at + 1]);
        let mut after = vec![N::zero(); to.length];
        for step in &self.arrangements.layers[at].steps {
            let span = from.states[step.from as usize];
            work.spend(span.length as usize)?;
            let times = binomial(self.sizes[at], step.mines);
            let then = to.states[step.to as usize].from(span, step.mines);
            for (sum, ways) in after[then].iter_mut().zip(&before[span.range()]) {
                sum.add_times(ways, times);
            }
        }
        Ok(after)
    }

    /// Goes back over a layer: what follows before it.
    fn back(
        &self,
        at: usize,
        before: &[N],
        after: &[N::Weight],
        mined: &mut [N::Weight],
        work: &mut Work,
    ) -> Result<Vec<N::Weight>, SolveError> {
        let (from, to) = (&self.shapes[at], &self.shapes[at + 1]);
        let (layer, size) = (&self.arrangements.layers[at], self.sizes[at]);
        let mut earlier = vec![N::no_weight(); from.length];
        for step in &layer.steps {
            let span = from.states[step.from as usize];
            work.spend(2 * span.length as usize)?;
            let times = binomial(size, step.mines);
            let then = &after[to.states[step.to as usize].from(span, step.mines)];
            for (sum, weight) in earlier[span.range()].iter_mut().zip(then) {
                N::add_weight(sum, weight, times);
            }
            if step.mines > 0 {
                // The other mines are among the other squares.
                let times = binomial(size - 1, step.mines - 1);
                let sum = &mut mined[layer.group];
                for (ways, weight) in before[span.range()].iter().zip(then) {
                    ways.add_weighed(sum, weight, times);
                }
            }
        }
        Ok(earlier)
    }
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
