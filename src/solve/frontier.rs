//! The unknown squares next to numbers: those that no number tells apart are a
//! group, and groups that numbers connect are a component.

use super::reasoner::{Index, Reasoner, State, as_index};

/// The most numbers that a square can be next to.
pub(super) const MOST_NUMBERS: usize = 8;

/// Squares that the same numbers are next to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Group {
    pub(super) squares: Vec<Index>,
    /// The numbers, by their places in the component.
    pub(super) numbers: Vec<usize>,
}

impl Group {
    pub(super) fn size(&self) -> u8 {
        // Eight squares at most are next to a number.
        u8::try_from(self.squares.len()).unwrap_or(u8::MAX)
    }
}

/// A number, and how many mines there are among the unknown squares next to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Constraint {
    pub(super) square: Index,
    pub(super) need: u8,
}

/// Groups that numbers connect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Component {
    pub(super) groups: Vec<Group>,
    pub(super) numbers: Vec<Constraint>,
}

impl Component {
    /// How many squares it has.
    pub(super) fn square_count(&self) -> usize {
        self.groups.iter().map(|group| group.squares.len()).sum()
    }

    /// The group that a square is in, if it is in any.
    pub(super) fn group_of(&self, square: Index) -> Option<usize> {
        let has_square = |group: &Group| group.squares.contains(&square);
        self.groups.iter().position(has_square)
    }
}

/// The unknown squares of a field.
#[derive(Clone, Debug)]
pub(super) struct Frontier {
    pub(super) components: Vec<Component>,
    /// How many unknown squares no number is next to.
    pub(super) outside: usize,
}

impl Frontier {
    /// The unknown squares of a field.
    pub(super) fn of(reasoner: &Reasoner) -> Self {
        Self::of_numbers(reasoner, reasoner.open_numbers())
    }

    /// The unknown squares next to these numbers.
    pub(super) fn of_numbers(
        reasoner: &Reasoner,
        numbers: impl IntoIterator<Item = Index>,
    ) -> Self {
        // Each pair of a square and a number next to it.
        let mut pairs: Vec<(Index, Index)> = numbers
            .into_iter()
            .flat_map(|number| {
                reasoner
                    .unknown_around(number)
                    .map(move |square| (square, number))
            })
            .collect();
        pairs.sort_unstable();
        let mut squares: Vec<SquareByNumbers> = Vec::new();
        for of_square in pairs.chunk_by(|one, other| one.0 == other.0) {
            let mut numbers = [Index::MAX; MOST_NUMBERS];
            for (place, (_, number)) in numbers.iter_mut().zip(of_square) {
                *place = *number;
            }
            squares.push((numbers, of_square[0].0));
        }
        squares.sort_unstable();
        let outside = reasoner.unknown() - squares.len();
        let groups: Vec<_> = squares.chunk_by(|one, other| one.0 == other.0).collect();
        Self {
            components: components(reasoner, &groups),
            outside,
        }
    }
}

/// A square, after the numbers that it is next to; [`Index::MAX`] fills their places up.
type SquareByNumbers = ([Index; MOST_NUMBERS], Index);

/// Puts groups together that numbers connect.
fn components(reasoner: &Reasoner, groups: &[&[SquareByNumbers]]) -> Vec<Component> {
    let numbers_of = |group: usize| {
        groups[group][0]
            .0
            .into_iter()
            .take_while(|&number| number != Index::MAX)
    };
    let mut links: Vec<(Index, usize)> = (0..groups.len())
        .flat_map(|group| numbers_of(group).map(move |number| (number, group)))
        .collect();
    links.sort_unstable();
    let mut sets: Vec<usize> = (0..groups.len()).collect();
    for of_number in links.chunk_by(|one, other| one.0 == other.0) {
        for pair in of_number.windows(2) {
            let (one, other) = (root(&mut sets, pair[0].1), root(&mut sets, pair[1].1));
            sets[other] = one;
        }
    }
    let mut places = vec![usize::MAX; groups.len()];
    let mut components: Vec<Component> = Vec::new();
    for (group, squares) in groups.iter().enumerate() {
        let place = &mut places[root(&mut sets, group)];
        if *place == usize::MAX {
            *place = components.len();
            components.push(Component::default());
        }
        components[*place].groups.push(Group {
            squares: squares.iter().map(|(_, square)| *square).collect(),
            numbers: numbers_of(group).map(|number| number as usize).collect(),
        });
    }
    for component in &mut components {
        number(component, reasoner);
    }
    components
}

/// The set that an element is in, by its first element.
fn root(sets: &mut [usize], mut at: usize) -> usize {
    while sets[at] != at {
        sets[at] = sets[sets[at]];
        at = sets[at];
    }
    at
}

/// Lists the numbers of a component, and names them in its groups by their
/// places in that list.
fn number(component: &mut Component, reasoner: &Reasoner) {
    let mut squares: Vec<usize> = component
        .groups
        .iter()
        .flat_map(|group| group.numbers.iter().copied())
        .collect();
    squares.sort_unstable();
    squares.dedup();
    for group in &mut component.groups {
        for number in &mut group.numbers {
            *number = squares.partition_point(|square| square < number);
        }
    }
    component.numbers = squares
        .into_iter()
        .map(|square| Constraint {
            square: as_index(square),
            need: reasoner.need(as_index(square)),
        })
        .collect();
}

/// The unknown squares that no number is next to.
pub(super) fn outside(reasoner: &Reasoner) -> impl Iterator<Item = Index> + '_ {
    (0..as_index(reasoner.size().area())).filter(|&square| {
        reasoner.state(square) == State::Unknown
            && !reasoner
                .neighbours(square)
                .any(|neighbour| reasoner.state(neighbour) == State::Revealed)
    })
}
