//! What came of a case: the model that all reports are made from.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::diff::DiffLine;
use super::moment::Moment;
use crate::cases::case::{Artifact, Case};
use crate::cases::points::{Points, Worth};

/// What is said of a case in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Verdict {
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
    /// The command used too much of the processor's time.
    TooMuchCpuTime,
    /// The command used too much memory.
    TooMuchMemory,
    /// The command had too many processes.
    TooManyProcesses,
    /// The command wrote too much into files.
    TooManyFiles,
    /// The command was killed by a signal.
    Killed,
    /// The command left processes behind.
    LeftProcesses,
    /// Processes of the command could not be killed.
    CouldNotBeKilled,
    /// What came of it says nothing about the command.
    NotGraded,
}

impl Verdict {
    /// The verdict in words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::WrongOutput => "wrong output",
            Self::WrongStatus => "wrong status",
            Self::TimedOut => "timed out",
            Self::TooMuchOutput => "too much output",
            Self::TooMuchCpuTime => "too much processor time",
            Self::TooMuchMemory => "too much memory",
            Self::TooManyProcesses => "too many processes",
            Self::TooManyFiles => "too large files",
            Self::Killed => "killed by a signal",
            Self::LeftProcesses => "left processes behind",
            Self::CouldNotBeKilled => "could not be killed",
            Self::NotGraded => "could not be graded",
        }
    }
}

/// What came of a case.
#[derive(Clone, Debug)]
pub(crate) struct CaseResult {
    /// The case.
    pub(crate) case: Case,
    /// The verdict on the first of its failures.
    pub(crate) verdict: Verdict,
    /// All that is wrong.
    pub(crate) failures: Vec<Failure>,
    /// How long its runs took.
    pub(crate) duration: Duration,
    /// How often its runs were repeated alone.
    pub(crate) repeats: u32,
}

/// Something that is wrong with a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    /// What kind of failure it is.
    pub(crate) verdict: Verdict,
    /// Where it was found.
    pub(crate) artifact: Artifact,
    /// What is wrong, in words.
    pub(crate) message: String,
    /// The exit status that was expected, if another one was found.
    pub(crate) expected_status: Option<i32>,
    /// Where two outputs differ.
    pub(crate) difference: Option<Difference>,
    /// The end of what was printed, made visible, when a limit cut it off.
    pub(crate) printed: Vec<String>,
}

/// Where two outputs differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Difference {
    /// The first byte that differs, counted from 0.
    pub(crate) byte: usize,
    /// Where that is in what was found.
    pub(crate) found_byte: usize,
    /// The line that it is in, counted from 1.
    pub(crate) line: usize,
    /// Where the game was, if that can be told.
    pub(crate) moment: Option<Moment>,
    /// The lines around it.
    pub(crate) diff: Vec<DiffLine>,
    /// What would have to be tolerated, if that is possible.
    pub(crate) tolerance: Option<String>,
}

impl Failure {
    /// What came of a case says nothing about the command, for this reason.
    pub(crate) fn not_graded(why: String) -> Self {
        Self {
            verdict: Verdict::NotGraded,
            artifact: Artifact::Status,
            message: why,
            expected_status: None,
            difference: None,
            printed: Vec::new(),
        }
    }
}

impl CaseResult {
    /// What came of a case in which all this was wrong. An end by a limit says
    /// more than the output that is missing because of it.
    pub(crate) fn new(case: Case, mut failures: Vec<Failure>, duration: Duration) -> Self {
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
            repeats: 0,
        }
    }

    /// The points that it earns. A program that did not end by itself earns
    /// nothing, whatever it had printed.
    pub(crate) fn points(&self) -> Points {
        let has_ended = |failure: &Failure| {
            let verdict = failure.verdict;
            matches!(verdict, Verdict::WrongOutput | Verdict::WrongStatus)
        };
        match self.case.about.worth {
            Worth::Whole(points) if self.passed() => points,
            Worth::Parts(parts) if self.failures.iter().all(has_ended) => {
                let is_right = |artifact: &Artifact| {
                    let mut failures = self.failures.iter();
                    !failures.any(|failure| failure.artifact == *artifact)
                };
                let right = Artifact::ALL.into_iter().filter(is_right);
                right.map(|artifact| artifact.points(&parts)).sum()
            }
            Worth::Whole(_) | Worth::Parts(_) => Points::default(),
        }
    }

    /// Whether everything is as expected.
    pub(crate) fn passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }

    /// Whether something is wrong with the command.
    pub(crate) fn failed(&self) -> bool {
        !self.passed() && self.verdict != Verdict::NotGraded
    }
}
