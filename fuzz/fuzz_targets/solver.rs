//! Checks proofs of any positions by brute force. Unless the numbers of a position are arbitrary,
//! it also compares the proofs with the mines of the field.
#![no_main]

#[path = "../../tests/solve/checker.rs"]
mod checker;

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use minesweeper_alpha::internal::{Known, Minefield, Odds, Position, Size, Square, proofs};

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    let _ = solve(&mut bytes);
});

/// Returns the indices of the squares around a square, for the checker.
fn around(size: Size, square: Square) -> Vec<usize> {
    size.neighbours(square)
        .map(|square| size.index(square))
        .collect()
}

fn solve(bytes: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let size = Size {
        rows: bytes.int_in_range(1..=4)?,
        cols: bytes.int_in_range(1..=5)?,
    };
    let is_arbitrary = bytes.int_in_range(0..=3)? == 0;
    let mut minefield = Minefield::new(size);
    for _ in 0..bytes.int_in_range(0..=8)? {
        let mine = Square {
            row: bytes.int_in_range(0..=size.rows - 1)?,
            col: bytes.int_in_range(0..=size.cols - 1)?,
        };
        minefield = minefield.with_mine(mine);
    }
    let mut squares = Vec::new();
    for square in size.squares() {
        let byte = u8::arbitrary(bytes)?;
        squares.push(match byte % 4 {
            3 if is_arbitrary => Known::Number(byte / 4 % 9),
            3 if minefield.is_mine(square) => Known::Mine,
            2 | 3 if !minefield.is_mine(square) => Known::Number(minefield.adjacent(square)),
            _ => Known::Nothing,
        });
    }
    let mines = bool::arbitrary(bytes)?.then(|| minefield.mine_count());
    let position = Position::new(size, squares, mines);
    let Ok(proofs) = proofs(&position) else {
        assert!(is_arbitrary, "a view of a field is rejected: {position:?}");
        return Ok(());
    };
    let odds = Odds::of(&position);
    for proof in proofs {
        checker::check(&position, &proof);
        if !is_arbitrary {
            assert_eq!(minefield.is_mine(proof.square), proof.mined, "{proof:?}");
        }
    }
    assert!(is_arbitrary || odds.is_ok(), "{position:?}");
    if let Ok(odds) = odds {
        for square in size.squares() {
            assert!((0.0..=1.0).contains(&odds.at(square)), "{odds:?}");
        }
    }
    Ok(())
}
