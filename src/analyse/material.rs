//! Collects the cases of a check for the analysis.

use super::evidence::Evidence;
use super::findings::{Settings, analyse};
use super::subject::{CaseRuns, Subject};
use crate::cases::load::StoredCase;
use crate::io::error::FileError;
use crate::io::store::Store;
use crate::report::explanation::Explanation;

/// The cases of a check, and the outputs of those that did not pass exactly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Material<'check> {
    pub(crate) settings: Settings<'check>,
    pub(crate) cases: &'check [StoredCase],
    pub(crate) store: &'check Store,
    pub(crate) evidence: &'check Evidence,
}

/// Result of a case for the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaseOutcome {
    /// Passed with the expected bytes.
    Passed,
    /// Passed with tolerated differences.
    Tolerated,
    Failed,
    /// No statement about the program is possible.
    Unknown,
    /// The readers of the explanation must not learn about the case.
    Secret,
}

impl Material<'_> {
    /// Explains the failed cases. Fails if a temporary file cannot be read.
    pub(crate) fn explain(&self, outcomes: &[CaseOutcome]) -> Result<Explanation, FileError> {
        let (mut failed, mut passed) = (Vec::new(), Vec::new());
        for (number, outcome) in outcomes.iter().enumerate() {
            match outcome {
                CaseOutcome::Failed => failed.push(number),
                CaseOutcome::Passed | CaseOutcome::Tolerated => passed.push(number),
                CaseOutcome::Unknown | CaseOutcome::Secret => {}
            }
        }
        if failed.is_empty() {
            return Ok(Explanation::default());
        }
        let mut subjects = Vec::new();
        for &number in failed.iter().chain(&passed) {
            let has_passed = outcomes[number] != CaseOutcome::Failed;
            subjects.extend(self.subject(number, has_passed)?);
        }
        Ok(analyse(self.settings, &failed, subjects))
    }

    /// Returns a case that can be analysed.
    fn subject(&self, number: usize, has_passed: bool) -> Result<Option<Subject>, FileError> {
        let case = &self.cases[number];
        let expected = case.expected(self.store)?;
        let runs = self.evidence.runs(number)?;
        let runs = CaseRuns {
            number,
            has_passed,
            ..CaseRuns::read(&case.case, case.given(self.store), &expected, runs)?
        };
        Ok(Subject::of_game(runs, self.settings.edition))
    }
}
