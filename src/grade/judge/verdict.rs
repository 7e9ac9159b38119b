//! The verdict on the runs of a case: what is wrong, and where.

use super::diff::{self, Outputs};
use super::locate::{self, Moment};
use super::result::{Difference, Failure, Verdict};
use super::tolerance::{Tolerances, first_difference};
use super::visible::visible;
use crate::edition::row::Markers;
use crate::grade::case::{Artifact, Expected};
use crate::grade::runner::run::{End, Run};
use crate::grade::store::Content;

/// How the runs of a case are judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge<'check> {
    /// What is tolerated.
    pub(crate) tolerances: &'check Tolerances,
    /// How the game is followed.
    pub(crate) markers: &'check Markers,
}

/// How many lines of what was printed before a limit are shown.
const TAIL: usize = 6;

impl Judge<'_> {
    /// Judges a run with separate streams.
    pub(crate) fn separate(
        &self,
        run: &Run,
        expected: &Expected,
        input: Content<'_>,
    ) -> Vec<Failure> {
        let mut failures = end(run, expected.status, Artifact::Status);
        if let Some(out) = &expected.out {
            failures.extend(self.output(Artifact::Out, out, &run.out, |place| {
                Some(locate::moment(out, place, self.markers, input))
            }));
        }
        if let Some(err) = &expected.err {
            let followed = expected.out.as_deref().unwrap_or_default();
            failures.extend(self.output(Artifact::Err, err, &run.err, |place| {
                let line = line_feeds(&err[..place]);
                locate::moment_of_error(followed, line, self.markers, input)
            }));
        }
        failures
    }

    /// Judges a run with merged streams.
    pub(crate) fn merged(
        &self,
        run: &Run,
        expected: &Expected,
        input: Content<'_>,
    ) -> Vec<Failure> {
        let mut failures = end(run, expected.status, Artifact::Merged);
        if let Some(merged) = &expected.merged {
            failures.extend(self.output(Artifact::Merged, merged, &run.out, |place| {
                Some(locate::moment(merged, place, self.markers, input))
            }));
        }
        failures
    }

    fn output(
        &self,
        artifact: Artifact,
        expected: &[u8],
        found: &[u8],
        moment: impl FnOnce(usize) -> Option<Moment>,
    ) -> Option<Failure> {
        if self.tolerances.pass(self.markers, expected, found) {
            return None;
        }
        let (here, there) = self
            .tolerances
            .first_wrong_line(self.markers, expected, found);
        let byte = here + first_difference(&expected[here..], &found[there..]);
        let line = line_feeds(&expected[..byte]) + 1;
        let outputs = Outputs {
            expected,
            here,
            found,
            there,
        };
        Some(Failure {
            verdict: Verdict::WrongOutput,
            artifact,
            message: format!("{} differs at byte {byte}, line {line}", artifact.name()),
            expected_status: None,
            difference: Some(Difference {
                byte,
                line,
                moment: moment(byte),
                diff: diff::diff(outputs, self.tolerances, self.markers),
                tolerance: self
                    .tolerances
                    .missing(self.markers, expected, found)
                    .map(|tolerances| tolerances.to_string()),
            }),
            printed: Vec::new(),
        })
    }
}

/// What is wrong with the end of a run.
fn end(run: &Run, status: Option<i32>, artifact: Artifact) -> Vec<Failure> {
    let verdict = match run.end {
        End::Exited(found) if status.is_none_or(|expected| expected == found) => return Vec::new(),
        End::Exited(_) => Verdict::WrongStatus,
        End::Killed(_) => Verdict::Killed,
        End::TimedOut => Verdict::TimedOut,
        End::TooMuchOutput => Verdict::TooMuchOutput,
        End::TooMuchMemory => Verdict::TooMuchMemory,
        End::LeftProcesses => Verdict::LeftProcesses,
        End::CpuTime => Verdict::TooMuchCpuTime,
        End::TooManyProcesses => Verdict::TooManyProcesses,
        End::TooManyFiles => Verdict::TooManyFiles,
        End::CouldNotBeKilled => Verdict::CouldNotBeKilled,
    };
    let was_cut_off = verdict != Verdict::WrongStatus;
    let printed = if run.out.is_empty() {
        &run.err
    } else {
        &run.out
    };
    let tail = diff::last_lines(printed, TAIL).into_iter();
    let printed = tail.filter(|_| was_cut_off).map(visible).collect();
    vec![Failure {
        verdict,
        artifact,
        message: run.end.to_string(),
        expected_status: status.filter(|_| !was_cut_off),
        difference: None,
        printed,
    }]
}

fn line_feeds(text: &[u8]) -> usize {
    text.split(|&byte| byte == b'\n').count() - 1
}
