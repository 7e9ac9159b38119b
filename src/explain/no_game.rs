//! Programs that play no game: they do not start, or print something else.

use std::collections::BTreeSet;

use crate::cases::case::Expected;
use crate::edition::row::Markers;
use crate::io::visible::visible;
use crate::run::result::{End, Run};

/// The shortest line that tells a game, in bytes.
const SHORTEST_LINE: usize = 4;

/// What a run looks like in which no game was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NoGame {
    /// The first line that tells of an error, or the first of all, made visible.
    pub(super) headline: String,
    /// Whether it looks as if the program did not start: it failed, and printed
    /// nothing on standard output.
    pub(super) has_not_started: bool,
    /// Whether a game was expected: where an error was, other words for it look the
    /// same.
    pub(super) is_certain: bool,
}

impl NoGame {
    /// What runs look like, if the program ended by itself and nothing that it
    /// printed is of a game.
    pub(super) fn of(
        separate: Option<&Run>,
        merged: Option<&Run>,
        expected: &Expected,
        markers: &Markers,
    ) -> Option<Self> {
        let run = separate.or(merged)?;
        let End::Exited(status) = run.end else {
            return None;
        };
        let outputs = [&run.out, &run.err];
        let expected_outputs = || {
            let all = [&expected.out, &expected.err, &expected.merged];
            all.into_iter().flatten()
        };
        let wanted: BTreeSet<&[u8]> = expected_outputs().flat_map(|text| lines(text)).collect();
        let is_wanted = |line: &[u8]| line.len() >= SHORTEST_LINE && wanted.contains(line);
        for output in outputs {
            if has_sign(output, markers) || lines(output).any(is_wanted) {
                return None;
            }
        }
        let has_failed = status != 0 && Some(status) != expected.status;
        // Standard output cannot be told from merged streams.
        let is_out_empty = separate.is_none_or(|run| run.out.is_empty());
        let mut all = outputs.into_iter().flat_map(|output| lines(output));
        let told = all
            .clone()
            .find(|line| line.windows(4).any(|part| part == b"rror"));
        let headline = told.or_else(|| all.find(|line| !line.is_empty()))?;
        Some(Self {
            headline: visible(headline),
            has_not_started: has_failed && is_out_empty,
            is_certain: expected_outputs().any(|output| has_round(output, markers)),
        })
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii)
}

/// Whether there is a prompt or a round.
fn has_round(output: &[u8], markers: &Markers) -> bool {
    let text = String::from_utf8_lossy(output);
    let mut signs = markers.prompts.iter().chain(&markers.round);
    signs.any(|sign| text.contains(sign))
}

/// Whether there is anything that only a game prints.
pub(super) fn has_sign(output: &[u8], markers: &Markers) -> bool {
    let text = String::from_utf8_lossy(output);
    let mut errors = markers.errors.iter().map(|error| error.text);
    let mut messages = markers.messages.iter().chain(&markers.version);
    has_round(output, markers)
        || errors.any(|error| text.contains(error))
        || messages.any(|message| text.contains(message))
}
