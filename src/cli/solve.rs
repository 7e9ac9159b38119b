//! `solve`: an input that wins a game, and which game `solve` and `hint` are asked
//! about.

use std::ffi::OsString;
use std::num::NonZero;

use clap::Args;

use super::values;
use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::edition::table;
use crate::error::Error;
use crate::field::minefield::Square;
use crate::field::random::RandomField;
use crate::field::seed_file::SeedFile;
use crate::io::console::Console;
use crate::solve::game_source::{GameSource, MineCount};
use crate::solve::games::{self, First, Games};
use crate::solve::solution::{self, Knowing};

/// How it is used.
const USAGE: &str = "minesweeper-alpha solve [OPTIONS] SEED
       minesweeper-alpha solve [OPTIONS] --games N --random ROWSxCOLSxMINES";

/// What follows the options in the help.
const HELP: &str = "\
Nothing is revealed that is not proved to be safe, as long as anything is.
Guesses are made where they win most often: exactly so where few fields are
left, and else by how likely the guess and the next one are safe. They are
counted on standard error.

Exit status:
  0  the input wins, or the games were played
  1  its last guess or the start loses
  2  anything else
  4  nothing can be printed
  A seed that the game refuses has the game's own status, or 3 if that is 0.

Files:
  SEED
      also the note of `generate --no-guess` is read, and begins the game";

/// What follows the options in the short help.
const EXAMPLES: &str = "\
Examples:
  minesweeper-alpha solve seed.txt > moves.txt
  minesweeper-alpha solve --known seed.txt | minesweeper-alpha play seed.txt
  minesweeper-alpha solve --games 1000 --random beginner";

/// Print an input that wins a game, or play many random fields
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{HELP}"))]
pub(super) struct Solve {
    /// The seed file, or - for standard input; for wise2021 the board file
    #[arg(required_unless_present = "games")]
    seed: Option<OsString>,

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

    /// Print JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    many: Many,
}

/// Many games on random fields.
#[derive(Debug, Args)]
struct Many {
    /// Play N random fields from what a player sees, and print how many are won
    #[arg(
        long,
        value_name = "N",
        help_heading = "Random fields",
        requires = "random",
        conflicts_with_all = ["seed", "known", "edition", "cascade"]
    )]
    games: Option<NonZero<u64>>,

    /// Their size and number of mines, such as 16x30x99; or beginner, intermediate or
    /// expert
    #[arg(
        long,
        value_name = "ROWSxCOLSxMINES",
        help_heading = "Random fields",
        requires = "games",
        conflicts_with = "seed"
    )]
    random: Option<RandomField>,

    /// What is known of the first square, which is --start or (0, 0): nothing, that it
    /// has no mine, or that none is around it either
    #[arg(
        hide_short_help = true,
        long,
        value_name = "RULE",
        help_heading = "Random fields",
        value_enum,
        default_value_t,
        requires = "games"
    )]
    first: First,

    /// Draw the same fields each time
    #[arg(
        hide_short_help = true,
        long,
        value_name = "N",
        help_heading = "Random fields",
        requires = "games"
    )]
    rng_seed: Option<u64>,

    /// How many games are played at a time [default: one for each processor]
    #[arg(
        hide_short_help = true,
        long,
        value_name = "N",
        help_heading = "Random fields",
        requires = "games"
    )]
    jobs: Option<NonZero<usize>>,
}

/// The game that is asked about.
#[derive(Debug, Args)]
pub(super) struct Asked {
    /// The edition
    #[arg(
        long,
        value_name = "NAME",
        value_parser = values::edition_where(|edition| edition.moves.is_some()),
        default_value = table::default().name
    )]
    edition: &'static Edition,

    /// Do without the number of mines where the game does not tell it
    #[arg(hide_short_help = true, long)]
    no_count: bool,

    /// The game uncovers neighbours of squares without mines around them (only comp182)
    #[arg(long)]
    cascade: bool,
}

impl Solve {
    pub(super) fn run(self, console: &mut Console) -> Result<u8, Error> {
        if let (Some(count), Some(field)) = (self.many.games, self.many.random) {
            let games = Games {
                count,
                field,
                start: self.start.unwrap_or(Square { row: 0, col: 0 }),
                first: self.many.first,
                knows_mines: !self.asked.no_count,
                rng_seed: self.many.rng_seed,
                jobs: self.many.jobs,
                json: self.json,
            };
            games::play(&games, console)?;
            return Ok(0);
        }
        let solve = solution::Solve {
            // The parser requires a seed unless --games is given.
            game: self.asked.game(self.seed.unwrap_or_default()),
            knowing: if self.known {
                Knowing::Mines
            } else {
                Knowing::View
            },
            start: self.start,
            json: self.json,
        };
        Ok(solution::solve(&solve, console)?)
    }
}

impl Asked {
    /// This seed's game.
    pub(super) fn game(&self, seed: OsString) -> GameSource {
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
