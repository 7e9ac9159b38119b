//! Which flaws do nothing in which cases: that is the same for all programs, so it is found
//! out once for all submissions to a class.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

use crate::edition::flaw_set::Flaw;

/// What is known of that. Threads share it.
#[derive(Debug, Default)]
pub(crate) struct IdleFlaws(RwLock<HashSet<(usize, usize)>>);

impl IdleFlaws {
    /// Whether a flaw is known to do nothing by itself in the case of this number.
    pub(super) fn has(&self, case: usize, flaw: &Flaw) -> bool {
        let idle = self.0.read().unwrap_or_else(PoisonError::into_inner);
        idle.contains(&(case, flaw.index))
    }

    /// Notes that it does nothing there.
    pub(super) fn note(&self, case: usize, flaw: &Flaw) {
        let mut idle = self.0.write().unwrap_or_else(PoisonError::into_inner);
        idle.insert((case, flaw.index));
    }
}
