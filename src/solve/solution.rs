//! `solve`: prints an input that wins a game.

use super::{
    error::{SolveError, Solved},
    game_source::{GameSource, StartedGame},
    json, player,
};
use crate::{
    error::Error,
    field::Square,
    game::Outcome,
    io::{Console, counted},
};

#[derive(Debug)]
pub struct SolveRequest {
    pub game: GameSource,
    /// True if the solver may use the mines, which the player cannot see.
    pub knows_mines: bool,
    /// The square to reveal first, in the numbering of the edition. The default is the start square
    /// that the seed notes, if any.
    pub start: Option<Square>,
    pub json: bool,
}

/// The exit status if the input does not win.
const LOST: u8 = 1;

/// Prints an input that wins, or that ends with the guess that lost. Returns the exit status.
pub fn solve(request: &SolveRequest, console: &mut Console) -> Result<u8, Error> {
    let mut game = request.game.start()?;
    let start = match request.start {
        Some(start) => Some(on_board(start, &game)?),
        None => game.noted_start,
    };
    let session = game.session.as_mut();
    let played = if request.knows_mines {
        player::play_known(session, game.moves, &game.minefield)
    } else {
        player::play(session, game.moves, game.mines, start)?
    };
    let is_won = played.outcome == Some(Outcome::Won);
    if request.json {
        let solution = json::Solution::new(&played, game.moves.first_index);
        console.print_if_read(json::text(&solution).as_bytes())?;
    } else {
        console.print_if_read(&played.input)?;
    }
    if !request.json && !request.knows_mines {
        let result = if is_won { "won" } else { "lost" };
        let guesses = counted(played.guesses, "guess", "guesses");
        console.print_error(format!("{result} with {guesses}\n").as_bytes())?;
    }
    Ok(if is_won { 0 } else { LOST })
}

/// Converts a square from the numbering of the edition, and checks that it is on the board.
fn on_board(square: Square, game: &StartedGame) -> Solved<Square> {
    let size = game.minefield.size();
    let first = game.moves.first_index;
    let outside = SolveError::StartOutside {
        start: square,
        size,
    };
    if square.row < first || square.col < first {
        return Err(outside);
    }
    let row = square.row - first;
    let col = square.col - first;
    if row >= size.rows || col >= size.cols {
        return Err(outside);
    }
    Ok(Square { row, col })
}
