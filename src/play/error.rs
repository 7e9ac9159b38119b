//! Why a game is not played, or not to its end.

use std::ffi::OsString;
use std::io;

use thiserror::Error;

use crate::edition::error::StartError;
use crate::generate::GenerateError;
use crate::io::error::{StreamError, reason};

/// Why a game is not played, or not to its end.
#[derive(Debug, Error)]
pub(crate) enum PlayError {
    /// It does not begin.
    #[error(transparent)]
    Start(#[from] StartError),

    /// There is no random field as it was wanted.
    #[error(transparent)]
    Field(#[from] GenerateError),

    /// A standard stream failed.
    #[error(transparent)]
    Stream(#[from] StreamError),

    /// Whoever read standard output went away, so that nobody knows how the game
    /// would have ended.
    #[error("standard output was closed by its reader")]
    Unfinished,

    /// What is to be written about the game cannot be.
    #[error("{}: {}", path.display(), reason(source))]
    Result {
        /// The path as it was given.
        path: OsString,
        /// What the operating system says.
        source: io::Error,
    },
}

impl PlayError {
    /// The exit status of the program after this error.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Start(error) => error.status(),
            Self::Field(error) => error.status(),
            Self::Stream(error) => error.status(),
            Self::Unfinished => 4,
            Self::Result { .. } => 2,
        }
    }
}
