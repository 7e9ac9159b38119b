//! A game on a known field, that can be begun again; and one that is being played,
//! with its lines, the way back and its clock.

use std::time::{Duration, Instant};

use crate::edition::row::Moves;
use crate::edition::setup::Setup;
use crate::field::lines::Line;
use crate::field::minefield::Minefield;
use crate::game::session::{Flow, Session};
use crate::game::sink::{Kind, Piece, Sink, Stream};
use crate::game::view::{Outcome, View};
use crate::solve::position::Position;

/// A game on a known field.
pub(super) struct Playthrough {
    moves: &'static Moves,
    setup: Setup,
    minefield: Minefield,
    session: Box<dyn Session>,
    answer: Answer,
    /// The exit status of the game, once it is over.
    status: Option<u8>,
}

/// What the game has printed last, on whichever stream.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// All of it.
    pub(super) text: String,
    /// Its errors, without blank lines.
    pub(super) errors: String,
    /// What it ends with.
    pub(super) end: String,
}

impl Sink for Answer {
    fn print(&mut self, _: Stream, bytes: &[u8], pieces: &[Piece]) {
        self.text += &String::from_utf8_lossy(bytes);
        let mut rest = bytes;
        for piece in pieces {
            let (of_piece, after) = rest.split_at(piece.length.min(rest.len()));
            rest = after;
            let text = String::from_utf8_lossy(of_piece);
            match piece.kind {
                Kind::Error => self.errors += text.trim(),
                Kind::Win | Kind::Score | Kind::Loss | Kind::Quit => self.end += &text,
                _ => {}
            }
        }
    }
}

impl Playthrough {
    /// A game on a field, with the options of the setup, before its first line.
    pub(super) fn new(moves: &'static Moves, setup: Setup, minefield: Minefield) -> Self {
        let mut session = (moves.begin)(&setup, minefield.clone());
        let mut answer = Answer::default();
        session.open(&mut answer);
        Self {
            moves,
            setup,
            minefield,
            session,
            answer,
            status: None,
        }
    }

    /// Begins it again.
    pub(super) fn restart(&mut self) {
        *self = Self::new(self.moves, self.setup.clone(), self.minefield.clone());
    }

    /// Gives it a line, unless it is over; whether it took it.
    pub(super) fn take(&mut self, line: Line<'_>) -> bool {
        if self.status.is_some() {
            return false;
        }
        self.answer = Answer::default();
        if let Flow::Ended(status) = self.session.line(line, &mut self.answer) {
            self.status = Some(status);
        }
        true
    }

    pub(super) fn view(&self) -> View<'_> {
        self.session.view()
    }

    /// The field, which is for a game that is over, and for scripts.
    pub(super) fn minefield(&self) -> &Minefield {
        &self.minefield
    }

    /// What a player knows of it; the number of mines is known, as the seed has it.
    pub(super) fn position(&self) -> Position {
        Position::of(&self.view(), Some(self.minefield.mine_count()))
    }

    /// The score if the game were won now.
    pub(super) fn score(&self) -> Option<String> {
        self.session.score()
    }

    /// What the game has printed after the last line, or at its beginning.
    pub(super) fn answer(&self) -> &Answer {
        &self.answer
    }

    /// The exit status, if the game is over.
    pub(super) fn status(&self) -> Option<u8> {
        self.status
    }

    /// Whether it has told that the last line was invalid.
    pub(super) fn has_error(&self) -> bool {
        !self.answer.errors.is_empty()
    }
}

/// A game that is being played.
pub(super) struct Attempt {
    game: Playthrough,
    lines: Vec<String>,
    undos: u32,
    /// When the first line was sent; undoing it does not set the clock back.
    began: Option<Instant>,
    ended: Option<Instant>,
}

impl Attempt {
    pub(super) fn new(game: Playthrough) -> Self {
        Self {
            game,
            lines: Vec::new(),
            undos: 0,
            began: None,
            ended: None,
        }
    }

    pub(super) fn game(&self) -> &Playthrough {
        &self.game
    }

    /// The lines that were sent and not taken back.
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Whether any were sent.
    pub(super) fn has_lines(&self) -> bool {
        !self.lines.is_empty()
    }

    /// How often a line was taken back.
    pub(super) fn undos(&self) -> u32 {
        self.undos
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.status.is_some()
    }

    /// How long it has been played since the first line was sent.
    pub(super) fn time(&self) -> Duration {
        let now = self.ended.unwrap_or_else(Instant::now);
        self.began.map_or(Duration::ZERO, |began| now - began)
    }

    /// How long until the clock shows another second; none if it does not run.
    pub(super) fn until_next_second(&self) -> Option<Duration> {
        (self.began.is_some() && self.ended.is_none()).then(|| {
            let part = Duration::from_nanos(self.time().subsec_nanos().into());
            Duration::from_secs(1).saturating_sub(part)
        })
    }

    /// Whether the mines may be seen: in the round after a nofog, or at a loss.
    pub(super) fn shows_mines(&self) -> bool {
        let last = self.lines.last().map(String::as_str);
        let is_fog_lifted = last.is_some() && last == self.game.moves.nofog;
        match self.game.view().outcome() {
            Some(outcome) => outcome == Outcome::Lost,
            None => is_fog_lifted,
        }
    }

    /// Sends a line, unless the game is over.
    pub(super) fn send(&mut self, line: String) {
        if !self.game.take(Line::Text(line.as_bytes())) {
            return;
        }
        self.lines.push(line);
        self.began.get_or_insert_with(Instant::now);
        if self.is_over() {
            self.ended = Some(Instant::now());
        }
    }

    /// Plays the game again without its last line; whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        if self.lines.pop().is_none() {
            return false;
        }
        self.game.restart();
        for line in &self.lines {
            self.game.take(Line::Text(line.as_bytes()));
        }
        self.ended = None;
        self.undos += 1;
        true
    }
}
