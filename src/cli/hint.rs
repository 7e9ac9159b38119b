//! `hint`: what can be proved next in a game.

use std::ffi::OsString;
use std::time::Duration;

use clap::Args;

use super::request::Request;
use super::solve::Asked;
use super::values;
use crate::solve::hint::{Advice, Advise};

/// What follows the options in the help.
const HELP: &str = "\
The move goes to standard output as a line that the game takes, its proof to
standard error. Marks are not believed; those that are wrong are named.

Exit status: 0 there is a hint, or the status with which the game refuses the
seed, 2 anything else (4 if nothing can be printed).";

/// Say what can be proved next in a game, or where a mine is least likely
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Hint {
    /// The seed file, or for wise2021 the board file
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
    pub(super) fn request(self) -> Request {
        Request::Advise(Advise {
            game: self.asked.game(self.seed),
            input: self.input,
            wanted: match (self.all, self.odds) {
                (true, _) => Advice::All,
                (_, true) => Advice::Odds(self.deadline),
                _ => Advice::Move,
            },
            json: self.json,
        })
    }
}
