//! Checks proofs of arbitrary positions by brute force, and with the field of the position
//! unless the position is a lie.
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
    let is_lie = bytes.int_in_range(0..=3)? == 0;
    let mut minefield = Minefield::new(size);
    for _ in 0..bytes.int_in_range(0..=8)? {
        let mine = Square {
            row: bytes.int_in_range(0..=size.rows - 1)?,
            col: bytes.int_in_range(0..=size.cols - 1)?,
        };
        minefield = minefield.with_mine(mine);
    }
    let squares = size.squares().map(|square| {
        let what = u8::arbitrary(bytes)?;
        Ok(match what % 4 {
            3 if is_lie => Known::Number(what / 4 % 9),
            3 if minefield.is_mine(square) => Known::Mine,
            2 | 3 if !minefield.is_mine(square) => Known::Number(minefield.adjacent(square)),
            _ => Known::Nothing,
        })
    });
    let squares: Vec<Known> = squares.collect::<Result<_, arbitrary::Error>>()?;
    let mines = bool::arbitrary(bytes)?.then(|| minefield.mine_count());
    let position = Position::new(size, squares, mines);
    let Ok(proofs) = proofs(&position) else {
        assert!(is_lie, "a true view is called a lie: {position:?}");
        return Ok(());
    };
    let odds = Odds::of(&position);
    for proof in proofs {
        checker::check(&position, &proof);
        if !is_lie {
            assert_eq!(minefield.is_mine(proof.square), proof.mined, "{proof:?}");
        }
    }
    assert!(is_lie || odds.is_ok(), "{position:?}");
    if let Ok(odds) = odds {
        let is_probability = |square| (0.0..=1.0).contains(&odds.at(square));
        assert!(size.squares().all(is_probability), "{odds:?}");
    }
    Ok(())
}
