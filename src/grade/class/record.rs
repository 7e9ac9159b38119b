//! The results of a class and its submissions, as they are stored and rendered.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::ranking;
use crate::cases::case::Case;
use crate::cases::points::Points;
use crate::cases::selection::Partition;
use crate::report::check_result::Checked;
use crate::report::closing::Helpful;
use crate::report::explanation::{Explanation, Finding, Matter, Wording};
use crate::report::options::Reveal;
use crate::report::result::{CaseResult, Failure, Verdict};
use crate::report::summary;

/// Version of the stored form.
pub(super) const VERSION: u32 = 9;

/// Number of problems of each submission on the page about the class.
const MOST_PROBLEMS: usize = 2;

/// Description of a class, or of a share of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Class {
    /// [`VERSION`].
    pub(super) version: u32,
    /// Hash of the cases, the command and the options.
    pub(super) settings: String,
    /// File names of all submissions of the class, without endings, in the order of the
    /// submissions.
    pub(super) submissions: Vec<String>,
    /// The share of the submissions; none for the whole class.
    pub(super) share: Option<Partition>,
    /// Amount of information for students.
    pub(super) reveal: Reveal,
    /// The command, with `{seed}` in place of the seed file.
    pub(super) command: String,
    /// Folders of the machine that students should not see.
    pub(super) own_folders: BTreeSet<String>,
    /// The cases.
    pub(super) cases: Vec<Case>,
}

/// The stored results of a submission.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// Hash of the cases, the command and the options.
    pub(super) settings: String,
    /// Hash of the files of the submission.
    pub(super) content: String,
    /// The results that the page about the class needs.
    pub(super) graded: Graded,
    /// The results that only reports about this submission need.
    pub(super) details: Details,
}

/// The results of a submission.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Graded {
    /// Display name.
    pub(super) name: String,
    /// File name, without ending.
    pub(super) file: String,
    /// Whether it was graded.
    pub(super) outcome: Outcome,
    /// Why it was not graded, in lines.
    pub(super) reason: Vec<String>,
    /// Entries that were not copied, such as pipes.
    pub(super) left_out: Vec<String>,
    /// The causes of failures, the most important first.
    pub(super) causes: Vec<Cause>,
    /// The first problems to fix.
    pub(super) problems: Vec<Problem>,
    /// Number of further problems.
    pub(super) more_problems: usize,
    /// The tolerances with which most more cases pass, if all cases fail.
    pub(super) tolerance: Option<Helpful>,
    /// True if some differences are not explained.
    pub(super) has_unexplained: bool,
    /// When grading ended, in seconds since 1970.
    pub(super) finished: u64,
    /// Number of repeats of the preparation.
    pub(super) preparation_repeats: u32,
    /// The results of the cases, in their order; empty if the submission was not graded.
    pub(super) cases: Vec<CaseGrade>,
}

/// A cause of failures.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Cause {
    /// Topic.
    pub(super) matter: Matter,
    /// Name and sentences.
    pub(super) wording: Wording,
    /// Indices of the affected cases.
    pub(super) cases: Vec<usize>,
}

/// A problem of a submission, with or without a known cause.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Problem {
    /// A sentence.
    pub(super) sentence: String,
    /// Place, if the cause is not known.
    pub(super) place: Option<String>,
    /// Number of affected cases.
    pub(super) cases: usize,
}

/// The result of a case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CaseGrade {
    /// Verdict.
    pub(super) verdict: Verdict,
    /// Earned points.
    pub(super) points: Points,
    /// Duration of the runs.
    pub(super) duration: Duration,
    /// Number of repeated runs.
    pub(super) repeats: u32,
}

/// The failures of a submission and their causes.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Details {
    /// The failures of each case.
    pub(super) failures: Vec<Vec<Failure>>,
    /// The causes of failures.
    pub(super) explanation: Explanation,
    /// The causes found without hidden cases, if there are hidden cases.
    pub(super) visible_explanation: Option<Explanation>,
}

/// Whether a submission was graded, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Outcome {
    /// All cases were run.
    Graded,
    /// The submission has no files.
    NothingSubmitted,
    /// The preparation failed.
    NotPrepared,
    /// The program does not exist or is not executable.
    NotStarted,
    /// The machine or the settings prevented grading.
    NotGraded,
}

impl Outcome {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Graded => "graded",
            Self::NothingSubmitted => "nothing submitted",
            Self::NotPrepared => "could not be prepared",
            Self::NotStarted => "could not be started",
            Self::NotGraded => "could not be graded",
        }
    }
}

