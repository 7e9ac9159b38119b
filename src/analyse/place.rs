//! Locates differences: the round, and the line of input before each.

use super::aligned::{Aligned, align};
use super::runs::Runs;
use super::subject::{CaseRuns, Subject};
use super::verdict::Judge;
use crate::cases::case::Artifact;
use crate::cases::load::LoadedCase;
use crate::game::sink::Stream;
use crate::report::moment::Moment;
use crate::report::results::{Failure, Verdict};

impl Judge<'_> {
    /// Sets the moment of every difference.
    pub(crate) fn place(&self, failures: &mut [Failure], case: &LoadedCase, runs: &Runs) {
        let subject = CaseRuns::new(case, runs.clone());
        let subject = Subject::new(subject, &case.expected, self.edition);
        let Some(aligned) = align(vec![subject], &[], self.edition).pop() else {
            return;
        };
        for failure in failures {
            let stream = match failure.artifact {
                Artifact::StandardOutput if aligned.program.has_streams => Some(Stream::Output),
                Artifact::StandardError if aligned.program.has_streams => Some(Stream::Error),
                _ => None,
            };
            if failure.verdict == Verdict::WrongOutput
                && let Some(line) = self.first_difference(&aligned, stream)
            {
                let script = &aligned.subject.script;
                let last = script.answers.len().saturating_sub(1);
                let answer = script.answer_of(line).min(last);
                let round = aligned.round_before(line);
                failure.moment = Some(Moment::new(round, answer, &case.input));
            }
        }
    }

    /// Returns the expected line of the first difference, on one stream or on both. The place of an extra error is unknown
    /// without a combined output.
    fn first_difference(&self, aligned: &Aligned, stream: Option<Stream>) -> Option<usize> {
        let (script, program) = (&aligned.subject.script, &aligned.program);
        let found = &program.output;
        let has_place = program.has_order || script.answers.len() == 1;
        for (pair, pairs) in aligned.answers.iter().zip(&aligned.lines) {
            let expected = script.lines_of(pair.script.clone());
            for (index, &(one, other)) in pairs.iter().enumerate() {
                let own = one.map(|line| script.lines[line].stream);
                let others = other.map(|line| found.lines[line].stream);
                if let (Some(one), Some(other)) = (one, other)
                    && (own == others || !program.has_streams)
                    && self.tolerances.passes_line(
                        &self.edition.output_format,
                        script.whole(one),
                        found.whole(other),
                    )
                {
                    continue;
                }
                if stream.is_none() || own == stream || others == stream {
                    if one.is_none() && others == Some(Stream::Error) && !has_place {
                        return None;
                    }
                    // Extra text precedes the next expected line.
                    let next = pairs[index..].iter().find_map(|(line, _)| *line);
                    return Some(next.unwrap_or(expected.end));
                }
            }
            let mut traces = program.traces.iter();
            if stream != Some(Stream::Output)
                && traces.any(|(answer, _)| pair.found.contains(answer))
            {
                return Some(expected.start);
            }
        }
        Some(script.lines.len())
    }
}
