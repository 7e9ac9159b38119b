//! `grade`: grades the submissions of a whole class.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, Args, Command, Id};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use glob::Pattern;

use super::misplaced_program;
use super::request::Request;
use super::running::{Judging, Running};
use super::usage_error::UsageError;
use super::values;
use crate::cases::selection::{Partition, Selection};
use crate::compare::tolerance::Tolerances;
use crate::grade::class::merge::Merge;
use crate::grade::class::recipe::{RECIPES, Recipe};
use crate::grade::class::request::{GradeRequest, Preparation};
use crate::io::visible::visible;
use crate::run::program::Program;

const USAGE: &str = "minesweeper-alpha grade [OPTIONS] CASES... --submissions DIR --output OUT
           -- COMMAND [ARG]...
       minesweeper-alpha grade --merge OUT1 OUT2... --output OUT";

/// The end of the help, before the recipes.
const HELP: &str = "\
Every folder in DIR is a submission. Each is copied into a private folder, where
it is prepared and its cases are run. In the COMMAND, {submission} is the path
of that copy and {seed} that of the seed, which is the last argument if it is
not named. OUT gets index.html, gradebook.csv, results.json, and for each
submission files in feedback, junit, gradescope and submissions. Grading can be
stopped at any time, even killed: run the same command again, and it continues
where it stopped. Grade one submission first, with --submission NAME --verbose.

Exit status:
  0  all are graded, whatever their grades
  1  some could not be graded, most come to no game for the same reason, or not
     one of them could be prepared and started
  2  anything else
  4  nothing can be printed

Files:
  CASES/cases.toml         titles and points of cases
  OUT/index.html           the class, for you
  OUT/gradebook.csv        the points
  OUT/results.json         who earned what and why, for programs
  OUT/feedback/NAME.html   what a student may see, also as NAME.md
  OUT/records              what all the rest is made of

Recipes:
  Each has a name for --prepare, and a COMMAND where none is given.";

/// The end of the short help.
const EXAMPLES: &str = "\
Examples:
  minesweeper-alpha grade cases --submissions all --prepare java --output out
  minesweeper-alpha grade cases --submissions all --prepare java --output out \\
    --submission adams --verbose
  minesweeper-alpha grade --merge share1 share2 --output out";

/// The end of the long help.
fn help() -> String {
    let help = format!("{EXAMPLES}\n\n{HELP}");
    RECIPES.iter().fold(help, |help, recipe| {
        let command = recipe.command.join(" ");
        let script = recipe.script(true).replace('\n', "\n      ");
        format!("{help}\n\n  {}: -- {command}\n      {script}", recipe.name)
    })
}

/// Names of the recipes, for completion.
fn recipes() -> Vec<CompletionCandidate> {
    let names = RECIPES.iter().map(|recipe| recipe.name);
    names.map(CompletionCandidate::new).collect()
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
    #[arg(long, value_name = "OUT", required = true, value_parser = values::written_path())]
    output: Option<PathBuf>,

    /// Grade only submissions whose name matches, and add them to the results; may be
    /// repeated
    #[arg(
        long,
        value_name = "GLOB",
        help_heading = "Selection",
        value_parser = values::glob
    )]
    submission: Vec<Pattern>,

    /// A recipe: java, python, c, cpp, rust or make; or a command for the shell
    ///
    /// It is run once in the copy of each submission, whose name is $1. The recipes are
    /// below.
    #[arg(long, value_name = "COMMAND", help_heading = "Preparation")]
    #[arg(add = ArgValueCandidates::new(recipes))]
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

    /// Show the details of each submission as check does
    #[arg(hide_short_help = true, long, help_heading = "Report")]
    verbose: bool,

    /// Grade only the K-th of N shares of the submissions
    #[arg(hide_short_help = true, long, value_name = "K/N", help_heading = "Selection", value_parser = values::partition)]
    partition: Option<Partition>,

    /// Grade everything again, including what is already done
    #[arg(hide_short_help = true, long, help_heading = "Selection")]
    again: bool,

    /// Merge the results of all shares into one
    #[arg(
        hide_short_help = true,
        long,
        value_name = "OUT",
        num_args = 1..,
        help_heading = "Selection"
    )]
    merge: Vec<PathBuf>,
}

/// Makes `--merge` conflict with all options but `--output`: the others are about grading, and the
/// shares are graded already.
pub(super) fn merge_stands_alone(subcommand: Command) -> Command {
    let of_grading: Vec<Id> = subcommand
        .get_arguments()
        .map(|argument| argument.get_id().clone())
        .filter(|id| id != "merge" && id != "output")
        .collect();
    subcommand.mut_args(|argument| {
        if argument.get_id() == "merge" {
            argument.conflicts_with_all(&of_grading)
        } else {
            argument
        }
    })
}

/// Changes the help of `--jobs`: `grade` runs submissions at a time, not cases.
pub(super) fn jobs_are_submissions(subcommand: Command) -> Command {
    if subcommand.get_name() != "grade" {
        return subcommand;
    }
    subcommand.mut_arg("jobs", |jobs| {
        jobs.help(
            "How many submissions are graded at once [default: as many as there are processors]",
        )
    })
}

impl Grade {
    /// Converts the arguments into a request.
    pub(super) fn request(self, given: &ArgMatches) -> Result<Request, UsageError> {
        let output = self.output.unwrap_or_default();
        let Some(submissions) = self.submissions else {
            return Ok(Request::Merge(Merge {
                shares: self.merge,
                output,
            }));
        };
        // Each submission runs in its own folder.
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
            misplaced_program::forbid(given)?;
            let names: Vec<&str> = RECIPES.iter().map(|recipe| recipe.name).collect();
            let recipes = names.join(", ");
            return Err(match self.prepare {
                None => UsageError::NothingToGrade { recipes },
                Some(given) => UsageError::NoRecipe {
                    given: visible(given.to_string_lossy().as_bytes()),
                    recipes,
                },
            });
        }
        let timeout = self.prepare_timeout;
        let preparation = self.prepare.map(|command| Preparation {
            command: recipe.map_or_else(
                || command.clone(),
                |recipe| recipe.script(is_without_command).into(),
            ),
            timeout,
        });
        Ok(Request::Grade(Box::new(GradeRequest {
            cases: self.cases,
            submissions,
            filters: self.submission,
            output,
            preparation,
            setting,
            tolerances: Tolerances::new(self.judging.tolerate),
            selection: Selection {
                filters: self.judging.filter,
                partition: None,
            },
            partition: self.partition,
            again: self.again,
            verbose: self.verbose,
            reveal: self.judging.reveal,
            points: self.judging.points,
        })))
    }
}
