//! The error that ends the program: its text, stream and exit status.

use std::{io, path::Path};

use thiserror::Error;

use crate::{
    edition::StartError,
    game::Stream,
    io::{FileError, StreamError},
    run::RunError,
};

/// Exit status of a command that did its work and found a failure.
pub const FAILED: u8 = 1;

/// Exit status of usage errors, and of most other errors.
const USAGE: u8 = 2;

#[derive(Debug, Error)]
pub enum Error {
    /// A game did not start. The edition defines the text.
    #[error("{error}")]
    Start {
        error: StartError,
        stream: Stream,
        status: u8,
    },
    /// A standard stream failed. The text is in the style of the games.
    #[error("{0}")]
    Stream(StreamError),
    /// A command cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Any other error, reported in one line.
    #[error("{text}")]
    Message { text: String, status: u8 },
}

impl Error {
    /// Returns an error with a message and the exit status of usage errors.
    pub fn message(text: impl std::fmt::Display) -> Self {
        let text = text.to_string();
        Self::Message {
            text,
            status: USAGE,
        }
    }

    /// Returns an error about a file or folder that cannot be read or written.
    pub fn file(path: impl AsRef<Path>, source: io::Error) -> Self {
        FileError::file(path, source).into()
    }

    /// Returns a function for `map_err` that names the failed operation.
    pub fn system(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| FileError::system(what)(source).into()
    }

    /// Reports whether the error belongs to the game's text on standard output.
    pub fn is_on_output(&self) -> bool {
        matches!(self, Self::Start { stream, .. } if *stream == Stream::Output)
    }

    pub fn status(&self) -> u8 {
        match self {
            Self::Start { status, .. } | Self::Message { status, .. } => *status,
            Self::Stream(error) => error.status(),
            Self::Run(_) => USAGE,
        }
    }

    /// Returns the text to print; empty if the reader of standard output is gone.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Start { error, .. } => error.message(),
            Self::Stream(StreamError::ReaderGone) => Vec::new(),
            Self::Stream(error) => format!("\n{error}\n").into(),
            error => format!("minesweeper-alpha: {error}\n").into(),
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
        Self::message(error)
    }
}
