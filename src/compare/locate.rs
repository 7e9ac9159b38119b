//! Where in the game a place in an output is: the round, and the line of input
//! that led there.

use serde::{Deserialize, Serialize};

use crate::edition::row::Markers;
use crate::field::lines::{Line, Lines};
use crate::game::transcript::Transcript;
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

impl Moment {
    /// The moment in words; `file` is the name of the input's file.
    pub(crate) fn describe(&self, file: &str) -> String {
        let round = self
            .round
            .map(|round| format!("in round {round}, "))
            .unwrap_or_default();
        let line = match (&self.line, self.lines) {
            (_, 0) => "before the first line of input".to_owned(),
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

const OF_ANOTHER: &str =
    " (placed by its prompts: the case expects something else than the built-in game prints)";

/// Where the game was when it printed one of the entries of its transcript; the
/// place is a byte of what both streams print.
pub(crate) fn moment_of_entry(
    transcript: &Transcript,
    entry: usize,
    place: usize,
    input: Content<'_>,
) -> Option<Moment> {
    let lines = transcript.entries().get(entry)?.line;
    Some(Moment {
        round: transcript.round_at(place),
        lines,
        line: lines.checked_sub(1).and_then(|last| nth_line(input, last)),
        source: Source::Transcript,
    })
}

/// Follows an expected output to a place in it.
pub(crate) fn moment(
    expected: &[u8],
    place: usize,
    markers: &Markers,
    input: Content<'_>,
) -> Moment {
    let before = &expected[..place.min(expected.len())];
    let lines = markers
        .prompts
        .iter()
        .map(|prompt| count(before, prompt.as_bytes()))
        .sum();
    Moment {
        round: last_round(expected, place, markers),
        lines,
        line: lines.checked_sub(1).and_then(|last| nth_line(input, last)),
        source: Source::Prompts,
    }
}

/// A line of input, counted from 0 and made visible; one that is too long is
/// empty. Reads no more than a block at a time.
fn nth_line(input: Content<'_>, number: usize) -> Option<String> {
    let mut lines = Lines::new(input.reader());
    for _ in 0..number {
        lines.next_line(|| Ok(()), |error| error).ok()?;
    }
    match lines.next_line(|| Ok(()), |error| error).ok()? {
        Line::Text(line) => Some(visible(line)),
        Line::TooLong => Some(String::new()),
        Line::End => None,
    }
}

/// Follows an expected standard output to the error that has this line of
/// standard error, counted from 0: errors come where a round is shown again
/// with the number that it had. None if there are fewer.
pub(crate) fn moment_of_error(
    out: &[u8],
    line: usize,
    markers: &Markers,
    input: Content<'_>,
) -> Option<Moment> {
    let error = line.checked_div(markers.error_lines)?;
    let [prompt] = markers.prompts else {
        return None;
    };
    let mut rounds = Vec::new();
    let mut place = 0;
    while let Some(at) = find(&out[place..], prompt.as_bytes()) {
        place += at + prompt.len();
        rounds.push((place, last_round(out, place, markers)));
    }
    let mut restarted = rounds.windows(2).filter(|pair| pair[0].1 == pair[1].1);
    let (place, _) = restarted.nth(error)?[0];
    Some(moment(out, place, markers, input))
}

/// The number of rounds that is shown last before a place, or right there.
fn last_round(output: &[u8], place: usize, markers: &Markers) -> Option<u64> {
    let marker = markers.round?.as_bytes();
    let before = &output[..place.min(output.len())];
    let at = before
        .windows(marker.len())
        .rposition(|part| part == marker)?
        + marker.len();
    let digits = output[at..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    str::from_utf8(&output[at..at + digits]).ok()?.parse().ok()
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

fn count(text: &[u8], part: &[u8]) -> usize {
    text.windows(part.len())
        .filter(|&window| window == part)
        .count()
}
