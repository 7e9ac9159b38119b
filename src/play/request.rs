//! The request to play a game on the standard streams.

use std::ffi::OsString;

use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::field::random::RandomField;
use crate::generate::NoGuessOptions;

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
    /// The random field and its requirements, if the game must need no guess.
    pub(crate) no_guess: Option<(RandomField, NoGuessOptions)>,
    /// True if the program chose the edition, so that it must print the name.
    pub(crate) announces_edition: bool,
    pub(crate) output: PlayOutput,
    /// True if the exit status depends on the result of the game.
    pub(crate) has_outcome_status: bool,
    /// The path of the result file.
    pub(crate) result: Option<OsString>,
}

impl PlayRequest {
    /// Requests a game with the output and exit status that the assignment defines.
    pub(crate) fn new(edition: &'static Edition, setup: Setup) -> Self {
        Self {
            edition,
            setup,
            no_guess: None,
            announces_edition: false,
            output: PlayOutput::Game,
            has_outcome_status: false,
            result: None,
        }
    }
}
