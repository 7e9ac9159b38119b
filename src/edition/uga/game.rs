//! The rules that the UGA editions share: applies a [`Command`] to a [`UgaGame`], without input
//! and output.

use super::command::Command;
use crate::{
    field::{Minefield, Square},
    game::{Board, Shown},
};

/// The effect of a command.
#[derive(Debug, PartialEq)]
pub enum Effect {
    /// The state of a square was set, and the next round begins.
    Changed {
        square: Square,
        shown: Shown,
    },
    /// An invalid line used up a round.
    Passed,
    /// The next round shows the mines (`nofog`).
    FogLifted,
    /// The list of commands is printed before the next round.
    Helped,
    Won,
    /// The game is lost: a mine was revealed.
    Lost,
    /// The player quit, or the input ended.
    Quit,
}

/// A game: the board, the number of rounds completed, and the condition for a win.
#[derive(Debug)]
pub struct UgaGame {
    board: Board,
    rounds: u64,
    is_won: fn(&Board) -> bool,
}

impl UgaGame {
    pub fn new(minefield: Minefield, is_won: fn(&Board) -> bool) -> Self {
        Self {
            board: Board::new(minefield),
            rounds: 0,
            is_won,
        }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Completes a round because of an invalid line.
    pub fn pass(&mut self) -> Effect {
        self.rounds += 1;
        Effect::Passed
    }

    /// Executes a command. Squares change only here.
    ///
    /// Every command except `quit` completes a round. Any square may be revealed, marked or
    /// guessed, even after it has been revealed.
    pub fn apply(&mut self, command: Command) -> Effect {
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
        if (self.is_won)(&self.board) {
            return Effect::Won;
        }
        Effect::Changed { square, shown }
    }
}
