//! Collects the cases of a check for the analysis. The outputs of cases that did not pass exactly are stored in a temporary file to
//! save memory.

use std::collections::BTreeMap;
use std::mem;

use super::findings::{Settings, analyse};
use super::runs::Runs;
use super::subject::{CaseRuns, Subject};
use crate::cases::load::LoadedCase;
use crate::edition::row::Edition;
use crate::io::error::FileError;
use crate::io::store::{Store, Stored};
use crate::report::finding::Finding;
use crate::report::results::CaseResult;

/// The verdicts and runs of cases about which a statement is possible. The outputs are those of cases that did not pass exactly.
#[derive(Debug)]
pub(crate) struct Evidence {
    store: Store,
    /// Whether each case passed, its runs without their outputs, and the stored outputs.
    cases: BTreeMap<usize, (bool, Runs, Vec<Stored>)>,
}

impl Evidence {
    /// Fails if no temporary file can be created.
    pub(crate) fn new() -> Result<Self, FileError> {
        Ok(Self {
            store: Store::new()?,
            cases: BTreeMap::new(),
        })
    }

    /// Stores whether a case passed and its runs, in place of earlier ones. A case that was not graded is removed. Fails if the
    /// file cannot grow.
    pub(crate) fn keep(
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

/// The cases of a check and their evidence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Material<'check> {
    pub(crate) settings: Settings<'check>,
    pub(crate) cases: &'check [LoadedCase],
    pub(crate) evidence: &'check Evidence,
}

impl Material<'_> {
    /// Explains the failed cases, or only the visible ones as if there were no others. Fails if a temporary file cannot be read.
    pub(crate) fn explain(&self, only_visible: bool) -> Result<Vec<Finding>, FileError> {
        let mut numbers: Vec<usize> = self.evidence.cases.keys().copied().collect();
        numbers.retain(|&number| !only_visible || self.cases[number].case.is_visible());
        let has_passed = |number: &usize| self.evidence.cases[number].0;
        let (passed, failed): (Vec<_>, Vec<_>) = numbers.into_iter().partition(has_passed);
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
        let (case, edition) = (&self.cases[number], self.settings.edition);
        Ok(subject(number, case, runs, *has_passed, edition))
    }
}

/// Returns a case with the runs of a program, if it expects the output of the built-in game.
pub(crate) fn subject(
    number: usize,
    case: &LoadedCase,
    runs: Runs,
    has_passed: bool,
    edition: &'static Edition,
) -> Option<Subject> {
    let runs = CaseRuns {
        number,
        has_passed,
        ..CaseRuns::new(case, runs)
    };
    Subject::of_game(runs, &case.expected, edition)
}
