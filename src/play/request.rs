//! What a game on the standard streams is asked for.

use std::ffi::OsString;

use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::field::random::RandomField;
use crate::generate::WithoutGuessing;

/// What is printed while a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Printed {
    /// What the game prints.
    Game,
    /// Its rounds as lines of JSON.
    Rounds,
    /// Nothing.
    Nothing,
}

/// What a game on the standard streams is asked for.
#[derive(Debug)]
pub(crate) struct PlayRequest {
    /// The edition.
    pub(crate) edition: &'static Edition,
    /// Its seed, or its random field, and its options.
    pub(crate) setup: Setup,
    /// The random field, if it is to be one that can be won without guessing.
    pub(crate) no_guess: Option<(RandomField, WithoutGuessing)>,
    /// Whether the edition was not named and is to be told.
    pub(crate) tells_edition: bool,
    /// What is printed while it is played.
    pub(crate) printed: Printed,
    /// Whether the exit status tells how the game ended.
    pub(crate) outcome_status: bool,
    /// The file that is written about the game when it is over.
    pub(crate) result: Option<OsString>,
}

impl PlayRequest {
    /// The game of a setup, as the assignment has it.
    pub(crate) fn new(edition: &'static Edition, setup: Setup) -> Self {
        Self {
            edition,
            setup,
            no_guess: None,
            tells_edition: false,
            printed: Printed::Game,
            outcome_status: false,
            result: None,
        }
    }
}
