//! The command line of `hint`.

use std::ffi::OsString;

use clap::Args;

use super::request::Request;
use super::solve::GameOptions;
use super::usage_error::UsageError;
use crate::field::seed_file::STANDARD_INPUT;
use crate::solve::hint::{HintArguments, HintKind};

/// Text after the examples in the long help.
const HELP: &str = "\
The move goes to standard output as a line of input for the game, its proof to
standard error. Hints do not rely on marks, and name marks that are wrong.

Exit status:
  0  there is a hint; with --all, also if nothing can be proved
  2  there is none, or any other error
  4  standard output cannot be written
  A seed that the game refuses has the game's own status, or 3 if that is 0.

Files:
  SEED
      the hint starts at the square that `generate --no-guess` noted
  INPUT
      lines of input for the game, up to 64 MiB";

/// Text after the options in the short help.
const EXAMPLES: &str = "\
Examples:
  minesweeper-alpha hint seed.txt
  minesweeper-alpha hint --all seed.txt played-so-far.txt
  echo 'r 0 0' | minesweeper-alpha hint --json seed.txt -";

/// Print what can be proved next, or where a mine is least likely
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{HELP}"))]
pub(super) struct Hint {
    /// The seed file, or - for standard input; for wise2021 the board file
    seed: OsString,

    /// The input so far, or - for standard input [default: nothing]
    input: Option<OsString>,

    #[command(flatten)]
    game: GameOptions,

    /// Print all moves that can be proved
    #[arg(long, conflicts_with = "odds")]
    all: bool,

    /// Print the probability of a mine for each square
    #[arg(long)]
    odds: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Hint {
    /// Converts the options. Fails if both the seed and the input are standard input.
    pub(super) fn request(self) -> Result<Request, UsageError> {
        let input = self.input.as_deref();
        if self.seed == STANDARD_INPUT && input == Some(self.seed.as_os_str()) {
            return Err(UsageError::StandardInputTwice);
        }
        Ok(Request::Hint(HintArguments {
            game: self.game.source(self.seed),
            input: self.input,
            kind: match (self.all, self.odds) {
                (true, _) => HintKind::AllMoves,
                (_, true) => HintKind::Odds,
                _ => HintKind::Move,
            },
            json: self.json,
        }))
    }
}
