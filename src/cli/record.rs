//! `record`: the expected files of test cases.

use std::path::PathBuf;

use clap::{ArgMatches, Args};

use super::misplaced_program;
use super::request::Request;
use super::running::{Folder, Running};
use super::usage_error::UsageError;
use crate::grade::record;

/// How it is used.
const USAGE: &str = "minesweeper-alpha record [OPTIONS] CASES... [-- COMMAND [ARG]...]";

/// What follows the options in the help.
const HELP: &str = "\
A case is NAME.seed.txt (NAME.cfg for wise2021) and NAME.in.txt (none: no
input). What is written is NAME.out.txt, NAME.err.txt, NAME.combined.txt and
NAME.status.txt. The seed's path is the COMMAND's last argument, or takes the
place of {seed} in it.

Exit status:
  0  all is recorded, and nothing differs
  1  something could not be recorded, or differs
  2  anything else
  4  that cannot be printed

Files:
  NAME.out.txt, NAME.err.txt, NAME.combined.txt, NAME.status.txt
      what is expected of a case, each written whole or not at all";

/// What follows the options in the short help.
const EXAMPLES: &str = "\
Examples:
  minesweeper-alpha record cases
  minesweeper-alpha record --update cases
  minesweeper-alpha record cases -- ./reference";

/// Record the expected files of test cases that are missing
///
/// They are what a COMMAND prints, or the built-in game without one. A command
/// is run twice, and nondeterministic output is refused.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{HELP}"))]
pub(super) struct Record {
    /// Folders of cases, or files of cases
    #[arg(required = true)]
    cases: Vec<PathBuf>,

    #[command(flatten)]
    running: Running,

    #[command(flatten)]
    place: Folder,

    /// Change files that are there and differ
    #[arg(long)]
    update: bool,
}

impl Record {
    /// What is asked for, by a command line on which this was given.
    ///
    /// # Errors
    ///
    /// A program stands among the cases.
    pub(super) fn request(self, given: &ArgMatches) -> Result<Request, UsageError> {
        misplaced_program::forbid(given)?;
        Ok(Request::Record(Box::new(record::Record {
            cases: self.cases,
            setting: self.running.setting(self.place.dir),
            update: self.update,
        })))
    }
}
