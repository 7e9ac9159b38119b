//! The results that reports are rendered from.

use super::explanation::Explanation;
use super::options::Options;
use super::result::CaseResult;
use crate::cases::case::Case;

/// The outcome of a check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checked<'check> {
    /// The results, in the order of the cases.
    pub(crate) results: &'check [CaseResult],
    /// Why cases failed.
    pub(crate) explanation: &'check Explanation,
    /// The options of the report.
    pub(crate) options: &'check Options,
    /// The end of the check.
    pub(crate) ending: Ending<'check>,
}

/// The end of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending<'check> {
    /// All cases were run.
    Complete,
    /// `--fail-fast` skipped these cases.
    Stopped(&'check [Case]),
    /// An error aborted the check: there are no points.
    Broken(&'check str),
}

impl<'check> Ending<'check> {
    /// The error that aborted the check, if any.
    pub(crate) fn reason(self) -> Option<&'check str> {
        match self {
            Self::Complete | Self::Stopped(_) => None,
            Self::Broken(reason) => Some(reason),
        }
    }

    /// The cases that `--fail-fast` skipped.
    pub(crate) fn not_run(self) -> &'check [Case] {
        match self {
            Self::Stopped(cases) => cases,
            Self::Complete | Self::Broken(_) => &[],
        }
    }
}

/// Numbers of cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// Cases that passed.
    pub(crate) passed: usize,
    /// Cases that failed.
    pub(crate) failed: usize,
    /// Cases without a verdict about the command.
    pub(crate) not_graded: usize,
    /// Cases that `--fail-fast` skipped.
    pub(crate) not_run: usize,
}

impl Summary {
    /// Counts results and skipped cases.
    pub(crate) fn of(results: &[CaseResult], ending: Ending<'_>) -> Self {
        let passed = results.iter().filter(|result| result.passed()).count();
        let failed = results.iter().filter(|result| result.failed()).count();
        Self {
            passed,
            failed,
            not_graded: results.len() - passed - failed,
            not_run: ending.not_run().len(),
        }
    }
}
