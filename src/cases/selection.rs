//! Selects the cases to run.

use std::path::PathBuf;

use glob::Pattern;
use serde::{Deserialize, Serialize};

use super::points::Points;

/// The cases to run.
#[derive(Debug)]
pub struct Selection {
    /// Folders of cases, or files of cases.
    pub paths: Vec<PathBuf>,
    /// True if no command is given. The last paths may then be a command whose `--` is missing.
    pub may_be_command: bool,
    /// Patterns for names and groups. If there are any, a case must match one of them.
    pub filters: Vec<Pattern>,
    /// The share of the matching cases to run.
    pub partition: Option<Partition>,
    /// Points of a case without an entry in `cases.toml`.
    pub points: Points,
}

/// Every `of`-th item, starting with the `share`-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partition {
    /// Number of the share, from 1.
    pub share: usize,
    /// Number of shares.
    pub of: usize,
}

impl Partition {
    /// Returns the items of a share, or all items if there is no share.
    pub fn select<T>(share: Option<Self>, items: impl IntoIterator<Item = T>) -> Vec<T> {
        let Self { share, of } = share.unwrap_or(Self { share: 1, of: 1 });
        items.into_iter().skip(share - 1).step_by(of).collect()
    }
}
