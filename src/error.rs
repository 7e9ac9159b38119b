//! The error that ends the program: its text, stream and exit status.

use thiserror::Error;

use crate::cases::error::GradeError;
use crate::edition::start_error::StartError;
use crate::game::sink::Stream;
use crate::io::error::{FileError, StreamError};

#[derive(Debug, Error)]
pub(crate) enum Error {
    /// A game did not start. The text is that of its edition.
    #[error("{error}")]
    Start {
        error: StartError,
        stream: Stream,
        status: u8,
    },
    /// A standard stream failed. The text is in the style of the games.
    #[error("{0}")]
    Stream(StreamError),
    /// Any other error, reported in one line.
    #[error("{text}")]
    Message { text: String, status: u8 },
}

impl Error {
    /// Returns an error with the exit status of usage errors, which most others share.
    pub(crate) fn usage(text: impl std::fmt::Display) -> Self {
        let text = text.to_string();
        Self::Message { text, status: 2 }
    }

    /// Reports whether the error belongs to the game's text on standard output.
    pub(crate) fn is_on_output(&self) -> bool {
        matches!(self, Self::Start { stream, .. } if *stream == Stream::Output)
    }

    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Start { status, .. } | Self::Message { status, .. } => *status,
            Self::Stream(error) => error.status(),
        }
    }

    /// Returns the bytes to print, none if the reader of standard output stopped reading.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Start { error, .. } => error.message(),
            Self::Stream(StreamError::ReaderGone) => Vec::new(),
            Self::Stream(error) => format!("\n{error}\n").into_bytes(),
            Self::Message { text, .. } => format!("minesweeper-alpha: {text}\n").into_bytes(),
        }
    }
}

impl From<StartError> for Error {
    fn from(error: StartError) -> Self {
        Self::Start {
            stream: error.stream(),
            status: error.status(),
            error,
        }
    }
}

impl From<StreamError> for Error {
    fn from(error: StreamError) -> Self {
        Self::Stream(error)
    }
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        Self::usage(error)
    }
}

impl From<GradeError> for Error {
    fn from(error: GradeError) -> Self {
        match error {
            GradeError::Stream(error) => error.into(),
            error => Self::usage(error),
        }
    }
}
