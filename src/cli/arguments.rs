//! The definition of the command line: every subcommand and option once.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::document::Document;
#[cfg(unix)]
use super::grade::Grade;
#[cfg(unix)]
use super::judging::Judging;
#[cfg(unix)]
use super::running::{Place, Running};
use super::solving::{Hint, Solve, WithoutGuessing};
#[cfg(unix)]
use super::suite::Suite;
use super::values;
#[cfg(unix)]
use crate::cases::selection::Partition;
use crate::edition::play_option::PlayOption;
use crate::edition::row::Edition;
use crate::edition::{comp182, table};
use crate::field::random::RandomField;
#[cfg(unix)]
use crate::report::options::Format;

const USAGE: &str = "minesweeper-alpha SEED_FILE_PATH
       minesweeper-alpha <COMMAND> ...";

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
    after_long_help = include_str!("../../resources/help/game.txt"),
    max_term_width = 80
)]
pub(crate) struct Arguments {
    /// Print help
    #[arg(short, long, global = true, action = clap::ArgAction::Help)]
    help: Option<bool>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// A subcommand.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
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

/// Play an edition of the game, from a file or on a random field
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// The seed file, or for wise2021 the board file NAME.cfg
    pub(crate) seed: Vec<OsString>,

    /// List the editions
    #[arg(long)]
    pub(crate) list: bool,

    /// The edition
    #[arg(
        long,
        value_name = "NAME",
        value_parser = values::edition(),
        default_value = table::default().name
    )]
    pub(crate) edition: &'static Edition,

    #[arg(
        long,
        value_name = "ROWSxCOLSxMINES",
        help_heading = "Random fields",
        help = values::only("Play on a random field in place of a SEED, such as 10x10x15; or beginner, intermediate or expert", PlayOption::Random)
    )]
    pub(crate) random: Option<RandomField>,

    #[arg(
        long,
        value_name = "N",
        help_heading = "Random fields",
        value_parser = values::number::<u64>,
        help = values::only("Draw the same random fields each time", PlayOption::RngSeed)
    )]
    pub(crate) rng_seed: Option<u64>,

    #[arg(
        long,
        value_name = "N",
        help_heading = "Random fields",
        value_parser = values::number::<usize>,
        help = values::only_with_default("The number of rows", PlayOption::Rows, comp182::DEFAULT.rows)
    )]
    pub(crate) rows: Option<usize>,

    #[arg(
        long,
        value_name = "N",
        help_heading = "Random fields",
        value_parser = values::number::<usize>,
        help = values::only_with_default("The number of columns", PlayOption::Cols, comp182::DEFAULT.cols)
    )]
    pub(crate) cols: Option<usize>,

    #[arg(
        long,
        value_name = "N",
        help_heading = "Random fields",
        value_parser = values::number::<usize>,
        help = values::only_with_default("The number of mines", PlayOption::Mines, comp182::DEFAULT.mines)
    )]
    pub(crate) mines: Option<usize>,

    #[arg(
        long,
        help_heading = "Rules",
        help = values::only("Uncover the neighbours of squares without mines around them, and so on", PlayOption::Cascade)
    )]
    pub(crate) cascade: bool,

    #[command(flatten)]
    pub(crate) without_guessing: WithoutGuessing,

    #[command(flatten)]
    pub(crate) scripting: Scripting,

    /// Play on the whole screen, with keys and mouse
    #[arg(long, help_heading = "Full screen")]
    pub(crate) screen: bool,

    /// When it is left, write the lines that were sent; with a random field, its
    /// seed too
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Full screen",
        requires = "screen",
        conflicts_with = "replay"
    )]
    pub(crate) script: Option<PathBuf>,

    /// Show the game of this input again
    #[arg(
        long,
        value_name = "INPUT",
        help_heading = "Full screen",
        requires = "screen"
    )]
    pub(crate) replay: Option<OsString>,

    /// Begin the replay after so many lines
    #[arg(
        long,
        value_name = "N",
        help_heading = "Full screen",
        value_parser = values::number::<usize>,
        requires = "replay"
    )]
    pub(crate) at: Option<usize>,
}

/// What scripts are told of a game.
#[derive(Debug, Args)]
pub(crate) struct Scripting {
    /// Exit with 0 if the game was won, 10 if lost, 11 if the player quit, 12 if the
    /// input ended
    #[arg(long, help_heading = "Scripts", conflicts_with = "screen")]
    pub(crate) outcome_status: bool,

    /// When the game is over, write its outcome, rounds, score and seed as JSON; `-`
    /// is standard output
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Scripts",
        conflicts_with = "screen"
    )]
    pub(crate) result: Option<OsString>,
}

/// Write a random seed file, whole or not at all
///
/// Every placement of the mines is as likely as any other. A file that is there
/// already is replaced.
#[derive(Debug, Args)]
#[command(
    after_help = "The synopsis of the fall 2019 assignment does the same with the sizes of 2019.fa:\n\
    `minesweeper-alpha --gen FILE ROWS COLS MINES`."
)]
pub(crate) struct Generate {
    /// The file to write, or - for standard output
    pub(crate) file: OsString,

    #[arg(value_parser = values::number::<usize>, help = values::sides("rows"))]
    pub(crate) rows: usize,

