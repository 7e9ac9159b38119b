//! All ways to put mines into a component so that its numbers are right.
//!
//! Groups are given their mines one after the other. What matters for the
//! groups to come is only how many mines each number still needs, so that ways
//! which leave the same needs are one state: the ways are the paths through a
//! graph whose size grows with the width of a component and not with its length.

use super::SolveError;
use super::frontier::{Component, Group, MOST_NUMBERS};
use super::work_limit::Work;

/// How many groups are compared with a number in the time of a step.
const GROUPS_IN_A_STEP: usize = 16;

/// How many numbers can be open at the same time: each has four bits of a key.
const SLOTS: usize = 32;
const BITS: usize = 4;

/// A step from a state before a group to one after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transition {
    pub(super) from: u32,
    pub(super) to: u32,
    /// How many mines the group has.
    pub(super) mines: u8,
}

/// The ways of a component.
#[derive(Clone, Debug)]
pub(super) struct Arrangements {
    pub(super) layers: Vec<Layer>,
}

/// A group with the steps that lead from the states before it to those after it,
/// in the order of these.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// The group, by its place in the component.
    pub(super) group: usize,
    pub(super) steps: Vec<Transition>,
    /// How many states there are after it.
    pub(super) states: usize,
}

impl Arrangements {
    /// Finds all ways.
    pub(super) fn of(component: &Component, work: &mut Work) -> Result<Self, SolveError> {
        if component.groups.len() > work.most_groups() {
            return Err(work.too_large());
        }
        // To put them in order is work as well.
        let ordering = component.groups.len() * component.numbers.len() / GROUPS_IN_A_STEP;
        work.spend(ordering)?;
        let mut builder = Builder::new(component);
        let mut layers = Vec::with_capacity(component.groups.len());
        let mut keys = vec![0_u128];
        for group in order(component) {
            layers.push(builder.layer(group, &mut keys, work)?);
            if keys.is_empty() {
                return Err(SolveError::NoField);
            }
        }
        let mut arrangements = Self { layers };
        arrangements.prune();
        Ok(arrangements)
    }

    /// Removes the steps to states from which no way leads to the end.
    fn prune(&mut self) {
        // After the last group no number needs a mine: that is one state.
        let mut alive = vec![true];
        for at in (0..self.layers.len()).rev() {
            let before = at.checked_sub(1).map_or(1, |at| self.layers[at].states);
            let layer = &mut self.layers[at];
            layer.steps.retain(|step| alive[step.to as usize]);
            alive = vec![false; before];
            for step in &layer.steps {
                alive[step.from as usize] = true;
            }
        }
    }

    /// The least and the greatest number of mines in each group, by the places
    /// of the groups in the component.
    pub(super) fn ranges(&self) -> Vec<(u8, u8)> {
        let mut ranges = vec![(u8::MAX, 0); self.layers.len()];
        for layer in &self.layers {
            let (least, most) = &mut ranges[layer.group];
            for step in &layer.steps {
                *least = step.mines.min(*least);
                *most = step.mines.max(*most);
            }
        }
        ranges
    }

    /// The least and the greatest number of mines in all groups together.
    pub(super) fn totals(&self) -> (usize, usize) {
        let mut states = vec![(0, 0)];
        for layer in &self.layers {
            let mut after = vec![(usize::MAX, 0); layer.states];
            for step in &layer.steps {
                let (least, most): (usize, usize) = states[step.from as usize];
                let mines = usize::from(step.mines);
                let state = &mut after[step.to as usize];
                state.0 = state.0.min(least.saturating_add(mines));
                state.1 = state.1.max(most + mines);
            }
            states = after;
        }
        states[0]
    }
}

/// What a number still waits for.
#[derive(Clone, Copy, Debug, Default)]
struct Waiting {
    /// Where its need stands in the keys, while it is open.
    slot: Option<usize>,
    /// How many of its squares are in groups still to come.
    squares: u8,
}