impl Class {
    /// Maximum number of points of a submission.
    pub(super) fn max_points(&self) -> Points {
        self.cases.iter().map(|case| case.about.worth.most()).sum()
    }

    /// Reports whether no file name leads to another folder.
    pub(super) fn has_plain_names(&self) -> bool {
        !self.submissions.iter().any(|file| file.contains('/'))
    }

    /// File names of the submissions in this share.
    pub(super) fn files_in_share(&self) -> Vec<&str> {
        let files = self.submissions.iter().map(String::as_str);
        match self.share {
            Some(share) => share.select(files),
            None => files.collect(),
        }
    }

    /// Short names of the cases: the last parts of their names if these are unique.
    pub(super) fn case_names(&self) -> Vec<&str> {
        let names: Vec<&str> = self.cases.iter().map(Case::last_part).collect();
        if names.iter().collect::<BTreeSet<_>>().len() == names.len() {
            names
        } else {
            self.cases.iter().map(|case| case.name.as_str()).collect()
        }
    }
}

impl Record {
    /// The results of the cases, as reports need them.
    pub(super) fn results(&self, cases: &[Case]) -> Vec<CaseResult> {
        cases
            .iter()
            .zip(&self.graded.cases)
            .zip(&self.details.failures)
            .map(|((case, grade), failures)| CaseResult {
                case: case.clone(),
                verdict: grade.verdict,
                failures: failures.clone(),
                duration: grade.duration,
                repeats: grade.repeats,
            })
            .collect()
    }
}

impl Cause {
    pub(super) fn new(finding: &Finding) -> Self {
        Self {
            matter: finding.matter,
            wording: finding.wording.clone(),
            cases: finding.cases.clone(),
        }
    }
}

/// Returns the first problems to fix in a submission, and the number of further problems.
pub(super) fn first_problems(checked: Checked<'_>) -> (Vec<Problem>, usize) {
    let mut all: Vec<(Problem, BTreeSet<usize>, &str)> = Vec::new();
    for finding in checked.explanation.causes() {
        let problem = Problem {
            sentence: finding.wording.sentence.clone(),
            place: None,
            cases: finding.cases.len(),
        };
        let cases = finding.cases.iter().copied().collect();
        all.push((problem, cases, &finding.wording.stem));
    }
    for difference in summary::differences(checked) {
        let problem = Problem {
            sentence: difference.what,
            place: Some(difference.place),
            cases: difference.cases.len(),
        };
        all.push((problem, difference.cases.into_iter().collect(), ""));
    }
    let mut sorted = ranking::sort(all, |(_, cases, _)| cases.clone());
    // Causes with the same stem have the same words and differ only in the situation.
    let mut stems = BTreeSet::new();
    sorted.retain(|(.., stem)| stem.is_empty() || stems.insert(*stem));
    let more = sorted.len().saturating_sub(MOST_PROBLEMS);
    let first = sorted.into_iter().take(MOST_PROBLEMS);
    (first.map(|(problem, ..)| problem).collect(), more)
}

impl Graded {
    /// Earned points, unless they are unknown.
    pub(super) fn points(&self) -> Option<Points> {
        match self.outcome {
            Outcome::NotGraded => None,
            _ => Some(self.cases.iter().map(|case| case.points).sum()),
        }
    }

    /// Reports whether it was graded and passed all cases.
    pub(super) fn passed(&self) -> bool {
        self.outcome == Outcome::Graded && self.failed() == 0
    }

    /// Number of repeats of its preparation and its runs.
    pub(super) fn repeats(&self) -> u32 {
        let of_cases = self.cases.iter().map(|case| case.repeats).sum::<u32>();
        self.preparation_repeats + of_cases
    }

    /// Reports whether nothing of it was prevented by the machine.
    pub(super) fn is_decided(&self) -> bool {
        self.outcome != Outcome::NotGraded
            && self
                .cases
                .iter()
                .all(|case| case.verdict != Verdict::NotGraded)
    }

    /// Number of failed cases.
    pub(super) fn failed(&self) -> usize {
        self.cases.iter().filter(|case| !case.passed()).count()
    }

    /// Its outcome and the reason, in lines.
    pub(super) fn words(&self) -> String {
        let reason = self.reason.iter().map(String::as_str);
        let lines = std::iter::once(self.outcome.name()).chain(reason);
        lines.collect::<Vec<_>>().join("\n")
    }
}

impl CaseGrade {
    pub(super) fn passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }
}
