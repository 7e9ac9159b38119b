//! What is told of a random check that is interrupted: the smallest games so far.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::low_level::emulate_default_handler;

use crate::grade::error::GradeError;

/// What to do when the check is interrupted: it is given nothing and returns what
/// is to be printed.
type LastWords = Box<dyn Fn() -> String + Send>;

/// Waits for signals that interrupt the check, as long as it lives.
pub(super) struct Watch {
    last_words: Arc<Mutex<Option<LastWords>>>,
    signals: Handle,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watch {
    /// Begins to wait. A signal ends the process, as it would without this, but
    /// only after the last words have been printed.
    ///
    /// # Errors
    ///
    /// The signals cannot be waited for.
    pub(super) fn new() -> Result<Self, GradeError> {
        let mut signals =
            Signals::new([SIGINT, SIGTERM]).map_err(GradeError::system("waiting for signals"))?;
        let last_words: Arc<Mutex<Option<LastWords>>> = Arc::default();
        let shared = Arc::clone(&last_words);
        let handle = signals.handle();
        let thread = std::thread::spawn(move || {
            for signal in signals.forever() {
                let words = shared.lock().unwrap_or_else(PoisonError::into_inner).take();
                let Some(words) = words else {
                    // Nothing is left to be said.
                    let _ = emulate_default_handler(signal);
                    continue;
                };
                std::thread::spawn(move || {
                    // If nobody listens, nothing can be told.
                    let _ = std::io::stdout().write_all(words().as_bytes());
                    let _ = emulate_default_handler(signal);
                });
            }
        });
        Ok(Self {
            last_words,
            signals: handle,
            thread: Some(thread),
        })
    }

    /// Sets what is printed if the check is interrupted from now on.
    pub(super) fn set(&self, last_words: impl Fn() -> String + Send + 'static) {
        let mut words = self
            .last_words
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *words = Some(Box::new(last_words));
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
