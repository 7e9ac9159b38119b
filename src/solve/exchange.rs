//! A mine and a safe square that could change places without changing the number of any
//! other square: which of them has the mine can only be guessed. Many fields have such a
//! pair, and to look for one is much faster than to play the field.

use crate::field::minefield::{Minefield, Size, Square};

/// The neighbours of a square, as steps from it: a bit of a byte for each.
const RING: [(isize, isize); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// The steps from a square to those with which it has neighbours in common. Each comes with
/// the neighbours of the first square that are neither the second one nor next to it.
const STEPS: [(isize, isize, u8); 24] = steps();

const fn steps() -> [(isize, isize, u8); 24] {
    let mut steps = [(0, 0, 0); 24];
    let (mut at, mut place) = (0, 0);
    while place < 25 {
        let (down, right) = (place / 5 - 2, place % 5 - 2);
        place += 1;
        if down == 0 && right == 0 {
            continue;
        }
        let (mut others, mut bit) = (0, 0);
        while bit < RING.len() {
            let (of_down, of_right) = RING[bit];
            if (of_down - down).abs() > 1 || (of_right - right).abs() > 1 {
                others |= 1 << bit;
            }
            bit += 1;
        }
        steps[at] = (down, right, others);
        at += 1;
    }
    steps
}

/// Whether there is such a pair, to which this square does not belong.
pub(super) fn is_possible(minefield: &Minefield, known: Square) -> bool {
    let size = minefield.size();
    minefield.mines().any(|mine| {
        let around_mine = numbers_around(minefield, mine);
        STEPS.iter().any(|&(down, right, others)| {
            around_mine & others == 0
                && step(size, mine, down, right).is_some_and(|square| {
                    square != known
                        && !minefield.is_mine(square)
                        && numbers_around(minefield, square) & opposite(others) == 0
                })
        })
    })
}

/// The neighbours that show numbers.
fn numbers_around(minefield: &Minefield, square: Square) -> u8 {
    let shows = |&(down, right): &(isize, isize)| {
        step(minefield.size(), square, down, right).is_some_and(|next| !minefield.is_mine(next))
    };
    RING.iter()
        .enumerate()
        .fold(0, |bits, (bit, ring)| bits | u8::from(shows(ring)) << bit)
}

/// The same neighbours as [`STEPS`] has, of the square at the other end of a step: the ring
/// mirrored, and so with its bits reversed.
fn opposite(others: u8) -> u8 {
    others.reverse_bits()
}

fn step(size: Size, square: Square, down: isize, right: isize) -> Option<Square> {
    let row = square.row.checked_add_signed(down)?;
    let col = square.col.checked_add_signed(right)?;
    (row < size.rows && col < size.cols).then_some(Square { row, col })
}

#[cfg(test)]
mod tests {
    use super::is_possible;
    use crate::field::minefield::{Minefield, Size, Square};
    use crate::field::random::Random;

    /// The same by changing their places and counting.
    fn is_possible_by_counting(minefield: &Minefield, known: Square) -> bool {
        let size = minefield.size();
        let is_safe = |square: &Square| !minefield.is_mine(*square);
        size.squares().filter(is_safe).any(|square| {
            minefield.mines().any(|mine| {
                let changed = minefield
                    .mines()
                    .filter(|&other| other != mine)
                    .fold(Minefield::new(size), Minefield::with_mine)
                    .with_mine(square);
                let mut others = size.squares().filter(is_safe);
                square != known
                    && others.all(|other| {
                        other == square || changed.adjacent(other) == minefield.adjacent(other)
                    })
            })
        })
    }

    #[test]
    fn pairs_are_those_that_counting_finds() {
        let mut random = Random::seeded(1);
        let mut found = 0;
        for (rows, cols, mines) in [(1, 7, 2), (4, 4, 3), (5, 6, 8), (6, 6, 10)] {
            let size = Size { rows, cols };
            let mut squares: Vec<Square> = size.squares().skip(1).collect();
            for _ in 0..300 {
                let minefield = random.place_among(size, &mut squares, mines);
                let known = Square { row: 0, col: 0 };
                let wanted = is_possible_by_counting(&minefield, known);
                let is_far = is_possible(&minefield, known);
                // Only those are looked for that have neighbours in common.
                assert!(wanted || !is_far, "{minefield:?}");
                found += u32::from(is_far);
            }
        }
        assert!(found > 200, "{found}");
    }
}
