//! How a report ends.

use crate::cases::case::Case;

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
