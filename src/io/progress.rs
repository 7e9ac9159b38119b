//! A progress line on standard error, shown only on a terminal.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{
    HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike,
};

/// An estimate needs this much elapsed time and this many finished items.
const ESTIMATE_AFTER: Duration = Duration::from_secs(2);
const ESTIMATE_FROM: u64 = 3;

/// Columns that stay free at the end of the line, for the `^C` that a terminal echoes. On the next
/// line, it would prevent the progress line from being cleared.
const FREE_COLUMNS: u16 = 3;

/// Maximum number of redraws per second.
const REDRAWS: u8 = 20;

/// Standard error as a terminal with a few columns less.
#[derive(Debug, Default)]
struct NarrowTerminal {
    /// Text that is not written yet.
    pending: Mutex<String>,
}

impl NarrowTerminal {
    fn push(&self, text: &str) {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        pending.push_str(text);
    }

    /// Moves the cursor. Terminals take a count of 0 for 1.
    fn move_cursor(&self, count: usize, direction: char) {
        if count > 0 {
            self.push(&format!("\x1b[{count}{direction}"));
        }
    }
}

impl TermLike for NarrowTerminal {
    fn width(&self) -> u16 {
        let columns = crossterm::terminal::size().map_or(80, |(columns, _)| columns);
        columns.saturating_sub(FREE_COLUMNS).max(1)
    }

    fn move_cursor_up(&self, count: usize) -> io::Result<()> {
        self.move_cursor(count, 'A');
        Ok(())
    }

    fn move_cursor_down(&self, count: usize) -> io::Result<()> {
        self.move_cursor(count, 'B');
        Ok(())
    }

    fn move_cursor_right(&self, count: usize) -> io::Result<()> {
        self.move_cursor(count, 'C');
        Ok(())
    }

    fn move_cursor_left(&self, count: usize) -> io::Result<()> {
        self.move_cursor(count, 'D');
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.push(&format!("{text}\n"));
        Ok(())
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.push(text);
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        self.push("\r\x1b[2K");
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        io::stderr().write_all(std::mem::take(&mut *pending).as_bytes())
    }
}

/// The progress line. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Shows a count, such as `3 of 89 games`.
    pub(crate) fn new(total: u64, things: &str) -> Self {
        Self::with_template(total, &format!("{{pos}} of {{len}} {things}{{msg}}"))
    }

    /// Shows a bar, a count, and an estimate of the remaining time.
    pub(crate) fn with_time_left(total: u64, things: &str) -> Self {
        let count = format!("{{bar:20}} {{pos}} of {{len}} {things} done");
        Self::with_template(total, &(count + "{time_left}{wide_msg}"))
    }

    fn with_template(total: u64, template: &str) -> Self {
        let target = if io::stderr().is_terminal() {
            ProgressDrawTarget::term_like_with_hz(Box::<NarrowTerminal>::default(), REDRAWS)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(total), target);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("time_left", write_time_left));
        }
        Self(bar)
    }

    pub(crate) fn show(&self, done: u64) {
        self.show_with(done, "");
    }

    pub(crate) fn show_with(&self, done: u64, message: &str) {
        self.0.set_message(message.to_owned());
        self.0.set_position(done);
    }

    /// Returns the number of finished items and the total.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.0.position(), self.0.length().unwrap_or_default())
    }

    /// Hides the line while `print` runs.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

fn write_time_left(state: &ProgressState, text: &mut dyn fmt::Write) {
    let is_known = state.elapsed() >= ESTIMATE_AFTER && state.pos() >= ESTIMATE_FROM;
    if is_known && Some(state.pos()) < state.len() {
        // Writing to a `String` always succeeds.
        let _ = write!(text, ", {:#} left", HumanDuration(state.eta()));
    }
}
