//! Splits the unknown squares next to numbers into independent components.

use std::collections::{HashMap, HashSet};

use super::reasoner::{Index, Reasoner};

/// Unknown squares that are next to the same numbers.
#[derive(Debug)]
pub(super) struct SquareGroup {
    pub(super) squares: Vec<Index>,
    /// Indices of the numbers in [`Component::needs`].
    pub(super) numbers: Vec<usize>,
}

impl SquareGroup {
    pub(super) fn size(&self) -> u8 {
        // At most eight squares are next to a number.
        u8::try_from(self.squares.len()).unwrap_or(u8::MAX)
    }
}

/// Groups that are connected by numbers.
#[derive(Debug)]
pub(super) struct Component {
    pub(super) groups: Vec<SquareGroup>,
    /// For each number: how many mines are on the unknown squares around it.
    pub(super) needs: Vec<u8>,
}

/// Returns the components that some numbers form, all of which have unknown squares around
/// them. Other numbers are ignored.
pub(super) fn components(
    reasoner: &Reasoner,
    numbers: impl IntoIterator<Item = Index>,
) -> Vec<Component> {
    let numbers: Vec<Index> = numbers.into_iter().collect();
    // The index of each number in its component, once the component has been found.
    let mut places: HashMap<Index, Option<usize>> =
        numbers.iter().map(|&number| (number, None)).collect();
    let mut components = Vec::new();
    for start in numbers {
        if places[&start].is_some() {
            continue;
        }
        places.insert(start, Some(0));
        let mut connected = vec![start];
        let mut squares: Vec<(Vec<usize>, Index)> = Vec::new();
        let mut seen = HashSet::new();
        let mut next = 0;
        while let Some(&number) = connected.get(next) {
            next += 1;
            for square in reasoner.unknown_around(number) {
                if !seen.insert(square) {
                    continue;
                }
                let mut numbers = Vec::new();
                for neighbour in reasoner.neighbours(square) {
                    // Most squares are no numbers, and the map is slow.
                    if !reasoner.is_open(neighbour) {
                        continue;
                    }
                    if let Some(place) = places.get_mut(&neighbour) {
                        numbers.push(*place.get_or_insert_with(|| {
                            connected.push(neighbour);
                            connected.len() - 1
                        }));
                    }
                }
                numbers.sort_unstable();
                squares.push((numbers, square));
            }
        }
        squares.sort_unstable();
        components.push(Component {
            groups: squares
                .chunk_by(|left, right| left.0 == right.0)
                .map(|alike| SquareGroup {
                    squares: alike.iter().map(|(_, square)| *square).collect(),
                    numbers: alike[0].0.clone(),
                })
                .collect(),
            needs: connected
                .iter()
                .map(|&number| reasoner.need(number))
                .collect(),
        });
    }
    components
}
