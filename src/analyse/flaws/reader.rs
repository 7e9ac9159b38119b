//! Parses a line of input as a program with flaws does.

use super::effects::Effects;
use crate::{
    edition::{Command, InvalidCommand, Verb, uga::command},
    field::{Size, Square, Tokens},
};

/// An invalid line.
#[derive(Clone, Copy, Debug)]
pub(super) struct RefusedLine<'line> {
    pub error: InvalidCommand<'line>,
    /// First letter of the command that the first word names, in lower case.
    command: Option<u8>,
    is_blank: bool,
}

impl RefusedLine<'_> {
    /// Returns the names of the classes to which the line belongs, for the responses of effects.
    pub fn classes(&self) -> Vec<&'static str> {
        let is_outside = matches!(self.error, InvalidCommand::OutOfBounds { .. });
        let is_bad_number = matches!(self.error, InvalidCommand::NotAnInteger(_));
        let is_on_square = self.command.is_some_and(|letter| b"rmg".contains(&letter));
        let mut classes = vec![
            ("any", true),
            ("unrecognized", self.error == InvalidCommand::NotRecognized),
            ("unknown-word", self.command.is_none()),
            ("bad-number", is_bad_number),
            ("outside", is_outside),
            ("guess-outside", is_outside && self.command == Some(b'g')),
            ("on-square", is_on_square),
            ("blank", self.is_blank),
        ];
        classes.retain(|(_, is_in)| *is_in);
        classes.into_iter().map(|(class, _)| class).collect()
    }
}

/// Parses the command on a line, for a grid of a size.
pub(super) fn read<'line>(
    effects: &Effects,
    line: &'line [u8],
    size: Size,
) -> Result<Command, RefusedLine<'line>> {
    let mut words = words(effects, line);
    if effects.has("space-before-command-refused")
        && line.first().is_some_and(u8::is_ascii_whitespace)
    {
        words.insert(0, b"");
    }
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
    command.map_err(|error| RefusedLine {
        error,
        command: verb.map(|_| words[0][0].to_ascii_lowercase()),
        is_blank: words.is_empty(),
    })
}

/// Splits a line into words. A line that is split at each space may have empty words.
fn words<'line>(effects: &Effects, line: &'line [u8]) -> Vec<&'line [u8]> {
    if effects.has("line-split-at-each-space") {
        let line = line.trim_ascii();
        // Without `take`, a blank line would have one empty word.
        return line.split(|&byte| byte == b' ').take(line.len()).collect();
    }
    let separators: &[u8] = if effects.has("only-spaces-separate") {
        b" "
    } else if effects.has("only-ascii-space-separates") {
        b" \t\x0b\x0c\r"
    } else {
        return Tokens::new(line).collect();
    };
    let words = line.split(|byte| separators.contains(byte));
    words.filter(|word| !word.is_empty()).collect()
}

fn verb(effects: &Effects, word: &[u8]) -> Option<Verb> {
    if effects.has(&format!("unknown:{}", String::from_utf8_lossy(word))) {
        return None;
    }
    if effects.has("case-ignored") {
        return command::verb(&word.to_ascii_lowercase());
    }
    command::verb(word)
}

/// Parses the row and the column after a command word.
fn square<'line>(
    effects: &Effects,
    mut words: [&'line [u8]; 2],
    size: Size,
) -> Result<Square, InvalidCommand<'line>> {
    if effects.has("row-and-column-swapped") {
        words.reverse();
    }
    let integer = |word: &'line [u8]| match word {
        [b'+', ..] if effects.has("plus-sign-refused") => Err(InvalidCommand::NotAnInteger(word)),
        _ => command::integer(word),
    };
    let (row, col) = (integer(words[0])?, integer(words[1])?);
    let first = i32::from(effects.has("indices-from-one"));
    let shorter_side = size.rows.min(size.cols);
    let index = |index, length, side| {
        if index == 0 && effects.has(&format!("first-{side}-refused")) {
            return Err(InvalidCommand::OutOfBounds { index, length });
        }
        // If the other side is longer, the program accepts the index and crashes. The game refuses
        // the index instead.
        let is_crossed = effects.has(&format!("{side}-crossed"));
        let limit = if is_crossed { shorter_side } else { length };
        let refused_count = usize::from(effects.has(&format!("last-{side}-refused")));
        command::index(index.saturating_sub(first), limit - refused_count)
    };
    Ok(Square {
        row: index(row, size.rows, "row")?,
        col: index(col, size.cols, "column")?,
    })
}
