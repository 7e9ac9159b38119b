//! Holds back termination signals while a temporary name exists.

use nix::sys::signal::{SigSet, SigmaskHow, Signal};

/// Blocks SIGHUP, SIGINT and SIGTERM in this thread. A signal that arrives takes effect on drop.
#[must_use]
#[derive(Debug)]
pub(crate) struct HeldSignals {
    /// The signal mask before.
    before: Option<SigSet>,
}

impl HeldSignals {
    pub(crate) fn new() -> Self {
        Self {
            before: SigSet::from_iter([Signal::SIGHUP, Signal::SIGINT, Signal::SIGTERM])
                .thread_swap_mask(SigmaskHow::SIG_BLOCK)
                .ok(),
        }
    }
}

impl Drop for HeldSignals {
    fn drop(&mut self) {
        if let Some(before) = self.before {
            // Restoring a mask that was valid before cannot fail.
            let _ = before.thread_set_mask();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_are_blocked_until_drop() {
        let blocked = || {
            let mask = SigSet::thread_get_mask().expect("a mask");
            [Signal::SIGHUP, Signal::SIGINT, Signal::SIGTERM].map(|signal| mask.contains(signal))
        };
        let held = HeldSignals::new();
        assert_eq!(blocked(), [true; 3]);
        drop(held);
        assert_eq!(blocked(), [false; 3]);
    }
}
