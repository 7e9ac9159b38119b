//! `grade`: the submissions of a whole class.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use glob::Pattern;

use super::check::command_line_of_case;
use super::running::{Judging, Running};
use super::values;
use crate::cases::selection::{Partition, Selection};
use crate::compare::tolerance::Tolerances;
use crate::error::Error;
use crate::grade::class;
use crate::grade::class::feedback::Form;
use crate::grade::class::merge::{self, Merge};
use crate::grade::class::recipe::{RECIPES, Recipe};
use crate::grade::class::request::{Attempt, GradeRequest, Preparation, Purpose};
use crate::io::console::Console;
use crate::io::visible::visible;
use crate::report::options::Options;
use crate::run::program::Program;

/// How it is used.
const USAGE: &str = "minesweeper-alpha grade [OPTIONS] CASES... --submissions DIR --output OUT
           -- COMMAND [ARG]...
       minesweeper-alpha grade [OPTIONS] CASES... --submissions DIR --try NAME
           -- COMMAND [ARG]...
       minesweeper-alpha grade --merge OUT1 OUT2... --output OUT";

/// What follows the options in the help, before the recipes.
const HELP: &str = "\
Every folder in DIR is a submission. Each is copied into a private folder, where
it is prepared and its cases are run. In the COMMAND, {submission} is the path
of that copy and {seed} that of the seed, which is the last argument if it is
not named. OUT gets index.html, gradebook.csv, results.json, and for each
submission a file in feedback, junit, gradescope and submissions. It can be
stopped at any time, even killed: run the same command again, and it continues
where it stopped. Try one submission first, with --try NAME.

Exit status:
  0  all are graded, whatever their grades
  1  some could not be graded, most come to no game for the same reason, or not
     one of them could be prepared and started
  2  anything else
  4  nothing can be printed
  With --try: 0 all cases passed, 1 some failed, or it could not be prepared,
  started or graded.

Files:
  CASES/cases.toml         titles and points of cases, prices of mistakes
  OUT/index.html           the class, for you
  OUT/gradebook.csv        the points
  OUT/results.json         who earned what and why, for programs
  OUT/feedback/NAME.txt    what a student may see
  OUT/records.jsonl        what all the rest is made of

Recipes:
  Each has a name for --prepare, and a COMMAND where none is given.";

/// What follows the options in the short help.
const EXAMPLES: &str = "\
Examples:
  minesweeper-alpha grade cases --submissions all --prepare java --try adams
  minesweeper-alpha grade cases --submissions all --prepare java --output out
  minesweeper-alpha grade --merge share1 share2 --output out";

/// What follows the options in the long help.
fn help() -> String {
    let help = format!("{EXAMPLES}\n\n{HELP}");
    RECIPES.iter().fold(help, |help, recipe| {
        let command = recipe.command.join(" ");
        let script = recipe.script(true).replace('\n', "\n      ");
        format!("{help}\n\n  {}: -- {command}\n      {script}", recipe.name)
    })
}

/// Grade the submissions of a whole class
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = EXAMPLES, after_long_help = help())]
pub(super) struct Grade {
    /// Folders of cases, or files of cases
    #[arg(required_unless_present = "merge")]
    cases: Vec<PathBuf>,

    /// The folder of the submissions
    #[arg(long, value_name = "DIR", required_unless_present = "merge")]
    submissions: Option<PathBuf>,

    /// The folder for the results
    #[arg(long, value_name = "OUT", required_unless_present = "attempt", value_parser = values::written_path())]
    output: Option<PathBuf>,

