//! Why there is no full screen, or what could not be written from it.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::edition::start_error::StartError;
use crate::io::error::reason;
use crate::solve::error::SolveError;

/// Why there is no full screen, or what could not be written from it.
#[derive(Debug, Error)]
pub enum ScreenError {
    /// A standard stream is no terminal.
    #[error("--screen needs a terminal as standard input and standard output")]
    NoTerminal,

    /// The terminal, by its name, is one that only prints line by line.
    #[error("--screen needs a terminal whose cursor can be moved, and TERM is {}", quoted(.0))]
    PlainTerminal(OsString),

    /// The moves of this edition are not lines.
    #[error("--screen cannot play the edition {0}, in which a move is not one line")]
    NoMoves(&'static str),

    /// The game does not begin.
    #[error(transparent)]
    Start(#[from] StartError),

    /// No field can be drawn.
    #[error(transparent)]
    Field(#[from] SolveError),

    /// A file that is to be written is there already.
    #[error("{}: exists already, and nothing is overwritten", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },

    /// A file that is to be written has come to be there.
    #[error("{}: exists already, so the lines are in {}", path.display(), instead.display())]
    Taken {
        /// The file.
        path: PathBuf,
        /// Where the lines are.
        instead: PathBuf,
    },

    /// A file cannot be written.
    #[error("{}: {}", path.display(), reason(source))]
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },

    /// The input of a replay cannot be read.
    #[error("{}: {}", path.display(), reason(source))]
    Input {
        /// The path as it was given.
        path: OsString,
        /// What the operating system says.
        source: io::Error,
    },

    /// The input of a replay is too long to be shown.
    #[error("{}: longer than {most} bytes", path.display())]
    TooLong {
        /// The path as it was given.
        path: OsString,
        /// How long it may be.
        most: u64,
    },

    /// The terminal cannot be used.
    #[error("the terminal: {}", reason(.0))]
    Terminal(#[from] io::Error),
}

/// The name of a terminal, which may be empty.
fn quoted(name: &OsString) -> String {
    match name.to_string_lossy() {
        name if name.is_empty() => "empty".to_owned(),
        name => name.into_owned(),
    }
}
