//! Requests for the full screen.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::field::minefield::Square;
use crate::generate::WithoutGuessing;

/// A request for the full screen. Without a field, the menu opens.
#[derive(Debug)]
pub(crate) struct ScreenRequest {
    pub(crate) edition: &'static Edition,
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
    /// File with the lines of a game to replay, and the number of lines to play before.
    pub(crate) replay: Option<(OsString, usize)>,
}

/// Returns the message for a size that only another edition than the chosen one has.
pub(crate) fn picked(chosen: &Edition, picked: &Edition) -> String {
    let sides = chosen.fields.sides_in_words();
    let (picked, chosen) = (picked.name, chosen.name);
    format!("Rules of {picked}, as {chosen} has {sides} rows and columns only.")
}
