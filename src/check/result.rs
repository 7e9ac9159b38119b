//! What came of a case: the model that all reports are made from.

use std::time::Duration;

use crate::check::case::{Case, Expected, Part};
use crate::check::compare::{Leniences, first_difference};
use crate::check::explain::{self, DiffLine, Moment, Prompts};
use crate::check::run::{End, Run};

/// What is said of a case in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything is as expected.
    Passed,
    /// An output is not as expected.
    WrongOutput,
    /// The exit status is not as expected.
    WrongStatus,
    /// The command ran too long.
    TimedOut,
    /// The command printed too much.
    TooMuchOutput,
    /// The command used too much memory.
    TooMuchMemory,
    /// The command was killed by a signal.
    Killed,
    /// The command left processes behind.
    LeftProcesses,
}

impl Verdict {
    /// The verdict in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::WrongOutput => "wrong output",
            Self::WrongStatus => "wrong status",
            Self::TimedOut => "timed out",
            Self::TooMuchOutput => "too much output",
            Self::TooMuchMemory => "too much memory",
            Self::Killed => "killed by a signal",
            Self::LeftProcesses => "left processes behind",
        }
    }
}

/// What came of a case.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// The case.
    pub case: Case,
    /// The verdict on the first of its failures.
    pub verdict: Verdict,
    /// All that is wrong.
    pub failures: Vec<Failure>,
    /// How long its runs took.
    pub duration: Duration,
}

/// Something that is wrong with a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What kind of failure it is.
    pub verdict: Verdict,
    /// Where it was found.
    pub part: Part,
    /// What is wrong, in words.
    pub message: String,
    /// Where two outputs differ.
    pub difference: Option<Difference>,
    /// The end of what was printed, made visible, when a limit cut it off.
    pub printed: Vec<String>,
}

/// Where two outputs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The first byte that differs, counted from 0.
    pub byte: usize,
    /// The line that it is in, counted from 1.
    pub line: usize,
    /// Where the game was.
    pub moment: Moment,
    /// The lines around it.
    pub diff: Vec<DiffLine>,
    /// What would have let it pass, if that is possible.
    pub lenient: Option<String>,
}

/// How the runs of a case are judged.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'check> {
    /// What is let pass.
    pub leniences: &'check Leniences,
    /// How the game is followed.
    pub prompts: Prompts,
}

/// How many lines of what was printed before a limit are shown.
const TAIL: usize = 6;

impl Judge<'_> {
    /// Compares the run with its streams apart.
    #[must_use]
    pub fn apart(&self, run: &Run, expected: &Expected, input: &[Vec<u8>]) -> Vec<Failure> {
        let mut failures = end(run.end, expected.status, Part::Status, &run.out);
        if let Some(out) = &expected.out {
            failures.extend(self.output(Part::Out, out, &run.out, |place| {
                explain::moment(out, place, self.prompts, input)
            }));
        }
        if let Some(err) = &expected.err {
            let followed = expected.out.as_deref().unwrap_or_default();
            failures.extend(self.output(Part::Err, err, &run.err, |place| {
                // Each error is a blank line and a message.
                let lines = line_feeds(&err[..place]);
                explain::moment_of_error(followed, lines / 2, self.prompts, input)
            }));
        }
        failures
    }

    /// Compares the run with both streams in one pipe.
    #[must_use]
    pub fn together(&self, run: &Run, expected: &Expected, input: &[Vec<u8>]) -> Vec<Failure> {
        let mut failures = end(run.end, expected.status, Part::Combined, &run.out);
        if let Some(combined) = &expected.combined {
            failures.extend(self.output(Part::Combined, combined, &run.out, |place| {
                explain::moment(combined, place, self.prompts, input)
            }));
        }
        failures
    }

    fn output(
        &self,
        part: Part,
        expected: &[u8],
        found: &[u8],
        moment: impl FnOnce(usize) -> Moment,
    ) -> Option<Failure> {
        if self.leniences.pass(expected, found) {
            return None;
        }
        let byte = first_difference(expected, found);
        let line = line_feeds(&expected[..byte]) + 1;
        Some(Failure {
            verdict: Verdict::WrongOutput,
            part,
            message: format!("{} differs at byte {byte}, line {line}", part.name()),
            difference: Some(Difference {
                byte,
                line,
                moment: moment(byte),
                diff: explain::diff(expected, found),
                lenient: self
                    .leniences
                    .missing(expected, found)
                    .map(|leniences| leniences.to_string()),
            }),
            printed: Vec::new(),
        })
    }
}

/// What is wrong with the end of a run.
fn end(end: End, status: Option<i32>, part: Part, printed: &[u8]) -> Vec<Failure> {
    let (verdict, message) = match end {
        End::Exited(found) => match status {
            Some(expected) if expected != found => (
                Verdict::WrongStatus,
                format!("exit status {found}, expected {expected}"),
            ),
            _ => return Vec::new(),
        },
        End::Killed(signal) => (Verdict::Killed, format!("killed by signal {signal}")),
        End::TimedOut => (
            Verdict::TimedOut,
            "still running at the time limit".to_owned(),
        ),
        End::TooMuchOutput => (
            Verdict::TooMuchOutput,
            "more output than the limit".to_owned(),
        ),
        End::TooMuchMemory => (
            Verdict::TooMuchMemory,
            "more memory than the limit".to_owned(),
        ),
        End::LeftProcesses => (
            Verdict::LeftProcesses,
            "processes were still there after its end".to_owned(),
        ),
    };
    let was_cut_off = verdict != Verdict::WrongStatus;
    let lines: Vec<&[u8]> = printed.split_inclusive(|&byte| byte == b'\n').collect();
    let tail = &lines[lines.len().saturating_sub(TAIL)..];
    let printed = tail
        .iter()
        .filter(|_| was_cut_off)
        .map(|line| explain::visible(line))
        .collect();
    vec![Failure {
        verdict,
        part,
        message,
        difference: None,
        printed,
    }]
}

fn line_feeds(text: &[u8]) -> usize {
    text.split(|&byte| byte == b'\n').count() - 1
}

impl CaseResult {
    /// What came of a case in which all this was wrong. An end by a limit says
    /// more than the output that is missing because of it.
    #[must_use]
    pub fn new(case: Case, mut failures: Vec<Failure>, duration: Duration) -> Self {
        failures.sort_by_key(|failure| match failure.verdict {
            Verdict::WrongOutput => 1,
            Verdict::WrongStatus => 2,
            _ => 0,
        });
        let verdict = failures
            .first()
            .map_or(Verdict::Passed, |failure| failure.verdict);
        Self {
            case,
            verdict,
            failures,
            duration,
        }
    }

    /// Whether everything is as expected.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }

    /// The name of the input's file.
    #[must_use]
    pub fn input_name(&self) -> String {
        let name = self.case.input.as_deref().and_then(|path| path.file_name());
        name.map_or_else(
            || "the input".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        )
    }
}
