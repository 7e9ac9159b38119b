//! A progress line on standard error, shown only on a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use unicode_width::UnicodeWidthChar;

/// The estimate leaves out the items that are finished before this time: results that are kept from
/// an earlier run take no time.
const ESTIMATE_AFTER: Duration = Duration::from_secs(2);

/// Number of items that an estimate needs.
const ESTIMATE_FROM: u64 = 3;

/// Columns that stay free at the end of the line, for the `^C` that a terminal echoes. On the next
/// line, it would prevent the progress line from being cleared.
const FREE_COLUMNS: usize = 3;

/// Columns of the bar.
const BAR: u64 = 20;

/// Number of redraws per second, on average. A new message is always shown.
const REDRAWS: u64 = 20;

/// The progress line. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Progress(Arc<Mutex<ProgressState>>);

#[derive(Debug)]
struct ProgressState {
    is_shown: bool,
    began: Instant,
    redraws: u64,
    done: u64,
    /// Time of the last item before [`ESTIMATE_AFTER`], and the number of items until then.
    early: (Duration, u64),
    total: u64,
    /// Name of the items, such as `cases`.
    things: &'static str,
    /// True if the line has a bar and an estimate of the remaining time.
    has_bar: bool,
    /// Text after the count.
    message: String,
}

impl Progress {
    /// Shows a count, such as `3 of 89 games`.
    pub(crate) fn new(total: u64, things: &'static str) -> Self {
        Self(Arc::new(Mutex::new(ProgressState {
            is_shown: io::stderr().is_terminal(),
            began: Instant::now(),
            redraws: 0,
            done: 0,
            early: (Duration::ZERO, 0),
            total,
            things,
            has_bar: false,
            message: String::new(),
        })))
    }

    /// Shows a bar, a count, and an estimate of the remaining time.
    pub(crate) fn with_time_left(total: u64, things: &'static str) -> Self {
        let progress = Self::new(total, things);
        progress.lock().has_bar = true;
        progress
    }

    fn lock(&self) -> MutexGuard<'_, ProgressState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn show(&self, done: u64) {
        self.show_with(done, "");
    }

    pub(crate) fn show_with(&self, done: u64, message: &str) {
        let mut state = self.lock();
        let elapsed = state.began.elapsed();
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
    pub(crate) fn counts(&self) -> (u64, u64) {
        let state = self.lock();
        (state.done, state.total)
    }

    /// Hides the line while `print` runs.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        let state = self.lock();
        state.write("");
        let printed = print();
        state.draw();
        printed
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        let mut state = self.lock();
        state.write("");
        state.is_shown = false;
    }
}

impl ProgressState {
    fn draw(&self) {
        self.write(&self.text(self.began.elapsed()));
    }

    /// Replaces the line on the terminal. Text that does not fit is cut off.
    fn write(&self, text: &str) {
        if self.is_shown {
            let columns = crossterm::terminal::size().map_or(80, |(columns, _)| columns);
            let text = cut_off(text, usize::from(columns).saturating_sub(FREE_COLUMNS));
            // The terminal may be gone.
            let _ = write!(io::stderr(), "\r\x1b[2K{text}");
        }
    }

    fn text(&self, elapsed: Duration) -> String {
        let count = format!("{} of {} {}", self.done, self.total, self.things);
        if !self.has_bar {
            return count + &self.message;
        }
        let filled = BAR * self.done / self.total.max(1);
        let column = |column| if column < filled { '█' } else { '░' };
        let bar: String = (0..BAR).map(column).collect();
        let time_left = self.time_left(elapsed);
        format!("{bar} {count} done{time_left}{}", self.message)
    }

    /// Estimates the remaining time from the average time of an item.
    fn time_left(&self, elapsed: Duration) -> String {
        let (began, early) = self.early;
        let timed = self.done.saturating_sub(early);
        if timed < ESTIMATE_FROM || self.done >= self.total {
            return String::new();
        }
        let elapsed = elapsed.saturating_sub(began).as_secs();
        let seconds = (elapsed * (self.total - self.done)).div_ceil(timed);
        match seconds {
            0..120 => format!(", {seconds} s left"),
            120..7200 => format!(", {} min left", seconds / 60),
            _ => format!(", {} h left", seconds / 3600),
        }
    }
}

/// Cuts off text after a number of columns.
fn cut_off(text: &str, mut columns: usize) -> String {
    let fits = |character: &char| {
        let rest = columns.checked_sub(character.width().unwrap_or_default());
        columns = rest.unwrap_or_default();
        rest.is_some()
    };
    text.chars().take_while(fits).collect()
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
