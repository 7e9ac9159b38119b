//! Selects the cases to run.

use std::path::Path;

use glob::Pattern;
use serde::{Deserialize, Serialize};

use super::case::Case;
use super::error::GradeError;
use crate::io::visible::visible_path;

/// The cases to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Selection {
    /// Patterns for names and groups; a case must match one of them, if there are any.
    pub(crate) filters: Vec<Pattern>,
    /// The share of the matching cases.
    pub(crate) partition: Option<Partition>,
}

/// Every `of`-th item, starting with the `share`-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Partition {
    /// Number of the share, from 1.
    pub(crate) share: usize,
    /// Number of shares.
    pub(crate) of: usize,
}

impl Partition {
    /// Returns the items in this share.
    pub(crate) fn select<T>(self, items: impl IntoIterator<Item = T>) -> Vec<T> {
        let items = items.into_iter().skip(self.share - 1);
        items.step_by(self.of).collect()
    }
}

impl Selection {
    /// Returns the selected cases; at least one.
    pub(crate) fn of(&self, mut cases: Vec<Case>) -> Result<Vec<Case>, GradeError> {
        if !self.filters.is_empty() {
            cases.retain(|case| self.filters.iter().any(|filter| matches(filter, case)));
            if cases.is_empty() {
                let filters: Vec<String> = self.filters.iter().map(visible_pattern).collect();
                let filters = filters.join(" or --filter ");
                return Err(GradeError::Message(format!(
                    "no case matches --filter {filters}"
                )));
            }
        }
        let Some(partition) = self.partition else {
            return Ok(cases);
        };
        let Partition { share, of } = partition;
        let count = cases.len();
        if share > count {
            return Err(GradeError::Message(format!(
                "share {share}/{of} has no case (cases in all shares: {count})"
            )));
        }
        Ok(partition.select(cases))
    }
}

/// A pattern in which control characters are visible.
pub(crate) fn visible_pattern(pattern: &Pattern) -> String {
    visible_path(Path::new(pattern.as_str()))
}

/// Reports whether a filter matches a case's name, the last part of its name, or its group.
fn matches(filter: &Pattern, case: &Case) -> bool {
    [case.name.as_str(), case.last_part()]
        .into_iter()
        .chain(case.about.group.as_deref())
        .any(|name| filter.matches(name))
}
