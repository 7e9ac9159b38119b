//! One game after the other on the fields of a source: what moves do, a line each, and
//! what is kept of the games.

use std::collections::VecDeque;
use std::time::Duration;

use super::fields::{FieldSource, Fields, WITHOUT_GUESSING};
use super::playthrough::{Aid, Attempt, Playthrough};
use super::records::{FieldKind, LeftGame, NextField, Ranking, Records, Won};
use super::script::Script;
use crate::edition::row::MarkingAgain;
use crate::edition::setup::Setup;
use crate::edition::table::EDITIONS;
use crate::field::minefield::{Minefield, Square};
use crate::field::random::RandomField;
use crate::game::view::{Outcome, Shown};
use crate::generate::WithoutGuessing;
use crate::io::date::Date;
use crate::io::visible::counted;
use crate::solve::error::SolveError;

/// A move that is still to be made, if there is any need then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pending {
    Reveal(Square),
    Mark(Square),
}

/// What becomes of a reveal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reveal {
    Made,
    /// The square is marked: whoever means it has to say so.
    IsMarked,
    /// It is not made, for a reason.
    Refused(String),
}

/// How many squares a key has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Changed {
    pub(super) opened: usize,
    pub(super) marked: usize,
}

/// One game after the other.
pub(super) struct Series {
    pub(super) fields: FieldSource,
    /// The game; none before the first reveal on a random field.
    attempt: Option<Attempt>,
    /// The game before, whose lines are those to be written until a line is sent to
    /// the next.
    previous: Option<Attempt>,
    pending: VecDeque<Pending>,
    /// Whether what follows from a 0 and from the last safe square is done at once.
    pub(super) is_automatic: bool,
    /// Whether the last safe square may have been revealed since that was looked at.
    may_be_cleared: bool,
    /// The square that was revealed last.
    revealed: Option<Square>,
    /// How many squares were open and marked before what the last key did.
    before: Changed,
    records: Records,
    /// Where the cursor was when this game was left before, if it was.
    continued_at: Option<Square>,
    /// What became of the game that was won.
    place: Option<Ranking>,
}

impl Series {
    pub(super) fn new(fields: FieldSource, records: Records) -> Self {
        let mut attempt = fields.game().map(Attempt::new);
        if let Some(attempt) = &mut attempt {
            attempt.drawn = fields.noted_start.and_then(|it| fields.drawn_around(it));
        }
        Self {
            attempt,
            fields,
            previous: None,
            pending: VecDeque::new(),
            is_automatic: true,
            may_be_cleared: false,
            revealed: None,
            before: Changed::default(),
            records,
            continued_at: None,
            place: None,
        }
    }

    /// Plays on where a game was left; none if that cannot be played.
    pub(super) fn continued(left: LeftGame, records: Records) -> Option<Self> {
        let edition = EDITIONS.iter().find(|it| it.name == left.edition)?;
        let moves = edition.moves.as_ref()?;
        let size = edition.fields.size(left.rows, left.cols)?;
        let on_field = |(row, col)| {
            let is_on_field = row < size.rows && col < size.cols;
            is_on_field.then_some(Square { row, col })
        };
        let mut minefield = Minefield::new(size);
        for mine in left.mines {
            minefield = minefield.with_mine(on_field(mine)?);
        }
        let field = RandomField {
            rows: size.rows,
            cols: size.cols,
            mines: minefield.mine_count(),
        };
        let random = |no_guess| Fields::Random { field, no_guess };
        let fields = match left.next {
            NextField::Same => Fields::Same(minefield.clone()),
            NextField::Random => random(None),
            NextField::NoGuess => random(Some(WithoutGuessing {
                difficulty: left.difficulty,
                ..WITHOUT_GUESSING
            })),
        };
        let fields = FieldSource {
            edition,
            moves,
            setup: Setup {
                cascade: left.cascade,
                ..Setup::default()
            },
            noted_start: None,
            start: None,
            rng_seed: left.rng_seed,
            file: None,
            size,
            fields,
        };
        let game = fields.game_on(minefield);
        let time = Duration::from_millis(left.milliseconds);
        let mut attempt = Attempt::continued(game, left.lines, &left.steps, time)?;
        attempt.aid = left.aid;
        let start = left.start.and_then(on_field);
        attempt.drawn = start.and_then(|start| fields.drawn_around(start));
        let mut series = Self::new(fields, records);
        series.attempt = Some(attempt);
        let cursor = left.cursor.and_then(on_field);
        series.continued_at = Some(cursor.unwrap_or(Square { row: 0, col: 0 }));
        Some(series)
    }

