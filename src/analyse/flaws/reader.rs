//! Parses a line of input as a program with flaws does.

use super::table::Effects;
use crate::{
    edition::{Command, InvalidCommand, Verb, uga::command},
    field::{Size, Square, Tokens},
};

#[derive(Debug)]
pub(super) struct RefusedLine<'a> {
    pub error: InvalidCommand<'a>,
    /// Responses to the line, from the effects for its classes.
    pub responses: Vec<&'static str>,
}

impl Effects {
    /// Parses the command on a line, for a grid of a size.
    pub fn command<'a>(&self, line: &'a [u8], size: Size) -> Result<Command, RefusedLine<'a>> {
        let mut words = self.words(line);
        if self.has("space-before-command-refused")
            && line.first().is_some_and(u8::is_ascii_whitespace)
        {
            words.insert(0, b"");
        }
        let verb = words.first().and_then(|word| self.verb(word));
        let command = match (verb, &words[..]) {
            (Some(Verb::OnSquare(command)), [_, row, col, rest @ ..])
                if rest.is_empty() || self.has("extra-words-accepted-after-square") =>
            {
                self.square([row, col], size).map(command)
            }
            (Some(Verb::Alone(command)), [_, rest @ ..])
                if rest.is_empty() || self.has("extra-words-accepted-after-word") =>
            {
                Ok(command)
            }
            _ => Err(InvalidCommand::NotRecognized),
        };
        command.map_err(|error| {
            let is_outside = matches!(error, InvalidCommand::OutOfBounds { .. });
            let classes = [
                ("invalid-command", true),
                ("unknown-command", error == InvalidCommand::NotRecognized),
                ("unknown-word", verb.is_none()),
                (
                    "bad-number",
                    matches!(error, InvalidCommand::NotAnInteger(_)),
                ),
                ("out-of-bounds", is_outside),
                ("guess-outside", is_outside && b"gG".contains(&words[0][0])),
                (
                    "invalid-square-command",
                    matches!(verb, Some(Verb::OnSquare(_))),
                ),
                ("blank-line", words.is_empty()),
            ];
            let mut responses = Vec::new();
            for (class, _) in classes.iter().filter(|(_, is_in)| *is_in) {
                let effects = self.0.iter();
                responses
                    .extend(effects.filter_map(|it| it.strip_prefix(class)?.strip_prefix('-')));
            }
            RefusedLine { error, responses }
        })
    }

    /// Splits a line into words. A line that is split at each space may have empty words.
    fn words<'a>(&self, line: &'a [u8]) -> Vec<&'a [u8]> {
        if self.has("line-split-at-each-space") {
            let line = line.trim_ascii();
            // Without `take`, a blank line would have one empty word.
            return line.split(|&byte| byte == b' ').take(line.len()).collect();
        }
        let separators: &[u8] = if self.has("only-spaces-separate") {
            b" "
        } else if self.has("only-ascii-space-separates") {
            b" \t\x0b\x0c\r"
        } else {
            return Tokens::new(line).collect();
        };
        let words = line.split(|byte| separators.contains(byte));
        words.filter(|word| !word.is_empty()).collect()
    }

    fn verb(&self, word: &[u8]) -> Option<Verb> {
        if self.has(&format!("{}-unknown", String::from_utf8_lossy(word))) {
            return None;
        }
        if self.has("case-ignored") {
            return command::verb(&word.to_ascii_lowercase());
        }
        command::verb(word)
    }

    /// Parses the row and the column after a command word.
    fn square<'a>(
        &self,
        mut words: [&'a [u8]; 2],
        size: Size,
    ) -> Result<Square, InvalidCommand<'a>> {
        if self.has("row-and-column-swapped") {
            words.reverse();
        }
        let integer = |word: &'a [u8]| match word {
            [b'+', ..] if self.has("plus-sign-refused") => Err(InvalidCommand::NotAnInteger(word)),
            _ => command::integer(word),
        };
        let (row, col) = (integer(words[0])?, integer(words[1])?);
        let shorter_side = size.rows.min(size.cols);
        let index = |index, length, side| {
            if index == 0 && self.has(&format!("first-{side}-refused")) {
                return Err(InvalidCommand::OutOfBounds { index, length });
            }
            // If the other side is longer, the program accepts the index and crashes. The game
            // refuses the index instead.
            let is_crossed = self.has(&format!("{side}-crossed"));
            let limit = if is_crossed { shorter_side } else { length };
            let refused_count = usize::from(self.has(&format!("last-{side}-refused")));
            let first = i32::from(self.has("indices-from-one"));
            command::index(index.saturating_sub(first), limit - refused_count)
        };
        Ok(Square {
            row: index(row, size.rows, "row")?,
            col: index(col, size.cols, "column")?,
        })
    }
}
