//! A line on standard error that tells how far it is, where that is a
//! terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How far it is.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// So many things are to be done.
    pub(crate) fn new(total: u64, things: &str) -> Self {
        Self::with_template(total, &format!("{{pos}} of {{len}} {things}{{msg}}"))
    }

    /// So many things are to be done, each of which takes a while: with a bar, and with
    /// the time that is left.
    pub(crate) fn with_time_left(total: u64, things: &str) -> Self {
        let template = format!("{{bar:20}} {{pos}} of {{len}} {things} done{{msg}}, {{eta}} left");
        Self::with_template(total, &template)
    }

    fn with_template(total: u64, template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Shows how many are done.
    pub(crate) fn show(&self, done: u64) {
        self.show_with(done, "");
    }

    /// Shows how many are done, and something more.
    pub(crate) fn show_with(&self, done: u64, more: &str) {
        self.0.set_position(done);
        self.0.set_message(more.to_owned());
    }

    /// Makes room for something else while that is printed.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Ends it, and makes room for something else.
    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }
}