    /// Where the cursor begins.
    ///
    /// # Errors
    ///
    /// The start that was asked for is outside of the field.
    pub(super) fn start(&self) -> Result<Square, SolveError> {
        self.continued_at.map_or_else(|| self.fields.start(), Ok)
    }

    pub(super) fn attempt(&self) -> Option<&Attempt> {
        self.attempt.as_ref()
    }

    pub(super) fn game(&self) -> Option<&Playthrough> {
        self.attempt.as_ref().map(Attempt::game)
    }

    pub(super) fn is_over(&self) -> bool {
        self.attempt.as_ref().is_some_and(Attempt::is_over)
    }

    /// Whether a game has begun and is not over.
    pub(super) fn is_on(&self) -> bool {
        self.attempt.as_ref().is_some_and(Attempt::has_lines) && !self.is_over()
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.game().and_then(|game| game.view().outcome())
    }

    pub(super) fn shown(&self, square: Square) -> Shown {
        self.game()
            .map_or(Shown::Covered, |game| game.view().shown(square))
    }

    /// The mine that ended the game.
    pub(super) fn exploded(&self) -> Option<Square> {
        let is_lost = self.outcome() == Some(Outcome::Lost);
        let mines = self.game()?.minefield();
        self.revealed
            .filter(|&square| is_lost && mines.is_mine(square))
    }

    /// How many squares are marked.
    pub(super) fn marks(&self) -> usize {
        self.counted().marked
    }

    /// The number of mines, where the player may know it: the edition tells it, or it
    /// was asked for.
    pub(super) fn mines(&self) -> Option<usize> {
        match &self.fields.fields {
            Fields::Random { field, .. } => Some(field.mines),
            Fields::Same(minefield) if self.fields.rng_seed.is_some() => {
                Some(minefield.mine_count())
            }
            Fields::Same(_) => self.game()?.view().mines(),
        }
    }

    /// Begins another game: on another field, where fields are random.
    pub(super) fn begin_next(&mut self) {
        let next = self.fields.game().map(Attempt::new);
        if self.attempt.is_some() {
            self.fields.go_on();
        }
        self.replace(next);
    }

    /// Begins the same game again; whether there was one.
    pub(super) fn begin_again(&mut self) -> bool {
        let Some(attempt) = &mut self.attempt else {
            return false;
        };
        attempt.is_given_up = !attempt.is_over();
        let game = self.fields.game_on(attempt.game().minefield().clone());
        self.replace(Some(Attempt::new(game)));
        true
    }

    fn replace(&mut self, next: Option<Attempt>) {
        let mut last = std::mem::replace(&mut self.attempt, next);
        if let Some(last) = &mut last {
            last.stop_clock();
        }
        self.pending.clear();
        self.revealed = None;
        self.place = None;
        if let (Some(last), Some(next)) = (&last, &mut self.attempt) {
            next.aid = last.aid.or(last.has_lines().then_some(Aid::Again));
            next.drawn = last.drawn;
        }
        self.previous = last.filter(Attempt::has_lines).or(self.previous.take());
    }

    /// Begins the game on a field that was drawn around this square.
    pub(super) fn begin_on(&mut self, minefield: Minefield, start: Square) {
        let mut attempt = Attempt::new(self.fields.game_on(minefield));
        attempt.drawn = self.fields.drawn_around(start);
        self.attempt = Some(attempt);
    }

    /// Notes that the player was helped.
    pub(super) fn aided(&mut self, aid: Aid) {
        let attempt = self.attempt.as_mut().filter(|attempt| !attempt.is_over());
        if let Some(attempt) = attempt {
            attempt.aid.get_or_insert(aid);
        }
    }

