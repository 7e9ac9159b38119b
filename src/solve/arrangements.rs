//! All ways to put mines into a component so that its numbers are right.
//!
//! Groups are given their mines one after the other. What matters for the
//! groups to come is only how many mines each number still needs, so that ways
//! which leave the same needs are one state: the ways are the paths through a
//! graph whose size grows with the width of a component and not with its length.

use super::SolveError;
use super::frontier::{Component, Group, MOST_NUMBERS};

/// How much may be done before something is given up as too hard, in steps of the
/// graph or of what is counted with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    left: usize,
}

impl Work {
    /// What may be done to count a whole field: enough for any that a game of usual
    /// size reaches.
    pub(super) const FIELD: Self = Self { left: 400_000 };

    /// What may be done to look at all cases of a field.
    pub(super) const CASES: Self = Self { left: 800_000 };

    /// What may be done of that for one component.
    pub(super) const COMPONENT: Self = Self { left: 50_000 };
}

impl Work {
    /// Does a part with at most so much of it.
    pub(super) fn part<T>(&mut self, most: Self, part: impl FnOnce(&mut Self) -> T) -> T {
        let given = self.left.min(most.left);
        let mut work = Self { left: given };
        let done = part(&mut work);
        self.left -= given - work.left;
        done
    }

    /// Takes so many steps; [`SolveError::TooHard`] if they are not left.
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), SolveError> {
        self.left = self.left.checked_sub(steps).ok_or(SolveError::TooHard)?;
        Ok(())
    }
}

/// The most groups that a component may have.
pub(super) const MOST_GROUPS: usize = 2_000;

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
        if component.groups.len() > MOST_GROUPS {
            return Err(SolveError::TooHard);
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
    /// How many of its squares have not been given mines or none.
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
        let opened = self.open(group)?;
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
    fn open(&mut self, group: &Group) -> Result<u128, SolveError> {
        let mut needs = 0;
        for &number in &group.numbers {
            if self.numbers[number].slot.is_none() {
                let slot = self
                    .used
                    .iter()
                    .position(|used| !used)
                    .ok_or(SolveError::TooHard)?;
                self.used[slot] = true;
                self.numbers[number].slot = Some(slot);
                needs |= u128::from(self.component.numbers[number].need) << (BITS * slot);
            }
        }
        Ok(needs)
    }

    /// Takes the slots back of numbers that have no squares left.
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

/// An order of the groups in which few numbers are open at a time: always one
/// next to the open number that has the fewest groups left.
pub(super) fn order(component: &Component) -> Vec<usize> {
    let numbers = component.numbers.len();
    let mut groups_of: Vec<Vec<usize>> = vec![Vec::new(); numbers];
    for (at, group) in component.groups.iter().enumerate() {
        for &number in &group.numbers {
            groups_of[number].push(at);
        }
    }
    let mut left: Vec<usize> = groups_of.iter().map(Vec::len).collect();
    let mut open = vec![false; numbers];
    let mut given = vec![false; component.groups.len()];
    let mut order = Vec::with_capacity(component.groups.len());
    while order.len() < component.groups.len() {
        let next = (0..numbers)
            .filter(|&number| left[number] > 0)
            .min_by_key(|&number| (!open[number], left[number]));
        let Some(number) = next else { break };
        for &group in &groups_of[number] {
            if !std::mem::replace(&mut given[group], true) {
                order.push(group);
                for &number in &component.groups[group].numbers {
                    open[number] = true;
                    left[number] -= 1;
                }
            }
        }
    }
    order
}
