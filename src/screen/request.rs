//! Requests for the full screen.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::field::minefield::Square;
use crate::generate::WithoutGuessing;

/// A request for the full screen.
#[derive(Debug)]
pub(crate) struct ScreenRequest {
    pub(crate) edition: &'static Edition,
    pub(crate) task: Task,
}

/// A task of the full screen.
#[derive(Debug)]
pub(crate) enum Task {
    /// Plays games. Without a field, the menu opens.
    Play(PlayTask),
    /// Replays a game.
    Replay(ReplayTask),
}

/// A request to play games.
#[derive(Debug)]
pub(crate) struct PlayTask {
    /// The seed or the random field, and the options.
    pub(crate) setup: Setup,
    /// Requirements of a random field that needs no guess.
    pub(crate) no_guess: Option<WithoutGuessing>,
    /// The first square to reveal on a random field.
    pub(crate) start: Option<Square>,
    /// File for the lines of the last game.
    pub(crate) script: Option<PathBuf>,
    /// True if best times and the unfinished game are stored.
    pub(crate) keeps_records: bool,
    /// A message at the start.
    pub(crate) notice: Option<String>,
}

/// Returns the message for a size that only another edition than the chosen one has.
pub(crate) fn picked(chosen: &Edition, picked: &Edition) -> String {
    format!(
        "You play by the rules of {}, as those of {} allow {} rows and columns only.",
        picked.name,
        chosen.name,
        chosen.fields.sides_in_words()
    )
}

/// A request to replay a game.
#[derive(Debug)]
pub(crate) struct ReplayTask {
    /// The seed and the options.
    pub(crate) setup: Setup,
    /// File with the lines of the game.
    pub(crate) input: OsString,
    /// Number of lines to play before the replay starts.
    pub(crate) at: usize,
}
