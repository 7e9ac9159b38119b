//! Prints a message when a command is interrupted.

use std::thread;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::cases::error::GradeError;

/// Handles interrupting signals from now on. The first signal calls `message` and then ends the process as usual; a second one
/// ends it at once.
pub(super) fn on_interrupt(message: impl FnOnce() + Send + 'static) -> Result<(), GradeError> {
    let mut signals =
        Signals::new([SIGINT, SIGTERM]).map_err(GradeError::system("waiting for signals"))?;
    thread::spawn(move || {
        let first = signals.forever().next();
        thread::spawn(move || {
            message();
            let _ = first.map(emulate_default_handler);
        });
        let second = signals.forever().next();
        let _ = second.map(emulate_default_handler);
    });
    Ok(())
}
