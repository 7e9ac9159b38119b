//! How far the grading of a class is: on a terminal a line that changes, else a
//! line for each submission.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::sync::PoisonError;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::graded::{Row, Standing};

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
        let failed = row.is_none_or(|row| row.standing != Standing::Graded || row.failed() > 0);
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

/// What is said of a submission that is done.
pub(crate) fn line(row: &Row) -> String {
    let points = row.points.map_or_else(
        || format!("of {} points", row.max_points),
        |points| format!("{points} of {} points", row.max_points),
    );
    match (row.standing, row.failed()) {
        (Standing::Graded, 0) => format!("{}: {points}\n", row.name),
        (Standing::Graded, failed) => {
            let cases = row.cases.len();
            format!("{}: {points}, {failed} of {cases} cases failed\n", row.name)
        }
        (standing, _) => {
            let why = row.reason.first().map(|line| format!(": {line}"));
            format!(
                "{}: {}{}\n",
                row.name,
                standing.name(),
                why.unwrap_or_default()
            )
        }
    }
}
