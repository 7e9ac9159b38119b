//! Cache of flaws without effect in a case. All submissions of a class share it.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

use crate::edition::flaw_set::Flaw;

/// Pairs of cases and flaws without effect. Threads share the set.
#[derive(Debug, Default)]
pub(crate) struct IdleFlaws(RwLock<HashSet<(usize, usize)>>);

impl IdleFlaws {
    /// Reports whether a flaw alone is known to have no effect in a case.
    pub(super) fn has(&self, case: usize, flaw: &Flaw) -> bool {
        let idle = self.0.read().unwrap_or_else(PoisonError::into_inner);
        idle.contains(&(case, flaw.index))
    }

    /// Notes that a flaw has no effect in a case.
    pub(super) fn note(&self, case: usize, flaw: &Flaw) {
        let mut idle = self.0.write().unwrap_or_else(PoisonError::into_inner);
        idle.insert((case, flaw.index));
    }
}
