//! The game that advice is asked about.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};

use super::error::AdviceError;
use super::player::Discard;
use super::position::Position;
use crate::edition::row::{Edition, Moves};
use crate::edition::setup::Setup;
use crate::field::lines::{Line, Lines};
use crate::field::minefield::{Minefield, Square};
use crate::game::session::{Flow, Session};
use crate::io::descriptors;

/// The most of an input that is played, in bytes.
const LONGEST_INPUT: u64 = 64 << 20;

/// The game that advice is asked about.
#[derive(Debug)]
pub(crate) struct GameSource {
    /// The edition.
    pub(crate) edition: &'static Edition,
    /// Its seed and its options.
    pub(crate) setup: Setup,
    /// Where the number of mines comes from.
    pub(crate) mine_count: MineCount,
}

/// Where the number of mines comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MineCount {
    /// The seed has it, and whoever plays knows the seed's first lines.
    Seed,
    /// Only what the game itself tells is known.
    Game,
}

/// A game that has begun.
pub(crate) struct Begun {
    /// How it is played.
    pub(crate) moves: &'static Moves,
    /// The game, before it has printed anything.
    pub(crate) session: Box<dyn Session>,
    /// What the player cannot see.
    pub(crate) minefield: Minefield,
    /// The number of mines, if the player knows it.
    pub(crate) mines: Option<usize>,
    /// The square that the seed notes as the one to start from.
    pub(crate) noted_start: Option<Square>,
}

impl GameSource {
    /// Begins the game.
    ///
    /// # Errors
    ///
    /// The edition's moves are not lines, or the game does not begin.
    pub(crate) fn begin(&self) -> Result<Begun, AdviceError> {
        let Some(moves) = &self.edition.moves else {
            return Err(AdviceError::NoMoves(self.edition.name));
        };
        self.edition.check_options(&self.setup)?;
        let minefield = (moves.field)(&self.setup)?;
        let session = (moves.begin)(&self.setup, minefield.clone());
        let mines = match self.mine_count {
            MineCount::Seed => Some(minefield.mine_count()),
            MineCount::Game => session.view().mines(),
        };
        Ok(Begun {
            noted_start: self.edition.noted_start(&self.setup, minefield.size()),
            moves,
            session,
            minefield,
            mines,
        })
    }
}

impl Begun {
    /// Plays an input, a file or `-` for standard input, and nothing if there is
    /// none; returns what is known then.
    ///
    /// # Errors
    ///
    /// The input cannot be read or is too long, or it ends the game.
    pub(crate) fn play(&mut self, input: Option<&OsString>) -> Result<Position, AdviceError> {
        self.session.open(&mut Discard);
        if let Some(path) = input {
            let error = |source| AdviceError::Input {
                path: path.clone(),
                source,
            };
            let source: Box<dyn Read> = if path == "-" {
                Box::new(descriptors::input().map_err(error)?)
            } else {
                Box::new(File::open(path).map_err(error)?)
            };
            let mut limited = source.take(LONGEST_INPUT + 1);
            self.play_lines(&mut limited, error)?;
            if limited.limit() == 0 {
                return Err(AdviceError::TooLong {
                    path: path.clone(),
                    most: LONGEST_INPUT,
                });
            }
        }
        Ok(Position::of(&self.session.view(), self.mines))
    }

    fn play_lines(
        &mut self,
        source: impl Read,
        error: impl Fn(io::Error) -> AdviceError,
    ) -> Result<(), AdviceError> {
        let mut lines = Lines::new(source);
        let mut number = 0;
        loop {
            // The end of the input leaves the game as it is.
            let line = match lines.next_line(|| Ok(()), &error)? {
                Line::End => return Ok(()),
                line => line,
            };
            number += 1;
            if let Flow::Ended(_) = self.session.line(line, &mut Discard) {
                return Err(AdviceError::Over {
                    outcome: self.session.view().outcome(),
                    line: number,
                });
            }
        }
    }
}
