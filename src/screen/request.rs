//! Requests for the full screen.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::field::minefield::Square;
use crate::generate::NoGuessOptions;

/// A request for the full screen. Without a field, the menu opens.
#[derive(Debug)]
pub(crate) struct ScreenRequest {
    pub(crate) edition: &'static Edition,
    /// The seed or the random field, and the options.
    pub(crate) setup: Setup,
    /// Requirements of the random field if it must need no guess.
    pub(crate) no_guess: Option<NoGuessOptions>,
    /// The first square to reveal on a random field.
    pub(crate) start: Option<Square>,
    /// File to write the lines of the last game into.
    pub(crate) script: Option<PathBuf>,
    /// True if best times and the unfinished game are stored.
    pub(crate) has_records: bool,
    /// Message to show at the start.
    pub(crate) notice: Option<String>,
    /// File with the lines of a game to replay, and the number of lines to play at the start.
    pub(crate) replay: Option<(OsString, usize)>,
}

/// Returns the notice that a game has the rules of `picked`, as the chosen edition lacks its size.
pub(crate) fn edition_notice(chosen: &Edition, picked: &Edition) -> String {
    let sides = chosen.fields.sides_in_words();
    let (picked, chosen) = (picked.name, chosen.name);
    format!("Edition {picked}: {chosen} has only {sides} rows and columns.")
}
