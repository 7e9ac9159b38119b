//! A progress line on standard error, which is shown only on a terminal, and the number of finished
//! items when a command is interrupted.

use std::{
    io::{self, IsTerminal, Write},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use signal_hook::{
    consts::{SIGINT, SIGTERM},
    iterator::Signals,
    low_level::emulate_default_handler,
};
use unicode_width::UnicodeWidthChar;

use super::{error::FileError, ordered_streams::warn};

/// The estimate ignores items finished before this time: results of an earlier run take no time.
const ESTIMATE_AFTER: Duration = Duration::from_secs(2);

/// Number of finished items that an estimate needs.
const ESTIMATE_FROM: u64 = 3;

/// Number of free columns at the end of the line, for the `^C` that a terminal echoes. A `^C` on
/// the next line would prevent the progress line from being cleared.
const FREE_COLUMNS: usize = 3;

/// Width of the bar, in columns.
const BAR: usize = 20;

/// Maximum number of redraws per second, on average. A new message is always shown.
const REDRAWS: u64 = 20;

/// The progress line. Clones share it.
#[derive(Clone, Debug)]
pub struct Progress(Arc<Mutex<ProgressState>>);

#[derive(Debug)]
struct ProgressState {
    is_shown: bool,
    start: Instant,
    redraws: u64,
    done: u64,
    /// Time from the start until the last item that finished before [`ESTIMATE_AFTER`], and the
    /// number of items until then.
    early: (Duration, u64),
    total: u64,
    /// Name of the items, such as `cases`.
    items: &'static str,
    /// True if the line has a bar and an estimate of the remaining time.
    has_bar: bool,
    /// Text after the count.
    message: String,
}

impl Progress {
    /// Creates a line with a count, such as `3 of 89 games`. It is not drawn yet.
    pub fn new(total: u64, items: &'static str) -> Self {
        Self(Arc::new(Mutex::new(ProgressState {
            is_shown: io::stderr().is_terminal(),
            start: Instant::now(),
            redraws: 0,
            done: 0,
            early: (Duration::ZERO, 0),
            total,
            items,
            has_bar: false,
            message: String::new(),
        })))
    }

    /// Creates a line with a bar, a count, and an estimate of the remaining time.
    pub fn with_time_left(total: u64, items: &'static str) -> Self {
        let progress = Self::new(total, items);
        progress.lock().has_bar = true;
        progress
    }

    fn lock(&self) -> MutexGuard<'_, ProgressState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn show(&self, done: u64) {
        self.show_with(done, "");
    }

    /// Draws the line with this number of finished items and a message behind it.
    pub fn show_with(&self, done: u64, message: &str) {
        let mut state = self.lock();
        let elapsed = state.start.elapsed();
        state.done = done;
        if elapsed < ESTIMATE_AFTER {
            state.early = (elapsed, done);
        }
        let is_due = state.redraws < REDRAWS * (elapsed.as_secs() + 1);
        if state.is_shown && (is_due || state.message != message) {
            message.clone_into(&mut state.message);
            state.redraws += 1;
            state.draw();
        }
    }

    /// Returns the number of finished items and the total.
    pub fn counts(&self) -> (u64, u64) {
        let state = self.lock();
        (state.done, state.total)
    }

    /// Hides the line while `print` runs.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        let state = self.lock();
        state.write("");
        let printed = print();
        state.draw();
        printed
    }

    /// Removes the line for good.
    pub fn clear(&self) {
        let mut state = self.lock();
        state.write("");
        state.is_shown = false;
    }
}

impl ProgressState {
    fn draw(&self) {
        self.write(&self.text(self.start.elapsed()));
    }

    /// Replaces the line on the terminal. Text that does not fit is cut off.
    fn write(&self, text: &str) {
        if self.is_shown {
            let columns = crossterm::terminal::size().map_or(80, |size| size.0);
            let text = cut_off(text, usize::from(columns).saturating_sub(FREE_COLUMNS));
            // The terminal may be gone.
            let _ = write!(io::stderr(), "\r\x1b[2K{text}");
        }
    }

    fn text(&self, elapsed: Duration) -> String {
        let count = format!("{} of {} {}", self.done, self.total, self.items);
        if !self.has_bar {
            return count + &self.message;
        }
        let filled = BAR as u64 * self.done / self.total.max(1);
        let bar: String = (0..filled).map(|_| '█').collect();
        let time_left = self.time_left(elapsed);
        format!("{bar:░<BAR$} {count} done{time_left}{}", self.message)
    }

    /// Estimates the remaining time from the average time of an item.
    fn time_left(&self, elapsed: Duration) -> String {
        let (early_time, early_items) = self.early;
        let items = self.done.saturating_sub(early_items);
        if items < ESTIMATE_FROM || self.done >= self.total {
            return String::new();
        }
        let time = elapsed.saturating_sub(early_time).as_secs();
        let seconds = (time * (self.total - self.done)).div_ceil(items);
        match seconds {
            0..120 => format!(", {seconds} s left"),
            120..7200 => format!(", {} min left", seconds / 60),
            _ => format!(", {} h left", seconds / 3600),
        }
    }
}

/// Returns the text up to the first character that does not fit in this number of columns.
fn cut_off(text: &str, columns: usize) -> &str {
    let mut width = 0;
    for (end, character) in text.char_indices() {
        width += character.width().unwrap_or_default();
        if width > columns {
            return &text[..end];
        }
    }
    text
}

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
            warn(&format!("interrupted: {done} of {all} {text}"));
            let _ = first.map(emulate_default_handler);
        });
        let second = signals.forever().next();
        let _ = second.map(emulate_default_handler);
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_follows_from_the_items_after_the_first_seconds() {
        for (early, done, total, seconds, expected) in [
            ((0, 0), 2, 4, 9, ""),
            ((1, 3), 3, 4, 1, ""),
            ((0, 0), 3, 4, 7, ", 3 s left"),
            ((1, 5), 8, 16, 61, ", 2 min left"),
            ((1, 0), 8, 16, 7201, ", 2 h left"),
            ((0, 0), 4, 4, 60, ""),
        ] {
            let progress = Progress::with_time_left(total, "cases");
            let mut state = progress.lock();
            state.early = (Duration::from_secs(early.0), early.1);
            state.done = done;
            assert_eq!(state.time_left(Duration::from_secs(seconds)), expected);
        }
    }

    #[test]
    fn bar_is_filled_as_far_as_the_items_are_done() {
        for (done, total, expected) in [
            (0, 0, "░░░░░░░░░░░░░░░░░░░░ 0 of 0 cases done"),
            (1, 3, "██████░░░░░░░░░░░░░░ 1 of 3 cases done"),
            (4, 4, "████████████████████ 4 of 4 cases done"),
        ] {
            let progress = Progress::with_time_left(total, "cases");
            let mut state = progress.lock();
            state.done = done;
            assert_eq!(state.text(Duration::ZERO), expected);
        }
    }

    #[test]
    fn wide_characters_are_cut_off_where_they_do_not_fit() {
        assert_eq!(cut_off("ab", 1), "a");
        assert_eq!(cut_off("a\u{4e16}b", 2), "a");
        assert_eq!(cut_off("a\u{4e16}b", 4), "a\u{4e16}b");
        assert_eq!(cut_off("", 0), "");
    }
}
