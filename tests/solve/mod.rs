//! What the solver says, against brute force, and the commands that print it.

mod checker;
mod dense;
mod exact;
#[cfg(unix)]
mod hints;
mod no_guess;
mod simple_player;
mod simplest_proofs;
#[cfg(unix)]
mod solutions;
mod win_rates;

use minesweeper_alpha::internal::{Known, Minefield, Position, Size, Square};

/// What a player knows who has revealed these squares of a field.
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

/// The indices of the squares around one.
fn around(size: Size, square: Square) -> Vec<usize> {
    let near = |one: usize, other: usize| one.abs_diff(other) <= 1;
    size.squares()
        .filter(|other| near(other.row, square.row) && near(other.col, square.col))
        .filter(|other| *other != square)
        .map(|other| size.index(other))
        .collect()
}
