//! What a report is made from.

use super::options::Options;
use crate::cases::case::Case;
use crate::compare::result::CaseResult;
use crate::explain::explanation::Explanation;

/// What came of a check: all that a report is made from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checked<'check> {
    /// The results, in the order of the cases.
    pub(crate) results: &'check [CaseResult],
    /// Why cases failed.
    pub(crate) explanation: &'check Explanation,
    /// What the report looks like.
    pub(crate) options: &'check Options,
    /// How it ends.
    pub(crate) ending: Ending<'check>,
}

/// How a report ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending<'check> {
    /// With all results.
    Complete,
    /// With the first case that failed, as was asked for: these were not run.
    Stopped(&'check [Case]),
    /// Before that, for this reason: there are no points then.
    Broken(&'check str),
}

impl<'check> Ending<'check> {
    /// What broke the check off, if that is how it ended.
    pub(crate) fn reason(self) -> Option<&'check str> {
        match self {
            Self::Complete | Self::Stopped(_) => None,
            Self::Broken(reason) => Some(reason),
        }
    }

    /// The cases that were not run because one before them failed.
    pub(crate) fn not_run(self) -> &'check [Case] {
        match self {
            Self::Stopped(cases) => cases,
            Self::Complete | Self::Broken(_) => &[],
        }
    }
}

/// How many cases there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// Those that passed.
    pub(crate) passed: usize,
    /// Those that failed.
    pub(crate) failed: usize,
    /// Those of which it is not known whether the command fails them.
    pub(crate) not_graded: usize,
    /// Those that were not run because one before them failed.
    pub(crate) not_run: usize,
}

impl Summary {
    /// Counts results, and what is missing of them.
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