    #[arg(value_parser = values::number::<usize>, help = values::sides("columns"))]
    pub(crate) cols: usize,

    /// The number of mines: 1 to all squares but one
    #[arg(value_parser = values::number::<usize>)]
    pub(crate) mines: usize,

    /// Write a seed for this edition
    #[arg(
        long,
        value_name = "NAME",
        value_parser = values::edition_with_generator(),
        default_value = table::default().name
    )]
    pub(crate) edition: &'static Edition,

    /// Draw the same field each time
    #[arg(long, value_name = "N", value_parser = values::number::<u64>)]
    pub(crate) rng_seed: Option<u64>,

    /// Write N seeds into the folder FILE, as 1.txt and so on, with leading zeros;
    /// files of these names are replaced
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub(crate) count: Option<NonZero<usize>>,

    #[command(flatten)]
    pub(crate) without_guessing: WithoutGuessing,
}

/// Check a program against test cases, or against random games
///
/// The program is run on each case, and what it prints is compared to the byte.
/// Without a COMMAND the built-in game is checked.
#[cfg(unix)]
#[derive(Debug, Args)]
#[command(override_usage = CHECK_USAGE, after_help = CASES_HELP)]
pub(crate) struct Check {
    /// Folders of cases, or files of cases, such as those of cases/*
    #[arg(required_unless_present = "random")]
    pub(crate) cases: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) running: Running,

    #[command(flatten)]
    pub(crate) place: Place,

    #[command(flatten)]
    pub(crate) judging: Judging,

    /// Run only the K-th of N shares of the cases
    #[arg(long, value_name = "K/N", help_heading = "Selection", value_parser = values::partition)]
    pub(crate) partition: Option<Partition>,

    /// Stop after the first case that fails
    #[arg(long, help_heading = "Selection")]
    pub(crate) fail_fast: bool,

    /// What the report looks like
    #[arg(
        long,
        value_name = "FORMAT",
        help_heading = "Report",
        value_parser = values::named(&Format::ALL, Format::name),
        default_value = Format::default().name()
    )]
    pub(crate) format: Format,

    /// Write the report there: until the end it says that the check did not finish
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub(crate) output: Option<PathBuf>,

    /// Show all that is wrong with each case, not only what no cause explains
    #[arg(long, help_heading = "Report")]
    pub(crate) verbose: bool,

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
            "verbose"
        ]
    )]
    pub(crate) random: Option<NonZero<u64>>,

    /// Play the same random games again
    #[arg(
        long,
        value_name = "N",
        help_heading = "Random games",
        value_parser = values::number::<u64>,
        requires = "random"
    )]
    pub(crate) rng_seed: Option<u64>,

    /// Go on when a cause has been found, until N games are played, and show the
    /// smallest game for each cause
    #[arg(long, help_heading = "Random games", requires = "random")]
    pub(crate) keep_going: bool,

    /// Save the smallest games that differ as cases in this folder
    #[arg(
        long,
        value_name = "DIR",
        help_heading = "Random games",
        requires = "random"
    )]
    pub(crate) save: Option<PathBuf>,
}

#[cfg(unix)]
const CHECK_USAGE: &str = "minesweeper-alpha check [OPTIONS] CASES... [-- COMMAND [ARG]...]
       minesweeper-alpha check [OPTIONS] --random N -- COMMAND [ARG]...";

#[cfg(unix)]
const RECORD_USAGE: &str = "minesweeper-alpha record [OPTIONS] CASES... [-- COMMAND [ARG]...]";

#[cfg(unix)]
const CASES_HELP: &str = "\
A case is NAME.seed.txt (NAME.cfg for wise2021), NAME.in.txt (none: no input),
and at least one of NAME.out.txt, NAME.err.txt, NAME.combined.txt and
NAME.status.txt. The seed's path is the COMMAND's last argument, or takes the
place of {seed} in it.

Exit status: 0 all is well, 1 a case failed, 2 anything else (4 if the report
cannot be printed).";

#[cfg(unix)]
const RECORD_HELP: &str = "\
A case is NAME.seed.txt (NAME.cfg for wise2021) and NAME.in.txt (none: no
input). What is written is NAME.out.txt, NAME.err.txt, NAME.combined.txt and
NAME.status.txt. The seed's path is the COMMAND's last argument, or takes the
place of {seed} in it.

Exit status: 0 all is well, 1 something could not be recorded or differs, 2
anything else (4 if that cannot be printed).";

/// Record the expected files of test cases that are missing
///
/// They are what a COMMAND prints, or the built-in game without one. A command
/// is run twice, and nondeterministic output is refused.
#[cfg(unix)]
#[derive(Debug, Args)]
#[command(override_usage = RECORD_USAGE, after_help = RECORD_HELP)]
pub(crate) struct Record {
    /// Folders of cases, or files of cases, such as those of cases/*
    #[arg(required = true)]
    pub(crate) cases: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) running: Running,

    #[command(flatten)]
    pub(crate) place: Place,

    /// Change files that are there and differ
    #[arg(long)]
    pub(crate) update: bool,
}

/// Print the man page, or the completions for a shell
#[derive(Debug, Args)]
pub(crate) struct Docs {
    /// What to print
    #[arg(value_parser = values::named(&Document::ALL, Document::name))]
    pub(crate) document: Document,
}
