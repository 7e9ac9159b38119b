//! `hint`: prints a move that can be proved, or the odds.

use std::ffi::OsString;

use clap::Args;

use super::{solve::GameArguments, values};
use crate::{
    error::Error,
    field::STANDARD_INPUT,
    io::Console,
    solve::{HintKind, HintRequest, hint},
};

/// Print a move that can be proved, or the safest guess
#[derive(Debug, Args)]
#[command(
    after_help = "\
Examples:
  minesweeper-alpha hint seed.txt
  minesweeper-alpha hint --all seed.txt played-so-far.txt
  echo 'r 0 0' | minesweeper-alpha hint --json seed.txt -",
    after_long_help = include_str!("../../resources/help/hint.txt")
)]
pub struct HintArguments {
    /// Seed file, or - for standard input; for wise2021 the board file
    seed: OsString,

    /// Input of the game so far, or - for standard input [default: none]
    #[arg(value_parser = values::path())]
    input: Option<OsString>,

    #[command(flatten)]
    game: GameArguments,

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

impl HintArguments {
    pub fn run(self, console: &mut Console) -> Result<u8, Error> {
        if self.seed == STANDARD_INPUT && self.input.as_ref() == Some(&self.seed) {
            return Err(Error::message(
                "SEED and INPUT cannot both be standard input",
            ));
        }
        let request = HintRequest {
            game: self.game.source(self.seed),
            input: self.input,
            kind: if self.all {
                HintKind::AllMoves
            } else if self.odds {
                HintKind::Odds
            } else {
                HintKind::Move
            },
            json: self.json,
        };
        hint::hint(&request, console)?;
        Ok(0)
    }
}