    /// Reveals a square or, around a number whose marks are complete, all others. There
    /// may be moves that follow from it.
    pub(super) fn reveal(&mut self, square: Square, is_sure: bool) -> Reveal {
        self.begin_step();
        match self.shown(square) {
            Shown::Revealed(number) => self.chord(square, number),
            Shown::Marked if self.fields.moves.marking_again == MarkingAgain::Lifts => {
                Reveal::Refused("This square is marked: m lifts the mark.".to_owned())
            }
            Shown::Marked if !is_sure => Reveal::IsMarked,
            _ => {
                self.send_reveal(square);
                Reveal::Made
            }
        }
    }

    fn chord(&mut self, square: Square, number: u8) -> Reveal {
        let around: Vec<Square> = self.fields.size.neighbours(square).collect();
        let is_marked = |&&square: &&Square| self.shown(square) == Shown::Marked;
        let marks = around.iter().filter(is_marked).count();
        match usize::from(number).checked_sub(marks) {
            Some(0) => {}
            Some(missing) => {
                let missing = counted(missing, "more mine", "more mines");
                return Reveal::Refused(format!("Mark {missing} around this {number} first."));
            }
            None => return Reveal::Refused(format!("Too many marks are around this {number}.")),
        }
        self.pending.extend(around.into_iter().map(Pending::Reveal));
        Reveal::Made
    }

    /// Makes the moves that a hint has proved.
    pub(super) fn apply(&mut self, mined: &[Square], safe: &[Square]) {
        self.begin_step();
        let marks = mined.iter().map(|&square| Pending::Mark(square));
        let reveals = safe.iter().map(|&square| Pending::Reveal(square));
        self.pending.extend(marks.chain(reveals));
    }

    /// Makes the next of the moves that are to be made; whether there was one.
    pub(super) fn make_pending(&mut self) -> bool {
        let Some(next) = self.pending.pop_front() else {
            return self.mark_the_rest();
        };
        match next {
            // One may have uncovered another, or been a mine.
            Pending::Reveal(square) if self.is_untouched(square) => self.send_reveal(square),
            Pending::Mark(square) if self.is_untouched(square) => {
                self.send((self.fields.moves.mark)(square));
            }
            _ => {}
        }
        true
    }

    fn is_untouched(&self, square: Square) -> bool {
        matches!(self.shown(square), Shown::Covered | Shown::Guessed)
    }

    /// Leaves out the moves that are to be made.
    pub(super) fn stop(&mut self) {
        self.pending.clear();
    }

    fn send_reveal(&mut self, square: Square) {
        self.revealed = Some(square);
        self.send((self.fields.moves.reveal)(square));
        self.may_be_cleared = self.is_automatic && !self.is_over();
        if self.may_be_cleared && self.shown(square) == Shown::Revealed(0) {
            let around = self.fields.size.neighbours(square);
            let covered: Vec<Square> = around.filter(|&it| self.is_untouched(it)).collect();
            self.pending
                .extend(covered.into_iter().map(Pending::Reveal));
        }
    }

    /// Goes on to mark all mines if nothing else is covered; whether there are such.
    fn mark_the_rest(&mut self) -> bool {
        if !std::mem::take(&mut self.may_be_cleared) || !self.is_cleared() || self.is_over() {
            return false;
        }
        let squares = self.fields.size.squares();
        let mines: Vec<Square> = squares.filter(|&it| self.is_untouched(it)).collect();
        self.pending.extend(mines.into_iter().map(Pending::Mark));
        !self.pending.is_empty()
    }

    /// Whether all squares without a mine are revealed.
    fn is_cleared(&self) -> bool {
        self.game().is_some_and(|game| {
            self.counted().opened + game.minefield().mine_count() == self.fields.size.area()
        })
    }

    /// How many squares the last key has opened and marked.
    pub(super) fn changed(&self) -> Changed {
        let now = self.counted();
        Changed {
            opened: now.opened.saturating_sub(self.before.opened),
            marked: now.marked.saturating_sub(self.before.marked),
        }
    }

    /// How many squares are open and marked.
    fn counted(&self) -> Changed {
        let mut counts = Changed::default();
        for square in self.fields.size.squares() {
            match self.shown(square) {
                Shown::Revealed(_) => counts.opened += 1,
                Shown::Marked => counts.marked += 1,
                _ => {}
            }
        }
        counts
    }

    fn begin_step(&mut self) {
        self.before = self.counted();
        self.pending.clear();
        if let Some(attempt) = &mut self.attempt {
            attempt.end_step();
        }
    }

