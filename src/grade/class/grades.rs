//! The records of a class and its submissions, as they are stored and rendered.

use serde::{Deserialize, Serialize};

use crate::{
    cases::{Case, Partition, Points},
    io::variant_in_words,
    report::{CaseResult, Finding, HelpfulTolerances, Results, Reveal, Verdict},
};

/// Version of the format in which records are stored.
pub(super) const VERSION: u32 = 12;

/// Description of a class, or of a share of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Class {
    pub version: u32,
    /// Hash of the cases, the command and the options.
    pub settings: String,
    /// File names of all submissions of the class, without endings, in the order of the
    /// submissions.
    pub submissions: Vec<String>,
    /// The share of the submissions; none for the whole class.
    pub share: Option<Partition>,
    /// Amount of information for students.
    pub reveal: Reveal,
    /// The command, with `{seed}` in place of the seed file.
    pub command: String,
    pub cases: Vec<Case>,
}

/// The status and the results of a submission.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Grade {
    /// Hash of the cases, the command and the options.
    pub settings: String,
    /// Hash of the files of the submission.
    pub content: String,
    /// Display name.
    pub name: String,
    /// File name, without ending.
    pub file: String,
    #[serde(rename = "verdict")]
    pub status: GradeStatus,
    /// Earned points; `None` if the submission could not be graded.
    pub points: Option<Points>,
    /// True if the submission was prepared again, alone, after all others.
    pub prepared_again: bool,
    /// The results of the cases. If the submission was not graded, there are no results, and the
    /// error is the status with its reason.
    #[serde(flatten)]
    pub results: Results,
    /// The findings without hidden cases, if there are hidden cases.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub visible_findings: Option<Vec<Finding>>,
}

/// Whether a submission was graded, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum GradeStatus {
    Graded,
    /// The submission has no files.
    NothingSubmitted,
    /// The preparation failed.
    CouldNotBePrepared,
    /// The program does not exist or is not executable.
    CouldNotBeStarted,
    /// The machine or the settings prevented grading.
    CouldNotBeGraded,
}

impl GradeStatus {
    pub fn name(self) -> String {
        variant_in_words(self)
    }
}

impl Class {
    pub fn max_points(&self) -> Points {
        self.cases.iter().map(Case::max_points).sum()
    }
}

impl Grade {
    pub fn is_graded(&self) -> bool {
        self.status == GradeStatus::Graded
    }

    pub fn passed_count(&self) -> usize {
        self.results.count(Verdict::Passed)
    }

    /// Reports whether the submission was graded and passed all cases.
    pub fn has_passed(&self) -> bool {
        self.is_graded() && self.results.cases.iter().all(CaseResult::has_passed)
    }

    /// Reports whether the submission was graded and passed no case.
    pub fn has_failed_all(&self) -> bool {
        self.is_graded() && self.passed_count() == 0
    }

    /// Reports whether the program starts a game.
    pub fn plays_game(&self) -> bool {
        let starts = !self.causes().any(Finding::is_about_the_start);
        self.is_graded() && (starts || !self.has_failed_all())
    }

    /// Reports whether the machine prevented no part of the grading.
    pub fn is_decided(&self) -> bool {
        self.status != GradeStatus::CouldNotBeGraded
            && self.results.count(Verdict::CouldNotBeGraded) == 0
    }

    /// Returns the tolerances with which some cases pass, if all cases fail.
    pub fn tolerance(&self) -> Option<HelpfulTolerances> {
        let helpful = self.results.helpful_tolerances();
        helpful.filter(|_| self.results.failed_count() == self.results.cases.len())
    }

    /// Returns the number of cases that were repeated alone, at least 1 after a repeated
    /// preparation.
    pub fn repeats(&self) -> u32 {
        let cases: u32 = self.results.cases.iter().map(|case| case.repeats).sum();
        cases.max(self.prepared_again.into())
    }

    pub fn causes(&self) -> impl Iterator<Item = &Finding> {
        let findings = self.results.findings.iter();
        findings.filter(|finding| finding.is_cause())
    }

    /// Returns the status of a submission that was not graded, and the first lines of the reason.
    pub fn reason(&self) -> Vec<&str> {
        let error = self.results.error.as_deref().unwrap_or_default();
        error.lines().take(3).collect()
    }
}
