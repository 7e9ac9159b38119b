//! Starts the game that `hint` or `solve` is about, and plays the input so far.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};

use super::error::SolveError;
use super::player::Discard;
use super::position::Position;
use crate::edition::row::{Edition, Moves};
use crate::edition::setup::Setup;
use crate::field::lines::{Line, Lines};
use crate::field::minefield::{Minefield, Square};
use crate::game::session::{Flow, Session};
use crate::io::descriptors;

/// Maximum length of the input, in bytes.
const MAX_INPUT: u64 = 64 << 20;

/// The game on the command line.
#[derive(Debug)]
pub(crate) struct GameSource {
    pub(crate) edition: &'static Edition,
    pub(crate) setup: Setup,
    pub(crate) mine_count: MineCount,
}

/// Source of the mine count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MineCount {
    /// The seed file, which the player may have read.
    Seed,
    /// The game, if it displays the mine count.
    Game,
}

/// A game that has been started, and has not printed anything.
pub(crate) struct StartedGame {
    pub(crate) moves: &'static Moves,
    pub(crate) session: Box<dyn Session>,
    /// The mines, which the player cannot see.
    pub(crate) minefield: Minefield,
    /// The mine count, if the player knows it.
    pub(crate) mines: Option<usize>,
    /// The start square that the seed notes.
    pub(crate) noted_start: Option<Square>,
}

impl GameSource {
    /// Starts the game.
    pub(crate) fn start(&self) -> Result<StartedGame, SolveError> {
        let Some(moves) = &self.edition.moves else {
            return Err(SolveError::NoMoves(self.edition.name));
        };
        self.edition.check_options(&self.setup)?;
        let minefield = (moves.field)(&self.setup)?;
        let session = (moves.begin)(&self.setup, minefield.clone());
        let mines = match self.mine_count {
            MineCount::Seed => Some(minefield.mine_count()),
            MineCount::Game => session.view().mines(),
        };
        Ok(StartedGame {
            noted_start: self.edition.noted_start(&self.setup, minefield.size()),
            moves,
            session,
            minefield,
            mines,
        })
    }
}

/// Reads an input file of at most [`MAX_INPUT`] bytes.
pub(crate) fn read_input(path: &OsString) -> Result<Vec<u8>, SolveError> {
    let mut input = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_INPUT + 1).read_to_end(&mut input))
        .map_err(|source| SolveError::Input {
            path: path.clone(),
            source,
        })?;
    if input.len() as u64 > MAX_INPUT {
        return Err(SolveError::InputTooLong {
            path: path.clone(),
            limit: MAX_INPUT,
        });
    }
    Ok(input)
}

impl StartedGame {
    /// Plays the lines of an input file, or of standard input if the path is `-`, and returns
    /// the position after them. The end of the input does not end the game.
    pub(crate) fn play(&mut self, input: Option<&OsString>) -> Result<Position, SolveError> {
        self.session.open(&mut Discard);
        if let Some(path) = input {
            let error = |source| SolveError::Input {
                path: path.clone(),
                source,
            };
            let source: Box<dyn Read> = if path == "-" {
                Box::new(descriptors::input().map_err(error)?)
            } else {
                Box::new(File::open(path).map_err(error)?)
            };
            let mut limited = source.take(MAX_INPUT + 1);
            self.play_lines(&mut limited, error)?;
            if limited.limit() == 0 {
                return Err(SolveError::InputTooLong {
                    path: path.clone(),
                    limit: MAX_INPUT,
                });
            }
        }
        Ok(Position::of(&self.session.view(), self.mines))
    }

    /// Plays the lines of an input. Fails if one of them ends the game.
    fn play_lines(
        &mut self,
        source: impl Read,
        error: impl Fn(io::Error) -> SolveError,
    ) -> Result<(), SolveError> {
        let mut lines = Lines::new(source);
        let mut number = 0;
        loop {
            let line = match lines.next_line(|| Ok(()), &error)? {
                Line::End => return Ok(()),
                line => line,
            };
            number += 1;
            if let Flow::Ended(_) = self.session.line(line, &mut Discard) {
                return Err(SolveError::GameOver {
                    outcome: self.session.view().outcome(),
                    line: number,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_input_is_refused() {
        let error = read_input(&"/dev/zero".into()).expect_err("no end");
        assert_eq!(error.to_string(), "/dev/zero: longer than 67108864 bytes");
    }
}
