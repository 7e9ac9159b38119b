//! Starts the game of `hint` or `solve`, and plays the input so far.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, Read},
};

use super::{player::Discard, position::Position};
use crate::{
    edition::{Edition, Moves, Setup, StartError},
    error::Error,
    field::{Line, Lines, Minefield, Square},
    game::{Flow, Outcome, Session, Stream},
    io::{descriptors, visible_path},
};

/// Maximum length of the input, in bytes.
const MAX_INPUT: u64 = 64 << 20;

/// The game on the command line.
#[derive(Debug)]
pub struct GameSource {
    pub edition: &'static Edition,
    pub setup: Setup,
    /// True if the player knows the mine count only from the display of the game.
    pub hides_mine_count: bool,
}

/// A game that has been started, and has not printed anything.
pub struct StartedGame {
    pub moves: &'static Moves,
    pub session: Box<dyn Session>,
    /// The mines, which the player cannot see.
    pub minefield: Minefield,
    /// The mine count, if the player knows it.
    pub mines: Option<usize>,
    /// The start square that the seed notes.
    pub noted_start: Option<Square>,
}

impl GameSource {
    pub fn start(&self) -> Result<StartedGame, Error> {
        let Some(moves) = &self.edition.moves else {
            return Err(Error::message(format!(
                "hint and solve do not support the edition {}, where a move takes several lines",
                self.edition.name
            )));
        };
        self.edition
            .check_options(&self.setup)
            .map_err(start_error)?;
        let minefield = (moves.field)(&self.setup).map_err(start_error)?;
        let session = (moves.begin)(&self.setup, minefield.clone());
        let mines = if self.hides_mine_count {
            session.view().mine_count()
        } else {
            Some(minefield.mine_count())
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

/// Converts a start error to a failure on standard error, even if the edition prints it on standard
/// output. Changes the statuses 0 and 1, which mean success and, after `solve`, a lost game.
fn start_error(error: StartError) -> Error {
    Error::Start {
        stream: Stream::Error,
        status: match error.status() {
            0 | 1 => 3,
            status => status,
        },
        error,
    }
}

fn length_error(path: &OsString) -> Error {
    let path = visible_path(path.as_ref());
    Error::message(format!("{path}: longer than {MAX_INPUT} bytes"))
}

/// Reads an input file of at most [`MAX_INPUT`] bytes.
pub fn read_input(path: &OsString) -> Result<Vec<u8>, Error> {
    let mut input = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_INPUT + 1).read_to_end(&mut input))
        .map_err(|error| Error::file(path, error))?;
    if input.len() as u64 > MAX_INPUT {
        return Err(length_error(path));
    }
    Ok(input)
}

impl StartedGame {
    /// Plays the lines of an input file, or of standard input if the path is `-`, and returns
    /// the position after them. The end of the input does not end the game.
    pub fn play(&mut self, input: Option<&OsString>) -> Result<Position, Error> {
        self.session.open(&mut Discard);
        if let Some(path) = input {
            let error = |error| Error::file(path, error);
            let source: Box<dyn Read> = if path == "-" {
                Box::new(descriptors::input().map_err(error)?)
            } else {
                Box::new(File::open(path).map_err(error)?)
            };
            let mut limited = source.take(MAX_INPUT + 1);
            self.play_lines(&mut limited, error)?;
            if limited.limit() == 0 {
                return Err(length_error(path));
            }
        }
        Ok(Position::of(&self.session.view(), self.mines))
    }

    /// Plays the lines of an input. Fails if a line ends the game.
    fn play_lines(
        &mut self,
        source: impl Read,
        error: impl Fn(io::Error) -> Error,
    ) -> Result<(), Error> {
        let mut lines = Lines::new(source);
        let mut number = 0;
        loop {
            let line = match lines.next_line(|| Ok(()), &error)? {
                Line::End => return Ok(()),
                line => line,
            };
            number += 1;
            if let Flow::Ended(_) = self.session.line(line, &mut Discard) {
                let ending = match self.session.view().outcome() {
                    Some(Outcome::Won) => "won",
                    Some(Outcome::Lost) => "lost",
                    Some(Outcome::Quit) | None => "quit",
                };
                return Err(Error::message(format!(
                    "the game is over after line {number} of the input: it was {ending}"
                )));
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
