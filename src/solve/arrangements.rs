//! Counts the arrangements of mines in a component that agree with all its numbers.
//!
//! The groups receive their mines one after another, which forms a layered graph. A node stands for
//! all partial arrangements that use the same number of mines and leave the same need to every
//! number. The graph's size depends on the component's width, not on the number of arrangements.

use super::{
    budget::Budget,
    error::{SolveError, Solved},
    frontier::Component,
    scaled::Scaled,
};

/// Maximum number of open numbers: some, but not all, of their groups have received their mines.
/// The key of a node stores the need of each open number.
const SLOTS: usize = 32;

/// Bits of a need in a key, for 0 to 8 mines.
const BITS: usize = 4;

/// Number of comparisons that take the time of one step.
const COMPARISONS_PER_STEP: usize = 4;

#[derive(Debug)]
pub(super) struct Arrangements<'component> {
    component: &'component Component,
    layers: Vec<Layer>,
    pub min_mines: usize,
    /// Number of arrangements for each number of mines from the minimum to the maximum.
    pub by_mines: Vec<Scaled>,
    /// For each node after the last layer, its index in `by_mines`.
    ends: Vec<usize>,
}

/// All ways in which one group receives its mines.
#[derive(Debug)]
struct Layer {
    group: usize,
    edges: Vec<Edge>,
    /// Number of partial arrangements at each node before the layer.
    counts: Vec<Scaled>,
}

/// A number of mines for a group, with the indices of the nodes before and after the layer.
#[derive(Debug)]
struct Edge {
    from: u32,
    to: u32,
    mines: u8,
}

/// Progress of a number while the graph is built.
#[derive(Clone, Debug, Default)]
struct NumberProgress {
    /// Slot of its need in the keys, once one of its groups has been reached.
    slot: Option<usize>,
    /// Number of its squares in groups that have not been reached.
    squares_left: u8,
}

impl<'component> Arrangements<'component> {
    /// Counts the arrangements of a component.
    ///
    /// # Errors
    ///
    /// [`SolveError::TooHard`] if the graph is too large, and [`SolveError::Contradiction`] if
    /// there is no arrangement.
    pub fn of(component: &'component Component, budget: &mut Budget) -> Solved<Self> {
        let mut numbers = vec![NumberProgress::default(); component.needs.len()];
        for group in &component.groups {
            for &number in &group.numbers {
                numbers[number].squares_left += group.size();
            }
        }
        let mut used_slots = [false; SLOTS];
        // A node is a key with the needs of the open numbers, and the number of mines used so far.
        let mut nodes = vec![(0_u128, 0_usize)];
        let mut counts = vec![Scaled::ONE];
        let mut layers = Vec::with_capacity(component.groups.len());
        for index in order(component, budget)? {
            let group = &component.groups[index];
            // A key with the needs of all numbers that this group opens.
            let mut opened = 0;
            // A key with one mine for each number of the group.
            let mut one_mine = 0;
            // For each number of the group, its shift in the keys, and its squares in later groups.
            let mut limits = Vec::with_capacity(group.numbers.len());
            for &number in &group.numbers {
                let progress = &mut numbers[number];
                if progress.slot.is_none() {
                    let free = used_slots.iter().position(|is_used| !is_used);
                    let slot = free.ok_or(SolveError::TooHard)?;
                    used_slots[slot] = true;
                    progress.slot = Some(slot);
                    opened |= u128::from(component.needs[number]) << (BITS * slot);
                }
                progress.squares_left -= group.size();
                let shift = BITS * progress.slot.unwrap_or_default();
                one_mine |= 1_u128 << shift;
                limits.push((shift, progress.squares_left));
            }
            for &(shift, squares_left) in &limits {
                used_slots[shift / BITS] = squares_left > 0;
            }
            // All ways to give mines to the group: the next node, the earlier node, the mines.
            let mut transitions = Vec::with_capacity(2 * nodes.len());
            for (from, &(earlier_key, used)) in (0..).zip(&nodes) {
                let key = earlier_key | opened;
                let mut min = 0;
                let mut max = group.size();
                for &(shift, squares_left) in &limits {
                    let need = u8::try_from((key >> shift) & 15).unwrap_or_default();
                    max = max.min(need);
                    min = min.max(need.saturating_sub(squares_left));
                }
                for mines in min..=max {
                    budget.spend(1)?;
                    let next = (
                        key - u128::from(mines) * one_mine,
                        used + usize::from(mines),
                    );
                    transitions.push((next, from, mines));
                }
            }
            // Transitions to the same node become consecutive edges.
            transitions.sort_unstable();
            nodes.clear();
            let mut next_counts = Vec::new();
            let mut edges = Vec::with_capacity(transitions.len());
            for (node, from, mines) in transitions {
                if nodes.last() != Some(&node) {
                    nodes.push(node);
                    next_counts.push(Scaled::ZERO);
                }
                let last = nodes.len() - 1;
                next_counts[last] += counts[from as usize] * binomial(group.size(), mines);
                let to = u32::try_from(last).unwrap_or(u32::MAX);
                edges.push(Edge { from, to, mines });
            }
            layers.push(Layer {
                group: index,
                edges,
                counts: std::mem::replace(&mut counts, next_counts),
            });
        }
        // At the end no number needs a mine, so that the nodes differ only in their mines.
        let (Some(&(_, min_mines)), Some(&(_, max_mines))) = (nodes.first(), nodes.last()) else {
            return Err(SolveError::Contradiction);
        };
        let ends: Vec<_> = nodes.iter().map(|(_, mines)| mines - min_mines).collect();
        let mut by_mines = vec![Scaled::ZERO; max_mines - min_mines + 1];
        for (&end, &count) in ends.iter().zip(&counts) {
            by_mines[end] = count;
        }
        Ok(Self {
            component,
            layers,
            min_mines,
            by_mines,
            ends,
        })
    }

