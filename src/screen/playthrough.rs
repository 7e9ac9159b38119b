//! A game that takes lines one by one and can be restarted.

use crate::{
    edition::{Moves, Setup},
    field::{Line, Minefield, Square},
    game::{Flow, Kind, Outcome, Piece, Session, Sink, Stream, View},
    solve::Position,
};

/// A game whose field is known to the program.
pub(super) struct Playthrough {
    pub moves: &'static Moves,
    cascade: bool,
    /// The field with its mines, which `session` does not reveal.
    pub minefield: Minefield,
    pub session: Box<dyn Session>,
    /// The response to the last line, or the opening.
    pub reply: GameOutput,
    /// The exit status, once the game is over.
    pub status: Option<u8>,
    /// The square of the last line that names one.
    pub last_square: Option<Square>,
    /// True if the last line was the command that shows the mines for one round.
    is_fog_lifted: bool,
}

/// Output of a game since its last line, on both streams.
#[derive(Debug, Default)]
pub(super) struct GameOutput {
    pub text: String,
    /// The error messages, without blank lines.
    pub errors: String,
    /// The output at the end of the game.
    pub end: String,
}

impl Sink for GameOutput {
    fn print(&mut self, _: Stream, bytes: &[u8], pieces: &[Piece]) {
        self.text += &String::from_utf8_lossy(bytes);
        let mut rest = bytes;
        for piece in pieces {
            let (text, after) = rest.split_at(piece.length.min(rest.len()));
            rest = after;
            match piece.kind {
                Kind::Error => self.errors += String::from_utf8_lossy(text).trim(),
                Kind::Win | Kind::Score | Kind::Loss | Kind::Quit => {
                    self.end += &String::from_utf8_lossy(text);
                }
                _ => {}
            }
        }
    }
}

impl Playthrough {
    pub fn new(moves: &'static Moves, cascade: bool, minefield: Minefield) -> Self {
        let setup = Setup {
            cascade,
            ..Setup::default()
        };
        let mut reply = GameOutput::default();
        let mut session = (moves.begin)(&setup, minefield.clone());
        session.open(&mut reply);
        Self {
            moves,
            cascade,
            minefield,
            session,
            reply,
            status: None,
            last_square: None,
            is_fog_lifted: false,
        }
    }

    /// Returns the same game before its first line.
    pub fn restarted(&self) -> Self {
        Self::new(self.moves, self.cascade, self.minefield.clone())
    }

    /// Sends a line. Returns false if the game was over before.
    pub fn take(&mut self, line: Line<'_>) -> bool {
        if self.status.is_some() {
            return false;
        }
        self.reply = GameOutput::default();
        if let Line::Text(line) = line {
            let line = String::from_utf8_lossy(line);
            self.is_fog_lifted = Some(line.trim()) == self.moves.nofog;
            self.last_square = self.square_of(&line).or(self.last_square);
        }
        if let Flow::Ended(status) = self.session.line(line, &mut self.reply) {
            self.status = Some(status);
        }
        true
    }

    /// Returns the square that a line names by its first two numbers.
    fn square_of(&self, line: &str) -> Option<Square> {
        let mut numbers = line
            .split_whitespace()
            .filter_map(|word| word.parse::<usize>().ok());
        let row = numbers.next()?.checked_sub(self.moves.first_index)?;
        let col = numbers.next()?.checked_sub(self.moves.first_index)?;
        let size = self.minefield.size();
        (row < size.rows && col < size.cols).then_some(Square { row, col })
    }

    /// Returns the field if the player may see the mines: after a loss, and for one round after
    /// `nofog`.
    pub fn visible_mines(&self) -> Option<&Minefield> {
        let is_visible = match self.view().outcome() {
            Some(outcome) => outcome == Outcome::Lost,
            None => self.is_fog_lifted,
        };
        is_visible.then_some(&self.minefield)
    }

    /// Returns the square of the mine that lost the game.
    pub fn exploded(&self) -> Option<Square> {
        let is_lost = self.view().outcome() == Some(Outcome::Lost);
        self.last_square
            .filter(|&square| is_lost && self.minefield.is_mine(square))
    }

    pub fn view(&self) -> View<'_> {
        self.session.view()
    }

    /// Returns the player's knowledge, with the mine count of the field.
    pub fn position(&self) -> Position {
        Position::of(&self.view(), Some(self.minefield.mine_count()))
    }
}
