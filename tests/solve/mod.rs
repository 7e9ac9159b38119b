//! The solver, compared with brute force, and the commands that use it.

mod checker;
mod exact;
mod hints;
mod no_guess;
mod simple_player;
mod simplest_proofs;
mod solutions;

use minesweeper_alpha::internal::{Known, Minefield, Position, Size, Square};

use crate::support::Test;

/// Returns the position of a player who has revealed some squares of a field.
fn position(minefield: &Minefield, revealed: &[bool], mines: Option<usize>) -> Position {
    let size = minefield.size();
    let known = |square| {
        if revealed[size.index(square)] {
            Known::Number(minefield.adjacent(square))
        } else {
            Known::Nothing
        }
    };
    Position::new(size, size.squares().map(known).collect(), mines)
}

/// Returns the indices of the squares around a square.
fn around(size: Size, square: Square) -> Vec<usize> {
    size.squares()
        .filter(|other| other.row.abs_diff(square.row) <= 1)
        .filter(|other| other.col.abs_diff(square.col) <= 1 && *other != square)
        .map(|other| size.index(other))
        .collect()
}

/// Runs a command, which must fail with this message.
#[track_caller]
fn refused(test: Test, message: &str) {
    test.status(2)
        .stderr(format!("minesweeper-alpha: {message}\n"))
        .run();
}
