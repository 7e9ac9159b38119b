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
    /// The exit status that was expected, if another one was found.
    pub expected_status: Option<i32>,
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
    /// Where the game was, if that can be told.
    pub moment: Option<Moment>,
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
        let mut failures = end(run, expected.status, Part::Status);
        if let Some(out) = &expected.out {
            failures.extend(self.output(Part::Out, out, &run.out, |place| {
                Some(explain::moment(out, place, self.prompts, input))
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
        let mut failures = end(run, expected.status, Part::Combined);
        if let Some(combined) = &expected.combined {
            failures.extend(self.output(Part::Combined, combined, &run.out, |place| {
                Some(explain::moment(combined, place, self.prompts, input))
            }));
        }
        failures
    }

    /// The lines that differ, without what is let pass.
    fn diff(&self, expected: &[u8], here: usize, found: &[u8], there: usize) -> Vec<DiffLine> {
        if self.leniences.is_empty() {
            return explain::diff(expected, here, found, there);
        }
        let reduce = |text: &[u8], at: usize| {
            let start = self.leniences.reduce(&text[..at]);
            (
                start.len(),
                [start, self.leniences.reduce(&text[at..])].concat(),
            )
        };
        let ((here, expected), (there, found)) = (reduce(expected, here), reduce(found, there));
        explain::diff(&expected, here, &found, there)
    }

    fn output(
        &self,
        part: Part,
        expected: &[u8],
        found: &[u8],
        moment: impl FnOnce(usize) -> Option<Moment>,
    ) -> Option<Failure> {
        if self.leniences.pass(expected, found) {
            return None;
        }
        let (here, there) = self.leniences.first_wrong_line(expected, found);
        let byte = here + first_difference(&expected[here..], &found[there..]);
        let line = line_feeds(&expected[..byte]) + 1;
        Some(Failure {
            verdict: Verdict::WrongOutput,
            part,
            message: format!("{} differs at byte {byte}, line {line}", part.name()),
            expected_status: None,
            difference: Some(Difference {
                byte,
                line,
                moment: moment(byte),
                diff: self.diff(expected, here, found, there),
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
fn end(run: &Run, status: Option<i32>, part: Part) -> Vec<Failure> {
    let verdict = match run.end {
        End::Exited(found) if status.is_none_or(|expected| expected == found) => return Vec::new(),
        End::Exited(_) => Verdict::WrongStatus,
        End::Killed(_) => Verdict::Killed,
        End::TimedOut => Verdict::TimedOut,
        End::TooMuchOutput => Verdict::TooMuchOutput,
        End::TooMuchMemory => Verdict::TooMuchMemory,
        End::LeftProcesses => Verdict::LeftProcesses,
    };
    let was_cut_off = verdict != Verdict::WrongStatus;
    let printed = if run.out.is_empty() {
        &run.err
    } else {
        &run.out
    };
    let tail = explain::last_lines(printed, TAIL).into_iter();
    let printed = tail.filter(|_| was_cut_off).map(explain::visible).collect();
    vec![Failure {
        verdict,
        part,
        message: run.end.to_string(),
        expected_status: status.filter(|_| !was_cut_off),
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
