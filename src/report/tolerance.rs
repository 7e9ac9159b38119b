//! Finds tolerances with which more cases pass.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::io::visible::counted;

/// Tolerances with which more cases pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Helpful {
    /// Number of failed cases that pass.
    pub(crate) cases: usize,
    pub(crate) tolerances: BTreeSet<String>,
}

impl fmt::Display for Helpful {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let passes = counted(self.cases, "more case passes", "more cases pass");
        write!(to, "{passes} with {}", self.option())
    }
}

impl Helpful {
    /// Returns the option that tolerates the differences.
    pub(crate) fn option(&self) -> String {
        let names: Vec<&str> = self.tolerances.iter().map(String::as_str).collect();
        format!("--tolerate {}", names.join(","))
    }
}

/// Returns the sets among those that cases need, those with which most cases pass first, then the smallest set.
pub(super) fn helpful(needed: &[BTreeSet<String>]) -> Vec<Helpful> {
    let mut helpful = Vec::new();
    for tolerances in needed.iter().collect::<BTreeSet<_>>() {
        let passing = needed.iter().filter(|needs| needs.is_subset(tolerances));
        helpful.push(Helpful {
            cases: passing.count(),
            tolerances: tolerances.clone(),
        });
    }
    helpful.sort_by_key(|one| (Reverse(one.cases), one.tolerances.len()));
    helpful
}
