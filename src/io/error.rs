//! Failures of the standard streams, with their exact text and exit status,
//! and the operating system's words for a failure.

use std::io;

use thiserror::Error;

/// What goes wrong with a standard stream.
#[derive(Debug, Error)]
pub enum StreamError {
    /// Something could not be printed.
    #[error("Output Error: {}", reason(.0))]
    Output(#[source] io::Error),

    /// Standard input cannot be read.
    #[error("Input Error: {}", reason(.0))]
    Input(#[source] io::Error),

    /// Standard output was closed by its reader. That is no failure: nothing is
    /// reported.
    #[error("standard output was closed by its reader")]
    ReaderGone,
}

impl StreamError {
    /// The exit status of the program after this error.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::ReaderGone => 0,
            Self::Output(_) | Self::Input(_) => 4,
        }
    }
}

/// The operating system's own text, without the number that Rust adds to it and
/// the path that `tempfile` adds behind that.
pub(crate) fn reason(error: &io::Error) -> String {
    let mut text = error.to_string();
    if let Some(end) = text.find(" (os error ") {
        text.truncate(end);
    }
    text
}
