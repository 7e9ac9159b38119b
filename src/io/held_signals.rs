//! Signals that end the program, held back while something has a temporary name.

#[cfg(unix)]
use nix::sys::signal::{SigSet, SigmaskHow, Signal};

/// Holds back, in this thread, the signals with which a person or the system ends a program. One
/// that has come takes effect when this is dropped.
#[must_use]
#[derive(Debug)]
pub(crate) struct HeldSignals {
    /// What was held back before.
    #[cfg(unix)]
    before: Option<SigSet>,
}

impl HeldSignals {
    /// Holds them from now on.
    pub(crate) fn new() -> Self {
        Self {
            #[cfg(unix)]
            before: SigSet::from_iter([Signal::SIGHUP, Signal::SIGINT, Signal::SIGTERM])
                .thread_swap_mask(SigmaskHow::SIG_BLOCK)
                .ok(),
        }
    }
}

#[cfg(unix)]
impl Drop for HeldSignals {
    fn drop(&mut self) {
        if let Some(before) = self.before {
            // What has been set once can be set again.
            let _ = before.thread_set_mask();
        }
    }
}
