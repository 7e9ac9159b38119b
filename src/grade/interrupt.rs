//! Prints a message when a command is interrupted.

use std::thread::{self, JoinHandle};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::low_level::emulate_default_handler;

use crate::cases::error::GradeError;

/// Handles interrupting signals until it is dropped.
pub(crate) struct Watch {
    signals: Handle,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts to handle signals. The first signal calls `message` and then ends the process as
    /// usual; a second one ends it at once.
    pub(crate) fn new(message: impl FnOnce() + Send + 'static) -> Result<Self, GradeError> {
        let mut signals =
            Signals::new([SIGINT, SIGTERM]).map_err(GradeError::system("waiting for signals"))?;
        let handle = signals.handle();
        let mut message = Some(message);
        let thread = thread::spawn(move || {
            for signal in signals.forever() {
                let Some(message) = message.take() else {
                    let _ = emulate_default_handler(signal);
                    continue;
                };
                thread::spawn(move || {
                    message();
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
            // The thread does not panic.
            let _ = thread.join();
        }
    }
}
