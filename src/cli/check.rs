//! `check`: compares a program with test cases, or with random games.

use std::ffi::{OsStr, OsString};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Args, Command, Id};
use glob::Pattern;

use super::misplaced_program;
use super::request::Request;
use super::running::{Folder, Judging, OF_ALL_CASES, Running};
use super::usage_error::UsageError;
use super::values;
use crate::cases::selection::{Partition, Selection};
use crate::compare::tolerance::Tolerances;
use crate::grade::check;
use crate::grade::random::check::RandomCheck;
use crate::report::again::CommandLine;
use crate::report::options::{Audience, Format, Options};

const USAGE: &str = "minesweeper-alpha check [OPTIONS] CASES... [-- COMMAND [ARG]...]
       minesweeper-alpha check [OPTIONS] --random N -- COMMAND [ARG]...";

/// The end of the help, after the options.
const HELP: &str = "\
A case is NAME.seed.txt (NAME.cfg for wise2021), NAME.in.txt (none: no input),
and at least one of NAME.out.txt, NAME.err.txt, NAME.combined.txt and
NAME.status.txt. The seed's path is the COMMAND's last argument, or takes the
place of {seed} in it.

Exit status:
  0  all cases passed, or no random game differs
  1  a case failed, or a random game differs
  2  anything else; also where no case failed, but one could not be graded
  4  the report cannot be printed

Files:
  CASES/cases.toml
      titles, groups and points of the cases of a folder
  FILE
      with --output, the report, whole or not at all
  DIR/NAME.seed.txt, DIR/NAME.in.txt ...
      with --save, cases of the smallest random games that differ";

/// The end of the short help.
const EXAMPLES: &str = "\
Examples:
  minesweeper-alpha check cases -- ./game
  minesweeper-alpha check --details 1 cases -- java -cp bin game.Main
  minesweeper-alpha check --random 500 -- ./game";

/// Check a program against test cases, or against random games
///
/// The program is run on each case, and what it prints is compared to the byte.
/// Without a COMMAND the built-in game is checked.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{HELP}"))]
pub(super) struct Check {
    /// Folders of cases, or files of cases
    #[arg(required_unless_present = "random")]
    cases: Vec<PathBuf>,

    #[command(flatten)]
    running: Running,

    #[command(flatten)]
    place: Folder,

    #[command(flatten)]
    judging: Judging,

    /// Run only the K-th of N shares of the cases
    #[arg(
        hide_short_help = true,
        long,
        value_name = "K/N",
        help_heading = "Selection",
        value_parser = values::partition,
        group = OF_ALL_CASES
    )]
    partition: Option<Partition>,

    /// Stop after the first case that fails
    #[arg(hide_short_help = true, long, help_heading = "Selection", group = OF_ALL_CASES)]
    fail_fast: bool,

    /// What the report looks like
    #[arg(
        long,
        value_name = "FORMAT",
        help_heading = "Report",
        value_enum,
        value_parser = values::named::<Format>(),
        default_value_t,
        group = OF_ALL_CASES
    )]
    format: Format,

    /// Write the report there: until the end it says that the check did not finish; - is
    /// standard output
    #[arg(long, value_name = "FILE", help_heading = "Report", group = OF_ALL_CASES)]
    output: Option<PathBuf>,

    /// Show the details of all cases and causes, not only of a case that is alone
    #[arg(hide_short_help = true, long, help_heading = "Report")]
    verbose: bool,

    /// Show the details of the case or cause of this name, or of the cause of this
    /// number; may be repeated
    #[arg(
        long,
        value_name = "GLOB",
        help_heading = "Report",
        value_parser = values::glob,
        group = OF_ALL_CASES
    )]
    details: Vec<Pattern>,

    /// Play N random games with the COMMAND and the built-in game, and show the
    /// smallest in which they differ
    #[arg(
        long,
        value_name = "N",
        help_heading = "Random games",
        value_parser = values::games,
        requires = "command",
        conflicts_with_all = [
            "cases", "filter", "partition", "fail_fast", "output", "points", "reveal",
            "verbose", "details"
        ]
    )]
    random: Option<NonZero<u64>>,

    /// Play the same random games again
    #[arg(
        hide_short_help = true,
        long,
        value_name = "N",
        help_heading = "Random games",
        value_parser = values::number::<u64>,
        requires = "random",
        conflicts_with = "cases"
    )]
    rng_seed: Option<u64>,

    /// Go on when a cause has been found, until N games are played, and show the
    /// smallest game for each cause
    #[arg(
        hide_short_help = true,
        long,
        help_heading = "Random games",
        requires = "random",
        conflicts_with = "cases"
    )]
    keep_going: bool,

    /// Save the smallest games that differ as cases in this folder
    #[arg(
        hide_short_help = true,
        long,
        value_name = "DIR",
        help_heading = "Random games",
        value_parser = values::written_path(),
        requires = "random",
        conflicts_with = "cases"
    )]
    save: Option<PathBuf>,
}

