//! Parses lines of input into [`Command`]s, or into errors with their text. See the assignment's
//! section "The User Interface".

use std::{fmt, io::Write};

use thiserror::Error;

use crate::field::{Size, Square, Tokens, tokens};

/// A valid command: its square, if it has one, is in the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Command {
    /// Reveal a square: show the number of adjacent mines, or lose the game.
    Reveal(Square),
    Mark(Square),
    /// Mark a square as a possible mine.
    Guess(Square),
    /// Show the mines in the next round.
    NoFog,
    Help,
    Quit,
}

/// An error in a line of input. The game continues.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum InvalidCommand<'line> {
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
    pub fn append_to(&self, out: &mut Vec<u8>) {
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

/// Parses the command on a line, for a grid of the given size. White space separates the tokens.
///
/// # Errors
///
/// The first of these that applies: the words are not a command, the row or the column is not
/// an integer, the row or the column is outside the grid. The row is checked first.
pub fn parse(line: &[u8], size: Size) -> Result<Command, InvalidCommand<'_>> {
    let mut tokens = Tokens::new(line);
    let verb = tokens.next().and_then(verb);
    match (verb, tokens.next(), tokens.next(), tokens.next()) {
        (Some(Verb::Alone(command)), None, ..) => Ok(command),
        (Some(Verb::OnSquare(command)), Some(row), Some(col), None) => {
            // Both tokens must be integers before either is compared with the grid.
            let row = integer(row)?;
            let col = integer(col)?;
            Ok(command(Square {
                row: index(row, size.rows)?,
                col: index(col, size.cols)?,
            }))
        }
        _ => Err(InvalidCommand::NotRecognized),
    }
}

/// A command word, by the tokens that must follow it.
#[derive(Clone, Copy)]
pub enum Verb {
    /// A row and a column. The function creates the command for their square.
    OnSquare(fn(Square) -> Command),
    Alone(Command),
}

pub fn verb(word: &[u8]) -> Option<Verb> {
    Some(match word {
        b"reveal" | b"r" => Verb::OnSquare(Command::Reveal),
        b"mark" | b"m" => Verb::OnSquare(Command::Mark),
        b"guess" | b"g" => Verb::OnSquare(Command::Guess),
        b"nofog" => Verb::Alone(Command::NoFog),
        b"help" | b"h" => Verb::Alone(Command::Help),
        b"quit" | b"q" => Verb::Alone(Command::Quit),
        _ => return None,
    })
}

pub fn integer(token: &[u8]) -> Result<i32, InvalidCommand<'_>> {
    tokens::integer(token).ok_or(InvalidCommand::NotAnInteger(token))
}

/// Converts a row or column to an index below `length`.
pub fn index(index: i32, length: usize) -> Result<usize, InvalidCommand<'static>> {
    usize::try_from(index)
        .ok()
        .filter(|&index| index < length)
        .ok_or(InvalidCommand::OutOfBounds { index, length })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { rows: 5, cols: 8 };
    const SQUARE: Square = Square { row: 4, col: 7 };

    #[test]
    fn long_and_short_spellings_are_parsed() {
        for (line, command) in [
            ("reveal 4 7", Command::Reveal(SQUARE)),
            ("r 4 7", Command::Reveal(SQUARE)),
            ("mark 4 7", Command::Mark(SQUARE)),
            ("m 4 7", Command::Mark(SQUARE)),
            ("guess 4 7", Command::Guess(SQUARE)),
            ("g 4 7", Command::Guess(SQUARE)),
            ("nofog", Command::NoFog),
            ("help", Command::Help),
            ("h", Command::Help),
            ("quit", Command::Quit),
            ("q", Command::Quit),
            ("\t m\u{2003}+4  007\u{b}", Command::Mark(SQUARE)),
        ] {
            assert_eq!(parse(line.as_bytes(), SIZE), Ok(command), "{line:?}");
        }
    }

    #[test]
    fn the_first_error_of_a_line_is_reported() {
        let not_recognized = InvalidCommand::NotRecognized;
        let not_an_integer = |token: &'static str| InvalidCommand::NotAnInteger(token.as_bytes());
        let out_of_bounds = |index, length| InvalidCommand::OutOfBounds { index, length };
        for (line, error) in [
            ("", not_recognized),
            (" \t ", not_recognized),
            ("R 0 0", not_recognized),
            ("fog", not_recognized),
            ("r", not_recognized),
            ("r x", not_recognized),
            ("r 0 0 x", not_recognized),
            ("help me", not_recognized),
            ("nofog 1", not_recognized),
            ("q q", not_recognized),
            ("r x y", not_an_integer("x")),
            ("r 9 y", not_an_integer("y")),
            ("g 0 2147483648", not_an_integer("2147483648")),
            ("m 5 8", out_of_bounds(5, 5)),
            ("m -1 0", out_of_bounds(-1, 5)),
            ("m 4 8", out_of_bounds(8, 8)),
            ("m 0 -2147483648", out_of_bounds(i32::MIN, 8)),
        ] {
            assert_eq!(parse(line.as_bytes(), SIZE), Err(error), "{line:?}");
        }
    }
}
