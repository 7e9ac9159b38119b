//! How many cases passed and failed.

use crate::grade::judge::result::CaseResult;

/// How many cases there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// Those that passed.
    pub(crate) passed: usize,
    /// Those that failed.
    pub(crate) failed: usize,
}

impl Summary {
    /// Counts results.
    pub(crate) fn of(results: &[CaseResult]) -> Self {
        let passed = results.iter().filter(|result| result.passed()).count();
        Self {
            passed,
            failed: results.len() - passed,
        }
    }
}
