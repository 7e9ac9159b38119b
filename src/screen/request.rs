//! Requests for the full screen.

use std::{ffi::OsString, path::PathBuf};

use crate::{
    edition::{Edition, Setup},
    field::Square,
    generate::NoGuessOptions,
};

/// A request for the full screen. Without a field, the menu opens.
#[derive(Debug)]
pub struct ScreenRequest {
    pub edition: &'static Edition,
    /// The seed or the random field, and the options.
    pub setup: Setup,
    /// Requirements of the random field if it must need no guess.
    pub no_guess: Option<NoGuessOptions>,
    /// The first square to reveal on a random field.
    pub start: Option<Square>,
    /// File to write the lines of the last game into.
    pub script: Option<PathBuf>,
    /// True if best times and the unfinished game are stored.
    pub has_records: bool,
    /// Message to show at the start.
    pub notice: Option<String>,
    /// File with the lines of a game to replay, and the number of lines to play at the start.
    pub replay: Option<(OsString, usize)>,
}

/// Returns the notice that a game has the rules of `picked`, as the chosen edition lacks its size.
pub fn edition_notice(chosen: &Edition, picked: &Edition) -> String {
    let sides = chosen.fields.sides_in_words();
    let (picked, chosen) = (picked.name, chosen.name);
    format!("Edition {picked}: {chosen} has only {sides} rows and columns.")
}
