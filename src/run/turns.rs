//! Which runs go on at the same time: most do, but one that may have failed because of others
//! is repeated with the machine for itself.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The machine, as far as this process uses it.
static MACHINE: RwLock<()> = RwLock::new(());

/// Waits until no run has the machine for itself, and lets none have it meanwhile.
pub(super) fn beside_others() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until all runs have ended, and lets none begin meanwhile.
pub(crate) fn alone() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().unwrap_or_else(PoisonError::into_inner)
}
