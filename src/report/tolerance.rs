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

/// Tolerances that `layout` includes.
const IN_LAYOUT: [&str; 3] = ["crlf", "final-newline", "trailing-space"];

/// Adds the tolerances that others include.
fn with_included(needed: &BTreeSet<String>) -> BTreeSet<String> {
    let mut all = needed.clone();
    if needed.contains("layout") {
        all.extend(IN_LAYOUT.map(str::to_owned));
    }
    all
}

/// Returns the sets among those that cases need, those with which most cases pass first, then the smallest set.
pub(super) fn helpful(needed: &[BTreeSet<String>]) -> Vec<Helpful> {
    let mut helpful = Vec::new();
    for tolerances in needed.iter().collect::<BTreeSet<_>>() {
        let all = with_included(tolerances);
        let passing = needed.iter().filter(|needs| needs.is_subset(&all)).count();
        let mut tolerances = tolerances.clone();
        if tolerances.contains("layout") {
            tolerances.retain(|name| !IN_LAYOUT.contains(&name.as_str()));
        }
        let one = Helpful {
            cases: passing,
            tolerances,
        };
        if !helpful.contains(&one) {
            helpful.push(one);
        }
    }
    helpful.sort_by_key(|one| (Reverse(one.cases), one.tolerances.len()));
    helpful
}
