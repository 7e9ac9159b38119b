//! `solve`: an input that wins a game.

use super::error::AdviceError;
use super::game_source::{Begun, GameSource};
use super::json;
use super::player;
use crate::field::minefield::Square;
use crate::game::view::Outcome;
use crate::io::console::Console;
use crate::io::visible::counted;

/// What is asked for.
#[derive(Debug)]
pub(crate) struct Solve {
    /// The game.
    pub(crate) game: GameSource,
    /// What may be known of it.
    pub(crate) knowing: Knowing,
    /// The square that is revealed first, as the edition counts; if none, the one that
    /// the seed notes, or the player's choice.
    pub(crate) start: Option<Square>,
    /// Whether it is printed as JSON.
    pub(crate) json: bool,
}

/// What may be known of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Knowing {
    /// What the player sees.
    View,
    /// The mines.
    Mines,
}

/// The exit status if a guess lost.
const LOST: u8 = 1;

/// Prints an input that wins, or one up to the guess that lost; returns the exit
/// status.
///
/// # Errors
///
/// The game does not begin, the start is not on the board, or a stream fails.
pub(crate) fn solve(solve: &Solve, console: &mut Console) -> Result<u8, AdviceError> {
    let mut begun = solve.game.begin()?;
    let start = solve
        .start
        .map(|start| on_board(start, &begun))
        .transpose()?
        .or(begun.noted_start);
    let session = begun.session.as_mut();
    let played = match solve.knowing {
        Knowing::View => player::play(session, begun.moves, begun.mines, start)?,
        Knowing::Mines => player::play_known(session, begun.moves, &begun.minefield),
    };
    let status = match played.outcome {
        Some(Outcome::Won) => 0,
        _ => LOST,
    };
    if solve.json {
        let solution = json::Solution::new(&played, begun.moves.first_index);
        console.print(json::text(&solution).as_bytes())?;
        console.flush()?;
        return Ok(status);
    }
    console.print(&played.input)?;
    console.flush()?;
    let guesses = counted(played.guesses, "guess", "guesses");
    let words = if status == 0 { "won" } else { "lost" };
    if solve.knowing == Knowing::View {
        console.print_error(format!("{words} with {guesses}\n").as_bytes())?;
    }
    Ok(status)
}

/// A square that is counted as the edition counts, if it is on the board.
fn on_board(square: Square, begun: &Begun) -> Result<Square, AdviceError> {
    let (size, first) = (begun.minefield.size(), begun.moves.first_index);
    let index =
        |number: usize, length: usize| number.checked_sub(first).filter(|index| *index < length);
    match (index(square.row, size.rows), index(square.col, size.cols)) {
        (Some(row), Some(col)) => Ok(Square { row, col }),
        _ => Err(AdviceError::Outside {
            start: square,
            size,
        }),
    }
}
