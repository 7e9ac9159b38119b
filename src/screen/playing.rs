//! A game in progress: the lines that were sent, what the game has answered, and
//! the way back.

use std::time::{Duration, Instant};

use crate::edition::row::Moves;
use crate::edition::setup::Setup;
use crate::field::lines::Line;
use crate::field::minefield::Minefield;
use crate::game::session::{Flow, Session};
use crate::game::sink::{Kind, Piece, Sink, Stream};
use crate::game::view::View;

/// A game in progress.
pub(super) struct Playing {
    moves: &'static Moves,
    setup: Setup,
    minefield: Minefield,
    session: Box<dyn Session>,
    lines: Vec<String>,
    answer: Answer,
    /// The exit status of the game, once it is over.
    status: Option<u8>,
    /// When the first line was sent; undoing it does not set the clock back.
    began: Option<Instant>,
    ended: Option<Instant>,
}

/// What the game has answered to the last line.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// Its errors, without blank lines.
    pub(super) errors: String,
    /// What a game ends with.
    pub(super) end: String,
}

impl Sink for Answer {
    fn print(&mut self, _: Stream, bytes: &[u8], pieces: &[Piece]) {
        let mut rest = bytes;
        for piece in pieces {
            let (bytes, after) = rest.split_at(piece.length.min(rest.len()));
            rest = after;
            let text = String::from_utf8_lossy(bytes);
            match piece.kind {
                Kind::Error => self.errors += text.trim(),
                Kind::Win | Kind::Score | Kind::Loss | Kind::Quit => self.end += &text,
                _ => {}
            }
        }
    }
}

impl Playing {
    /// A game on a field, with the options of the setup.
    pub(super) fn new(moves: &'static Moves, setup: Setup, minefield: Minefield) -> Self {
        let mut session = (moves.begin)(&setup, minefield.clone());
        session.open(&mut Answer::default());
        Self {
            moves,
            setup,
            minefield,
            session,
            lines: Vec::new(),
            answer: Answer::default(),
            status: None,
            began: None,
            ended: None,
        }
    }

    pub(super) fn view(&self) -> View<'_> {
        self.session.view()
    }

    /// The field, which is for a game that is over, and for scripts.
    pub(super) fn minefield(&self) -> &Minefield {
        &self.minefield
    }

    /// The score if the game were won now.
    pub(super) fn score(&self) -> Option<String> {
        self.session.score()
    }

    /// The lines that were sent.
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// What the game has answered to the last of them.
    pub(super) fn answer(&self) -> &Answer {
        &self.answer
    }

    /// The exit status, if the game is over.
    pub(super) fn status(&self) -> Option<u8> {
        self.status
    }

    /// How long it has been played since the first line was sent.
    pub(super) fn time(&self) -> Duration {
        let now = self.ended.unwrap_or_else(Instant::now);
        self.began.map_or(Duration::ZERO, |began| now - began)
    }

    /// Whether the clock runs.
    pub(super) fn is_timed(&self) -> bool {
        self.began.is_some() && self.ended.is_none()
    }

    /// Whether the mines are visible for this round.
    pub(super) fn is_fog_lifted(&self) -> bool {
        let last = self.lines.last().map(String::as_str);
        self.status.is_none() && last.is_some() && last == self.moves.nofog
    }

    /// Sends a line, unless the game is over.
    pub(super) fn send(&mut self, line: String) {
        if self.status.is_some() {
            return;
        }
        self.began.get_or_insert_with(Instant::now);
        self.answer = Answer::default();
        let flow = self
            .session
            .line(Line::Text(line.as_bytes()), &mut self.answer);
        self.lines.push(line);
        if let Flow::Ended(status) = flow {
            self.status = Some(status);
            self.ended = Some(Instant::now());
        }
    }

    /// Plays the game again without its last line; whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let mut lines = std::mem::take(&mut self.lines);
        if lines.pop().is_none() {
            return false;
        }
        self.session = (self.moves.begin)(&self.setup, self.minefield.clone());
        self.session.open(&mut Answer::default());
        self.answer = Answer::default();
        self.status = None;
        self.ended = None;
        for line in lines {
            self.send(line);
        }
        true
    }
}
