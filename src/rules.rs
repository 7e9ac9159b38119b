//! What differs between the editions of the UGA assignment.

use std::ffi::OsStr;

use crate::console::Console;
use crate::error::Error;
use crate::game::Game;
use crate::minefield::Limits;
use crate::seed::SeedError;

/// The data of an edition. The texts are whole: with the blank
/// lines before and after them.
#[derive(Debug)]
pub struct Rules {
    /// The class that the assignment has students start.
    pub driver: &'static str,
    /// The minefields that can be played.
    pub limits: Limits,
    /// Printed once, before the first round.
    pub welcome: &'static str,
    /// What follows the last column number on its line.
    pub columns_end: &'static str,
    /// Printed for the command `help`.
    pub commands: &'static str,
    /// Printed for the command `quit` and at the end of the input.
    pub quit: &'static str,
    /// Printed when a mine was revealed.
    pub game_over: &'static str,
    /// Printed when the game is won, before the score and `after_score`.
    pub game_won: &'static str,
    /// Printed after the score.
    pub after_score: &'static str,
    /// What a line does that is no command.
    pub invalid_line: InvalidLine,
    /// Whether a game is won.
    pub is_won: fn(&Game) -> bool,
    /// The score of a game that is won.
    pub score: fn(&Game) -> String,
    /// What happens if there is no game to be played.
    pub refuse: fn(&Rules, Refusal, &mut Console) -> Result<u8, Error>,
}

/// What a line does that is no command.
#[derive(Clone, Copy, Debug)]
pub enum InvalidLine {
    /// A message goes to standard error, and the round is shown again.
    RestartsRound,
    /// This is printed, and the round is over.
    CompletesRound(&'static str),
}

/// Why there is no game to be played.
#[derive(Debug)]
pub enum Refusal<'path> {
    /// There is not exactly one seed file.
    Usage,
    /// The seed file is not as it should be.
    Seed(&'path OsStr, SeedError),
}
