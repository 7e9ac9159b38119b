//! Collects the cases of a check for the analysis. The outputs of cases that did not pass exactly are stored in a temporary file to
//! save memory.

use std::collections::BTreeMap;
use std::mem;

use super::findings::{Settings, analyse};
use super::runs::Runs;
use super::subject::{CaseRuns, Subject};
use crate::cases::load::StoredCase;
use crate::io::error::FileError;
use crate::io::store::{Store, Stored};
use crate::report::finding::Finding;

/// Outputs of cases that did not pass exactly.
#[derive(Debug)]
pub(crate) struct Evidence {
    store: Store,
    /// Runs of each case without their outputs, and the stored outputs.
    cases: BTreeMap<usize, (Runs, Vec<Stored>)>,
}

impl Evidence {
    /// Fails if no temporary file can be created.
    pub(crate) fn new() -> Result<Self, FileError> {
        Ok(Self {
            store: Store::new()?,
            cases: BTreeMap::new(),
        })
    }

    /// Stores the runs of a case. Fails if the file cannot grow.
    pub(crate) fn keep(&mut self, case: usize, mut runs: Runs) -> Result<(), FileError> {
        let mut stored = Vec::new();
        for output in runs.outputs() {
            stored.push(self.store.add_bytes(&mem::take(output))?);
        }
        self.cases.insert(case, (runs, stored));
        Ok(())
    }

    /// Reads the stored runs of a case; there are none if it passed. Fails if the file cannot be read.
    pub(crate) fn runs(&self, case: usize) -> Result<Runs, FileError> {
        let Some((runs, stored)) = self.cases.get(&case) else {
            return Ok(Runs::default());
        };
        let mut runs = runs.clone();
        for (output, &stored) in runs.outputs().zip(stored) {
            *output = self.store.read(stored)?;
        }
        Ok(runs)
    }
}

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
    pub(crate) fn explain(&self, outcomes: &[CaseOutcome]) -> Result<Vec<Finding>, FileError> {
        let has_failed = |&number: &usize| outcomes[number] == CaseOutcome::Failed;
        let failed: Vec<usize> = (0..outcomes.len()).filter(has_failed).collect();
        self.explain_cases(&failed, outcomes)
    }

    /// Explains some of the failed cases, given by their numbers, sorted. All other cases are
    /// evidence. Fails if a temporary file cannot be read.
    pub(crate) fn explain_cases(
        &self,
        cases: &[usize],
        outcomes: &[CaseOutcome],
    ) -> Result<Vec<Finding>, FileError> {
        if cases.is_empty() {
            return Ok(Vec::new());
        }
        let (mut subjects, mut passed) = (Vec::new(), Vec::new());
        for (number, outcome) in outcomes.iter().enumerate() {
            match outcome {
                CaseOutcome::Failed => subjects.extend(self.subject(number, false)?),
                CaseOutcome::Passed | CaseOutcome::Tolerated => passed.push(number),
                CaseOutcome::Unknown | CaseOutcome::Secret => {}
            }
        }
        for number in passed {
            subjects.extend(self.subject(number, true)?);
        }
        Ok(analyse(self.settings, cases, subjects))
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
        Ok(Subject::of_game(runs, &expected, self.settings.edition))
    }
}
