//! Which of the cases that were found are run.

use std::path::Path;

use glob::Pattern;

use super::case::Case;
use super::error::CaseError;
use crate::io::visible::visible_path;

/// Which of the cases are run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Selection {
    /// Those whose name or group one of these matches; all if there is none.
    pub(crate) filters: Vec<Pattern>,
    /// The share of them.
    pub(crate) partition: Option<Partition>,
}

/// A share of the cases: every `of`-th one, from the `share`-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Partition {
    /// The number of the share, from 1.
    pub(crate) share: usize,
    /// How many shares there are.
    pub(crate) of: usize,
}

impl Selection {
    /// The cases that are run, of those that were found.
    ///
    /// # Errors
    ///
    /// None is: no filter matches, or the share is empty.
    pub(crate) fn of(&self, mut cases: Vec<Case>) -> Result<Vec<Case>, CaseError> {
        if !self.filters.is_empty() {
            cases.retain(|case| self.filters.iter().any(|filter| matches(filter, case)));
            if cases.is_empty() {
                let shown = |filter: &Pattern| visible_path(Path::new(filter.as_str()));
                let filters: Vec<String> = self.filters.iter().map(shown).collect();
                return Err(CaseError::NoMatch { filters });
            }
        }
        let Some(Partition { share, of }) = self.partition else {
            return Ok(cases);
        };
        let count = cases.len();
        if share > count {
            return Err(CaseError::EmptyShare { share, of, count });
        }
        Ok(cases.into_iter().skip(share - 1).step_by(of).collect())
    }
}

/// Whether a filter matches a case's whole name, the last part of it, or its
/// group.
fn matches(filter: &Pattern, case: &Case) -> bool {
    [case.name.as_str(), case.last_part()]
        .into_iter()
        .chain(case.about.group.as_deref())
        .any(|name| filter.matches(name))
}
