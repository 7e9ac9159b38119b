//! What came of a submission: the model that the results of a class are made
//! from. A version tells its form, see `docs/formats.md`.

use serde::{Deserialize, Serialize};

use super::contents::Contents;
use crate::cases::points::Points;
use crate::compare::result::Verdict;
use crate::report::json;

/// What can be said of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Standing {
    /// All cases were run.
    #[serde(rename = "graded")]
    Graded,
    /// There is no file in it.
    #[serde(rename = "nothing submitted")]
    NothingSubmitted,
    /// The command that prepares it failed.
    #[serde(rename = "could not be prepared")]
    NotPrepared,
    /// Its program does not exist, or is not one.
    #[serde(rename = "could not be started")]
    NotStarted,
    /// The machine or the instructor's settings stand in the way.
    #[serde(rename = "could not be graded")]
    NotGraded,
}

impl Standing {
    /// The standing in words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Graded => "graded",
            Self::NothingSubmitted => "nothing submitted",
            Self::NotPrepared => "could not be prepared",
            Self::NotStarted => "could not be started",
            Self::NotGraded => "could not be graded",
        }
    }
}

/// All that is known of a submission.
#[derive(Serialize)]
pub(crate) struct Graded {
    /// Its name, as people see it.
    pub(crate) name: String,
    /// What its files are called, without their endings.
    pub(crate) file: String,
    /// What can be said of it.
    #[serde(rename = "verdict")]
    pub(crate) standing: Standing,
    /// Why it was not graded, in lines.
    pub(crate) reason: Vec<String>,
    /// What it earned; none if that cannot be known.
    pub(crate) points: Option<Points>,
    /// What could be earned.
    pub(crate) max_points: Points,
    /// What of it was not copied, such as pipes.
    pub(crate) left_out: Vec<String>,
    /// A fingerprint of all that was wrong with what it printed, if anything
    /// was.
    pub(crate) wrong_output: Option<String>,
    /// Why cases failed.
    pub(crate) causes: Vec<json::Cause>,
    /// The cases.
    pub(crate) cases: Vec<json::Case>,
}

/// The part of it that the whole class is looked at by.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Row {
    /// Its name.
    pub(crate) name: String,
    /// What its files are called, without their endings.
    pub(crate) file: String,
    /// What can be said of it.
    #[serde(rename = "verdict")]
    pub(crate) standing: Standing,
    /// Why it was not graded, in lines.
    pub(crate) reason: Vec<String>,
    /// What it earned; none if that cannot be known.
    pub(crate) points: Option<Points>,
    /// What could be earned.
    pub(crate) max_points: Points,
    /// A fingerprint of what was wrong.
    pub(crate) wrong_output: Option<String>,
    /// Why cases failed.
    pub(crate) causes: Vec<RowCause>,
    /// The cases.
    pub(crate) cases: Vec<RowCase>,
}

/// A cause.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct RowCause {
    /// Its name.
    pub(crate) name: String,
    /// What the program does.
    pub(crate) sentence: Option<String>,
    /// What the assignment says.
    pub(crate) rule: Option<String>,
}

/// A case.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct RowCase {
    /// What came of it, in words.
    pub(crate) verdict: String,
    /// What it earned.
    pub(crate) points: Points,
}

/// So many submissions, in words.
pub(crate) fn submissions(count: usize) -> String {
    let noun = if count == 1 {
        "submission"
    } else {
        "submissions"
    };
    format!("{count} {noun}")
}

impl RowCase {
    /// Whether everything was as expected.
    pub(crate) fn passed(&self) -> bool {
        self.verdict == Verdict::Passed.name()
    }
}

impl Row {
    /// The names of its causes, with something between them.
    pub(crate) fn cause_names(&self, between: &str) -> String {
        let names = self.causes.iter().map(|cause| cause.name.as_str());
        names.collect::<Vec<_>>().join(between)
    }

    /// Whether it was graded and no case failed.
    pub(crate) fn passed(&self) -> bool {
        self.standing == Standing::Graded && self.failed() == 0
    }

    /// Whether its points and cases can be those of a class with these cases.
    pub(crate) fn fits(&self, contents: &Contents) -> bool {
        let earned: Points = self.cases.iter().map(|case| case.points).sum();
        let all_run = self.cases.len() == contents.cases.len();
        let points = match self.standing {
            Standing::Graded => all_run && self.points == Some(earned),
            Standing::NotGraded => self.cases.is_empty() && self.points.is_none(),
            _ => self.cases.is_empty() && self.points == Some(Points::default()),
        };
        points && earned <= self.max_points && self.max_points == contents.max_points()
    }

    /// How many cases failed.
    pub(crate) fn failed(&self) -> usize {
        self.cases.iter().filter(|case| !case.passed()).count()
    }
}