struct Builder<'component> {
    component: &'component Component,
    numbers: Vec<Waiting>,
    used: [bool; SLOTS],
}

impl<'component> Builder<'component> {
    fn new(component: &'component Component) -> Self {
        let mut numbers = vec![Waiting::default(); component.numbers.len()];
        for group in &component.groups {
            for &number in &group.numbers {
                numbers[number].squares += group.size();
            }
        }
        Self {
            component,
            numbers,
            used: [false; SLOTS],
        }
    }

    /// Gives a group its mines in all ways; the keys become those of the states
    /// after that.
    fn layer(
        &mut self,
        at: usize,
        keys: &mut Vec<u128>,
        work: &mut Work,
    ) -> Result<Layer, SolveError> {
        let group = &self.component.groups[at];
        let opened = self.open(group, work)?;
        // Where the needs of its numbers stand, and how many squares these have after it.
        let mut needs = [(0, 0); MOST_NUMBERS];
        let mut one_mine = 0_u128;
        for (need, &number) in needs.iter_mut().zip(&group.numbers) {
            let Waiting { slot, squares } = &mut self.numbers[number];
            *squares -= group.size();
            let shift = BITS * slot.unwrap_or_default();
            one_mine |= 1 << shift;
            *need = (shift, *squares);
        }
        let needs = &needs[..group.numbers.len()];
        let mut found: Vec<(u128, u32, u8)> = Vec::with_capacity(2 * keys.len());
        for (from, key) in (0..).zip(keys.iter()) {
            let key = key | opened;
            let (mut least, mut most) = (0, group.size());
            for &(shift, squares) in needs {
                let need = u8::try_from((key >> shift) & 15).unwrap_or_default();
                most = most.min(need);
                least = least.max(need.saturating_sub(squares));
            }
            for mines in least..=most {
                found.push((key - u128::from(mines) * one_mine, from, mines));
            }
        }
        work.spend(found.len())?;
        let kept = found.len() * size_of::<Transition>();
        work.hold(kept, found.capacity() * size_of::<(u128, u32, u8)>())?;
        found.sort_unstable();
        keys.clear();
        let mut steps = Vec::with_capacity(found.len());
        for (key, from, mines) in found {
            if keys.last() != Some(&key) {
                keys.push(key);
            }
            let to = u32::try_from(keys.len() - 1).unwrap_or(u32::MAX);
            steps.push(Transition { from, to, mines });
        }
        self.close(group);
        Ok(Layer {
            group: at,
            steps,
            states: keys.len(),
        })
    }

    /// Gives the numbers of a group that have none a slot in the keys; returns their
    /// needs in these slots.
    fn open(&mut self, group: &Group, work: &Work) -> Result<u128, SolveError> {
        let mut needs = 0;
        for &number in &group.numbers {
            if self.numbers[number].slot.is_none() {
                let slot = self
                    .used
                    .iter()
                    .position(|used| !used)
                    .ok_or_else(|| work.too_large())?;
                self.used[slot] = true;
                self.numbers[number].slot = Some(slot);
                needs |= u128::from(self.component.numbers[number].need) << (BITS * slot);
            }
        }
        Ok(needs)
    }

    /// Takes back the slots of numbers that have no squares left.
    fn close(&mut self, group: &Group) {
        for &number in &group.numbers {
            if let Waiting {
                slot: Some(slot),
                squares: 0,
            } = self.numbers[number]
            {
                self.used[slot] = false;
            }
        }
    }
}

