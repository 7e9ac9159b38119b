//! How many cases passed and failed.

use super::ending::Ending;
use crate::compare::result::CaseResult;

/// How many cases there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// Those that passed.
    pub(crate) passed: usize,
    /// Those that failed.
    pub(crate) failed: usize,
    /// Those that were not run because one before them failed.
    pub(crate) not_run: usize,
}

impl Summary {
    /// Counts results, and what is missing of them.
    pub(crate) fn of(results: &[CaseResult], ending: Ending<'_>) -> Self {
        let passed = results.iter().filter(|result| result.passed()).count();
        Self {
            passed,
            failed: results.len() - passed,
            not_run: ending.not_run().len(),
        }
    }
}
