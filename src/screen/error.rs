//! Errors of the full screen.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::edition::start_error::StartError;
use crate::io::error::FileError;
use crate::solve::error::SolveError;

/// An error of the full screen.
#[derive(Debug, Error)]
pub enum ScreenError {
    /// A standard stream is not a terminal.
    #[error("--screen needs a terminal as standard input and standard output")]
    NoTerminal,

    /// The terminal cannot move its cursor, according to `TERM`.
    #[error("--screen needs a terminal whose cursor can be moved, and TERM is {}", if .0.is_empty() { "empty" } else { .0 })]
    PlainTerminal(String),

    /// A move of this edition is not one line.
    #[error("--screen cannot play the edition {0}, in which a move is not one line")]
    NoMoves(&'static str),

    /// The game cannot start.
    #[error(transparent)]
    Start(#[from] StartError),

    /// No field can be drawn.
    #[error(transparent)]
    Field(#[from] SolveError),

    /// A file to write exists.
    #[error("{}: exists already, and nothing is overwritten", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },

    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),

    /// The terminal cannot be used.
    #[error("the terminal: {0}")]
    Terminal(#[from] io::Error),
}
