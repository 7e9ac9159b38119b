//! The request to play a game on the standard streams.

use std::ffi::OsString;

use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::field::random::RandomField;
use crate::generate::WithoutGuessing;

/// The output during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayOutput {
    /// The text of the game.
    Game,
    /// A line of JSON for each round.
    Rounds,
    /// Nothing (`--quiet`).
    Nothing,
}

#[derive(Debug)]
pub(crate) struct PlayRequest {
    pub(crate) edition: &'static Edition,
    pub(crate) setup: Setup,
    /// The random field if it must need no guess.
    pub(crate) no_guess: Option<(RandomField, WithoutGuessing)>,
    /// True if the program chose the edition and has to print its name.
    pub(crate) announces_edition: bool,
    pub(crate) output: PlayOutput,
    /// True if the exit status depends on the result of the game.
    pub(crate) outcome_status: bool,
    /// The path of the result file.
    pub(crate) result: Option<OsString>,
}

impl PlayRequest {
    /// Requests a game as the assignment describes it.
    pub(crate) fn new(edition: &'static Edition, setup: Setup) -> Self {
        Self {
            edition,
            setup,
            no_guess: None,
            announces_edition: false,
            output: PlayOutput::Game,
            outcome_status: false,
            result: None,
        }
    }
}
