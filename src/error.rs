//! Every error, its exact text and its exit status side by side; only the
//! messages of fall 2019, which are no errors to it, are in its rules.
//!
//! The texts of the UGA editions are those of the assignment's section
//! "Displaying Errors". A path or a token is printed in the bytes that were
//! given, valid UTF-8 or not; `Display`, which cannot carry those, escapes or
//! replaces them, so what is printed comes from [`Message::write_to`].

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use thiserror::Error;

use crate::seed::{Malformed, SeedError};

/// What can be printed as a message, in its exact bytes.
pub trait Message {
    /// Appends the message to `out`, from the blank line before it, if there
    /// is one, to the end of its line.
    fn write_to(&self, out: &mut Vec<u8>);
}

/// What ends the program before the game does.
#[derive(Debug, Error)]
pub enum Error {
    /// The game was not given exactly one argument.
    #[error("Usage: {driver} SEED_FILE_PATH")]
    Usage {
        /// The edition's name for the program.
        driver: &'static str,
    },

    /// The seed file cannot be opened or read.
    #[error("Seed File Not Found Error: {} ({})", path.display(), reason(source))]
    SeedNotFound {
        /// The path as it was given.
        path: OsString,
        /// What the operating system says.
        source: io::Error,
    },

    /// The seed file is not in the format of the section "Seed Files".
    #[error("Seed File Malformed Error: {0}")]
    SeedMalformed(#[source] Malformed),

    /// No board file was given.
    #[error("no board file was given")]
    NoBoard,

    /// There is no such board file.
    #[error("{}: {}", path.display(), reason(source))]
    BoardNotFound {
        /// The path as it was given.
        path: OsString,
        /// What the operating system says.
        source: io::Error,
    },

    /// The board file is there, but cannot be read.
    #[error("{}: {}", path.display(), reason(source))]
    BoardUnreadable {
        /// The path as it was given.
        path: OsString,
        /// What the operating system says.
        source: io::Error,
    },

    /// The board file, or its name, is not valid.
    #[error("{}: {fault}", path.display())]
    BoardInvalid {
        /// The path as it was given.
        path: OsString,
        /// What is wrong with it.
        fault: &'static str,
    },

    /// A subcommand was called with arguments that it cannot read.
    #[error(transparent)]
    Arguments(#[from] lexopt::Error),

    /// A subcommand was called with arguments that do not make sense.
    #[error("{0}")]
    Options(String),

    /// Cases could not be checked or recorded.
    #[error("{0}")]
    Check(String),

    /// A seed could not be written.
    #[error("{}: {}", path.display(), reason(source))]
    SeedNotWritten {
        /// The path as it was given.
        path: OsString,
        /// What the operating system says.
        source: io::Error,
    },

    /// Something could not be printed.
    #[error("Output Error: {}", reason(.0))]
    Output(#[source] io::Error),

    /// Standard input cannot be read.
    #[error("Input Error: {}", reason(.0))]
    Input(#[source] io::Error),

    /// Whoever read standard output wants no more of it. That is no failure:
    /// nothing is reported.
    #[error("standard output was closed by its reader")]
    ReaderGone,
}

impl Error {
    /// The error for a seed file that is no seed.
    #[must_use]
    pub fn seed(path: &OsStr, error: SeedError) -> Self {
        match error {
            SeedError::Unreadable(source) => Self::SeedNotFound {
                path: path.to_owned(),
                source,
            },
            SeedError::Malformed(malformed) => Self::SeedMalformed(malformed),
        }
    }

    /// The error for a file of a case that cannot be read or written.
    #[must_use]
    pub fn file(path: &Path, error: &io::Error) -> Self {
        Self::Check(format!("{}: {}", path.display(), reason(error)))
    }

    /// The exit status of the program after this error.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::ReaderGone => 0,
            Self::Usage { .. } | Self::NoBoard | Self::BoardNotFound { .. } => 1,
            Self::SeedNotFound { .. }
            | Self::BoardUnreadable { .. }
            | Self::BoardInvalid { .. }
            | Self::Arguments(_)
            | Self::Options(_)
            | Self::Check(_)
            | Self::SeedNotWritten { .. } => 2,
            Self::SeedMalformed(_) => 3,
            Self::Output(_) | Self::Input(_) => 4,
        }
    }
}

impl Message for Error {
    fn write_to(&self, out: &mut Vec<u8>) {
        match self {
            Self::Usage { .. } | Self::SeedMalformed(_) | Self::Output(_) | Self::Input(_) => {
                append(out, format_args!("\n{self}"));
            }
            Self::SeedNotFound { path, source } => {
                out.extend_from_slice(b"\nSeed File Not Found Error: ");
                out.extend_from_slice(path.as_encoded_bytes());
                append(out, format_args!(" ({})", reason(source)));
            }
            Self::BoardNotFound { path, source }
            | Self::BoardUnreadable { path, source }
            | Self::SeedNotWritten { path, source } => about(out, path, &reason(source)),
            Self::BoardInvalid { path, fault } => about(out, path, fault),
            Self::NoBoard
            | Self::Arguments(_)
            | Self::Options(_)
            | Self::Check(_)
            | Self::ReaderGone => {
                append(out, format_args!("minesweeper-alpha: {self}"));
            }
        }
        out.push(b'\n');
    }
}

/// What is wrong with a line that is no command. The game goes on.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum InvalidCommand<'line> {
    /// The first token names no command, or the number of tokens is not that
    /// of the command, or the line is longer than
    /// [`MAX_LINE`](crate::input::MAX_LINE).
    #[error("Command not recognized!")]
    NotRecognized,

    /// The token for a row or a column is not a 32-bit signed integer.
    #[error("For input string: \"{}\"", .0.escape_ascii())]
    NotAnInteger(&'line [u8]),

    /// The row or the column is not in the grid.
    #[error("Index {index} out of bounds for length {length}")]
    OutOfBounds {
        /// The row or column that was asked for.
        index: i32,
        /// The number of rows or columns that there are.
        length: usize,
    },
}

impl Message for InvalidCommand<'_> {
    fn write_to(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\nInvalid Command: ");
        match self {
            Self::NotAnInteger(token) => {
                out.extend_from_slice(b"For input string: \"");
                out.extend_from_slice(token);
                out.push(b'"');
            }
            other => append(out, format_args!("{other}")),
        }
        out.push(b'\n');
    }
}

/// The operating system's own text, without the number that Rust adds to it.
pub(crate) fn reason(error: &io::Error) -> String {
    let mut text = error.to_string();
    if let Some(code) = error.raw_os_error()
        && let Some(plain) = text.strip_suffix(&format!(" (os error {code})"))
    {
        text.truncate(plain.len());
    }
    text
}

/// Appends what is wrong with a file.
fn about(out: &mut Vec<u8>, path: &OsStr, fault: &str) {
    out.extend_from_slice(b"minesweeper-alpha: ");
    out.extend_from_slice(path.as_encoded_bytes());
    append(out, format_args!(": {fault}"));
}

fn append(out: &mut Vec<u8>, text: fmt::Arguments<'_>) {
    // Writing to a `Vec` always succeeds.
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(message: &impl Message) -> String {
        let mut text = Vec::new();
        message.write_to(&mut text);
        String::from_utf8(text).expect("UTF-8")
    }

    #[test]
    fn what_is_printed_is_what_is_displayed() {
        let path = || OsString::from("a b/c");
        let source = || io::Error::from(io::ErrorKind::NotFound);
        for error in [
            Error::Usage { driver: "Driver" },
            Error::SeedNotFound {
                path: path(),
                source: source(),
            },
            Error::SeedMalformed(Malformed::Size),
            Error::Output(source()),
            Error::Input(source()),
        ] {
            assert_eq!(written(&error), format!("\n{error}\n"));
        }
        for error in [
            Error::NoBoard,
            Error::BoardNotFound {
                path: path(),
                source: source(),
            },
            Error::BoardUnreadable {
                path: path(),
                source: source(),
            },
            Error::BoardInvalid {
                path: path(),
                fault: "torn",
            },
            Error::SeedNotWritten {
                path: path(),
                source: source(),
            },
            Error::Options("no".to_owned()),
        ] {
            assert_eq!(written(&error), format!("minesweeper-alpha: {error}\n"));
        }
        for error in [
            InvalidCommand::NotRecognized,
            InvalidCommand::NotAnInteger(b"x"),
            InvalidCommand::OutOfBounds {
                index: -1,
                length: 5,
            },
        ] {
            assert_eq!(written(&error), format!("\nInvalid Command: {error}\n"));
        }
    }
}
