//! Splits the unknown squares next to numbers into independent components.

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
#[derive(Debug, Default)]
pub(super) struct Component {
    pub(super) groups: Vec<SquareGroup>,
    /// For each number: how many mines are on the unknown squares around it.
    pub(super) needs: Vec<u8>,
}

/// An unknown square and a number next to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Contact {
    square: Index,
    /// Index in the list of numbers.
    number: usize,
}

/// Returns the components that some numbers form, all of which have unknown squares around
/// them. Other numbers are ignored.
pub(super) fn components(
    reasoner: &Reasoner,
    numbers: impl IntoIterator<Item = Index>,
) -> Vec<Component> {
    let numbers: Vec<Index> = numbers.into_iter().collect();
    let mut contacts: Vec<Contact> = Vec::new();
    for (number, &index) in numbers.iter().enumerate() {
        let around = reasoner.unknown_around(index);
        contacts.extend(around.map(|square| Contact { square, number }));
    }
    contacts.sort_unstable();
    // The contacts of each square, sorted by its numbers: squares of a group follow each other.
    let mut squares: Vec<&[Contact]> = contacts
        .chunk_by(|one, next| one.square == next.square)
        .collect();
    squares.sort_by(|one, other| numbers_of(one).cmp(numbers_of(other)));

    // For each number, an earlier number of its component, or itself.
    let mut earlier: Vec<usize> = (0..numbers.len()).collect();
    for pair in squares.iter().flat_map(|contacts| contacts.windows(2)) {
        let one = first_connected(&mut earlier, pair[0].number);
        let other = first_connected(&mut earlier, pair[1].number);
        earlier[one.max(other)] = one.min(other);
    }
    let mut components: Vec<Component> = Vec::new();
    // For each number, its component and its index there.
    let mut places: Vec<(usize, usize)> = Vec::with_capacity(numbers.len());
    for (number, &index) in numbers.iter().enumerate() {
        let first = first_connected(&mut earlier, number);
        if first == number {
            components.push(Component::default());
        }
        let component = places
            .get(first)
            .map_or(components.len() - 1, |place| place.0);
        let needs = &mut components[component].needs;
        places.push((component, needs.len()));
        needs.push(reasoner.need(index));
    }
    for alike in squares.chunk_by(|one, next| numbers_of(one).eq(numbers_of(next))) {
        let (component, _) = places[alike[0][0].number];
        components[component].groups.push(SquareGroup {
            squares: alike.iter().map(|contacts| contacts[0].square).collect(),
            numbers: numbers_of(alike[0])
                .map(|number| places[number].1)
                .collect(),
        });
    }
    components
}

fn numbers_of(square: &[Contact]) -> impl Iterator<Item = usize> {
    square.iter().map(|contact| contact.number)
}

/// Returns the first number of a component, and shortens the way to it.
fn first_connected(earlier: &mut [usize], mut number: usize) -> usize {
    while earlier[number] != number {
        earlier[number] = earlier[earlier[number]];
        number = earlier[number];
    }
    number
}
