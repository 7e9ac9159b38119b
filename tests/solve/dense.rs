//! Odds of positions with many mines, whose numbers are all connected: they are counted
//! as long as there is time, and what is given up is named.

use std::time::Duration;

use minesweeper_alpha::internal::{Chances, Minefield, Position, Random, Size, SolveError};

use super::position;

/// A field with some of its squares revealed, of all squares this many in a hundred.
fn dense(size: Size, mines: usize, percent: u64, seed: u64) -> (Minefield, Position) {
    let mut random = Random::seeded(seed);
    let minefield = random.place(size, mines);
    let area = size.area() as u64;
    let safe = area - mines as u64;
    let revealed: Vec<bool> = size
        .squares()
        .map(|square| !minefield.is_mine(square) && random.below(100 * safe) < percent * area)
        .collect();
    let position = position(&minefield, &revealed, Some(mines));
    (minefield, position)
}

#[test]
fn dense_positions_are_counted() {
    let deadline = Duration::MAX;
    for (rows, cols, mines) in [(16, 30, 170), (20, 20, 140)] {
        let size = Size { rows, cols };
        for (percent, seed) in (0..3).flat_map(|seed| [(20, seed), (30, seed)]) {
            let (minefield, position) = dense(size, mines, percent, seed);
            let chances = Chances::within(&position, deadline).expect("time enough");
            // What is expected of all squares together is the number of mines.
            let mut expected = 0.0;
            for square in size.squares() {
                let odds = chances.odds(square);
                expected += odds.number();
                let is_possible = if minefield.is_mine(square) {
                    !odds.is_safe()
                } else {
                    !odds.is_mined()
                };
                assert!(is_possible, "{square:?} in {position:?}");
            }
            let mines = f64::from(u32::try_from(mines).expect("small"));
            assert!((expected - mines).abs() < 1e-6, "{expected} for {mines}");
        }
    }
}

#[test]
fn what_was_not_counted_is_named() {
    let size = Size {
        rows: 100,
        cols: 100,
    };
    let (_, position) = dense(size, 3_500, 30, 1);
    let deadline = Duration::ZERO;
    let Err(SolveError::Late { squares, .. }) = Chances::within(&position, deadline) else {
        panic!("there was no time");
    };
    assert!(squares > 1_000, "{squares}");
    // Where there is time, memory is what is missing.
    let deadline = Duration::MAX;
    let Err(error) = Chances::within(&position, deadline) else {
        panic!("it was counted");
    };
    assert_eq!(error, SolveError::TooLarge { squares });
    assert_eq!(
        error.to_string(),
        format!(
            "not counted, as it would take too much memory: in how many ways mines fit the \
             numbers around {squares} squares that these connect"
        )
    );
}
