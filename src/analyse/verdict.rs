//! Judges the runs of a case, and locates each difference: its round and its line of input.

use super::{
    aligned::align,
    diff,
    runs::Runs,
    subject::{CaseRuns, Subject},
    text::{first_difference, last_lines},
    tolerance::Tolerances,
};
use crate::{
    cases::{Artifact, Expected, LoadedCase},
    edition::Edition,
    game::Stream,
    io::visible,
    report::{DiffLine, Failure, Side, Verdict},
    run::{End, Run, Streams},
};

/// Rules for judging runs.
#[derive(Debug)]
pub struct Judge<'check> {
    pub tolerances: &'check Tolerances,
    pub edition: &'static Edition,
}

/// Number of last lines to show of a run that a signal or a limit ended.
const TAIL: usize = 6;

impl Judge<'_> {
    /// Judges a run. [`Judge::set_moments`] adds the moments of the failures.
    pub fn failures(&self, run: &Run, expected: &Expected, streams: Streams) -> Vec<Failure> {
        let merged = expected.merged.as_deref();
        let failures = match streams {
            Streams::Separate => vec![
                end_failure(run, expected.status, Artifact::ExitStatus),
                self.output(Artifact::StandardOutput, expected.out.as_deref(), &run.out),
                self.output(Artifact::StandardError, expected.err.as_deref(), &run.err),
            ],
            Streams::Merged => vec![
                end_failure(run, expected.status, Artifact::CombinedOutput),
                self.output(Artifact::CombinedOutput, merged, &run.out),
            ],
        };
        failures.into_iter().flatten().collect()
    }

    /// Judges an output. Returns `None` if the output passes or if the case expects none.
    fn output(&self, artifact: Artifact, expected: Option<&[u8]>, found: &[u8]) -> Option<Failure> {
        let expected = expected?;
        let tolerances = self.tolerances;
        let format = &self.edition.format;
        if tolerances.pass(format, expected, found) {
            return None;
        }
        let (here, there) = tolerances.first_wrong_line(format, expected, found);
        let byte = here + first_difference(&expected[here..], &found[there..]);
        let line = memchr::memchr_iter(b'\n', &expected[..byte]).count() + 1;
        let missing = tolerances.missing(format, expected, found);
        let message = format!("{} differs at byte {byte}, line {line}", artifact.name());
        Some(Failure {
            diff: diff::diff([(expected, here), (found, there)], tolerances, format),
            tolerance: missing.map(|tolerances| tolerances.to_string()),
            ..Failure::new(Verdict::WrongOutput, artifact, message)
        })
    }

    /// Sets the moment of each failure with a wrong output.
    pub fn set_moments(&self, failures: &mut [Failure], case: &LoadedCase, runs: &Runs) {
        let case_runs = CaseRuns::new(0, case, runs.clone(), false);
        let subject = Subject::new(case_runs, &case.expected, self.edition);
        let cases = align(vec![subject], &[], self.edition);
        let Some(aligned) = cases.first() else { return };
        let (script, format) = (&aligned.subject.script, &self.edition.format);
        for failure in failures {
            let stream = match failure.artifact {
                Artifact::StandardOutput => Some(Stream::Output),
                Artifact::StandardError => Some(Stream::Error),
                _ => None,
            };
            if failure.verdict == Verdict::WrongOutput
                && let Some(line) = aligned.first_difference(stream, self.tolerances, format)
            {
                let answer = script.answer_of(line).min(script.answers.len() - 1);
                failure.moment = Some(aligned.moment(line, answer, &case.input));
            }
        }
    }
}

fn end_failure(run: &Run, status: Option<i32>, artifact: Artifact) -> Option<Failure> {
    let verdict = match run.end {
        End::Exited(actual) if status.is_none_or(|it| it == actual) => return None,
        End::Exited(_) => Verdict::WrongStatus,
        End::Killed(_) => Verdict::KilledByASignal,
        End::TimedOut => Verdict::TimedOut,
        End::TooMuchOutput => Verdict::TooMuchOutput,
        End::TooMuchMemory => Verdict::TooMuchMemory,
        End::LeftProcesses => Verdict::LeftProcessesBehind,
        End::CpuTime => Verdict::TooMuchProcessorTime,
        End::TooManyProcesses => Verdict::TooManyProcesses,
        End::TooManyFiles => Verdict::TooLargeFiles,
        End::CouldNotBeKilled => Verdict::CouldNotBeKilled,
    };
    let mut failure = Failure::new(verdict, artifact, format!("the program {}", run.end));
    if let (Verdict::WrongStatus, Some(expected)) = (verdict, status) {
        failure.message += &format!(", expected {expected}");
    } else {
        let printed = if run.out.is_empty() {
            &run.err
        } else {
            &run.out
        };
        let tail = last_lines(printed, TAIL).into_iter().map(|line| DiffLine {
            side: Side::Found,
            text: visible(line),
        });
        failure.diff = tail.collect();
    }
    Some(failure)
}
