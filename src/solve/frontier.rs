//! Splits the unknown squares next to numbers into independent components.

use super::reasoner::{Index, Reasoner};

/// Unknown squares that are next to the same numbers.
#[derive(Debug)]
pub(super) struct Group {
    pub squares: Vec<Index>,
    /// Indices of the numbers in [`Component::needs`].
    pub numbers: Vec<usize>,
}

impl Group {
    pub fn size(&self) -> u8 {
        // At most eight squares are next to a number.
        u8::try_from(self.squares.len()).unwrap_or(u8::MAX)
    }
}

/// Groups that are connected by numbers, directly or through other groups.
#[derive(Debug, Default)]
pub(super) struct Component {
    pub groups: Vec<Group>,
    /// For each number, the number of mines on the unknown squares around it.
    pub needs: Vec<u8>,
}

/// An unknown square and a number next to it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Contact {
    square: Index,
    /// Index of the number in the list of numbers.
    number: usize,
}

/// Returns the components of some open numbers. Ignores all other numbers.
pub(super) fn components(
    reasoner: &Reasoner,
    numbers: impl IntoIterator<Item = Index>,
) -> Vec<Component> {
    let numbers: Vec<Index> = numbers.into_iter().collect();
    let mut contacts = Vec::new();
    for (number, &index) in numbers.iter().enumerate() {
        let around = reasoner.unknown_around(index);
        contacts.extend(around.map(|square| Contact { square, number }));
    }
    contacts.sort_unstable();
    // The contacts of each square, sorted so that the squares of a group are consecutive.
    let mut squares: Vec<_> = contacts
        .chunk_by(|left, right| left.square == right.square)
        .collect();
    squares.sort_by(|left, right| numbers_of(left).cmp(numbers_of(right)));

    // A union-find forest. The root of a number is the first number of its component.
    let mut parents: Vec<usize> = (0..numbers.len()).collect();
    for pair in squares.iter().flat_map(|contacts| contacts.windows(2)) {
        let left = find_root(&mut parents, pair[0].number);
        let right = find_root(&mut parents, pair[1].number);
        parents[left.max(right)] = left.min(right);
    }
    let mut components = Vec::new();
    // For each number, the index of its component and its index in the component.
    let mut places: Vec<(usize, usize)> = Vec::with_capacity(numbers.len());
    for (number, &index) in numbers.iter().enumerate() {
        let root = find_root(&mut parents, number);
        if root == number {
            components.push(Component::default());
        }
        let component = places
            .get(root)
            .map_or(components.len() - 1, |place| place.0);
        let needs = &mut components[component].needs;
        places.push((component, needs.len()));
        needs.push(reasoner.need(index));
    }
    for group in squares.chunk_by(|left, right| numbers_of(left).eq(numbers_of(right))) {
        let (component, _) = places[group[0][0].number];
        components[component].groups.push(Group {
            squares: group.iter().map(|contacts| contacts[0].square).collect(),
            numbers: numbers_of(group[0])
                .map(|number| places[number].1)
                .collect(),
        });
    }
    components
}

fn numbers_of(square: &[Contact]) -> impl Iterator<Item = usize> {
    square.iter().map(|contact| contact.number)
}

/// Returns the root of a number in a union-find forest, and shortens the path to the root.
fn find_root(parents: &mut [usize], mut number: usize) -> usize {
    while parents[number] != number {
        parents[number] = parents[parents[number]];
        number = parents[number];
    }
    number
}
