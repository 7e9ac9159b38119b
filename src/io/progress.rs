//! A line on standard error that tells how far it is, where that is a
//! terminal.

use std::io::{self, IsTerminal, Write};

/// How far it is.
#[derive(Debug)]
pub(crate) struct Progress {
    /// What is counted.
    things: &'static str,
    /// How many of them there are.
    total: u64,
    shown: bool,
}

impl Progress {
    /// So many things are to be done.
    pub(crate) fn new(total: u64, things: &'static str) -> Self {
        Self {
            things,
            total,
            shown: io::stderr().is_terminal(),
        }
    }

    /// Shows how many are done.
    pub(crate) fn show(&self, done: u64) {
        self.show_with(done, "");
    }

    /// The same, and something more.
    pub(crate) fn show_with(&self, done: u64, more: &str) {
        if self.shown {
            // A progress line that cannot be shown is no loss.
            let _ = write!(
                io::stderr(),
                "\r\x1b[K{done} of {} {}{more}",
                self.total,
                self.things
            );
        }
    }

    /// Makes room for something else on the line.
    pub(crate) fn clear(&self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
