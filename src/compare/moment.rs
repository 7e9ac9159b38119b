//! Where a game was: its round, and the line of input that led there.

use serde::{Deserialize, Serialize};

use crate::field::lines::{Line, Lines};
use crate::io::store::Content;
use crate::io::visible::visible;

/// Where the game was when it should have printed something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Moment {
    /// The number of rounds completed, if the game counts them.
    pub(crate) round: Option<u64>,
    /// How many lines of input it had been given.
    pub(crate) lines: usize,
    /// The last of them, made visible; none if the input had ended.
    pub(crate) line: Option<String>,
    /// How this is known.
    pub(crate) source: Source,
}

/// How it is known where the game was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Source {
    /// By the transcript of the built-in game.
    Transcript,
    /// By the prompts in what is expected: the game is too long to be played
    /// for this.
    #[default]
    Prompts,
    /// By the prompts too: the case expects something else than the built-in
    /// game prints.
    PromptsOfAnother,
}

const OF_ANOTHER: &str =
    " (placed by its prompts: the case expects something else than the built-in game prints)";

impl Moment {
    /// The moment after so many lines of an input.
    pub(super) fn new(
        round: Option<u64>,
        lines: usize,
        input: Content<'_>,
        source: Source,
    ) -> Self {
        Self {
            round,
            lines,
            line: lines.checked_sub(1).and_then(|last| nth_line(input, last)),
            source,
        }
    }

    /// The moment in words; `file` is the name of the input's file.
    pub(crate) fn describe(&self, file: &str) -> String {
        let round = self
            .round
            .map(|round| format!("in round {round}, "))
            .unwrap_or_default();
        let line = match (&self.line, self.lines) {
            (_, 0) => "before the first line of input".to_owned(),
            (Some(line), number) if line.is_empty() => {
                format!("after line {number} of {file}, which is blank")
            }
            (Some(line), number) => format!("after line {number} of {file}: {line}"),
            (None, _) => "at the end of the input".to_owned(),
        };
        let source = match self.source {
            Source::Transcript | Source::Prompts => "",
            Source::PromptsOfAnother => OF_ANOTHER,
        };
        round + &line + source
    }
}

/// A line of input, counted from 0 and made visible; one that is too long is three
/// dots. Reads no more than a block at a time.
fn nth_line(input: Content<'_>, number: usize) -> Option<String> {
    let mut lines = Lines::new(input.reader());
    for _ in 0..number {
        lines.next_line(|| Ok(()), |error| error).ok()?;
    }
    match lines.next_line(|| Ok(()), |error| error).ok()? {
        Line::Text(line) => Some(visible(line)),
        Line::TooLong => Some("...".to_owned()),
        Line::End => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_line_is_said_to_be_blank() {
        let told = |line: &str| {
            let moment = Moment {
                round: None,
                lines: 2,
                line: Some(line.to_owned()),
                source: Source::Transcript,
            };
            moment.describe("tc.in.txt")
        };
        assert_eq!(told(""), "after line 2 of tc.in.txt, which is blank");
        assert_eq!(told("h"), "after line 2 of tc.in.txt: h");
    }
}
