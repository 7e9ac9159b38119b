//! The arguments of `hint` and `solve`, and those of fields without guessing.

use std::ffi::OsString;
use std::time::Duration;

use clap::Args;

use super::values;
use crate::edition::play_option::PlayOption;
use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::edition::table;
use crate::field::minefield::Square;
use crate::field::seed_file::SeedFile;
use crate::generate;
use crate::solve::game_source::{GameSource, MineCount};
use crate::solve::hint::{Advice, Advise};
use crate::solve::proof::Difficulty;
use crate::solve::solution::{self, Knowing};

/// What follows the options in the help of `hint`.
const HINT_HELP: &str = "\
The move goes to standard output as a line that the game takes, its proof to
standard error. Marks are not believed; those that are wrong are named.

Exit status: 0 there is a hint, or the status with which the game refuses the
seed, 2 anything else (4 if nothing can be printed).";

/// What follows the options in the help of `solve`.
const SOLVE_HELP: &str = "\
Nothing is revealed that is not proved to be safe, as long as anything is.
Guesses are made where a mine is least likely, and counted on standard error.

Exit status: 0 the input wins, 1 its last guess or the start loses, 2 anything
else (4 if nothing can be printed). A seed that the game refuses has the game's
own status.";

/// The game that is asked about.
#[derive(Debug, Args)]
pub(crate) struct Asked {
    /// The edition
    #[arg(
        long,
        value_name = "NAME",
        value_parser = values::edition(),
        default_value = table::default().name
    )]
    pub(crate) edition: &'static Edition,

    /// Do without the number of mines where the game does not tell it
    #[arg(long)]
    pub(crate) no_count: bool,

    #[arg(
        long,
        help = values::only("The game uncovers neighbours of squares without mines around them", PlayOption::Cascade)
    )]
    pub(crate) cascade: bool,
}

/// Say what can be proved next in a game, or where a mine is least likely
#[derive(Debug, Args)]
#[command(after_help = HINT_HELP)]
pub(crate) struct Hint {
    /// The seed file, or for wise2021 the board file
    pub(crate) seed: OsString,

    /// What was played so far, or - for standard input [default: nothing]
    pub(crate) input: Option<OsString>,

    #[command(flatten)]
    pub(crate) asked: Asked,

    /// Print all moves that can be proved
    #[arg(long, conflicts_with = "odds")]
    pub(crate) all: bool,

    /// Print the probability of a mine for each square
    #[arg(long)]
    pub(crate) odds: bool,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Print an input that wins a game
#[derive(Debug, Args)]
#[command(after_help = SOLVE_HELP)]
pub(crate) struct Solve {
    /// The seed file, or for wise2021 the board file
    pub(crate) seed: OsString,

    #[command(flatten)]
    pub(crate) asked: Asked,

    /// Use the mines, which the player cannot see: there is no guess and no needless move
    #[arg(long)]
    pub(crate) known: bool,

    /// Reveal this square first
    #[arg(
        long,
        value_name = "ROW,COL",
        value_parser = values::square,
        conflicts_with = "known"
    )]
    pub(crate) start: Option<Square>,
}

/// Fields that can be won without guessing.
#[derive(Clone, Debug, Args)]
pub(crate) struct WithoutGuessing {
    /// Draw a field that can be won from the start by proofs alone
    #[arg(long, help_heading = "Fields without guessing")]
    pub(crate) no_guess: bool,

    /// The square that is revealed first; no mine is around it [default: the middle]
    #[arg(
        long,
        value_name = "ROW,COL",
        help_heading = "Fields without guessing",
        value_parser = values::square,
        requires = "no_guess"
    )]
    pub(crate) start: Option<Square>,

    /// The hardest kind of proof that is needed: one number, two numbers, the
    /// number of all mines, all cases [default: any]
    #[arg(
        long,
        value_name = "KIND",
        help_heading = "Fields without guessing",
        value_parser = values::named(&Difficulty::ALL, Difficulty::name),
        requires = "no_guess"
    )]
    pub(crate) difficulty: Option<Difficulty>,

    /// How long to look for each field
    #[arg(
        long,
        value_name = "TIME",
        help_heading = "Fields without guessing",
        value_parser = values::duration,
        default_value = "10s",
        requires = "no_guess"
    )]
    pub(crate) deadline: Duration,
}

impl Asked {
    fn game(&self, seed: OsString) -> GameSource {
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

impl From<Hint> for Advise {
    fn from(arguments: Hint) -> Self {
        Self {
            game: arguments.asked.game(arguments.seed),
            input: arguments.input,
            wanted: match (arguments.all, arguments.odds) {
                (true, _) => Advice::All,
                (_, true) => Advice::Odds,
                _ => Advice::Move,
            },
            json: arguments.json,
        }
    }
}

impl From<Solve> for solution::Solve {
    fn from(arguments: Solve) -> Self {
        Self {
            game: arguments.asked.game(arguments.seed),
            knowing: if arguments.known {
                Knowing::Mines
            } else {
                Knowing::View
            },
            start: arguments.start,
        }
    }
}

impl WithoutGuessing {
    /// What is wanted, if it is.
    pub(super) fn wanted(&self) -> Option<generate::WithoutGuessing> {
        self.no_guess.then_some(generate::WithoutGuessing {
            start: self.start,
            difficulty: self.difficulty,
            deadline: self.deadline,
        })
    }
}
