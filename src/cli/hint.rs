//! `hint`: what can be proved next in a game.

use std::ffi::OsString;
use std::time::Duration;

use clap::Args;

use super::request::Request;
use super::solve::Asked;
use super::usage_error::UsageError;
use super::values;
use crate::field::seed_file::STANDARD_INPUT;
use crate::solve::hint::{Advice, Advise};

/// What follows the options in the help.
const HELP: &str = "\
The move goes to standard output as a line that the game takes, its proof to
standard error. Marks are not believed; those that are wrong are named.

Exit status:
  0  there is a hint; with --all, also if nothing can be proved
  2  there is none, or anything else
  4  nothing can be printed
  A seed that the game refuses has the game's own status, or 3 if that is 0.

Files:
  SEED
      also the note of `generate --no-guess` is read, and begins the game
  INPUT
      lines as the game takes them, up to 64 MiB";

/// What follows the options in the short help.
const EXAMPLES: &str = "\
Examples:
  minesweeper-alpha hint seed.txt
  minesweeper-alpha hint --all seed.txt played-so-far.txt
  echo 'r 0 0' | minesweeper-alpha hint --json seed.txt -";

/// Say what can be proved next, or where a mine is least likely
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{HELP}"))]
pub(super) struct Hint {
    /// The seed file, or - for standard input; for wise2021 the board file
    seed: OsString,

    /// What was played so far, or - for standard input [default: nothing]
    input: Option<OsString>,

    #[command(flatten)]
    asked: Asked,

    /// Print all moves that can be proved
    #[arg(long, conflicts_with = "odds")]
    all: bool,

    /// Print the probability of a mine for each square
    #[arg(long)]
    odds: bool,

    /// How long --odds may take to count the fields
    #[arg(
        hide_short_help = true,
        long,
        value_name = "TIME",
        value_parser = values::duration,
        default_value = "10s",
        requires = "odds"
    )]
    deadline: Duration,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Hint {
    /// What is asked for.
    ///
    /// # Errors
    ///
    /// The seed and the input are both to be read from standard input.
    pub(super) fn request(self) -> Result<Request, UsageError> {
        let input = self.input.as_deref();
        if self.seed == STANDARD_INPUT && input == Some(self.seed.as_os_str()) {
            return Err(UsageError::StandardInputTwice);
        }
        Ok(Request::Advise(Advise {
            game: self.asked.game(self.seed),
            input: self.input,
            wanted: match (self.all, self.odds) {
                (true, _) => Advice::All,
                (_, true) => Advice::Odds(self.deadline),
                _ => Advice::Move,
            },
            json: self.json,
        }))
    }
}
