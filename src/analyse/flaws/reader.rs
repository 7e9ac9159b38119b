//! Reads a line of input as a program with flaws does.

use super::table::{Effect, Effects, Lines};
use crate::edition::uga::command::{self, Command, Verb};
use crate::edition::uga::invalid_command::InvalidCommand;
use crate::field::minefield::{Size, Square};
use crate::field::text::{next_token, white_space_length};

/// An invalid line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault<'line> {
    pub(super) error: InvalidCommand<'line>,
    /// The command that the first word names, on any square.
    command: Option<Command>,
    /// Number of words.
    words: usize,
}

impl Fault<'_> {
    /// The end of input, taken for a line.
    pub(super) const END: Self = Self {
        error: InvalidCommand::NotRecognized,
        command: None,
        words: 0,
    };
    pub(super) const TOO_LONG: Self = Self {
        words: 1,
        ..Self::END
    };

    /// Reports whether the line belongs to a class.
    pub(super) fn is_in(&self, lines: Lines) -> bool {
        let is_guess = matches!(self.command, Some(Command::Guess(_)));
        let is_on_square =
            is_guess || matches!(self.command, Some(Command::Reveal(_) | Command::Mark(_)));
        let is_unrecognized = self.error == InvalidCommand::NotRecognized;
        let is_outside = matches!(self.error, InvalidCommand::OutOfBounds { .. });
        match lines {
            Lines::Any => true,
            Lines::Unrecognized => is_unrecognized,
            Lines::UnknownWord => is_unrecognized && self.command.is_none(),
            Lines::WordCount => is_unrecognized && self.command.is_some(),
            Lines::BadNumber => matches!(self.error, InvalidCommand::NotAnInteger(_)),
            Lines::Outside => is_outside,
            Lines::GuessOutside => is_outside && is_guess,
            Lines::OnSquare => is_on_square,
            Lines::Blank => self.words == 0,
            Lines::ExtraWords => {
                let needed = if is_on_square { 3 } else { 1 };
                self.command.is_some() && self.words > needed
            }
        }
    }
}

/// Reads the command on a line, for a grid of a size.
pub(super) fn read<'line>(
    effects: &Effects,
    line: &'line [u8],
    size: Size,
) -> Result<Command, Fault<'line>> {
    let (words, is_wide) = words(line, effects.has(&Effect::OnlySpaces));
    let verb = words.first().and_then(|word| verb(effects, word));
    let fault = Fault {
        error: InvalidCommand::NotRecognized,
        command: verb.map(|verb| match verb {
            Verb::OnSquare(command) => command(Square { row: 0, col: 0 }),
            Verb::Alone(command) => command,
        }),
        words: words.len(),
    };
    if white_space_length(line) > 0 && effects.has(&Effect::LeadingSpaceRefused)
        || is_wide && effects.has(&Effect::WideSpaceRefused)
    {
        return Err(fault);
    }
    let command = match verb {
        Some(Verb::OnSquare(command)) => square(effects, &words[1..], size).map(command),
        Some(Verb::Alone(command)) if words.len() == 1 || effects.has(&Effect::ExtraAfterWord) => {
            Ok(command)
        }
        _ => return Err(fault),
    };
    command.map_err(|error| Fault { error, ..fault })
}

/// Splits a line into words. Reports as well whether more than one character separates any two.
fn words(line: &[u8], only_spaces: bool) -> (Vec<&[u8]>, bool) {
    let separator = if only_spaces {
        |bytes: &[u8]| usize::from(bytes.starts_with(b" "))
    } else {
        white_space_length
    };
    let mut words = Vec::new();
    let mut is_wide = false;
    let mut rest = line;
    let mut before = rest;
    while let Some(word) = next_token(&mut rest, separator) {
        let gap = &before[..before.len() - word.len() - rest.len()];
        let characters = gap.iter().filter(|&byte| byte & 0xC0 != 0x80).count();
        is_wide |= !words.is_empty() && characters > 1;
        words.push(word);
        before = rest;
    }
    (words, is_wide)
}

fn verb(effects: &Effects, word: &[u8]) -> Option<Verb> {
    let is_unknown = |effect: &Effect| match effect {
        Effect::Unknown(words) => words.iter().any(|unknown| unknown.as_bytes() == word),
        _ => false,
    };
    if effects.any(is_unknown) {
        None
    } else if effects.has(&Effect::CaseIgnored) {
        command::verb(&word.to_ascii_lowercase())
    } else {
        command::verb(word)
    }
}

/// Reads the square from the words after a command.
fn square<'line>(
    effects: &Effects,
    words: &[&'line [u8]],
    size: Size,
) -> Result<Square, InvalidCommand<'line>> {
    let (row, col) = match *words {
        [row, col] => (row, col),
        [row, col, ref rest @ ..] if ignores_after_square(effects, rest) => (row, col),
        [row] if effects.has(&Effect::MissingNumbersAreZero) => (row, &b"0"[..]),
        [] if effects.has(&Effect::MissingNumbersAreZero) => (&b"0"[..], &b"0"[..]),
        _ => return Err(InvalidCommand::NotRecognized),
    };
    let (row, col) = if effects.has(&Effect::RowAndColumnSwapped) {
        (col, row)
    } else {
        (row, col)
    };
    let (row, col) = (command::integer(row)?, command::integer(col)?);
    Ok(Square {
        row: index(effects, row, size.rows)?,
        col: index(effects, col, size.cols)?,
    })
}

/// Reports whether words after a row and a column are ignored.
fn ignores_after_square(effects: &Effects, words: &[&[u8]]) -> bool {
    effects.has(&Effect::ExtraAfterSquare)
        || effects.has(&Effect::ExtraNoInteger)
            && words.iter().all(|word| command::integer(word).is_err())
}

fn index(effects: &Effects, number: i32, length: usize) -> Result<usize, InvalidCommand<'static>> {
    let first = i32::from(effects.has(&Effect::IndicesFromOne));
    let index = command::index(number.saturating_sub(first), length);
    index.map_err(|_| InvalidCommand::OutOfBounds {
        index: number,
        length,
    })
}
