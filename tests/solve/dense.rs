//! Odds of positions with many mines, whose numbers are all connected.

use minesweeper_alpha::{Minefield, Odds, Position, Random, Size, SolveError};

use super::position;

/// Draws a field, and reveals safe squares: about `percent` of all squares.
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
fn dense_positions_have_odds() {
    for (rows, cols, mines) in [(16, 30, 170), (20, 20, 140)] {
        let size = Size { rows, cols };
        for (percent, seed) in (0..3).flat_map(|seed| [(20, seed), (30, seed)]) {
            let (minefield, position) = dense(size, mines, percent, seed);
            let odds = Odds::of(&position).expect("few enough steps");
            // The sum of all odds is the mine count.
            let mut sum = 0.0;
            for square in size.squares() {
                let odds = odds.at(square);
                sum += odds;
                let is_possible = if minefield.is_mine(square) {
                    odds > 0.0
                } else {
                    odds < 1.0
                };
                assert!(is_possible, "{square:?} in {position:?}");
            }
            let mines = f64::from(u32::try_from(mines).expect("small"));
            assert!((sum - mines).abs() < 1e-6, "{sum} for {mines}");
        }
    }
}

#[test]
fn a_component_of_thousands_of_squares_is_refused() {
    let size = Size {
        rows: 100,
        cols: 100,
    };
    let (_, position) = dense(size, 3_500, 30, 1);
    let error = Odds::of(&position).expect_err("too many steps");
    assert!(matches!(error, SolveError::TooHard), "{error}");
    assert_eq!(error.to_string(), "counting the fields takes too long");
}
