//! `solve`: prints an input that wins. Also defines the options that `solve` and `hint` share.

use std::ffi::OsString;

use clap::Args;

use super::values;
use crate::{
    edition::{Edition, Setup, table},
    error::Error,
    field::{SeedFile, Square},
    io::Console,
    solve::{GameSource, solution},
};

/// Print an input that wins a game
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  minesweeper-alpha solve seed.txt > moves.txt
  minesweeper-alpha solve --known seed.txt | minesweeper-alpha play seed.txt",
    after_long_help = include_str!("../../resources/help/solve.txt")
)]
pub struct SolveArguments {
    /// Seed file, or - for standard input; for wise2021 the board file
    seed: OsString,

    #[command(flatten)]
    game: GameArguments,

    /// Use the mines, which the player cannot see: no guesses and no unnecessary moves
    #[arg(long)]
    known: bool,

    /// Square to reveal first
    #[arg(long, value_name = "ROW,COL", value_parser = values::square, conflicts_with = "known")]
    #[arg(allow_hyphen_values = true)]
    start: Option<Square>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct GameArguments {
    /// Edition of the game
    #[arg(long, value_name = "NAME", default_value = table::default().name)]
    #[arg(value_parser = values::edition_where(|edition| edition.moves.is_some()))]
    edition: &'static Edition,

    /// Ignore the number of mines if the game does not display it
    #[arg(long, hide_short_help = true)]
    no_count: bool,

    /// Uncover the neighbours of squares without mines around them (only comp182)
    #[arg(long)]
    cascade: bool,
}

impl SolveArguments {
    pub fn run(self, console: &mut Console) -> Result<u8, Error> {
        let solve = solution::SolveRequest {
            game: self.game.source(self.seed),
            knows_mines: self.known,
            start: self.start,
            json: self.json,
        };
        solution::solve(&solve, console)
    }
}

impl GameArguments {
    /// Returns the game of a seed file, with these options.
    pub fn source(&self, seed: OsString) -> GameSource {
        GameSource {
            edition: self.edition,
            setup: Setup {
                cascade: self.cascade,
                ..Setup::of_file(SeedFile::named(seed))
            },
            hides_mine_count: self.no_count,
        }
    }
}
