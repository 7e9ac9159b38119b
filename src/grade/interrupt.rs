//! What is told of a check that is interrupted.

use std::thread::{self, JoinHandle};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::low_level::emulate_default_handler;

use super::error::GradeError;

/// Waits for signals that interrupt the check, as long as it lives.
pub(crate) struct Watch {
    signals: Handle,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Begins to wait. The first signal ends the process, as it would without this, but
    /// only after `last_words` has told what there is to tell; another one ends it at
    /// once.
    ///
    /// # Errors
    ///
    /// The signals cannot be waited for.
    pub(crate) fn new(last_words: impl FnOnce() + Send + 'static) -> Result<Self, GradeError> {
        let mut signals =
            Signals::new([SIGINT, SIGTERM]).map_err(GradeError::system("waiting for signals"))?;
        let handle = signals.handle();
        let mut last_words = Some(last_words);
        let thread = thread::spawn(move || {
            for signal in signals.forever() {
                let Some(last_words) = last_words.take() else {
                    let _ = emulate_default_handler(signal);
                    continue;
                };
                thread::spawn(move || {
                    last_words();
                    let _ = emulate_default_handler(signal);
                });
            }
        });
        Ok(Self {
            signals: handle,
            thread: Some(thread),
        })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.signals.close();
        if let Some(thread) = self.thread.take() {
            // A thread that waits for signals does not panic.
            let _ = thread.join();
        }
    }
}
