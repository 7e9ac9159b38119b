//! Collects the cases of a check for the analysis. The outputs of cases that did not pass byte for
//! byte are stored in a temporary file to save memory.

use std::{collections::BTreeMap, mem};

use super::{
    findings::{Settings, analyse},
    runs::Runs,
    subject::{CaseRuns, Subject},
};
use crate::{
    cases::LoadedCase,
    io::{FileError, Store, Stored},
    report::{CaseResult, Finding},
};

/// Verdicts and runs of the cases that passed or failed. Cases that passed byte for byte have no
/// outputs.
#[derive(Debug)]
pub struct Evidence {
    store: Store,
    /// By case number: whether the case passed, the runs without outputs, and the stored outputs.
    cases: BTreeMap<usize, (bool, Runs, Vec<Stored>)>,
}

impl Evidence {
    /// Creates the temporary file. Fails if that is impossible.
    pub fn new() -> Result<Self, FileError> {
        Ok(Self {
            store: Store::new()?,
            cases: BTreeMap::new(),
        })
    }

    /// Stores the verdict and the runs of a case in place of earlier ones. Removes a case that
    /// neither passed nor failed. Fails if the temporary file cannot grow.
    pub fn keep(
        &mut self,
        case: usize,
        result: &CaseResult,
        mut runs: Runs,
    ) -> Result<(), FileError> {
        let mut stored = Vec::new();
        for output in runs.outputs() {
            stored.push(self.store.add_bytes(&mem::take(output))?);
        }
        self.cases.remove(&case);
        if result.has_passed() || result.has_failed() {
            self.cases.insert(case, (result.has_passed(), runs, stored));
        }
        Ok(())
    }
}

#[derive(Debug)]
pub struct Material<'check> {
    pub settings: Settings<'check>,
    pub cases: &'check [LoadedCase],
    pub evidence: &'check Evidence,
}

impl Material<'_> {
    /// Explains the failed cases. With `only_visible`, ignores all other cases, also as evidence.
    /// Fails if the temporary file cannot be read.
    pub fn explain(&self, only_visible: bool) -> Result<Vec<Finding>, FileError> {
        let mut numbers: Vec<_> = self.evidence.cases.keys().copied().collect();
        numbers.retain(|&number| !only_visible || self.cases[number].case.is_visible());
        let (passed, failed): (Vec<_>, Vec<_>) = numbers
            .into_iter()
            .partition(|number| self.evidence.cases[number].0);
        if failed.is_empty() {
            return Ok(Vec::new());
        }
        let mut subjects = Vec::new();
        for &number in failed.iter().chain(&passed) {
            subjects.extend(self.subject(number)?);
        }
        Ok(analyse(self.settings, &failed, subjects))
    }

    fn subject(&self, number: usize) -> Result<Option<Subject>, FileError> {
        let (has_passed, runs, stored) = &self.evidence.cases[&number];
        let mut runs = runs.clone();
        for (output, &stored) in runs.outputs().zip(stored) {
            *output = self.evidence.store.read(stored)?;
        }
        let case = &self.cases[number];
        let runs = CaseRuns::new(number, case, runs, *has_passed);
        Ok(Subject::of_game(
            runs,
            &case.expected,
            self.settings.edition,
        ))
    }
}
