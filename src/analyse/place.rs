//! Locates differences: finds the round of each, and the line of input before it.

use super::{
    aligned::{Aligned, align},
    runs::Runs,
    subject::{CaseRuns, Subject},
    verdict::Judge,
};
use crate::{
    cases::{Artifact, LoadedCase},
    game::Stream,
    report::{Failure, Moment, Verdict},
};

impl Judge<'_> {
    /// Sets the moment of each failure with a wrong output.
    pub fn place(&self, failures: &mut [Failure], case: &LoadedCase, runs: &Runs) {
        let case_runs = CaseRuns::new(case, runs.clone());
        let subject = Subject::new(case_runs, &case.expected, self.edition);
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

    /// Returns the line of the script at the first difference, on one stream or on both. Returns
    /// `None` if the difference is an extra error whose place the combined output does not show.
    fn first_difference(&self, aligned: &Aligned, stream: Option<Stream>) -> Option<usize> {
        let (script, program) = (&aligned.subject.script, &aligned.program);
        let output = &program.output;
        let (tolerances, format) = (self.tolerances, &self.edition.output_format);
        let has_place = program.has_order || script.answers.len() == 1;
        for (pair, lines) in aligned.answers.iter().zip(&aligned.lines) {
            let answer_lines = script.lines_of(pair.script.clone());
            for (index, &(expected, found)) in lines.iter().enumerate() {
                let expected_stream = expected.map(|line| script.lines[line].stream);
                let found_stream = found.map(|line| output.lines[line].stream);
                if let (Some(line), Some(found_line)) = (expected, found)
                    && (expected_stream == found_stream || !program.has_streams)
                    && tolerances.passes_line(format, script.whole(line), output.whole(found_line))
                {
                    continue;
                }
                if stream.is_none() || expected_stream == stream || found_stream == stream {
                    if expected.is_none() && found_stream == Some(Stream::Error) && !has_place {
                        return None;
                    }
                    // Extra text precedes the next line of the script.
                    let next = lines[index..].iter().find_map(|(line, _)| *line);
                    return Some(next.unwrap_or(answer_lines.end));
                }
            }
            let mut traces = program.traces.iter();
            if stream != Some(Stream::Output)
                && traces.any(|(answer, _)| pair.found.contains(answer))
            {
                return Some(answer_lines.start);
            }
        }
        Some(script.lines.len())
    }
}
