//! `solve`: an input that wins a game, and which game `solve` and `hint` are asked
//! about.

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
use crate::solve::solution::{self, Knowing};

/// What follows the options in the help.
const HELP: &str = "\
Nothing is revealed that is not proved to be safe, as long as anything is.
Guesses are made where a mine is least likely, and counted on standard error.

Exit status: 0 the input wins, 1 its last guess or the start loses, 2 anything
else (4 if nothing can be printed). A seed that the game refuses has the game's
own status.";

/// Print an input that wins a game
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Solve {
    /// The seed file, or for wise2021 the board file
    seed: OsString,

    #[command(flatten)]
    asked: Asked,

    /// Use the mines, which the player cannot see: there is no guess and no needless move
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
}

/// The game that is asked about.
#[derive(Debug, Args)]
pub(super) struct Asked {
    /// The edition
    #[arg(
        long,
        value_name = "NAME",
        value_parser = values::edition(),
        default_value = table::default().name
    )]
    edition: &'static Edition,

    /// Do without the number of mines where the game does not tell it
    #[arg(long)]
    no_count: bool,

    #[arg(
        long,
        help = values::only("The game uncovers neighbours of squares without mines around them", PlayOption::Cascade)
    )]
    cascade: bool,
}

impl Solve {
    /// What is asked for.
    pub(super) fn request(self) -> Request {
        Request::Solve(solution::Solve {
            game: self.asked.game(self.seed),
            knowing: if self.known {
                Knowing::Mines
            } else {
                Knowing::View
            },
            start: self.start,
        })
    }
}

impl Asked {
    /// This seed's game.
    pub(super) fn game(&self, seed: OsString) -> GameSource {
        GameSource {
            edition: self.edition,
            setup: Setup {
                cascade: self.cascade,
                ..Setup::of_file(SeedFile::on_disk(seed))
            },
            mine_count: if self.no_count {
                MineCount::Game
            } else {
                MineCount::Seed
            },
        }
    }
}
