//! `suite`: measures which flaws test cases catch, and writes new cases.

use std::{num::NonZero, path::PathBuf};

use clap::Args;

use super::values;
use crate::{
    analyse::{Tolerance, Tolerances, flaws},
    edition::{Edition, table},
    error::Error,
    grade::{SuiteFormat, suite},
    io::Console,
};

/// Measure which flaws test cases catch, or write new cases
///
/// The built-in game plays the cases with each of the flaws that programs are known to have.
/// With --write, cases are selected from random games: as few as catch all flaws that occur
/// in these games.
#[derive(Debug, Args)]
#[command(
    override_usage = "minesweeper-alpha suite [OPTIONS] CASES...
       minesweeper-alpha suite [OPTIONS] --write DIR",
    after_help = "\
Examples:
  minesweeper-alpha suite cases
  minesweeper-alpha suite --format json cases
  minesweeper-alpha suite --write new-cases --size 10",
    after_long_help = include_str!("../../resources/help/suite.txt")
)]
pub struct SuiteArguments {
    /// Folders of cases, or files of cases
    #[arg(required_unless_present = "write", conflicts_with_all = ["write", "size", "rng_seed"])]
    cases: Vec<PathBuf>,

    /// Edition of the game
    #[arg(long, value_name = "NAME", value_parser = values::edition_where(|edition| !flaws::of_edition(edition).is_empty()))]
    #[arg(default_value = table::default().name)]
    edition: &'static Edition,

    /// Differences to tolerate, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum)]
    tolerate: Vec<Tolerance>,

    /// Format of the report
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: SuiteFormat,

    #[command(flatten)]
    writing: WriteArguments,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Writing")]
struct WriteArguments {
    /// Write cases into this folder, which must be empty or not exist yet
    #[arg(long, value_name = "DIR", value_parser = values::written_path())]
    write: Option<PathBuf>,

    /// Maximum number of cases [default: as many as necessary]
    #[arg(long, value_name = "N", requires = "write")]
    size: Option<NonZero<usize>>,

    /// Number that determines the random games [default: a fixed number]
    #[arg(long, value_name = "N", requires = "write")]
    rng_seed: Option<u64>,
}

impl SuiteArguments {
    pub fn run(self, console: &mut Console) -> Result<u8, Error> {
        let suite = suite::Suite {
            cases: self.cases,
            write: self.writing.write,
            size: self.writing.size,
            rng_seed: self.writing.rng_seed,
            edition: self.edition,
            tolerances: Tolerances::new(self.tolerate),
            format: self.format,
        };
        suite::suite(&suite, console)
    }
}
