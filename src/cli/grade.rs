//! The arguments of `grade`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::judging::Judging;
use super::running::Running;
use super::values;
use crate::cases::selection::Partition;

const USAGE: &str =
    "minesweeper-alpha grade [OPTIONS] CASES... --submissions DIR --output OUT -- COMMAND [ARG]...
       minesweeper-alpha grade --merge OUT1 OUT2... --output OUT";

const HELP: &str = "\
Every folder in DIR is a submission. Each is copied into a private folder, where
it is prepared and its cases are run. In the COMMAND, {submission} is the path
of that copy and {seed} that of the seed, which is the last argument if it is
not named. OUT gets index.html, gradebook.csv, results.json, and for each
submission a file in feedback, junit, gradescope and submissions. It can be
stopped at any time, even killed: run the same command again, and it continues
where it stopped.

Exit status: 0 all are graded, whatever their grades, 1 some could not be
graded, or not one of them could be prepared and started, 2 anything else (4 if
nothing can be printed).";

/// All that says how a class is graded, and nothing of what is graded already.
const NOT_MERGED: [&str; 25] = [
    "cases",
    "submissions",
    "prepare",
    "prepare_timeout",
    "command",
    "edition",
    "jobs",
    "timeout",
    "max_output",
    "max_memory",
    "cpu_time",
    "max_processes",
    "max_files_size",
    "leak_timeout",
    "retries",
    "sandbox",
    "allow_read",
    "allow_write",
    "env",
    "tolerate",
    "filter",
    "points",
    "reveal",
    "partition",
    "again",
];

/// Grade the submissions of a whole class
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = HELP)]
pub(crate) struct Grade {
    /// Folders of cases, or files of cases
    #[arg(required_unless_present = "merge")]
    pub(crate) cases: Vec<PathBuf>,

    /// The folder of the submissions
    #[arg(long, value_name = "DIR", required_unless_present = "merge")]
    pub(crate) submissions: Option<PathBuf>,

    /// The folder for the results
    #[arg(long, value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// Run this in the shell, once in the copy of each submission; its name is $1
    #[arg(long, value_name = "COMMAND", help_heading = "Preparation")]
    pub(crate) prepare: Option<OsString>,

    /// How long that may take
    #[arg(
        long,
        value_name = "TIME",
        help_heading = "Preparation",
        value_parser = values::duration,
        requires = "prepare",
        default_value = "60s"
    )]
    pub(crate) prepare_timeout: Duration,

    #[command(flatten)]
    pub(crate) running: Running,

    #[command(flatten)]
    pub(crate) judging: Judging,

    /// Grade only the K-th of N shares of the submissions
    #[arg(long, value_name = "K/N", help_heading = "Selection", value_parser = values::partition)]
    pub(crate) partition: Option<Partition>,

    /// Grade everything again, including what is already done
    #[arg(long, help_heading = "Selection")]
    pub(crate) again: bool,

    /// Merge the results of all shares into one
    #[arg(
        long,
        value_name = "OUT",
        num_args = 1..,
        help_heading = "Selection",
        conflicts_with_all = NOT_MERGED
    )]
    pub(crate) merge: Vec<PathBuf>,
}
