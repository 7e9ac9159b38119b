//! A line on standard error that tells how far it is, where that is a
//! terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long it takes, and how much has to be done, until the rest can be told from it.
const KNOWN_AFTER: Duration = Duration::from_secs(2);
const KNOWN_WITH: u64 = 3;

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
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
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
