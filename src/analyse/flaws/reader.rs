//! Reads a line of input as a program with flaws does.

use super::table::{Effect, Effects, Lines, Verb};
use crate::edition::uga::command::{self, Command};
use crate::edition::uga::invalid_command::InvalidCommand;
use crate::field::lines::Line;
use crate::field::minefield::{Size, Square};
use crate::field::text::{next_token, white_space_length};

/// An invalid line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault<'line> {
    pub(super) error: InvalidCommand<'line>,
    /// The command that the first word names.
    verb: Option<Verb>,
    /// Number of words.
    words: usize,
}

impl Fault<'_> {
    /// The end of input, taken for a line.
    pub(super) const END: Self = Self {
        error: InvalidCommand::NotRecognized,
        verb: None,
        words: 0,
    };

    /// Reports whether the line belongs to a class.
    pub(super) fn is_in(&self, lines: Lines) -> bool {
        let is_on_square = matches!(self.verb, Some(Verb::Reveal | Verb::Mark | Verb::Guess));
        let is_unrecognized = self.error == InvalidCommand::NotRecognized;
        let is_outside = matches!(self.error, InvalidCommand::OutOfBounds { .. });
        match lines {
            Lines::Any => true,
            Lines::Unrecognized => is_unrecognized,
            Lines::UnknownWord => is_unrecognized && self.verb.is_none(),
            Lines::WordCount => is_unrecognized && self.verb.is_some(),
            Lines::BadNumber => matches!(self.error, InvalidCommand::NotAnInteger(_)),
            Lines::Outside => is_outside,
            Lines::GuessOutside => is_outside && self.verb == Some(Verb::Guess),
            Lines::OnSquare => is_on_square,
            Lines::Blank => self.words == 0,
            Lines::ExtraWords => {
                let needed = if is_on_square { 3 } else { 1 };
                self.verb.is_some() && self.words > needed
            }
        }
    }
}

/// Reads the command on a line, for a grid of a size.
pub(super) fn read<'line>(
    effects: &Effects,
    line: Line<'line>,
    size: Size,
) -> Result<Command, Fault<'line>> {
    let mut fault = Fault {
        error: InvalidCommand::NotRecognized,
        verb: None,
        words: 1,
    };
    let text = match line {
        Line::Text(text) => text,
        Line::TooLong => return Err(fault),
        Line::End => return Ok(Command::Quit),
    };
    let each_space = effects.has(Effect::EachSpace);
    let (words, is_wide) = words(text, each_space || effects.has(Effect::OnlySpaces));
    fault.words = words.len();
    if (each_space || effects.has(Effect::LeadingSpaceRefused)) && white_space_length(text) > 0 {
        return Err(fault);
    }
    fault.verb = words.first().and_then(|word| verb(effects, word));
    if (each_space || effects.has(Effect::WideSpaceRefused)) && is_wide {
        return Err(fault);
    }
    let is_unknown = |effect| match effect {
        Effect::Unknown(unknown) => unknown.iter().any(|word| word.as_bytes() == words[0]),
        _ => false,
    };
    match fault.verb {
        Some(verb) if !effects.any(is_unknown) => {
            command(effects, verb, &words[1..], size).map_err(|error| Fault { error, ..fault })
        }
        _ => Err(fault),
    }
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
    let lower_case;
    let word = if effects.has(Effect::CaseIgnored) {
        lower_case = word.to_ascii_lowercase();
        &lower_case
    } else {
        word
    };
    match command::verb(word)? {
        command::Verb::OnSquare(command) => Some(verb_of(command(Square { row: 0, col: 0 }))),
        command::Verb::Alone(command) => Some(verb_of(command)),
    }
}

/// Returns the verb of a command.
pub(super) fn verb_of(command: Command) -> Verb {
    match command {
        Command::Reveal(_) => Verb::Reveal,
        Command::Mark(_) => Verb::Mark,
        Command::Guess(_) => Verb::Guess,
        Command::NoFog => Verb::Nofog,
        Command::Help => Verb::Help,
        Command::Quit => Verb::Quit,
    }
}

/// Reads the command of a verb and the words after it.
fn command<'line>(
    effects: &Effects,
    verb: Verb,
    words: &[&'line [u8]],
    size: Size,
) -> Result<Command, InvalidCommand<'line>> {
    let command = match verb {
        Verb::Reveal => Command::Reveal,
        Verb::Mark => Command::Mark,
        Verb::Guess => Command::Guess,
        Verb::Nofog => return alone(effects, Command::NoFog, words),
        Verb::Help => return alone(effects, Command::Help, words),
        Verb::Quit => return alone(effects, Command::Quit, words),
    };
    let (row, col) = match *words {
        [row, col] => (row, col),
        [row, col, ref rest @ ..] if ignores_after_square(effects, rest) => (row, col),
        [row] if effects.has(Effect::MissingNumbersAre0) => (row, &b"0"[..]),
        [] if effects.has(Effect::MissingNumbersAre0) => (&b"0"[..], &b"0"[..]),
        _ => return Err(InvalidCommand::NotRecognized),
    };
    let (row, col) = if effects.has(Effect::RowAndColumnSwapped) {
        (col, row)
    } else {
        (row, col)
    };
    let (row, col) = (command::integer(row)?, command::integer(col)?);
    let row = index(effects, row, size.rows)?;
    let col = index(effects, col, size.cols)?;
    Ok(command(Square { row, col }))
}

fn alone(
    effects: &Effects,
    command: Command,
    words: &[&[u8]],
) -> Result<Command, InvalidCommand<'static>> {
    let is_extra = |effect| matches!(effect, Effect::ExtraAfterAll | Effect::ExtraAfterWord);
    if words.is_empty() || effects.any(is_extra) {
        Ok(command)
    } else {
        Err(InvalidCommand::NotRecognized)
    }
}

/// Reports whether words after a row and a column are ignored.
fn ignores_after_square(effects: &Effects, words: &[&[u8]]) -> bool {
    effects.any(|effect| match effect {
        Effect::ExtraAfterAll | Effect::ExtraAfterSquare => true,
        Effect::ExtraNoInteger => words.iter().all(|word| command::integer(word).is_err()),
        _ => false,
    })
}

fn index(effects: &Effects, number: i32, length: usize) -> Result<usize, InvalidCommand<'static>> {
    let first = i32::from(effects.has(Effect::IndicesFrom1));
    let index = command::index(number.saturating_sub(first), length);
    index.map_err(|_| InvalidCommand::OutOfBounds {
        index: number,
        length,
    })
}
