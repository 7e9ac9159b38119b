//! How a report ends.

/// How a report ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending<'reason> {
    /// With all results.
    Complete,
    /// Before that, for this reason: there are no points then.
    Broken(&'reason str),
}

impl<'reason> Ending<'reason> {
    /// Why the report is not complete, if it is not.
    pub(crate) fn reason(self) -> Option<&'reason str> {
        match self {
            Self::Complete => None,
            Self::Broken(reason) => Some(reason),
        }
    }
}