/// Shorter descriptions of options, for the short help.
const IN_SHORT: [(&str, &str); 6] = [
    (
        "command",
        "What is run; the seed's path becomes {seed} in it, or its end",
    ),
    (
        "tolerate",
        "Tolerate some of trailing-space, message, version, final-newline, crlf",
    ),
    ("format", "human, json, junit or gradescope"),
    ("output", "Write the report there; - is standard output"),
    (
        "details",
        "Show all of this case or cause, by its name or number",
    ),
    (
        "random",
        "Play N random games, and compare with the built-in game",
    ),
];

/// Returns the definition of the subcommand for the short help.
pub(super) fn in_short(check: Command) -> Command {
    check
        .mut_args(|argument| {
            let id = argument.get_id().to_string();
            let text = IN_SHORT.into_iter().find(|(name, _)| *name == id);
            let argument = match text {
                Some((_, text)) => argument.help(text),
                None => argument,
            };
            argument
                .help_heading(None::<&'static str>)
                .hide_possible_values(id == "format" || id == "tolerate")
                .hide_default_value(id == "format")
                .hide(id == "edition")
        })
        .after_help(EXAMPLES)
}

impl Check {
    /// Converts the arguments into a request.
    pub(super) fn request(self, given: &ArgMatches) -> Result<Request, UsageError> {
        misplaced_program::forbid(given)?;
        let setting = self.running.setting(self.place.dir);
        let tolerances = Tolerances::new(self.judging.tolerate);
        if let Some(count) = self.random {
            if !matches!(self.format, Format::Human | Format::Json) {
                return Err(UsageError::NoRandomFormat(values::name(&self.format)));
            }
            return Ok(Request::CheckRandom(Box::new(RandomCheck {
                count: count.get(),
                rng_seed: self.rng_seed,
                keep_going: self.keep_going,
                save: self.save,
                format: self.format,
                setting,
                tolerances,
            })));
        }
        let edition = setting.edition;
        Ok(Request::Check(Box::new(check::Check {
            cases: self.cases,
            setting,
            tolerances,
            selection: Selection {
                filters: self.judging.filter,
                partition: self.partition,
            },
            fail_fast: self.fail_fast,
            report: Options {
                format: self.format,
                // A hyphen stands for standard output.
                output: self.output.filter(|path| path != Path::new("-")),
                points: self.judging.points,
                reveal: self.judging.reveal,
                audience: Audience::Instructor,
                verbose: self.verbose,
                details: self.details,
                command_line: Some(command_line(given)),
                replayable: edition.moves.is_some().then_some(edition.name),
            },
        })))
    }
}

/// Returns the command line that runs one of the cases again: the given options in their order,
/// except those about [all cases](OF_ALL_CASES).
fn command_line(given: &ArgMatches) -> CommandLine {
    let of_all_cases: Vec<&Id> = given.get_many(OF_ALL_CASES).into_iter().flatten().collect();
    let mut options = Vec::new();
    for option in values::given::<Check>(given) {
        if option.is_positional() || of_all_cases.contains(&option.get_id()) {
            continue;
        }
        let id = option.get_id().as_str();
        let mut indices = given.indices_of(id).into_iter().flatten();
        for values in given.get_raw_occurrences(id).into_iter().flatten() {
            let values: Vec<&OsStr> = values.collect();
            // Each of the values has an index.
            let index = indices.by_ref().take(values.len()).last();
            options.push((index, words(&option, &values)));
        }
    }
    options.sort();
    let first_path = given.indices_of("cases").and_then(|mut all| all.next());
    let mut line = CommandLine {
        before: vec!["minesweeper-alpha".into(), "check".into()],
        after: Vec::new(),
    };
    for (index, words) in options {
        if index < first_path {
            line.before.extend(words);
        } else {
            line.after.extend(words);
        }
    }
    if let Some(command) = given.get_raw("command") {
        line.after.push("--".into());
        line.after.extend(command.map(OsStr::to_owned));
    }
    line
}

/// Returns the words of an option with these values.
fn words(option: &Arg, values: &[&OsStr]) -> Vec<OsString> {
    let name = OsString::from(format!("--{}", option.get_long().unwrap_or_default()));
    if !option.get_action().takes_values() {
        return vec![name];
    }
    let value = values.join(OsStr::new(","));
    let bytes = value.as_encoded_bytes();
    // A hyphen would start an option, and NAME=VALUE reads best in one word.
    if bytes.starts_with(b"-") || bytes.contains(&b'=') {
        vec![[name, value].join(OsStr::new("="))]
    } else {
        vec![name, value]
    }
}
