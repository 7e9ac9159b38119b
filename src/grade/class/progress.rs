//! How far the grading of a class is: a line that changes, where there is a
//! terminal.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::sync::PoisonError;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::graded::Row;

const TEMPLATE: &str = "{bar:20} {pos} of {len} submissions done, {msg}, {eta} left";

/// How far it is.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    running: usize,
    failed: usize,
}

impl Progress {
    /// So many submissions are to be graded.
    pub(crate) fn new(count: usize) -> Self {
        let target = if io::stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(count as u64), target);
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style);
        }
        let progress = Self {
            bar,
            counts: Mutex::default(),
        };
        progress.change(|_| {});
        progress
    }

    /// A submission begins.
    pub(crate) fn begin(&self) {
        self.change(|counts| counts.running += 1);
    }

    /// A submission that has begun is done.
    pub(crate) fn end(&self, row: Option<&Row>) {
        let failed = row.is_none_or(|row| !row.passed());
        self.change(|counts| {
            counts.running -= 1;
            counts.failed += usize::from(failed);
        });
        self.bar.inc(1);
    }

    fn change(&self, change: impl FnOnce(&mut Counts)) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut counts);
        let Counts { running, failed } = &*counts;
        self.bar
            .set_message(format!("{running} running, {failed} failed"));
    }

    /// Makes room for something else.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
