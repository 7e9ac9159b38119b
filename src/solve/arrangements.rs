//! All ways to put mines into a component so that its numbers are right.
//!
//! Groups are given their mines one after the other. What matters for the
//! groups to come is only how many mines each number still needs, so that ways
//! which leave the same needs are one state: the ways are the paths through a
//! graph whose size grows with the width of a component and not with its length.

use super::frontier::Component;

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

/// More work would be needed than is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooHard;

impl Work {
    /// What may be done of it for a part.
    pub(super) fn part(self, most: Self) -> Self {
        Self {
            left: self.left.min(most.left),
        }
    }

    /// Takes what was done for a part, of which so much is left.
    pub(super) fn take(&mut self, given: Self, left: Self) {
        self.left -= given.left - left.left;
    }

    /// Takes so many steps.
    ///
    /// # Errors
    ///
    /// They are not left.
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), TooHard> {
        self.left = self.left.checked_sub(steps).ok_or(TooHard)?;
        Ok(())
    }
}

/// The most groups that a component may have.
const MOST_GROUPS: usize = 2_000;

/// How many groups are compared with a number in the time of a step.
const GROUPS_IN_A_STEP: usize = 16;

/// How many numbers can be open at the same time: each has four bits of a key.
const SLOTS: usize = 32;
const BITS: usize = 4;

/// Why the ways of a component are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoArrangements {
    /// There are none: no field is like that.
    Impossible,
    /// To find out would take too long.
    TooHard,
}

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
    pub(super) fn of(component: &Component, work: &mut Work) -> Result<Self, NoArrangements> {
        if component.groups.len() > MOST_GROUPS {
            return Err(NoArrangements::TooHard);
        }
        // To put them in order is work as well.
        let ordering = component.groups.len() * component.numbers.len() / GROUPS_IN_A_STEP;
        work.spend(ordering)
            .map_err(|TooHard| NoArrangements::TooHard)?;
        let mut builder = Builder::new(component);
        let mut layers = Vec::with_capacity(component.groups.len());
        let mut keys = vec![0_u128];
        for group in order(component) {
            layers.push(builder.layer(group, &mut keys, work)?);
            if keys.is_empty() {
                return Err(NoArrangements::Impossible);
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
    ) -> Result<Layer, NoArrangements> {
        let group = &self.component.groups[at];
        let size = group.size();
        let mut opened = 0_u128;
        let mut one_mine = 0_u128;
        // The shift of each number's need, and how many squares it has after this
        // group.
        let mut shifts = [(0_usize, 0_u8); 8];
        for (place, &number) in shifts.iter_mut().zip(&group.numbers) {
            let slot = if let Some(slot) = self.numbers[number].slot {
                slot
            } else {
                let free = self.used.iter().position(|used| !used);
                let slot = free.ok_or(NoArrangements::TooHard)?;
                self.used[slot] = true;
                self.numbers[number].slot = Some(slot);
                opened |= u128::from(self.component.numbers[number].need) << (BITS * slot);
                slot
            };
            self.numbers[number].squares -= size;
            one_mine |= 1 << (BITS * slot);
            *place = (BITS * slot, self.numbers[number].squares);
        }
        let shifts = &shifts[..group.numbers.len()];
        let mut found: Vec<(u128, u32, u8)> = Vec::with_capacity(2 * keys.len());
        for (from, key) in (0..).zip(keys.iter()) {
            let key = key | opened;
            let (mut least, mut most) = (0, size);
            for &(shift, squares) in shifts {
                let need = u8::try_from((key >> shift) & 15).unwrap_or_default();
                most = most.min(need);
                least = least.max(need.saturating_sub(squares));
            }
            for mines in least..=most {
                found.push((key - u128::from(mines) * one_mine, from, mines));
            }
        }
        let spent = work.spend(found.len());
        spent.map_err(|TooHard| NoArrangements::TooHard)?;
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
        for &number in &group.numbers {
            if self.numbers[number].squares == 0
                && let Some(slot) = self.numbers[number].slot
            {
                self.used[slot] = false;
            }
        }
        Ok(Layer {
            group: at,
            steps,
            states: keys.len(),
        })
    }
}

/// An order of the groups in which few numbers are open at a time: always one
/// next to the open number that has the fewest groups left.
fn order(component: &Component) -> Vec<usize> {
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
