//! The errors about a line of input that is no command, and their text.

use std::fmt;
use std::io::Write;

use thiserror::Error;

/// What is wrong with a line that is no command. The game goes on.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub(crate) enum InvalidCommand<'line> {
    /// The first token names no command, or the number of tokens is not that
    /// of the command, or the line is longer than
    /// [`MAX_LINE`](crate::field::lines::MAX_LINE).
    NotRecognized,

    /// The token for a row or a column is not a 32-bit signed integer.
    NotAnInteger(&'line [u8]),

    /// The row or the column is not in the grid.
    OutOfBounds {
        /// The row or column that was asked for.
        index: i32,
        /// The number of rows or columns that there are.
        length: usize,
    },
}

impl InvalidCommand<'_> {
    /// Appends the message to `out`. A token is printed in the bytes that were
    /// given, valid UTF-8 or not.
    pub(crate) fn append_to(&self, out: &mut Vec<u8>) {
        // Writing to a `Vec` always succeeds.
        let _ = match self {
            Self::NotRecognized => out.write_all(b"Command not recognized!"),
            Self::NotAnInteger(token) => out
                .write_all(b"For input string: \"")
                .and_then(|()| out.write_all(token))
                .and_then(|()| out.write_all(b"\"")),
            Self::OutOfBounds { index, length } => {
                write!(out, "Index {index} out of bounds for length {length}")
            }
        };
    }
}

impl fmt::Display for InvalidCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.append_to(&mut text);
        write!(f, "{}", text.escape_ascii())
    }
}