    /// Prepare and check only this submission, and show what happens
    #[arg(
        id = "attempt",
        long = "try",
        value_name = "NAME",
        conflicts_with_all = ["output", "partition", "again", "feedback"]
    )]
    attempt: Option<String>,

    /// A recipe: java, python, c, cpp, rust or make; or a command for the shell
    ///
    /// It is run once in the copy of each submission, whose name is $1. The recipes are
    /// below.
    #[arg(long, value_name = "COMMAND", help_heading = "Preparation")]
    prepare: Option<OsString>,

    /// How long that may take
    #[arg(
        hide_short_help = true,
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

    /// With --try, show the details of all cases and causes
    #[arg(
        hide_short_help = true,
        long,
        help_heading = "Report",
        requires = "attempt"
    )]
    verbose: bool,

    /// With --try, show the details of the case or cause of this name, or of the cause of
    /// this number; may be repeated
    #[arg(
        hide_short_help = true,
        long,
        value_name = "GLOB",
        help_heading = "Report",
        requires = "attempt"
    )]
    details: Vec<Pattern>,

    /// Grade only the K-th of N shares of the submissions
    #[arg(hide_short_help = true, long, value_name = "K/N", help_heading = "Selection", value_parser = values::partition)]
    partition: Option<Partition>,

    /// Grade everything again, including what is already done
    #[arg(hide_short_help = true, long, help_heading = "Selection")]
    again: bool,

    /// What the feedback for students looks like: a text, a page or Markdown
    #[arg(
        hide_short_help = true,
        long,
        value_name = "FORMAT",
        help_heading = "Report",
        value_enum,
        default_value_t
    )]
    feedback: Form,

    /// Merge the results of all shares into one
    #[arg(
        hide_short_help = true,
        long,
        value_name = "OUT",
        num_args = 1..,
        help_heading = "Selection",
        conflicts_with_all = [
            "cases", "submissions", "attempt", "prepare", "prepare_timeout", "verbose", "details",
            "partition", "again", "command", "edition", "jobs", "timeout", "max_output",
            "max_memory", "cpu_time", "max_processes", "max_files_size", "leak_timeout", "retries",
            "sandbox", "hide", "allow_read", "allow_write", "env", "tolerate", "filter", "points",
            "reveal"
        ]
    )]
    merge: Vec<PathBuf>,
}

impl Grade {
    pub(super) fn run(self, arguments: &[OsString], console: &mut Console) -> Result<u8, Error> {
        let output = self.output.unwrap_or_default();
        let Some(submissions) = self.submissions else {
            let merge = Merge {
                shares: self.merge,
                output,
                feedback: self.feedback,
            };
            return Ok(merge::merge(&merge, console)?);
        };
        // Each runs in its own folder.
        let mut setting = self.running.setting(None);
        let recipe = self.prepare.as_ref().and_then(|name| name.to_str());
        let recipe = recipe.and_then(Recipe::named);
        let is_without_command = setting.program.is_none();
        if let (None, Some(recipe)) = (&setting.program, recipe) {
            let mut words = recipe.command.iter().map(OsString::from);
            let name = words.next();
            setting.program = name.map(|name| Program::new(name, words.collect()));
        }
        if setting.program.is_none() {
            let names: Vec<&str> = RECIPES.iter().map(|recipe| recipe.name).collect();
            let fault = match &self.prepare {
                None => "no --prepare with a recipe".to_owned(),
                Some(given) => {
                    let given = visible(given.to_string_lossy().as_bytes());
                    format!("`{given}` is not a recipe of --prepare")
                }
            };
            return Err(Error::usage(format!(
                "no -- COMMAND that plays a submission, and {fault} ({})",
                names.join(", ")
            )));
        }
        let timeout = self.prepare_timeout;
        let preparation = self.prepare.map(|asked| Preparation {
            command: recipe.map_or_else(
                || asked.clone(),
                |recipe| recipe.script(is_without_command).into(),
            ),
            asked,
            timeout,
        });
        let edition = setting.edition;
        let purpose = match self.attempt {
            None => Purpose::Results(output),
            Some(name) => Purpose::Try(Attempt {
                name,
                report: Options {
                    points: self.judging.points,
                    reveal: self.judging.reveal,
                    verbose: self.verbose,
                    details: self.details,
                    command_line: command_line_of_case(arguments),
                    replayable: edition.moves.is_some().then_some(edition.name),
                    ..Options::default()
                },
            }),
        };
        let request = GradeRequest {
            cases: self.cases,
            submissions,
            purpose,
            preparation,
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
        };
        Ok(class::grade(&request, console)?)
    }
}
