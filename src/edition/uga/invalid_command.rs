//! The errors about invalid lines of input, and their text.

use std::fmt;
use std::io::Write;

use thiserror::Error;

/// An error in a line of input. The game continues.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub(crate) enum InvalidCommand<'line> {
    /// The first token is not a command word, the number of tokens is wrong, or the line is
    /// longer than [`MAX_LINE`](crate::field::lines::MAX_LINE).
    NotRecognized,

    /// The token for a row or a column is not a 32-bit signed integer.
    NotAnInteger(&'line [u8]),

    /// The row or the column is outside the grid.
    OutOfBounds {
        /// The given row or column.
        index: i32,
        /// Number of rows or columns of the grid.
        length: usize,
    },
}

impl InvalidCommand<'_> {
    /// Appends the message to `out`. A token is copied byte by byte, valid UTF-8 or not.
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