    /// Makes a move of its own.
    pub(super) fn step(&mut self, line: String) {
        self.begin_step();
        self.send(line);
    }

    /// Sends a line to the game.
    fn send(&mut self, line: String) {
        let Some(attempt) = &mut self.attempt else {
            return;
        };
        attempt.send(line);
        if attempt.is_over() {
            self.pending.clear();
            self.note_result();
        }
    }

    /// Takes back what the last key did; how many lines that were.
    pub(super) fn undo(&mut self) -> usize {
        self.pending.clear();
        self.place = None;
        self.attempt.as_mut().map_or(0, Attempt::undo)
    }

    /// The kind of the fields, if results on them can be compared.
    pub(super) fn kind(&self) -> Option<FieldKind> {
        self.fields.rng_seed?;
        Some(FieldKind {
            edition: self.fields.edition.name.to_owned(),
            rows: self.fields.size.rows,
            cols: self.fields.size.cols,
            mines: self.mines()?,
            no_guess: self.fields.no_guess().is_some(),
        })
    }

    fn note_result(&mut self) {
        let (Some(attempt), Some(kind), Some(rng_seed)) =
            (&self.attempt, self.kind(), self.fields.rng_seed)
        else {
            return;
        };
        if attempt.aid.is_some() || self.outcome() != Some(Outcome::Won) {
            return;
        }
        self.place = self.records.note(&Won {
            kind,
            milliseconds: milliseconds(attempt.time()),
            rounds: attempt.lines().len(),
            rng_seed,
            date: Date::today().to_string(),
        });
    }

    /// What became of the game that was won, where it counts.
    pub(super) fn place(&self) -> Option<Ranking> {
        self.place
    }

    /// Whether games that are left are kept, so that they can be continued.
    pub(super) fn keeps_left_games(&self) -> bool {
        self.records.are_kept()
    }

    /// Whether a game is the one that is kept, so that the menu can continue it.
    pub(super) fn is_kept(&self, attempt: &Attempt) -> bool {
        let kept = self.records.left_game();
        kept.is_some_and(|left| left.lines == attempt.lines())
    }

    /// Keeps the game and its cursor if it is not over, so that it can be continued.
    pub(super) fn leave(&mut self, cursor: Square) {
        let was_continued = self.continued_at.take().is_some();
        if let Some(attempt) = &mut self.attempt {
            attempt.stop_clock();
        }
        let Some(attempt) = self.attempt.as_ref().filter(|_| self.is_on()) else {
            if was_continued {
                self.records.forget_left_game();
            }
            return;
        };
        let minefield = attempt.game().minefield();
        self.records.keep(&LeftGame {
            edition: self.fields.edition.name.to_owned(),
            cascade: self.fields.setup.cascade,
            rows: minefield.size().rows,
            cols: minefield.size().cols,
            mines: minefield.mines().map(|it| (it.row, it.col)).collect(),
            lines: attempt.lines().to_vec(),
            steps: attempt.steps().to_vec(),
            cursor: Some((cursor.row, cursor.col)),
            milliseconds: milliseconds(attempt.time()),
            aid: attempt.aid,
            rng_seed: self.fields.rng_seed,
            start: attempt
                .drawn
                .map(|drawn| (drawn.start.row, drawn.start.col)),
            difficulty: self.fields.no_guess().and_then(|wanted| wanted.difficulty),
            next: match &self.fields.fields {
                Fields::Same(_) => NextField::Same,
                Fields::Random { no_guess: None, .. } => NextField::Random,
                Fields::Random { .. } => NextField::NoGuess,
            },
        });
    }

    /// The game whose lines count: this one, or the one before if there are none yet.
    pub(super) fn last_played(&self) -> Option<&Attempt> {
        let current = self.attempt.as_ref();
        current
            .filter(|attempt| attempt.has_lines())
            .or(self.previous.as_ref())
    }

    /// The lines of this game, or of the one before if there are none yet.
    pub(super) fn lines_sent(&self) -> Script<'_> {
        let attempt = self.last_played().or(self.attempt.as_ref());
        Script {
            lines: attempt.map_or(&[], Attempt::lines),
            minefield: attempt
                .filter(|_| self.fields.file.is_none())
                .map(|attempt| attempt.game().minefield()),
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
