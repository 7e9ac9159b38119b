//! A game on a known field, that can be begun again; and one that is being played,
//! with its lines, the way back and its clock.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::edition::row::Moves;
use crate::edition::setup::Setup;
use crate::field::lines::Line;
use crate::field::minefield::{Minefield, Square};
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
    /// All of it, if somebody looks at that: it is much where a field is large.
    pub(super) text: Option<String>,
    /// Its errors, without blank lines.
    pub(super) errors: String,
    /// What it ends with.
    pub(super) end: String,
}

impl Answer {
    fn empty(keeps_text: bool) -> Self {
        Self {
            text: keeps_text.then(String::new),
            ..Self::default()
        }
    }
}

impl Sink for Answer {
    fn print(&mut self, _: Stream, bytes: &[u8], pieces: &[Piece]) {
        if let Some(text) = &mut self.text {
            text.push_str(&String::from_utf8_lossy(bytes));
        }
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
        Self::begin(moves, setup, minefield, Answer::default())
    }

    /// The same where the whole text of each answer is kept.
    pub(super) fn with_text(moves: &'static Moves, setup: Setup, minefield: Minefield) -> Self {
        Self::begin(moves, setup, minefield, Answer::empty(true))
    }

    fn begin(
        moves: &'static Moves,
        setup: Setup,
        minefield: Minefield,
        mut answer: Answer,
    ) -> Self {
        let mut session = (moves.begin)(&setup, minefield.clone());
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
        let answer = Answer::empty(self.answer.text.is_some());
        let (setup, minefield) = (self.setup.clone(), self.minefield.clone());
        *self = Self::begin(self.moves, setup, minefield, answer);
    }

    /// Gives it a line, unless it is over; whether it took it.
    pub(super) fn take(&mut self, line: Line<'_>) -> bool {
        if self.status.is_some() {
            return false;
        }
        self.answer = Answer::empty(self.answer.text.is_some());
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

/// A help with which a win is no best result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Aid {
    Hint,
    Odds,
    Undo,
    /// The mines were shown.
    Mines,
    /// The field was known from the game before.
    Again,
}

impl Aid {
    /// What was done, as a part of a sentence.
    pub(super) fn told(self) -> &'static str {
        match self {
            Self::Hint => "you had a hint",
            Self::Odds => "you saw the odds",
            Self::Undo => "you undid a move",
            Self::Mines => "you saw the mines",
            Self::Again => "you had played this field before",
        }
    }
}

/// What the drawing of a field begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drawn {
    pub(super) rng_seed: u64,
    /// The square that it is drawn around.
    pub(super) start: Square,
}

/// A game that is being played.
pub(super) struct Attempt {
    game: Playthrough,
    lines: Vec<String>,
    /// How many lines there were before each step, which is what one key does.
    steps: Vec<usize>,
    /// Whether the next line begins a step.
    is_between_steps: bool,
    undos: u32,
    /// The first help that there was, if any.
    pub(super) aid: Option<Aid>,
    /// With what its field was drawn, if that is known.
    pub(super) drawn: Option<Drawn>,
    /// Whether it was begun again before its end.
    pub(super) is_given_up: bool,
    /// How long it was played before, by somebody who continues it.
    before: Duration,
    /// When the first line was sent; undoing it does not set the clock back.
    began: Option<Instant>,
    ended: Option<Instant>,
}

impl Attempt {
    pub(super) fn new(game: Playthrough) -> Self {
        Self {
            game,
            lines: Vec::new(),
            steps: Vec::new(),
            is_between_steps: true,
            undos: 0,
            aid: None,
            drawn: None,
            is_given_up: false,
            before: Duration::ZERO,
            began: None,
            ended: None,
        }
    }

