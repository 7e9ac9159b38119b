//! State of the game at a difference: its round, and the last line of input.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    field::{Line, lines},
    io::visible,
};

/// State of the game at some point of its output.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// Number of rounds completed, if the game counts them.
    pub round: Option<u64>,
    /// Number of lines of input read.
    pub lines: usize,
    /// The last line, with control characters escaped; `None` at the end of the input.
    pub line: Option<String>,
}

impl Moment {
    /// Creates the moment after a number of lines of `input`. A line that is too long becomes three
    /// dots.
    pub fn new(round: Option<u64>, lines: usize, input: &[u8]) -> Self {
        let last = lines.checked_sub(1);
        let line = match last.and_then(|last| lines::split(input).nth(last)) {
            Some(Line::Text(line)) => Some(visible(line)),
            Some(Line::TooLong) => Some("...".to_owned()),
            Some(Line::End) | None => None,
        };
        Self { round, lines, line }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(round) = self.round {
            write!(f, "in round {round}, ")?;
        }
        match (&self.line, self.lines) {
            (_, 0) => write!(f, "before the first line of input"),
            (Some(line), number) if line.trim().is_empty() => {
                write!(f, "after line {number} of the input, which is blank")
            }
            (Some(line), number) => write!(f, "after line {number} of the input: {line}"),
            (None, _) => write!(f, "at the end of the input"),
        }
    }
}
