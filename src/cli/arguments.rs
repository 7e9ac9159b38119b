//! The command line as a whole: its subcommands, and what is asked for without
//! one.

use std::ffi::{OsStr, OsString};

use clap::error::ErrorKind;
use clap::{Arg, CommandFactory, FromArgMatches, Parser};

#[cfg(unix)]
use super::check::{self, Check};
use super::docs::Docs;
use super::generate::Generate;
#[cfg(unix)]
use super::grade::{Grade, jobs_are_submissions, merge_stands_alone};
use super::hint::Hint;
#[cfg(unix)]
use super::misplaced_program;
use super::play::{self, Play};
#[cfg(unix)]
use super::record::Record;
use super::request::Request;
use super::solve::Solve;
#[cfg(unix)]
use super::suite::Suite;
use super::usage_error::UsageError;
use crate::edition::setup::Setup;
use crate::edition::table;
use crate::field::seed_file::SeedFile;
use crate::play::request::PlayRequest;

const USAGE: &str = "minesweeper-alpha SEED_FILE_PATH
       minesweeper-alpha <COMMAND> ...";

/// What follows the options in the short help.
const EXAMPLES: &str = "\
Examples:
  minesweeper-alpha examples/seeds/easy.txt   play: h lists commands
  minesweeper-alpha play --screen             on the full screen, from a menu
  minesweeper-alpha check cases -- ./game     test a program of your own";

/// What asks for help where nothing else is asked for.
const HELP: [&str; 2] = [LONG_HELP, "-h"];

/// What asks for all of the help.
const LONG_HELP: &str = "--help";

/// What asks for the version where nothing else is asked for.
const VERSION: [&str; 2] = ["--version", "-V"];

/// The spelling of `generate` in the fall 2019 assignment.
pub(super) const GEN: &str = "--gen";

/// The CSCI-1302 assignment Minesweeper Alpha, v2022.sp
///
/// With one argument, plays the game that the seed file sets up: commands come
/// from standard input, the game goes to standard output, errors to standard
/// error.
#[derive(Debug, Parser)]
#[command(
    name = "minesweeper-alpha",
    version,
    override_usage = USAGE,
    disable_help_subcommand = true,
    args_override_self = true,
    disable_help_flag = true,
    after_help = EXAMPLES,
    after_long_help = format!("{EXAMPLES}\n\n{}", include_str!("../../resources/help/game.txt")),
    max_term_width = 80
)]
#[cfg_attr(
    unix,
    command(
        mut_subcommands(merge_stands_alone),
        mut_subcommands(jobs_are_submissions)
    )
)]
pub(super) struct Arguments {
    /// Print help: -h in short, --help all of it
    #[arg(short, long, global = true, action = clap::ArgAction::Help)]
    help: Option<bool>,

    #[command(subcommand)]
    subcommand: Subcommand,
}

/// A subcommand.
#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    Play(Box<Play>),
    Generate(Generate),
    Hint(Hint),
    Solve(Solve),
    #[cfg(unix)]
    Check(Box<Check>),
    #[cfg(unix)]
    Grade(Box<Grade>),
    #[cfg(unix)]
    Record(Box<Record>),
    #[cfg(unix)]
    Suite(Box<Suite>),
    Docs(Docs),
}

/// The definition of the command line.
pub(crate) fn definition() -> clap::Command {
    Arguments::command()
}

/// Whether a word that stands alone asks for help or the version.
pub(crate) fn is_about_the_program(word: &OsStr) -> bool {
    HELP.iter().chain(&VERSION).any(|about| word == *about)
}

/// Whether a word is a subcommand.
pub(super) fn is_subcommand(word: &str) -> bool {
    word == GEN || Arguments::command().find_subcommand(word).is_some()
}

