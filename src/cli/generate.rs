//! `generate`: random seed files, and which fields can be won without guessing.

use std::ffi::OsString;
use std::num::NonZero;
use std::time::Duration;

use clap::{ArgGroup, Args};

use super::request::Request;
use super::values;
use crate::edition::table;
use crate::field::minefield::{FieldLimits, Square};
use crate::field::random::RandomField;
use crate::generate::{self, Wanted};
use crate::solve::proof::Difficulty;

/// The heading of the options of fields without guessing.
pub(super) const WITHOUT_GUESSING: &str = "Fields without guessing";

/// The group of the options with which a field is drawn around a start.
pub(super) const STARTED: &str = "started";

/// What follows the options in the short help.
const EXAMPLES: &str = "\
Examples:
  minesweeper-alpha generate seed.txt 10 10 15
  minesweeper-alpha generate --no-guess - 9 9 10 | minesweeper-alpha solve -
  minesweeper-alpha generate --count 20 seeds 8 8 10";

/// What follows the examples in the long help.
const HELP: &str = "\
The synopsis of the fall 2019 assignment does the same with the sizes of
2019.fa: `minesweeper-alpha --gen FILE ROWS COLS MINES`.

Exit status:
  0  all seeds are written
  2  there is no such field, none was found in time, or FILE cannot be written

Files:
  FILE
      the seed; with --no-guess its last line notes the square to start from,
      which the game does not read, but hint, solve and the full screen do
  FILE/N.txt
      with --count, the seeds by their numbers";

/// Write a random seed file, whole or not at all
///
/// Every placement of the mines is as likely as any other. A file that is there
/// already is replaced.
#[derive(Debug, Args)]
#[command(
    after_help = EXAMPLES,
    after_long_help = format!("{EXAMPLES}\n\n{HELP}"),
    group = ArgGroup::new(STARTED).arg("no_guess")
)]
pub(super) struct Generate {
    /// The file to write, or - for standard output
    file: OsString,

    #[arg(value_parser = values::number::<usize>, help = values::sides("rows"))]
    rows: usize,

    #[arg(value_parser = values::number::<usize>, help = values::sides("columns"))]
    cols: usize,

    /// The number of mines: 1 to all squares but one
    #[arg(value_parser = values::number::<usize>)]
    mines: usize,

    /// Write a seed for this edition
    #[arg(
        id = "edition",
        long,
        value_name = "NAME",
        value_parser = values::edition_that_generates(),
        default_value = table::default().name
    )]
    limits: &'static FieldLimits,

    /// Draw the same field each time
    #[arg(long, value_name = "N", value_parser = values::number::<u64>)]
    rng_seed: Option<u64>,

    /// Write N seeds into the folder FILE, as 1.txt and so on, with leading zeros;
    /// files of these names are replaced
    #[arg(long, value_name = "N", value_parser = values::seeds)]
    count: Option<NonZero<usize>>,

    #[command(flatten)]
    without_guessing: WithoutGuessing,
}

/// Fields that can be won without guessing.
#[derive(Clone, Debug, Args)]
pub(super) struct WithoutGuessing {
    /// Draw a field that can be won from the start by proofs alone
    #[arg(long, hide_short_help = true, help_heading = WITHOUT_GUESSING)]
    no_guess: bool,

    /// The square that is revealed first; no mine is around it [default: the middle]
    #[arg(
        hide_short_help = true,
        long,
        value_name = "ROW,COL",
        help_heading = WITHOUT_GUESSING,
        value_parser = values::square,
        requires = STARTED
    )]
    start: Option<Square>,

    /// The hardest kind of proof that is needed: one number, two numbers, or all
    /// arrangements of mines with the mine count [default: any]
    #[arg(
        hide_short_help = true,
        long,
        value_name = "KIND",
        help_heading = WITHOUT_GUESSING,
        value_parser = values::named::<Difficulty>(),
        requires = "no_guess"
    )]
    difficulty: Option<Difficulty>,

    /// How long to look for each field
    #[arg(
        hide_short_help = true,
        long,
        value_name = "TIME",
        help_heading = WITHOUT_GUESSING,
        value_parser = values::duration,
        default_value = "10s",
        requires = "no_guess"
    )]
    deadline: Duration,
}

impl Generate {
    /// What is asked for.
    pub(super) fn request(self) -> Request {
        Request::Generate(Wanted {
            file: self.file,
            field: RandomField {
                rows: self.rows,
                cols: self.cols,
                mines: self.mines,
            },
            limits: self.limits.clone(),
            rng_seed: self.rng_seed,
            count: self.count,
            no_guess: self.without_guessing.wanted(),
        })
    }
}

impl WithoutGuessing {
    /// The square that is revealed first, if it was given.
    pub(super) fn start(&self) -> Option<Square> {
        self.start
    }

    /// What is wanted, if it is.
    pub(super) fn wanted(&self) -> Option<generate::WithoutGuessing> {
        self.no_guess.then_some(generate::WithoutGuessing {
            start: self.start,
            difficulty: self.difficulty,
            deadline: self.deadline,
        })
    }
}
