//! Programs that do not start: what they print is about that, and no game.

use crate::edition::row::Markers;
use crate::grade::case::Expected;
use crate::grade::judge::visible::visible;
use crate::grade::runner::run::{End, Run};

/// What a run looks like in which the program did not start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NoStart {
    /// The first line that tells of an error, or the first of all, made visible.
    pub(super) headline: String,
    /// Whether a game was expected: where an error was, other words for it look the
    /// same.
    pub(super) is_certain: bool,
}

impl NoStart {
    /// What runs look like, if it is that: something that no game prints, an exit
    /// status that tells of a failure, and nothing on standard output.
    pub(super) fn of(
        separate: Option<&Run>,
        merged: Option<&Run>,
        expected: &Expected,
        markers: &Markers,
    ) -> Option<Self> {
        let run = separate.or(merged)?;
        let has_failed = matches!(run.end, End::Exited(status) if status != 0 && Some(status) != expected.status);
        if !has_failed || separate.is_some_and(|run| !run.out.is_empty()) {
            return None;
        }
        let printed = separate.map_or(&run.out, |run| &run.err);
        let is_of_game = |output: &[u8]| {
            let text = String::from_utf8_lossy(output);
            let mut signs = markers.prompts.iter().chain(&markers.round);
            signs.any(|sign| text.contains(sign))
        };
        let text = String::from_utf8_lossy(printed);
        let mut errors = markers.errors.iter().map(|error| error.text);
        let mut messages = markers.messages.iter().chain(&markers.version);
        if is_of_game(printed)
            || errors.any(|error| text.contains(error))
            || messages.any(|message| text.contains(message))
        {
            return None;
        }
        let lines = || printed.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let told = lines().find(|line| line.windows(4).any(|part| part == b"rror"));
        let headline = visible(told.or_else(|| lines().find(|line| !line.is_empty()))?);
        let outputs = [&expected.out, &expected.merged];
        Some(Self {
            headline,
            is_certain: outputs
                .into_iter()
                .flatten()
                .any(|output| is_of_game(output)),
        })
    }
}
