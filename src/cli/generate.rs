//! `generate`: writes random seed files.

use std::{ffi::OsString, time::Duration};

use clap::{ArgGroup, Args, builder::RangedU64ValueParser};

use super::values;
use crate::{
    edition::{Edition, table},
    error::Error,
    field::{RandomField, Square},
    generate::{self, GenerateRequest},
    io::Console,
    solve::Difficulty,
};

/// Name of the group of options that allow `--start`.
pub(super) const STARTED: &str = "started";

const DEFAULT_DEADLINE: Duration = Duration::from_secs(10);

/// Write a random seed file
///
/// Every placement of the mines is equally likely. An existing file is replaced, completely or
/// not at all.
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  minesweeper-alpha generate seed.txt 10 10 15
  minesweeper-alpha generate --no-guess - 9 9 10 | minesweeper-alpha solve -
  minesweeper-alpha generate --count 20 seeds 8 8 10",
    after_long_help = include_str!("../../resources/help/generate.txt"),
    group = ArgGroup::new(STARTED).arg("no_guess")
)]
pub struct GenerateArguments {
    /// File to write, or - for standard output
    file: OsString,

    /// Number of rows: 5 to 10, or more with --edition 2019.fa
    rows: usize,

    /// Number of columns: 5 to 10, or more with --edition 2019.fa
    cols: usize,

    /// Number of mines: 1 to all squares but one
    mines: usize,

    /// Edition of the game that takes the seed [default: 2022.sp; of --gen: 2019.fa]
    #[arg(long, value_name = "NAME")]
    #[arg(value_parser = values::edition_where(|edition| edition.generates.is_some()))]
    edition: Option<&'static Edition>,

    /// Number that determines the random field
    #[arg(long, value_name = "N")]
    rng_seed: Option<u64>,

    /// Write N seeds into the folder FILE, as 1.txt and so on, with leading zeros; existing
    /// files of these names are replaced
    #[arg(long, value_name = "N")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    count: Option<usize>,

    #[command(flatten)]
    without_guessing: NoGuessArguments,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Fields without guessing")]
pub(super) struct NoGuessArguments {
    /// Draw a field that can be won from the start without guessing
    #[arg(long)]
    no_guess: bool,

    /// Square to reveal first, with no mine around it [default: the middle]
    #[arg(long, value_name = "ROW,COL", value_parser = values::square, requires = STARTED)]
    #[arg(allow_hyphen_values = true)]
    pub start: Option<Square>,

    /// Hardest kind of proof that the field needs: one number, two numbers, or all
    /// arrangements of mines with the mine count [default: any]
    #[arg(long, value_name = "KIND", value_enum)]
    difficulty: Option<Difficulty>,

    /// Maximum time to search for each field [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    deadline: Option<Duration>,
}

impl GenerateArguments {
    /// Writes the seeds. `is_gen` selects the default edition of `--gen`.
    pub fn run(self, is_gen: bool, console: &mut Console) -> Result<u8, Error> {
        let default = if is_gen {
            table::generator()
        } else {
            table::default()
        };
        let edition = self.edition.unwrap_or(default);
        let request = GenerateRequest {
            file: self.file,
            count: self.count,
            no_guess: self.without_guessing.requirements()?,
            field: RandomField::new(self.rows, self.cols, self.mines),
            limits: edition.generates.clone().unwrap_or(edition.fields.clone()),
            rng_seed: self.rng_seed,
        };
        generate::generate(&request, console)?;
        Ok(0)
    }
}

impl NoGuessArguments {
    /// Returns the requirements of the field if `--no-guess` is set.
    pub fn requirements(&self) -> Result<Option<generate::NoGuessOptions>, Error> {
        if self.no_guess {
            return Ok(Some(generate::NoGuessOptions {
                start: self.start,
                difficulty: self.difficulty,
                deadline: self.deadline.unwrap_or(DEFAULT_DEADLINE),
            }));
        }
        if self.difficulty.is_some() {
            return Err(Error::message("--difficulty needs --no-guess"));
        }
        if self.deadline.is_some() {
            return Err(Error::message("--deadline needs --no-guess"));
        }
        Ok(None)
    }
}