    /// Plays on where somebody has left the game after these lines, in these steps, and so
    /// much time; none if it is over, or if it was another game. Where no steps are known,
    /// each line is one.
    pub(super) fn continued(
        game: Playthrough,
        lines: impl IntoIterator<Item = String>,
        steps: &[usize],
        before: Duration,
    ) -> Option<Self> {
        let mut attempt = Self::new(game);
        for (at, line) in lines.into_iter().enumerate() {
            if steps.is_empty() || steps.binary_search(&at).is_ok() {
                attempt.end_step();
            }
            attempt.send(line);
        }
        attempt.before = before;
        attempt.began = None;
        (attempt.has_lines() && !attempt.is_over()).then_some(attempt)
    }

    pub(super) fn game(&self) -> &Playthrough {
        &self.game
    }

    /// The lines that were sent and not taken back.
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// How many lines there were before each step.
    pub(super) fn steps(&self) -> &[usize] {
        &self.steps
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
        self.before + self.began.map_or(Duration::ZERO, |began| now - began)
    }

    /// Stops the clock: the game is left.
    pub(super) fn stop_clock(&mut self) {
        if self.ended.is_none() {
            self.before = self.time();
            self.began = None;
        }
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

    /// How it is found out what the player knew before the last line.
    pub(super) fn position_before_last(&self) -> impl FnOnce() -> Position + Send + use<> {
        let Playthrough {
            moves,
            setup,
            minefield,
            ..
        } = &self.game;
        let (moves, setup, minefield) = (*moves, setup.clone(), minefield.clone());
        let mut lines = self.lines.clone();
        lines.pop();
        move || {
            let mut before = Playthrough::new(moves, setup, minefield);
            for line in lines {
                before.take(Line::Text(line.as_bytes()));
            }
            before.position()
        }
    }

    /// Ends a step: the next line begins another one.
    pub(super) fn end_step(&mut self) {
        self.is_between_steps = true;
    }

    /// Sends a line, unless the game is over.
    pub(super) fn send(&mut self, line: String) {
        if !self.game.take(Line::Text(line.as_bytes())) {
            return;
        }
        if std::mem::take(&mut self.is_between_steps) {
            self.steps.push(self.lines.len());
        }
        self.lines.push(line);
        self.began.get_or_insert_with(Instant::now);
        if self.is_over() {
            self.ended = Some(Instant::now());
        }
    }

    /// Plays the game again without its last step; how many lines that was.
    pub(super) fn undo(&mut self) -> usize {
        let Some(left) = self.steps.pop() else {
            return 0;
        };
        let taken = self.lines.len() - left;
        self.lines.truncate(left);
        self.game.restart();
        for line in &self.lines {
            self.game.take(Line::Text(line.as_bytes()));
        }
        if let (Some(began), Some(ended)) = (&mut self.began, self.ended.take()) {
            // The clock stood still since then.
            *began += ended.elapsed();
        }
        self.undos += 1;
        self.aid.get_or_insert(Aid::Undo);
        self.is_between_steps = true;
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::table;
    use crate::field::minefield::Size;

    #[test]
    fn the_clock_stands_still_from_the_end_to_its_undoing() {
        let moves = table::default().moves.as_ref().expect("moves");
        let mine = Square { row: 0, col: 0 };
        let minefield = Minefield::new(Size { rows: 5, cols: 5 }).with_mine(mine);
        let mut attempt = Attempt::new(Playthrough::new(moves, Setup::default(), minefield));
        attempt.send((moves.reveal)(mine));
        assert!(attempt.is_over());
        let at_end = attempt.time();
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(attempt.time(), at_end);
        let undone = Instant::now();
        attempt.undo();
        let time = attempt.time();
        assert!(time <= at_end + undone.elapsed(), "{time:?}");
    }

    #[test]
    fn the_clock_stands_still_once_a_game_is_left() {
        let moves = table::default().moves.as_ref().expect("moves");
        let minefield =
            Minefield::new(Size { rows: 5, cols: 5 }).with_mine(Square { row: 0, col: 0 });
        let mut attempt = Attempt::new(Playthrough::new(moves, Setup::default(), minefield));
        attempt.send((moves.reveal)(Square { row: 4, col: 4 }));
        attempt.stop_clock();
        let left = attempt.time();
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(attempt.time(), left);
    }
}
