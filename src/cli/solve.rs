//! The command line of `solve`, and the options that it shares with `hint`.

use std::ffi::OsString;

use clap::Args;

use super::request::Request;
use super::values;
use crate::edition::play_option::PlayOption;
use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::edition::table;
use crate::field::minefield::Square;
use crate::field::seed_file::SeedFile;
use crate::solve::game_source::{GameSource, MineCount};
use crate::solve::solution;

/// Text after the examples in the long help.
const HELP: &str = "\
Nothing is revealed that is not proved to be safe, as long as anything is.
Otherwise the safest square is revealed. The number of these guesses goes to
standard error.

Exit status:
  0  the input wins
  1  its last guess or the start loses
  2  any other error
  4  standard output cannot be written
  A seed that the game refuses has the game's own status, or 3 if that is 0.

Files:
  SEED
      the game starts at the square that `generate --no-guess` noted";

/// Text after the options in the short help.
const EXAMPLES: &str = "\
Examples:
  minesweeper-alpha solve seed.txt > moves.txt
  minesweeper-alpha solve --known seed.txt | minesweeper-alpha play seed.txt";

/// Print an input that wins a game
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{HELP}"))]
pub(super) struct Solve {
    /// The seed file, or - for standard input; for wise2021 the board file
    seed: OsString,

    #[command(flatten)]
    game: GameOptions,

    /// Use the mines, which the player cannot see: no guesses and no redundant moves
    #[arg(long)]
    known: bool,

    /// Reveal this square first
    #[arg(
        long,
        value_name = "ROW,COL",
        value_parser = values::square,
        conflicts_with = "known"
    )]
    start: Option<Square>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Options about the game.
#[derive(Debug, Args)]
pub(super) struct GameOptions {
    /// The edition
    #[arg(
        long,
        value_name = "NAME",
        value_parser = values::edition_that(|edition| edition.moves.is_some()),
        default_value = table::default().name
    )]
    edition: &'static Edition,

    /// Do without the mine count if the game does not display it
    #[arg(hide_short_help = true, long)]
    no_count: bool,

    #[arg(
        long,
        help = values::only("The game uncovers neighbours of squares without mines around them", PlayOption::Cascade)
    )]
    cascade: bool,
}

impl Solve {
    pub(super) fn request(self) -> Request {
        Request::Solve(solution::Solve {
            game: self.game.source(self.seed),
            knows_mines: self.known,
            start: self.start,
            json: self.json,
        })
    }
}

impl GameOptions {
    /// Returns the game of a seed file.
    pub(super) fn source(&self, seed: OsString) -> GameSource {
        GameSource {
            edition: self.edition,
            setup: Setup {
                cascade: self.cascade,
                ..Setup::of_file(SeedFile::named(seed))
            },
            mine_count: if self.no_count {
                MineCount::Game
            } else {
                MineCount::Seed
            },
        }
    }
}
