//! A line on standard error that tells how far it is, where that is a
//! terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crossterm::cursor::{MoveDown, MoveLeft, MoveRight, MoveUp};
use crossterm::terminal::{Clear, ClearType};
use crossterm::{Command, terminal};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

/// How long it takes, and how much has to be done, until the rest can be told from it.
const KNOWN_AFTER: Duration = Duration::from_secs(2);
const KNOWN_WITH: u64 = 3;

/// How often a second the line is drawn again at most.
const REDRAWN: u8 = 20;

/// How many columns stay free behind the line: a terminal shows there that Ctrl-C was
/// pressed. In the next line, that would keep this one from being taken away.
const FREE: u16 = 3;

/// The terminal that standard error is.
#[derive(Debug, Default)]
struct Terminal {
    /// What has not been written yet.
    pending: Mutex<String>,
}

impl Terminal {
    fn push(&self, text: &str) {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        pending.push_str(text);
    }

    fn command(&self, command: impl Command) -> io::Result<()> {
        let mut text = String::new();
        command.write_ansi(&mut text).map_err(io::Error::other)?;
        self.push(&text);
        Ok(())
    }

    /// Moves the cursor by so many columns or lines: a terminal takes none for one.
    fn go<C: Command>(&self, count: usize, command: fn(u16) -> C) -> io::Result<()> {
        match u16::try_from(count).unwrap_or(u16::MAX) {
            0 => Ok(()),
            count => self.command(command(count)),
        }
    }
}

impl TermLike for Terminal {
    fn width(&self) -> u16 {
        let columns = terminal::size().map_or(80, |(columns, _)| columns);
        columns.saturating_sub(FREE).max(1)
    }

    fn move_cursor_up(&self, count: usize) -> io::Result<()> {
        self.go(count, MoveUp)
    }

    fn move_cursor_down(&self, count: usize) -> io::Result<()> {
        self.go(count, MoveDown)
    }

    fn move_cursor_right(&self, count: usize) -> io::Result<()> {
        self.go(count, MoveRight)
    }

    fn move_cursor_left(&self, count: usize) -> io::Result<()> {
        self.go(count, MoveLeft)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.push(text);
        self.push("\n");
        Ok(())
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.push(text);
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        self.push("\r");
        self.command(Clear(ClearType::CurrentLine))
    }

    fn flush(&self) -> io::Result<()> {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let text = std::mem::take(&mut *pending);
        io::stderr().write_all(text.as_bytes())
    }
}

/// How far it is. Clones are the same line.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    tells_time_left: bool,
}

impl Progress {
    /// So many things are to be done.
    pub(crate) fn new(total: u64, things: &str) -> Self {
        Self {
            bar: bar(total, &format!("{{pos}} of {{len}} {things}{{msg}}")),
            tells_time_left: false,
        }
    }

    /// So many things are to be done, each of which takes a while: with a bar, and with
    /// the time that is left once that is known.
    pub(crate) fn with_time_left(total: u64, things: &str) -> Self {
        let template = format!("{{bar:20}} {{pos}} of {{len}} {things} done{{wide_msg}}");
        Self {
            bar: bar(total, &template),
            tells_time_left: true,
        }
    }

    /// Shows how many are done.
    pub(crate) fn show(&self, done: u64) {
        self.show_with(done, "");
    }

    /// Shows how many are done, and something more.
    pub(crate) fn show_with(&self, done: u64, more: &str) {
        self.show_resumed(done, 0, more);
    }

    /// The same where some of those that are done took no time, as they were done before.
    pub(crate) fn show_resumed(&self, done: u64, before: u64, more: &str) {
        let total = self.bar.length().unwrap_or_default().saturating_sub(before);
        let own = done.saturating_sub(before);
        let left = time_left(self.bar.elapsed(), own, total).filter(|_| self.tells_time_left);
        let left = left.map_or_else(String::new, |left| format!(", {} left", words(left)));
        self.bar.set_position(done);
        self.bar.set_message(left + more);
    }

    /// Makes room for something else while that is printed.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Ends it, and makes room for something else.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn bar(total: u64, template: &str) -> ProgressBar {
    let is_dumb = std::env::var_os("TERM").is_none_or(|name| name == "dumb");
    let target = if io::stderr().is_terminal() && (cfg!(windows) || !is_dumb) {
        ProgressDrawTarget::term_like_with_hz(Box::new(Terminal::default()), REDRAWN)
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(total), target);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// How long the rest takes if it goes on like this; none as long as too little is done to
/// tell, and if nothing is left.
fn time_left(elapsed: Duration, done: u64, total: u64) -> Option<Duration> {
    let rest = total.checked_sub(done).filter(|rest| *rest > 0)?;
    let is_known = elapsed >= KNOWN_AFTER && done >= KNOWN_WITH;
    let seconds = elapsed.as_secs().checked_mul(rest)?.checked_div(done)?;
    is_known.then(|| Duration::from_secs(seconds))
}

/// A time in its two largest units.
fn words(time: Duration) -> String {
    let seconds = time.as_secs();
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match (hours, minutes) {
        (0, 0) => format!("{seconds}s"),
        (0, _) => format!("{minutes}m {}s", seconds % 60),
        _ => format!("{hours}h {}m", minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_told_when_it_is_known() {
        let left = |elapsed, done| {
            let left = time_left(Duration::from_secs(elapsed), done, 89);
            left.map(words)
        };
        assert_eq!(left(0, 0), None);
        assert_eq!(left(60, 0), None);
        assert_eq!(left(60, 2), None);
        assert_eq!(left(1, 40), None);
        assert_eq!(left(2, 80).as_deref(), Some("0s"));
        assert_eq!(left(10, 10).as_deref(), Some("1m 19s"));
        assert_eq!(left(400, 3).as_deref(), Some("3h 11m"));
        assert_eq!(left(400, 89), None);
    }
}
