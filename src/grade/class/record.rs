//! The results of a class and its submissions, as they are stored and rendered.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::cases::case::Case;
use crate::cases::points::Points;
use crate::cases::selection::Partition;
use crate::report::finding::{Finding, Place, Reveal};
use crate::report::results::{CaseResult, Helpful, Results, Verdict};

/// Version of the stored form.
pub(super) const VERSION: u32 = 11;

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
    /// The cases.
    pub(super) cases: Vec<Case>,
}

/// The results of a submission.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Graded {
    /// Hash of the cases, the command and the options.
    pub(super) settings: String,
    /// Hash of the files of the submission.
    pub(super) content: String,
    /// Display name.
    pub(super) name: String,
    /// File name, without ending.
    pub(super) file: String,
    /// Whether it was graded.
    #[serde(rename = "verdict")]
    pub(super) outcome: Outcome,
    /// Earned points, unless they are unknown.
    pub(super) points: Option<Points>,
    /// Why it was not graded, in lines.
    pub(super) reason: Vec<String>,
    /// The same without paths of the instructor's machine.
    pub(super) reason_for_student: Vec<String>,
    /// Entries that were not copied, such as pipes.
    pub(super) left_out: Vec<String>,
    /// When grading ended, in seconds since 1970.
    pub(super) finished: u64,
    /// Number of repeats of the preparation.
    pub(super) preparation_repeats: u32,
    /// The results of the cases; there are none if the submission was not graded.
    #[serde(flatten)]
    pub(super) results: Results,
    /// The findings without hidden cases, if there are hidden cases.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) visible_findings: Option<Vec<Finding>>,
}

/// Whether a submission was graded, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome {
    /// All cases were run.
    Graded,
    /// The submission has no files.
    #[serde(rename = "nothing submitted")]
    NothingSubmitted,
    /// The preparation failed.
    #[serde(rename = "could not be prepared")]
    NotPrepared,
    /// The program does not exist or is not executable.
    #[serde(rename = "could not be started")]
    NotStarted,
    /// The machine or the settings prevented grading.
    #[serde(rename = "could not be graded")]
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

    /// Reports whether students must not see some of the cases.
    pub(super) fn has_hidden_cases(&self) -> bool {
        !self.cases.iter().all(|case| case.about.is_visible())
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
}

impl Graded {
    /// Reports whether the record of a class is not damaged.
    pub(super) fn is_sound(&self, class: &Class) -> bool {
        let cases = &self.results.cases;
        let visible = self.visible_findings.iter().flatten();
        let mut findings = self.results.findings.iter().chain(visible);
        (cases.is_empty() || cases.len() == class.cases.len())
            && self.preparation_repeats <= 1
            && cases.iter().all(|case| case.repeats <= 1)
            && findings.all(|finding| finding.fits(cases.len()))
    }

    /// Reports whether it was graded and passed all cases.
    pub(super) fn passed(&self) -> bool {
        self.outcome == Outcome::Graded && self.failed() == 0
    }

    /// Reports whether it was graded and passed no case.
    pub(super) fn failed_all(&self) -> bool {
        self.outcome == Outcome::Graded && self.results.count(Verdict::Passed) == 0
    }

    /// Number of cases that did not pass.
    pub(super) fn failed(&self) -> usize {
        self.results.cases.len() - self.results.count(Verdict::Passed)
    }

    /// Number of repeats of its preparation and its runs.
    pub(super) fn repeats(&self) -> u32 {
        let cases = self.results.cases.iter();
        self.preparation_repeats + cases.map(|case| case.repeats).sum::<u32>()
    }

    /// Reports whether nothing of it was prevented by the machine.
    pub(super) fn is_decided(&self) -> bool {
        self.outcome != Outcome::NotGraded && self.results.count(Verdict::CouldNotBeGraded) == 0
    }

    /// The tolerances with which most more cases pass, if all cases fail.
    pub(super) fn tolerance(&self) -> Option<Helpful> {
        let helpful = self.results.helpful();
        helpful.filter(|_| self.results.failed() == self.results.cases.len())
    }

    /// The causes among the findings.
    pub(super) fn causes(&self) -> impl Iterator<Item = &Finding> {
        let findings = self.results.findings.iter();
        findings.filter(|finding| finding.is_cause())
    }

    /// Its outcome and a reason, in lines.
    pub(super) fn words(&self, reason: &[String]) -> String {
        let reason = reason.iter().map(String::as_str);
        let lines = std::iter::once(self.outcome.name()).chain(reason);
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns a copy without diffs, which only the reports about the submission show.
    pub(super) fn without_diffs(&self) -> Self {
        let mut light = self.clone();
        light.visible_findings = None;
        for finding in &mut light.results.findings {
            finding.example = None;
            if let Some(first) = &mut finding.first {
                first.diff.clear();
            }
        }
        for failure in light
            .results
            .cases
            .iter_mut()
            .flat_map(|it| &mut it.failures)
        {
            failure.diff.clear();
        }
        light
    }

    /// Returns what a student may see. `with_hidden_cases` adds the results of hidden cases, for Gradescope, which hides them
    /// itself; it adds no findings: even the name of a cause could reveal what a hidden case tests.
    pub(super) fn for_student(&self, class: &Class, with_hidden_cases: bool) -> Results {
        let cases = self.results.cases.iter().enumerate();
        let visible =
            cases.filter(|(_, result)| with_hidden_cases || result.case.about.is_visible());
        let (numbers, cases): (Vec<usize>, Vec<&CaseResult>) = visible.unzip();
        let mut findings = match &self.visible_findings {
            Some(findings) => findings.clone(),
            None if class.has_hidden_cases() => Vec::new(),
            None => self.results.findings.clone(),
        };
        let number = |case: usize| numbers.binary_search(&case).ok();
        for finding in &mut findings {
            finding.cases = finding.cases.drain(..).filter_map(number).collect();
            finding.first = finding.first.take().and_then(|first| {
                let case = number(first.case)?;
                Some(Place { case, ..first })
            });
        }
        findings.retain(|finding| !finding.cases.is_empty());
        let mut results = Results::new(cases.into_iter().cloned().collect(), findings);
        results.error = (self.outcome != Outcome::Graded).then(|| match class.reveal {
            Reveal::None => self.outcome.name().to_owned(),
            Reveal::Full | Reveal::Actual => self.words(&self.reason_for_student),
        });
        results.revealed(class.reveal)
    }
}

/// The present time, in seconds since 1970.
pub(super) fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.unwrap_or_default().as_secs()
}
