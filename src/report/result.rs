//! Results of cases: the model behind all reports.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::diff_line::DiffLine;
use super::moment::Moment;
use crate::cases::case::{Artifact, Case};
use crate::cases::points::{Points, Worth};

/// Verdict on a case.
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
    /// No statement about the command is possible.
    NotGraded,
}

impl Verdict {
    /// Returns the verdict in words.
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

/// Result of a case.
#[derive(Clone, Debug)]
pub(crate) struct CaseResult {
    pub(crate) case: Case,
    /// Verdict of the first failure.
    pub(crate) verdict: Verdict,
    pub(crate) failures: Vec<Failure>,
    /// Duration of the runs.
    pub(crate) duration: Duration,
    /// Number of runs that were repeated in isolation.
    pub(crate) repeats: u32,
}

/// A failure of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) verdict: Verdict,
    pub(crate) artifact: Artifact,
    pub(crate) message: String,
    /// Expected exit status, if another one was found.
    pub(crate) expected_status: Option<i32>,
    pub(crate) difference: Option<Difference>,
    /// Last lines of the output, with control characters escaped, if a limit ended the run.
    pub(crate) printed: Vec<String>,
}

/// First difference of two outputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Difference {
    /// Offset of the first different byte.
    pub(crate) byte: usize,
    /// Offset of that byte in the found output.
    pub(crate) found_byte: usize,
    /// Number of its line, from 1.
    pub(crate) line: usize,
    /// State of the game, if known.
    pub(crate) moment: Option<Moment>,
    pub(crate) diff: Vec<DiffLine>,
    /// Tolerances with which the output would pass, if any.
    pub(crate) tolerance: Option<String>,
}

impl Failure {
    pub(crate) fn new(verdict: Verdict, artifact: Artifact, message: String) -> Self {
        Self {
            verdict,
            artifact,
            message,
            expected_status: None,
            difference: None,
            printed: Vec::new(),
        }
    }
}

impl CaseResult {
    /// Returns the result of a case. A limit that ended the run comes before the output that is missing because of it.
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

    /// Returns the points of the case. A program that did not end by itself earns none.
    pub(crate) fn points(&self) -> Points {
        let mut right = Artifact::ALL.to_vec();
        for failure in &self.failures {
            match failure.verdict {
                Verdict::WrongOutput | Verdict::WrongStatus => {
                    right.retain(|artifact| *artifact != failure.artifact);
                }
                _ => return Points::default(),
            }
        }
        match self.case.about.worth {
            Worth::Whole(points) if self.passed() => points,
            Worth::Whole(_) => Points::default(),
            Worth::Parts(parts) => right.iter().map(|artifact| artifact.points(&parts)).sum(),
        }
    }

    pub(crate) fn passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }

    /// Reports whether the command failed.
    pub(crate) fn failed(&self) -> bool {
        !self.passed() && self.verdict != Verdict::NotGraded
    }
}
