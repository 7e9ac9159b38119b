//! The rules that the UGA editions share: a [`Game`] and what a [`Command`]
//! makes of it. No input, no output.

use super::command::Command;
use crate::field::minefield::{Minefield, Square};
use crate::game::board::Board;
use crate::game::view::Shown;

/// What a command led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// A square shows something else, and the next round begins.
    Changed { square: Square, shown: Shown },
    /// Nothing changed, but a round has passed.
    Passed,
    /// The next round shows where the mines are.
    FogLifted,
    /// The commands are to be listed before the next round.
    Helped,
    /// The game is won.
    Won,
    /// The game is lost: a mine was revealed.
    Lost,
    /// The player quits, or the input has ended.
    Quit,
}

/// Whether a game is won, after a command that was carried out.
pub(crate) type WinCondition = fn(&Board, Command) -> bool;

/// A game: a board and the rounds completed.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    board: Board,
    rounds: u64,
    is_won: WinCondition,
}

impl Game {
    /// A game whose first round has not been played, with the condition under
    /// which it is won.
    pub(crate) fn new(minefield: Minefield, is_won: WinCondition) -> Self {
        Self {
            board: Board::new(minefield),
            rounds: 0,
            is_won,
        }
    }

    /// The board.
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// The number of rounds completed.
    pub(crate) fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Completes a round in which nothing was done.
    pub(crate) fn pass(&mut self) -> Effect {
        self.rounds += 1;
        Effect::Passed
    }

    /// Carries a command out: the one place where the squares change.
    ///
    /// Every command but `quit` completes a round. A square may be revealed,
    /// marked or guessed whatever it shows.
    pub(crate) fn apply(&mut self, command: Command) -> Effect {
        if command != Command::Quit {
            self.rounds += 1;
        }
        let (square, shown) = match command {
            Command::Quit => return Effect::Quit,
            Command::NoFog => return Effect::FogLifted,
            Command::Help => return Effect::Helped,
            Command::Mark(square) => (square, Shown::Marked),
            Command::Guess(square) => (square, Shown::Guessed),
            Command::Reveal(square) if self.board.minefield().is_mine(square) => {
                self.board.reveal(square);
                return Effect::Lost;
            }
            Command::Reveal(square) => {
                let adjacent = self.board.minefield().adjacent(square);
                (square, Shown::Revealed(adjacent))
            }
        };
        self.board.show(square, shown);
        if (self.is_won)(&self.board, command) {
            return Effect::Won;
        }
        Effect::Changed { square, shown }
    }
}
