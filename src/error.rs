//! Every error, its exact text and its exit status side by side.
//!
//! The texts are those of the assignment's section "Displaying Errors". A path
//! or a token is printed in the bytes that were given, valid UTF-8 or not;
//! `Display`, which cannot carry those, escapes or replaces them, so what is
//! printed comes from [`Message::write_to`].

use std::ffi::OsString;
use std::io::{self, Write};

use thiserror::Error;

use crate::seed::Malformed;

/// What can be printed as a message, in its exact bytes.
pub trait Message {
    /// Appends the message, without an end of line, to `out`.
    fn write_to(&self, out: &mut Vec<u8>);
}

/// What ends the program before the game does.
#[derive(Debug, Error)]
pub enum Error {
    /// Not exactly one argument was given.
    #[error("Usage: MinesweeperDriver SEED_FILE_PATH")]
    Usage,

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
    SeedMalformed(#[from] Malformed),

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
    /// The exit status of the program after this error.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::ReaderGone => 0,
            Self::Usage => 1,
            Self::SeedNotFound { .. } => 2,
            Self::SeedMalformed(_) => 3,
            Self::Output(_) | Self::Input(_) => 4,
        }
    }
}

impl Message for Error {
    fn write_to(&self, out: &mut Vec<u8>) {
        match self {
            Self::SeedNotFound { path, source } => {
                out.extend_from_slice(b"Seed File Not Found Error: ");
                out.extend_from_slice(path.as_encoded_bytes());
                append(out, format_args!(" ({})", reason(source)));
            }
            other => append(out, format_args!("{other}")),
        }
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
        out.extend_from_slice(b"Invalid Command: ");
        match self {
            Self::NotAnInteger(token) => {
                out.extend_from_slice(b"For input string: \"");
                out.extend_from_slice(token);
                out.push(b'"');
            }
            other => append(out, format_args!("{other}")),
        }
    }
}

/// The operating system's own text, without the number that Rust adds to it.
fn reason(error: &io::Error) -> String {
    let mut text = error.to_string();
    if let Some(code) = error.raw_os_error()
        && let Some(plain) = text.strip_suffix(&format!(" (os error {code})"))
    {
        text.truncate(plain.len());
    }
    text
}

fn append(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    // Writing to a `Vec` always succeeds.
    let _ = out.write_fmt(text);
}
