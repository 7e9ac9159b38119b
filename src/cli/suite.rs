//! `suite`: how much test cases catch, and some that catch it.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;

use super::request::Request;
use super::values;
use crate::compare::tolerance::{Tolerance, Tolerances};
use crate::edition::row::Edition;
use crate::edition::table;
use crate::grade::suite::report::Format;
use crate::grade::suite::{self, Task};

/// How it is used.
const USAGE: &str = "minesweeper-alpha suite [OPTIONS] CASES...
       minesweeper-alpha suite [OPTIONS] --write DIR";

/// What follows the options in the help.
const HELP: &str = "\
A case is NAME.seed.txt, NAME.in.txt (none: no input), and at least one of
NAME.out.txt, NAME.err.txt, NAME.combined.txt and NAME.status.txt. A case that
the game fails without a flaw does not count.

Exit status:
  0  every flaw is caught
  1  some are not
  2  anything else
  4  the report cannot be printed

Files:
  DIR
      with --write, the cases that were drawn";

/// What follows the options in the short help.
const EXAMPLES: &str = "\
Examples:
  minesweeper-alpha suite cases
  minesweeper-alpha suite --format json cases
  minesweeper-alpha suite --write new-cases --size 10";

/// Measure test cases by the flaws that they catch, or write some
///
/// The built-in game plays the cases with each of the flaws that programs are
/// known to have. With --write, cases are drawn from random games: as few as
/// catch all the flaws that these games show.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{HELP}"))]
pub(super) struct Suite {
    /// Folders of cases, or files of cases
    #[arg(required_unless_present = "write", conflicts_with = "write")]
    cases: Vec<PathBuf>,

    /// The edition of the game
    #[arg(
        long,
        value_name = "NAME",
        value_parser = values::edition_that(|edition| !edition.flaws.is_empty()),
        default_value = table::default().name
    )]
    edition: &'static Edition,

    /// Tolerate these differences; several with commas between them
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        value_parser = values::named::<Tolerance>()
    )]
    tolerate: Vec<Tolerance>,

    /// What the report looks like
    #[arg(
        long,
        value_name = "FORMAT",
        value_enum,
        value_parser = values::named::<Format>(),
        default_value_t
    )]
    format: Format,

    /// Write cases into this folder, which must be empty or not exist yet
    #[arg(long, value_name = "DIR", help_heading = "Writing", value_parser = values::written_path())]
    write: Option<PathBuf>,

    /// Write so many cases at most [default: as many as are needed]
    #[arg(
        long,
        value_name = "N",
        help_heading = "Writing",
        value_parser = values::count,
        requires = "write",
        conflicts_with = "cases"
    )]
    size: Option<NonZero<usize>>,

    /// Draw other cases; without it they are the same each time
    #[arg(
        long,
        value_name = "N",
        help_heading = "Writing",
        value_parser = values::number::<u64>,
        requires = "write",
        conflicts_with = "cases"
    )]
    rng_seed: Option<u64>,
}

impl Suite {
    /// What is asked for.
    pub(super) fn request(self) -> Request {
        Request::Suite(Box::new(suite::Suite {
            task: match self.write {
                None => Task::Measure(self.cases),
                Some(folder) => Task::Write {
                    folder,
                    size: self.size,
                    rng_seed: self.rng_seed,
                },
            },
            edition: self.edition,
            tolerances: Tolerances::new(self.tolerate),
            format: self.format,
        }))
    }
}
