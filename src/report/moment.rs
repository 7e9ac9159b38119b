//! State of the game at a difference: its round, and the last line of input.

use serde::{Deserialize, Serialize};

use crate::field::lines::{Line, Lines};
use crate::io::store::Content;
use crate::io::visible::visible;

/// State of the game at some point of its output.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Moment {
    /// Number of rounds completed, if the game counts them.
    pub(crate) round: Option<u64>,
    /// Number of lines of input read.
    pub(crate) lines: usize,
    /// The last line, with control characters escaped; `None` at the end of the input.
    pub(crate) line: Option<String>,
    /// True if the case is too long or expects another game, so that only prompts show the place.
    pub(crate) is_of_another: bool,
}

const OF_ANOTHER: &str = " (placed by the prompts alone)";

impl Moment {
    /// Returns the moment after a number of lines of input.
    pub(crate) fn new(
        round: Option<u64>,
        lines: usize,
        input: Content<'_>,
        is_of_another: bool,
    ) -> Self {
        Self {
            round,
            lines,
            line: lines.checked_sub(1).and_then(|last| nth_line(input, last)),
            is_of_another,
        }
    }

    /// Returns the moment in words; `file` is the name of the input file.
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
        let source = if self.is_of_another { OF_ANOTHER } else { "" };
        round + &line + source
    }
}

/// Returns a line of input, counted from 0, with control characters escaped. A line that is too long becomes three dots.
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
    fn blank_line_is_called_blank() {
        let description = |line: &str| {
            let moment = Moment {
                round: None,
                lines: 2,
                line: Some(line.to_owned()),
                is_of_another: false,
            };
            moment.describe("tc.in.txt")
        };
        assert_eq!(description(""), "after line 2 of tc.in.txt, which is blank");
        assert_eq!(description("h"), "after line 2 of tc.in.txt: h");
    }
}
