//! Collects the failed cases of a check for explanation.

use super::evidence::Evidence;
use super::explanation::Explanation;
use super::failures::explain;
use super::idle::IdleFlaws;
use super::subject::{self, Draft};
use crate::cases::case::Expected;
use crate::cases::load::StoredCase;
use crate::compare::tolerance::Tolerances;
use crate::edition::row::Edition;
use crate::io::error::FileError;
use crate::io::store::Store;
use crate::run::result::{End, Run};

/// The cases of a check, and the outputs of those that did not pass exactly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Material<'check> {
    pub(crate) edition: &'static Edition,
    pub(crate) cases: &'check [StoredCase],
    pub(crate) store: &'check Store,
    pub(crate) evidence: &'check Evidence,
    /// Cache of flaws without effect in these cases.
    pub(crate) idle: &'check IdleFlaws,
}

/// Result of a case for explanations.
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
    pub(crate) fn explain(
        &self,
        outcomes: &[CaseOutcome],
        tolerances: &Tolerances,
    ) -> Result<Explanation, FileError> {
        let with = |wanted: CaseOutcome| -> Vec<usize> {
            let numbers = outcomes.iter().enumerate();
            let wanted = numbers.filter(|(_, outcome)| **outcome == wanted);
            wanted.map(|(number, _)| number).collect()
        };
        let failed = with(CaseOutcome::Failed);
        if failed.is_empty() {
            return Ok(Explanation::default());
        }
        let passed = [with(CaseOutcome::Passed), with(CaseOutcome::Tolerated)].concat();
        explain(
            self.edition,
            self.idle,
            &failed,
            &passed,
            tolerances,
            |case| self.draft(case, outcomes[case]),
        )
    }

    /// Returns the draft of a case that can be explained.
    fn draft(&self, number: usize, outcome: CaseOutcome) -> Result<Option<Draft>, FileError> {
        let Some(case) = self.cases.get(number) else {
            return Ok(None);
        };
        let expected = case.expected(self.store)?;
        let given = case.given(self.store);
        if given.seed.length().max(given.input.length()) > subject::LONGEST
            || expected.longest() as u64 > subject::LONGEST
        {
            return Ok(None);
        }
        let mut runs = self.evidence.runs(number)?;
        if outcome == CaseOutcome::Passed {
            runs.separate = Some(as_expected(&expected, false));
            runs.merged = Some(as_expected(&expected, true));
        }
        let material = subject::Material {
            number,
            seed_name: case.case.seed.clone().into_os_string(),
            seed: given.seed.bytes()?,
            input: given.input.bytes()?,
            expected: &expected,
            separate: runs.separate,
            merged: runs.merged,
        };
        let is_whole = self.evidence.is_whole(number);
        Ok(Draft::new(material, self.edition).map(|draft| draft.of_whole_output(is_whole)))
    }
}

/// Returns a run with the expected output.
pub(crate) fn as_expected(expected: &Expected, merged: bool) -> Run {
    let (out, err) = if merged {
        (&expected.merged, &None)
    } else {
        (&expected.out, &expected.err)
    };
    Run {
        out: out.clone().unwrap_or_default(),
        err: err.clone().unwrap_or_default(),
        end: End::Exited(expected.status.unwrap_or_default()),
        seed: std::path::PathBuf::new(),
    }
}