/// An order of the groups in which few numbers are open at a time.
///
/// The groups next to one number follow each other. The next number is an open one: the one
/// that has the fewest groups left, or in a large component the one that is nearest to an end
/// of it, if that order leaves fewer cases.
pub(super) fn order(component: &Component) -> Vec<usize> {
    let links = Links::of(component);
    let fewest_left = links.order(|_| 0);
    if component.groups.len() < LARGE {
        return fewest_left;
    }
    let mut best = (links.cases(component, &fewest_left), fewest_left);
    // The number farthest from any other is one end, and the farthest from that the other.
    let mut start = 0;
    for _ in 0..2 {
        start = links.farthest_from(start);
        let distances = links.distances(start);
        let order = links.order(|number| distances[number]);
        let cases = links.cases(component, &order);
        if cases < best.0 {
            best = (cases, order);
        }
    }
    best.1
}

/// How many groups a component has for which several orders are tried.
const LARGE: usize = 60;

/// Which groups the numbers are next to, and which numbers the groups.
struct Links<'component> {
    groups: &'component [Group],
    of_number: Vec<Vec<usize>>,
}

impl<'component> Links<'component> {
    fn of(component: &'component Component) -> Self {
        let mut of_number: Vec<Vec<usize>> = vec![Vec::new(); component.numbers.len()];
        for (at, group) in component.groups.iter().enumerate() {
            for &number in &group.numbers {
                of_number[number].push(at);
            }
        }
        Self {
            groups: &component.groups,
            of_number,
        }
    }

    /// Takes the groups of one number after the other: of those that are open the first by
    /// `rank`, and then the one that has the fewest groups left.
    fn order(&self, rank: impl Fn(usize) -> usize) -> Vec<usize> {
        let numbers = self.of_number.len();
        let mut left: Vec<usize> = self.of_number.iter().map(Vec::len).collect();
        let mut open = vec![false; numbers];
        let mut given = vec![false; self.groups.len()];
        let mut order = Vec::with_capacity(self.groups.len());
        while order.len() < self.groups.len() {
            let next = (0..numbers)
                .filter(|&number| left[number] > 0)
                .min_by_key(|&number| (!open[number], rank(number), left[number]));
            let Some(number) = next else { break };
            for &group in &self.of_number[number] {
                if !std::mem::replace(&mut given[group], true) {
                    order.push(group);
                    for &opened in &self.groups[group].numbers {
                        open[opened] = true;
                        left[opened] -= 1;
                    }
                }
            }
        }
        order
    }

    /// The number with the most groups between it and this one.
    fn farthest_from(&self, start: usize) -> usize {
        let distances = self.distances(start);
        (0..distances.len())
            .max_by_key(|&number| distances[number])
            .unwrap_or(0)
    }

    /// How many groups lie between a number and each of the others.
    fn distances(&self, start: usize) -> Vec<usize> {
        let mut distances = vec![usize::MAX; self.of_number.len()];
        distances[start] = 0;
        let mut queue = vec![start];
        let mut taken = 0;
        while let Some(&number) = queue.get(taken) {
            taken += 1;
            for &group in &self.of_number[number] {
                for &other in &self.groups[group].numbers {
                    if distances[other] == usize::MAX {
                        distances[other] = distances[number] + 1;
                        queue.push(other);
                    }
                }
            }
        }
        distances
    }

    /// About how many cases an order leaves to be looked at: after each group, all
    /// combinations of what the open numbers may still need.
    fn cases(&self, component: &Component, order: &[usize]) -> f64 {
        let mut left: Vec<u8> = vec![0; self.of_number.len()];
        for group in self.groups {
            for &number in &group.numbers {
                left[number] += group.size();
            }
        }
        let mut is_open = vec![false; left.len()];
        let (mut ln_cases, mut sum) = (0.0, 0.0);
        let ln_of = |number: usize, left: u8| {
            let need = component.numbers[number].need.min(left);
            f64::from(1 + need).ln()
        };
        for &group in order {
            let size = self.groups[group].size();
            for &number in &self.groups[group].numbers {
                if std::mem::replace(&mut is_open[number], true) {
                    ln_cases -= ln_of(number, left[number]);
                }
                left[number] -= size;
                ln_cases += ln_of(number, left[number]);
            }
            sum += f64::exp(ln_cases);
        }
        sum
    }
}