    /// Counts, for each group, the arrangements in which a given square of the group is safe, and
    /// the arrangements in which it has a mine. `weights` has a weight for each number of mines
    /// of an arrangement, from the minimum to the maximum.
    pub fn safe_and_mined(&self, weights: &[Scaled]) -> Vec<[Scaled; 2]> {
        let mut sums = vec![[Scaled::ZERO; 2]; self.layers.len()];
        let mut after: Vec<_> = self.ends.iter().map(|&end| weights[end]).collect();
        for layer in self.layers.iter().rev() {
            let size = self.component.groups[layer.group].size();
            let mut before = vec![Scaled::ZERO; layer.counts.len()];
            let [safe, mined] = &mut sums[layer.group];
            for &Edge { from, to, mines } in &layer.edges {
                let from = from as usize;
                let weight_after = after[to as usize];
                before[from] += weight_after * binomial(size, mines);
                let weight = weight_after * layer.counts[from];
                if mines < size {
                    *safe += weight * binomial(size - 1, mines);
                }
                if mines > 0 {
                    *mined += weight * binomial(size - 1, mines - 1);
                }
            }
            after = before;
        }
        sums
    }
}

/// Returns an order of the groups in which few numbers are open at a time. Prefers a group of the
/// open number that has the fewest groups left, then a group that opens few numbers and closes
/// many, then a group of the number that has been open longest.
fn order(component: &Component, budget: &mut Budget) -> Solved<Vec<usize>> {
    let mut groups_left = vec![0_usize; component.needs.len()];
    for group in &component.groups {
        for &number in &group.numbers {
            groups_left[number] += 1;
        }
    }
    // For each number, the position in the order at which it was opened, if it was.
    let mut opened_at: Vec<Option<usize>> = vec![None; groups_left.len()];
    let mut remaining: Vec<usize> = (0..component.groups.len()).collect();
    let mut order = Vec::with_capacity(remaining.len());
    while !remaining.is_empty() {
        budget.spend(remaining.len() / COMPARISONS_PER_STEP)?;
        let rank = |&place: &usize| {
            let mut fewest_left = usize::MAX;
            let mut oldest = usize::MAX;
            let mut opens = 0;
            let mut closes = 0;
            for &number in &component.groups[remaining[place]].numbers {
                if let Some(position) = opened_at[number] {
                    fewest_left = fewest_left.min(groups_left[number]);
                    oldest = oldest.min(position);
                } else {
                    opens += 1;
                }
                closes += i32::from(groups_left[number] == 1);
            }
            (fewest_left, opens - closes, oldest)
        };
        let Some(next) = (0..remaining.len()).min_by_key(rank) else {
            break;
        };
        let group = remaining.remove(next);
        for &number in &component.groups[group].numbers {
            groups_left[number] -= 1;
            opened_at[number].get_or_insert(order.len());
        }
        order.push(group);
    }
    Ok(order)
}

/// Returns the number of ways to choose `mines` of up to eight squares.
fn binomial(squares: u8, mines: u8) -> f64 {
    (0..mines).fold(1.0, |ways, chosen| {
        ways * f64::from(squares - chosen) / f64::from(chosen + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::binomial;

    #[test]
    fn binomials_are_those_of_pascals_triangle() {
        for (squares, row) in [(1, "1 1"), (2, "1 2 1"), (8, "1 8 28 56 70 56 28 8 1")] {
            let binomials: Vec<String> = (0..=squares)
                .map(|mines| binomial(squares, mines).to_string())
                .collect();
            assert_eq!(binomials.join(" "), row);
        }
    }
}
