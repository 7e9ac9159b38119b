//! The request to play a game on the standard streams.

use std::ffi::OsString;

use crate::{
    edition::{Edition, Setup},
    field::RandomField,
    generate::NoGuessOptions,
};

#[derive(Debug, PartialEq)]
pub enum PlayOutput {
    Game,
    /// A line of JSON for each round.
    Rounds,
    /// Nothing (`--quiet`).
    Nothing,
}

#[derive(Debug)]
pub struct PlayRequest {
    pub edition: &'static Edition,
    pub setup: Setup,
    /// The random field and its requirements, if the game must need no guess.
    pub no_guess: Option<(RandomField, NoGuessOptions)>,
    /// True if the program chose the edition, so that it must print the name.
    pub announces_edition: bool,
    pub output: PlayOutput,
    /// True if the exit status depends on the result of the game.
    pub has_outcome_status: bool,
    pub result: Option<OsString>,
}

impl PlayRequest {
    /// Requests a game with the output and exit status that the assignment defines.
    pub fn new(edition: &'static Edition, setup: Setup) -> Self {
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
