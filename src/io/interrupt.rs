//! Prints the number of finished items when a command is interrupted.

use std::thread;

use signal_hook::{
    consts::{SIGINT, SIGTERM},
    iterator::Signals,
    low_level::emulate_default_handler,
};

use super::{error::FileError, ordered_streams, progress::Progress};

/// Handles SIGINT and SIGTERM from now on. The first signal prints the counts of `progress` and a
/// text, and then ends the process as without a handler. A second signal ends the process at once.
pub fn on_interrupt(progress: &Progress, text: String) -> Result<(), FileError> {
    let mut signals =
        Signals::new([SIGINT, SIGTERM]).map_err(FileError::system("waiting for signals"))?;
    let progress = progress.clone();
    thread::spawn(move || {
        let first = signals.forever().next();
        thread::spawn(move || {
            let (done, all) = progress.counts();
            progress.clear();
            ordered_streams::warn(&format!("interrupted: {done} of {all} {text}"));
            let _ = first.map(emulate_default_handler);
        });
        let second = signals.forever().next();
        let _ = second.map(emulate_default_handler);
    });
    Ok(())
}
