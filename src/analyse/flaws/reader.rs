//! Reads a line of input as a program with flaws does.

use super::table::{Effects, FlawEffect, LineClass};
use crate::edition::uga::command::{self, Command, Verb};
use crate::edition::uga::invalid_command::InvalidCommand;
use crate::field::minefield::{Size, Square};
use crate::field::text::Tokens;

/// An invalid line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault<'line> {
    pub(super) error: InvalidCommand<'line>,
    /// The first letter of the command that the first word names.
    command: Option<u8>,
    is_blank: bool,
}

impl Fault<'_> {
    /// Reports whether the line belongs to a class.
    pub(super) fn is_in(&self, lines: LineClass) -> bool {
        let is_unrecognized = self.error == InvalidCommand::NotRecognized;
        let is_outside = matches!(self.error, InvalidCommand::OutOfBounds { .. });
        match lines {
            LineClass::Any => true,
            LineClass::Unrecognized => is_unrecognized,
            LineClass::UnknownWord => self.command.is_none(),
            LineClass::BadNumber => matches!(self.error, InvalidCommand::NotAnInteger(_)),
            LineClass::Outside => is_outside,
            LineClass::GuessOutside => is_outside && self.command == Some(b'g'),
            LineClass::OnSquare => self.command.is_some_and(|letter| b"rmg".contains(&letter)),
            LineClass::Blank => self.is_blank,
        }
    }
}

/// Reads the command on a line, for a grid of a size.
pub(super) fn read<'line>(
    effects: &Effects,
    line: &'line [u8],
    size: Size,
) -> Result<Command, Fault<'line>> {
    let words = words(effects, line);
    let verb = words.first().and_then(|word| verb(effects, word));
    let command = match (verb, &words[..]) {
        (Some(Verb::OnSquare(command)), [_, row, col, rest @ ..])
            if rest.is_empty() || effects.has("extra-words-accepted-after-square") =>
        {
            square(effects, [row, col], size).map(command)
        }
        (Some(Verb::Alone(command)), [_, rest @ ..])
            if rest.is_empty() || effects.has("extra-words-accepted-after-word") =>
        {
            Ok(command)
        }
        _ => Err(InvalidCommand::NotRecognized),
    };
    command.map_err(|error| Fault {
        error,
        command: verb.map(|_| words[0][0].to_ascii_lowercase()),
        is_blank: words.is_empty(),
    })
}

/// Splits a line into words. Words may be empty if each single space separates two.
fn words<'line>(effects: &Effects, line: &'line [u8]) -> Vec<&'line [u8]> {
    let mut words: Vec<_> = line.split(|&byte| byte == b' ').collect();
    if effects.has("line-split-at-each-space") {
        let last = words.iter().rposition(|word| !word.is_empty());
        words.truncate(last.map_or(0, |last| last + 1));
        words
    } else if effects.has("only-spaces-separate") {
        words.retain(|word| !word.is_empty());
        words
    } else {
        Tokens::new(line).collect()
    }
}

fn verb(effects: &Effects, word: &[u8]) -> Option<Verb> {
    for effect in &effects.0 {
        if let FlawEffect::Unknown(words) = effect
            && words.iter().any(|unknown| unknown.as_bytes() == word)
        {
            return None;
        }
    }
    if effects.has("case-ignored") {
        return command::verb(&word.to_ascii_lowercase());
    }
    command::verb(word)
}

/// Reads the square from the words after a command.
fn square<'line>(
    effects: &Effects,
    mut words: [&'line [u8]; 2],
    size: Size,
) -> Result<Square, InvalidCommand<'line>> {
    if effects.has("row-and-column-swapped") {
        words.reverse();
    }
    let (row, col) = (command::integer(words[0])?, command::integer(words[1])?);
    let first = i32::from(effects.has("indices-from-one"));
    Ok(Square {
        row: command::index(row.saturating_sub(first), size.rows)?,
        col: command::index(col.saturating_sub(first), size.cols)?,
    })
}
