//! How likely mines are, in floating point. What is proved and what is told is counted
//! in whole numbers; this is for choosing a guess, which looks at hundreds of positions.

use std::collections::HashMap;
use std::rc::Rc;

use super::SolveError;
use super::arrangements::Arrangements;
use super::frontier::{self, Component, Frontier};
use super::reasoner::{Reasoner, State, as_index};
use super::tally::Tally;
use super::work_limit::Work;

/// How many components are kept in mind with their ways.
const MOST_PARTS: usize = 2_000;

/// How likely mines are on each square of a position.
#[derive(Clone, Debug)]
pub(super) struct Estimate {
    /// The natural logarithm of the number of fields.
    pub(super) ln_fields: f64,
    /// For each square, row by row, how likely a mine is.
    pub(super) mined: Vec<f64>,
}

/// Makes estimates, and keeps in mind what positions of a game have in common.
#[derive(Debug, Default)]
pub(super) struct Estimator {
    parts: HashMap<Component, Rc<Tally<f64>>>,
    /// The natural logarithms of the factorials from that of 0 on.
    ln_factorials: Vec<f64>,
}

impl Estimator {
    /// How likely mines are on the squares of a position.
    pub(super) fn estimate(&mut self, reasoner: &Reasoner) -> Result<Estimate, SolveError> {
        let frontier = Frontier::of(reasoner);
        if self.parts.len() > MOST_PARTS {
            self.parts.clear();
        }
        let mut work = Work::ESTIMATE;
        let mut parts = Vec::with_capacity(frontier.components.len());
        for component in &frontier.components {
            parts.push(self.part(component, &mut work)?);
        }
        let totals: Vec<&[f64]> = parts.iter().map(|part| part.ways()).collect();
        let least: usize = parts.iter().map(|part| part.least()).sum();
        let more: usize = totals.iter().map(|ways| ways.len() - 1).sum();
        let rest = self.rest(least, more, frontier.outside, reasoner.mines_left())?;
        let combined = Combined::of(&totals, &rest);
        if !combined.all.is_finite() || combined.all <= 0.0 {
            // Numbers too large for floating point are as good as none.
            return Err(match combined.all {
                0.0 => SolveError::NoField,
                _ => SolveError::TooHard,
            });
        }
        let mined_outside = combined.outside / combined.all;
        let mut mined: Vec<f64> = (0..as_index(reasoner.size().area()))
            .map(|square| match reasoner.state(square) {
                State::Visible | State::Mined => 1.0,
                State::Revealed | State::Safe | State::Unknown => 0.0,
            })
            .collect();
        for square in frontier::outside(reasoner) {
            mined[square as usize] = mined_outside;
        }
        let each = frontier.components.iter().zip(&parts).zip(combined.weights);
        for ((component, part), weights) in each {
            for (group, ways) in component.groups.iter().zip(part.mined(weights, &mut work)?) {
                for &square in &group.squares {
                    mined[square as usize] = ways / combined.all;
                }
            }
        }
        Ok(Estimate {
            ln_fields: combined.all.ln() + rest.ln_scale,
            mined,
        })
    }

    /// The ways of a component.
    fn part(
        &mut self,
        component: &Component,
        work: &mut Work,
    ) -> Result<Rc<Tally<f64>>, SolveError> {
        if let Some(part) = self.parts.get(component) {
            return Ok(Rc::clone(part));
        }
        let arrangements = Arrangements::of(component, work)?;
        let part = Rc::new(Tally::of(component, arrangements, work)?);
        self.parts.insert(component.clone(), Rc::clone(&part));
        Ok(part)
    }

    /// The natural logarithm of the number of ways to choose some of so many squares.
    fn ln_binomial(&mut self, squares: usize, chosen: usize) -> f64 {
        if self.ln_factorials.is_empty() {
            self.ln_factorials.push(0.0);
        }
        while self.ln_factorials.len() <= squares {
            let next = self.ln_factorials.len();
            let last = self.ln_factorials[next - 1];
            self.ln_factorials.push(last + float(next).ln());
        }
        let ln = |number: usize| self.ln_factorials[number];
        ln(squares) - ln(chosen) - ln(squares - chosen)
    }

    /// The ways of the squares outside.
    fn rest(
        &mut self,
        least: usize,
        more: usize,
        outside: usize,
        mines: Option<usize>,
    ) -> Result<Outside, SolveError> {
        let Some(mines) = mines else {
            return Ok(Outside {
                ways: vec![1.0; more + 1],
                share: vec![if outside > 0 { 0.5 } else { 0.0 }; more + 1],
                ln_scale: float(outside) * std::f64::consts::LN_2,
            });
        };
        // None where the squares outside cannot have what is left.
        let ln_ways: Vec<Option<f64>> = (least..=least + more)
            .map(|inside| {
                let chosen = mines.checked_sub(inside)?;
                (chosen <= outside).then(|| self.ln_binomial(outside, chosen))
            })
            .collect();
        let ln_scale = ln_ways.iter().flatten().copied().fold(f64::MIN, f64::max);
        if ln_scale <= f64::MIN {
            return Err(SolveError::NoField);
        }
        let share = |inside: usize| match outside {
            0 => 0.0,
            _ => float(mines.saturating_sub(inside)) / float(outside),
        };
        Ok(Outside {
            ways: ln_ways
                .iter()
                .map(|ln| ln.map_or(0.0, |ln| (ln - ln_scale).exp()))
                .collect(),
            share: (least..=least + more).map(share).collect(),
            ln_scale,
        })
    }
}

/// The ways of the squares outside, by the number of mines in the components.
struct Outside {
    ways: Vec<f64>,
    /// How likely each of the squares has a mine.
    share: Vec<f64>,
    /// The logarithm of what the ways have been divided by.
    ln_scale: f64,
}

/// What the components have together.
struct Combined {
    /// How many fields there are.
    all: f64,
    /// In how many a square outside has a mine.
    outside: f64,
    /// For each component, by its number of mines, how many fields one way of it is part of.
    weights: Vec<Vec<f64>>,
}

impl Combined {
    fn of(totals: &[&[f64]], rest: &Outside) -> Self {
        let mut from_end = vec![rest.ways.clone()];
        for ways in totals.iter().rev() {
            let next = &from_end[from_end.len() - 1];
            let length = next.len() + 1 - ways.len();
            from_end.push((0..length).map(|at| dot(ways, &next[at..])).collect());
        }
        let all = from_end[from_end.len() - 1].iter().sum();
        let mut before = vec![1.0];
        let mut weights = Vec::with_capacity(totals.len());
        for (ways, next) in totals.iter().zip(from_end.iter().rev().skip(1)) {
            weights.push(
                (0..ways.len())
                    .map(|mines| dot(&before, &next[mines..]))
                    .collect(),
            );
            let mut after = vec![0.0; before.len() + ways.len() - 1];
            for (at, fields) in before.iter().enumerate() {
                for (sum, ways) in after[at..].iter_mut().zip(*ways) {
                    *sum += fields * ways;
                }
            }
            before = after;
        }
        let outside = before
            .iter()
            .zip(&rest.ways)
            .zip(&rest.share)
            .map(|((fields, ways), share)| fields * ways * share)
            .sum();
        Self {
            all,
            outside,
            weights,
        }
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// A number of squares or mines, all of which floating point has exactly.
#[allow(clippy::cast_precision_loss, reason = "no field has so many squares")]
pub(super) fn float(number: usize) -> f64 {
    number as f64
}
