//! Judges the runs of a case.

use super::{
    diff,
    text::{first_difference, last_lines},
    tolerance::Tolerances,
};
use crate::{
    cases::{Artifact, Expected},
    edition::Edition,
    io::visible,
    report::{DiffLine, Failure, Side, Verdict},
    run::{End, Run, Streams},
};

/// Rules for judging runs.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'check> {
    pub tolerances: &'check Tolerances,
    pub edition: &'static Edition,
}

/// Number of last lines to show of a run that a signal or a limit ended.
const TAIL: usize = 6;

impl Judge<'_> {
    /// Judges a run. [`Judge::place`] sets the moments of the failures.
    pub fn failures(&self, run: &Run, expected: &Expected, streams: Streams) -> Vec<Failure> {
        if streams == Streams::Merged {
            let mut failures = end_failures(run, expected.status, Artifact::CombinedOutput);
            let merged = expected.merged.as_deref();
            failures.extend(self.output(Artifact::CombinedOutput, merged, &run.out));
            return failures;
        }
        let mut failures = end_failures(run, expected.status, Artifact::ExitStatus);
        failures.extend(self.output(Artifact::StandardOutput, expected.out.as_deref(), &run.out));
        failures.extend(self.output(Artifact::StandardError, expected.err.as_deref(), &run.err));
        failures
    }

    /// Judges an output. Returns `None` if the output passes, or if the case expects none.
    fn output(&self, artifact: Artifact, expected: Option<&[u8]>, found: &[u8]) -> Option<Failure> {
        let expected = expected?;
        let (tolerances, format) = (self.tolerances, &self.edition.output_format);
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
}

/// Judges the end of a run. Returns at most one failure.
fn end_failures(run: &Run, status: Option<i32>, artifact: Artifact) -> Vec<Failure> {
    let verdict = match run.end {
        End::Exited(actual) if status.is_none_or(|it| it == actual) => return Vec::new(),
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
        let tail = [&run.out, &run.err]
            .into_iter()
            .find(|text| !text.is_empty())
            .map_or_else(Vec::new, |text| last_lines(text, TAIL));
        let lines = tail.into_iter().map(|line| DiffLine {
            side: Side::Found,
            text: visible(line),
        });
        failure.diff = lines.collect();
    }
    vec![failure]
}
