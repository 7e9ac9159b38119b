//! `grade`: the submissions of a whole class.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Command, Id};

use super::error::UsageError;
use super::request::Request;
use super::running::{Judging, Running};
use super::values;
use crate::cases::selection::{Partition, Selection};
use crate::compare::tolerance::Tolerances;
use crate::grade::class::feedback::Form;
use crate::grade::class::merge::Merge;
use crate::grade::class::order::{Order, Preparation};

/// How it is used.
const USAGE: &str =
    "minesweeper-alpha grade [OPTIONS] CASES... --submissions DIR --output OUT -- COMMAND [ARG]...
       minesweeper-alpha grade --merge OUT1 OUT2... --output OUT";

/// What follows the options in the help.
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

/// Grade the submissions of a whole class
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = HELP)]
pub(super) struct Grade {
    /// Folders of cases, or files of cases
    #[arg(required_unless_present = "merge")]
    cases: Vec<PathBuf>,

    /// The folder of the submissions
    #[arg(long, value_name = "DIR", required_unless_present = "merge")]
    submissions: Option<PathBuf>,

    /// The folder for the results
    #[arg(long, value_name = "OUT")]
    output: PathBuf,

    /// Run this in the shell, once in the copy of each submission; its name is $1
    #[arg(long, value_name = "COMMAND", help_heading = "Preparation")]
    prepare: Option<OsString>,

    /// How long that may take
    #[arg(
        long,
        value_name = "TIME",
        help_heading = "Preparation",
        value_parser = values::duration,
        requires = "prepare",
        default_value = "60s"
    )]
    prepare_timeout: Duration,

    #[command(flatten)]
    running: Running,

    #[command(flatten)]
    judging: Judging,

    /// Grade only the K-th of N shares of the submissions
    #[arg(long, value_name = "K/N", help_heading = "Selection", value_parser = values::partition)]
    partition: Option<Partition>,

    /// Grade everything again, including what is already done
    #[arg(long, help_heading = "Selection")]
    again: bool,

    /// What the feedback for students looks like: a text, a page or Markdown
    #[arg(
        long,
        value_name = "FORMAT",
        help_heading = "Report",
        value_enum,
        value_parser = values::named::<Form>(),
        default_value_t
    )]
    feedback: Form,

    /// Merge the results of all shares into one
    #[arg(
        long,
        value_name = "OUT",
        num_args = 1..,
        help_heading = "Selection"
    )]
    merge: Vec<PathBuf>,
}

/// Defines that `--merge` of `grade` stands alone with `--output` and `--feedback`: what
/// else there is says how a class is graded, and the shares are graded already.
pub(super) fn merge_stands_alone(subcommand: Command) -> Command {
    let of_grading: Vec<Id> = subcommand
        .get_arguments()
        .map(|argument| argument.get_id().clone())
        .filter(|id| id != "merge" && id != "output" && id != "feedback")
        .collect();
    subcommand.mut_args(|argument| {
        if argument.get_id() == "merge" {
            argument.conflicts_with_all(&of_grading)
        } else {
            argument
        }
    })
}

impl Grade {
    /// What is asked for.
    ///
    /// # Errors
    ///
    /// There is no command that plays a submission.
    pub(super) fn request(self) -> Result<Request, UsageError> {
        let Some(submissions) = self.submissions else {
            return Ok(Request::Merge(Merge {
                shares: self.merge,
                output: self.output,
                feedback: self.feedback,
            }));
        };
        // Each runs in its own folder.
        let setting = self.running.setting(None);
        if setting.program.is_none() {
            return Err(UsageError::NothingToGrade);
        }
        let timeout = self.prepare_timeout;
        Ok(Request::Grade(Box::new(Order {
            cases: self.cases,
            submissions,
            output: self.output,
            preparation: self.prepare.map(|command| Preparation { command, timeout }),
            setting,
            tolerances: Tolerances::new(self.judging.tolerate),
            selection: Selection {
                filters: self.judging.filter,
                partition: None,
            },
            partition: self.partition,
            again: self.again,
            reveal: self.judging.reveal,
            feedback: self.feedback,
            points: self.judging.points,
        })))
    }
}
