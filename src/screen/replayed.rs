//! A game as far as it has been shown again, and what it printed last.

use crate::edition::row::Moves;
use crate::edition::setup::Setup;
use crate::field::lines::Line;
use crate::field::minefield::{Minefield, Square};
use crate::game::session::{Flow, Session};
use crate::game::sink::{Kind, Piece, Sink, Stream};

/// The game up to a line.
pub(super) struct Replayed {
    pub(super) session: Box<dyn Session>,
    /// How many lines have been played.
    pub(super) at: usize,
    /// What the last of them made it print.
    pub(super) output: Output,
    /// The exit status, if the game is over.
    pub(super) status: Option<u8>,
    /// The square of the last line that has one.
    pub(super) cursor: Square,
    /// What the first row and column are called.
    first_index: usize,
}

/// What the game prints, on whichever stream.
#[derive(Default)]
pub(super) struct Output {
    pub(super) text: String,
    pub(super) has_error: bool,
}

impl Sink for Output {
    fn print(&mut self, _: Stream, bytes: &[u8], pieces: &[Piece]) {
        self.text += &String::from_utf8_lossy(bytes);
        self.has_error |= pieces.iter().any(|piece| piece.kind == Kind::Error);
    }
}

impl Replayed {
    /// The game before its first line.
    pub(super) fn new(moves: &Moves, setup: &Setup, minefield: &Minefield) -> Self {
        let mut session = (moves.begin)(setup, minefield.clone());
        let mut output = Output::default();
        session.open(&mut output);
        Self {
            session,
            at: 0,
            output,
            status: None,
            cursor: Square { row: 0, col: 0 },
            first_index: moves.first_index,
        }
    }

    /// Plays a line; whether the game was not over before.
    pub(super) fn play(&mut self, line: Line<'_>) -> bool {
        if self.status.is_some() {
            return false;
        }
        self.output = Output::default();
        if let Flow::Ended(status) = self.session.line(line, &mut self.output) {
            self.status = Some(status);
        }
        self.at += 1;
        if let Some(square) = self.square_of(line) {
            self.cursor = square;
        }
        true
    }

    /// The square that a line is about: its first two numbers.
    fn square_of(&self, line: Line<'_>) -> Option<Square> {
        let Line::Text(line) = line else { return None };
        let words = str::from_utf8(line).ok()?.split_whitespace();
        let mut numbers = words.filter_map(|word| word.parse::<usize>().ok());
        let mut index = |length: usize| {
            let index = numbers.next()?.checked_sub(self.first_index)?;
            (index < length).then_some(index)
        };
        let size = self.session.view().size();
        Some(Square {
            row: index(size.rows)?,
            col: index(size.cols)?,
        })
    }
}
