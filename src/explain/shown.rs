//! Renders the place of a cause: the moment in the game, and a diff.

use std::ops::Range;

use super::explanation::Place;
use super::subject::Subject;
use crate::compare::diff::{self, DiffLine, Side};
use crate::compare::moment::{Moment, Source};
use crate::compare::printed::Printed;
use crate::compare::tolerance::Tolerances;
use crate::compare::trace::Trace;
use crate::edition::row::OutputFormat;
use crate::io::visible::visible;

/// A case whose places are rendered.
pub(super) struct Shown<'case> {
    pub(super) subject: &'case Subject,
    pub(super) output_format: &'case OutputFormat,
    pub(super) tolerances: &'case Tolerances,
}

impl Shown<'_> {
    /// Returns the differences in an answer: in these lines, or in all lines.
    pub(super) fn place(
        &self,
        answer: usize,
        expected: Option<(usize, usize)>,
        found: Option<(usize, usize)>,
    ) -> Place {
        let mut diff = match (expected, found) {
            (None, None) => self.diff_of_answer(answer),
            _ => self.diff_of_lines(answer, expected, found),
        };
        // Equal blank lines are noise.
        let is_noise = |line: &DiffLine| line.side == Side::Both && line.text.is_empty();
        if diff.iter().all(is_noise) {
            diff.clear();
        }
        Place {
            case: self.subject.number,
            moment: self.moment(answer),
            diff,
        }
    }

    fn diff_of_lines(
        &self,
        answer: usize,
        expected: Option<(usize, usize)>,
        found: Option<(usize, usize)>,
    ) -> Vec<DiffLine> {
        let script = &self.subject.model.script;
        let printed = &self.subject.output.printed;
        let mut diff = self.diff_of_texts(&script.joined(expected), &printed.joined(found));
        let is_blank = |line: &DiffLine| line.text.is_empty() || line.side == Side::Place;
        if diff.iter().all(is_blank) {
            // Locate a blank line by the next line, if that is right.
            let in_right = |line: &[u8]| self.has_line(&self.subject.right, answer, line);
            let in_found = |line: &[u8]| {
                let mut answers = self.answers(answer);
                answers.any(|answer| self.has_line(printed, answer, line))
            };
            let next = line_behind(script, expected).or_else(|| line_behind(printed, found));
            let next = next.filter(|line| in_right(line) && in_found(line));
            diff.extend(next.map(diff::both));
        }
        diff
    }

    /// Reports whether an answer contains a line that is not blank.
    fn has_line(&self, printed: &Printed, answer: usize, text: &[u8]) -> bool {
        let passes = |line: &[u8]| self.tolerances.pass(self.output_format, line, text);
        let mut lines = printed.answer(answer).iter();
        lines.any(|line| !line.is_blank() && passes(printed.text(line)))
    }

    /// Returns the program's answers that correspond to an answer of the game.
    fn answers(&self, answer: usize) -> Range<usize> {
        let matched = self.subject.model.matched.get(answer);
        matched.cloned().unwrap_or_default()
    }

    /// Returns the diff of a whole answer, with its exception.
    fn diff_of_answer(&self, answer: usize) -> Vec<DiffLine> {
        let Subject { right, output, .. } = self.subject;
        let expected = right.line_range(answer..answer + 1);
        let found = output.printed.line_range(self.answers(answer));
        let mut diff = self.diff_of_texts(
            &right.joined(Some((expected.start, expected.end))),
            &output.printed.joined(Some((found.start, found.end))),
        );
        let trace = self
            .answers(answer)
            .find_map(|number| output.trace_in(number));
        let summary = trace.into_iter().flat_map(Trace::summary);
        diff.extend(summary.map(|text| DiffLine {
            side: Side::Found,
            text,
        }));
        diff
    }

    fn diff_of_texts(&self, expected: &[u8], found: &[u8]) -> Vec<DiffLine> {
        let is_whole = self.subject.output.is_whole;
        diff::of_texts(
            expected,
            found,
            is_whole,
            self.tolerances,
            self.output_format,
        )
    }

    fn moment(&self, answer: usize) -> Moment {
        // The round after the line. Before the first line no round is counted.
        let round = (answer > 0).then(|| self.subject.right.round_before(answer + 1));
        let is_line = answer > 0 && answer + 1 < self.subject.input_lines.count();
        Moment {
            round: round.flatten().and_then(|round| round.try_into().ok()),
            lines: answer,
            line: is_line.then(|| visible(self.subject.line_text(answer))),
            source: Source::Transcript,
        }
    }
}

/// Returns the line after some lines.
fn line_behind(printed: &Printed, lines: Option<(usize, usize)>) -> Option<&[u8]> {
    let (_, end) = lines?;
    printed.lines.get(end).map(|line| printed.text(line))
}
