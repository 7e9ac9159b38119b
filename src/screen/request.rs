//! What the full screen is asked for.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::field::minefield::Square;
use crate::generate::WithoutGuessing;

/// What the full screen is asked for.
#[derive(Debug)]
pub(crate) struct ScreenRequest {
    /// The edition.
    pub(crate) edition: &'static Edition,
    /// What is done.
    pub(crate) task: Task,
}

/// What is done on the full screen.
#[derive(Debug)]
pub(crate) enum Task {
    /// A game is played; one that is chosen from a menu where no field is asked for.
    Play(PlayTask),
    /// A game is shown again.
    Replay(ReplayTask),
}

/// A game that is to be played.
#[derive(Debug)]
pub(crate) struct PlayTask {
    /// Its seed, or its random field, and its options.
    pub(crate) setup: Setup,
    /// Whether a random field can be won without guessing.
    pub(crate) no_guess: Option<WithoutGuessing>,
    /// The square of a random field that is to be revealed first, if that was said.
    pub(crate) start: Option<Square>,
    /// Where the lines that were sent are written when it is left.
    pub(crate) script: Option<PathBuf>,
    /// Whether results and a game that was left are kept.
    pub(crate) keeps_records: bool,
    /// What is told at the beginning, if anything.
    pub(crate) notice: Option<String>,
}

/// What is told where another edition than was chosen has the size that is asked for.
pub(crate) fn picked(chosen: &Edition, picked: &Edition) -> String {
    format!(
        "You play by the rules of {}, as those of {} allow {} rows and columns only.",
        picked.name,
        chosen.name,
        chosen.fields.sides_in_words()
    )
}

/// A game that is to be shown again.
#[derive(Debug)]
pub(crate) struct ReplayTask {
    /// Its seed and its options.
    pub(crate) setup: Setup,
    /// The file of its lines.
    pub(crate) input: OsString,
    /// How many lines have been played at first.
    pub(crate) at: usize,
}
