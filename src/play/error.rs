//! Why a game is not played, or not to its end.

use std::ffi::{OsStr, OsString};
use std::io;

use thiserror::Error;

use crate::edition::start_error::StartError;
use crate::generate::GenerateError;
use crate::io::error::{StreamError, reason};

/// Why a game is not played, or not to its end.
#[derive(Debug, Error)]
pub(crate) enum PlayError {
    /// It does not begin.
    #[error(transparent)]
    Start(#[from] StartError),

    /// No random field of the requested kind could be drawn.
    #[error(transparent)]
    Field(#[from] GenerateError),

    /// A standard stream failed.
    #[error(transparent)]
    Stream(#[from] StreamError),

    /// The moves of this edition are not lines.
    #[error("a move of the edition {0} is not one line, so that no field is free of guesses")]
    NoMoves(&'static str),

    /// Standard output was closed by its reader before the game had ended.
    #[error("standard output was closed by its reader before the game was over")]
    ReaderGone,

    /// The `--result` file would replace the seed file.
    #[error("{}: the seed file itself, which --result would replace", path.display())]
    ResultIsSeed {
        /// The path as it was given.
        path: OsString,
    },

    /// The `--result` file cannot be written.
    #[error("{}: {}", path.display(), reason(source))]
    ResultFile {
        /// The path as it was given.
        path: OsString,
        /// What the operating system says.
        source: io::Error,
    },
}

impl PlayError {
    /// The error for a `--result` file.
    pub(super) fn file(path: &OsStr, source: io::Error) -> Self {
        Self::ResultFile {
            path: path.to_owned(),
            source,
        }
    }
}
