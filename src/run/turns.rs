//! Isolation of runs: most run simultaneously, but a retry runs alone.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Shared by simultaneous runs, and exclusive for a run in isolation.
static MACHINE: RwLock<()> = RwLock::new(());

/// Waits for isolated runs, and prevents new ones.
pub(super) fn beside_others() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for all runs to end, and prevents new ones.
pub(crate) fn alone() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().unwrap_or_else(PoisonError::into_inner)
}