/// Reads the arguments, without the program's own name, that are not those of
/// the one-argument game.
///
/// With several, the first may be a subcommand. All else is for the first
/// edition, whose game takes exactly one argument.
///
/// # Errors
///
/// What follows a subcommand is not what it takes.
pub(crate) fn parse(arguments: Vec<OsString>) -> Result<Request, UsageError> {
    let first = arguments.first().and_then(|argument| argument.to_str());
    match (first, arguments.len()) {
        (Some(word), 1) if HELP.contains(&word) => {
            let mut command = Arguments::command();
            let help = if word == LONG_HELP {
                command.render_long_help()
            } else {
                command.render_help()
            };
            Ok(Request::Tell(help.to_string()))
        }
        (Some(word), 1) if VERSION.contains(&word) => {
            Ok(Request::Tell(Arguments::command().render_version()))
        }
        (Some(word), 2..) if is_subcommand(word) => subcommand(arguments),
        _ => {
            let files = arguments.into_iter().map(SeedFile::on_disk).collect();
            let setup = Setup {
                files,
                ..Setup::default()
            };
            let request = PlayRequest::new(table::default(), setup);
            Ok(Request::Play(Box::new(request)))
        }
    }
}

fn subcommand(mut arguments: Vec<OsString>) -> Result<Request, UsageError> {
    let mut command = Arguments::command();
    if arguments.first().is_some_and(|first| first == GEN) {
        // The same subcommand, but with the sizes of its own assignment.
        arguments[0] = "generate".into();
        command = command.mut_subcommand("generate", |generate| {
            generate.mut_arg("edition", |edition| {
                edition.default_value(table::GENERATOR_EDITION)
            })
        });
    }
    if arguments.first().is_some_and(|first| first == "play") {
        command = command.mut_subcommand("play", |play| play::of_edition(play, &arguments));
    }
    #[cfg(unix)]
    if arguments.first().is_some_and(|first| first == "check") && asks_for_short_help(&arguments) {
        command = command.mut_subcommand("check", check::in_short);
    }
    if announces_nothing(&command, &arguments) {
        return Err(UsageError::NoCommand);
    }
    let words = [OsString::from(command.get_name())];
    let words = words.iter().chain(&arguments);
    let matches = match command.try_get_matches_from_mut(words) {
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            return Ok(Request::Tell(error.render().to_string()));
        }
        #[cfg(unix)]
        Err(error) => {
            let misplaced = misplaced_program::of_refused(command, &arguments, &error);
            return Err(misplaced.unwrap_or_else(|| error.into()));
        }
        matches => matches?,
    };
    let given = matches.subcommand().map_or(&matches, |(_, given)| given);
    match Arguments::from_arg_matches(&matches)?.subcommand {
        Subcommand::Play(play) => play.request(given),
        Subcommand::Generate(generate) => Ok(generate.request()),
        Subcommand::Hint(hint) => hint.request(),
        Subcommand::Solve(solve) => Ok(solve.request()),
        #[cfg(unix)]
        Subcommand::Check(check) => check.request(given),
        #[cfg(unix)]
        Subcommand::Grade(grade) => grade.request(given),
        #[cfg(unix)]
        Subcommand::Record(record) => record.request(given),
        #[cfg(unix)]
        Subcommand::Suite(suite) => Ok(suite.request()),
        Subcommand::Docs(docs) => docs.request(),
    }
}

/// Whether arguments ask for help in short, before those of a command.
#[cfg(unix)]
fn asks_for_short_help(arguments: &[OsString]) -> bool {
    let mut own = arguments.iter().take_while(|argument| *argument != "--");
    own.any(|argument| argument == HELP[1])
}

/// Whether a `--`, which announces a command, is the last of the arguments of a
/// subcommand that takes one.
fn announces_nothing(command: &clap::Command, arguments: &[OsString]) -> bool {
    let announced = arguments.iter().position(|argument| argument == "--");
    announced.is_some_and(|at| at + 1 == arguments.len())
        && arguments
            .first()
            .and_then(|name| command.find_subcommand(name))
            .is_some_and(|subcommand| subcommand.get_arguments().any(Arg::is_last_set))
}
