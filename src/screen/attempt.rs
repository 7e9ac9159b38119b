//! A game in progress: the lines that were sent, the undo stack, the clock, and moves that follow
//! from other moves.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::playthrough::Playthrough;
use crate::edition::row::MarkingAgain;
use crate::field::lines::Line;
use crate::field::minefield::{Minefield, Size, Square};
use crate::game::view::{Outcome, Shown};
use crate::io::visible::counted;
use crate::solve::position::Position;

/// Assistance that excludes a win from the best times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Aid {
    Hint,
    Odds,
    Undo,
    /// The mines were shown.
    Mines,
    /// The field was known from an earlier game.
    Again,
}

impl Aid {
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::Hint => "you had a hint",
            Self::Odds => "you saw the odds",
            Self::Undo => "you undid a move",
            Self::Mines => "you saw the mines",
            Self::Again => "you had played this field before",
        }
    }
}

/// A move to make unless another move has made it unnecessary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PendingMove {
    Reveal(Square),
    Mark(Square),
}

/// What determines a random field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drawn {
    pub(super) rng_seed: u64,
    /// The square that was revealed first.
    pub(super) start: Square,
}

/// Number of squares by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SquareCount {
    pub(super) open: usize,
    pub(super) marked: usize,
}

/// A game in progress.
pub(super) struct Attempt {
    pub(super) game: Playthrough,
    pub(super) lines: Vec<String>,
    /// Number of lines before each step. A step is the effect of one key.
    pub(super) steps: Vec<usize>,
    pending: VecDeque<PendingMove>,
    /// True if moves that follow from others are made, too.
    pub(super) is_automatic: bool,
    /// True if the last safe square may have been revealed since the last check.
    may_be_cleared: bool,
    last_revealed: Option<Square>,
    before_step: SquareCount,
    pub(super) undos: u32,
    pub(super) aid: Option<Aid>,
    pub(super) drawn: Option<Drawn>,
    pub(super) is_given_up: bool,
    /// Time until the clock was stopped.
    elapsed: Duration,
    running_since: Option<Instant>,
    pub(super) now: Instant,
}

impl Attempt {
    pub(super) fn new(game: Playthrough, now: Instant) -> Self {
        Self {
            game,
            lines: Vec::new(),
            steps: Vec::new(),
            pending: VecDeque::new(),
            is_automatic: true,
            may_be_cleared: false,
            last_revealed: None,
            before_step: SquareCount::default(),
            undos: 0,
            aid: None,
            drawn: None,
            is_given_up: false,
            elapsed: Duration::ZERO,
            running_since: None,
            now,
        }
    }

    /// Plays the lines of a game that was left. If no steps are known, each line is one. Returns
    /// `None` if the game is over or has no line.
    pub(super) fn continued(
        mut self,
        lines: Vec<String>,
        steps: &[usize],
        elapsed: Duration,
    ) -> Option<Self> {
        for (index, line) in lines.into_iter().enumerate() {
            if steps.is_empty() || steps.contains(&index) {
                self.begin_step();
            }
            self.send(line);
        }
        self.pause();
        self.elapsed = elapsed;
        self.is_on().then_some(self)
    }

    /// Returns a new game with the same options.
    pub(super) fn on_field(&self, game: Playthrough) -> Self {
        Self {
            is_automatic: self.is_automatic,
            ..Self::new(game, self.now)
        }
    }

    pub(super) fn has_lines(&self) -> bool {
        !self.lines.is_empty()
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.status.is_some()
    }

    /// Reports whether a line was sent and the game is not over.
    pub(super) fn is_on(&self) -> bool {
        !self.lines.is_empty() && !self.is_over()
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.game.view().outcome()
    }

    fn size(&self) -> Size {
        self.game.minefield.size()
    }

    pub(super) fn shown(&self, square: Square) -> Shown {
        self.game.view().shown(square)
    }

    /// Returns the time since the first line, without pauses.
    pub(super) fn time(&self) -> Duration {
        let running = self
            .running_since
            .map(|since| self.now.saturating_duration_since(since));
        self.elapsed + running.unwrap_or_default()
    }

    pub(super) fn pause(&mut self) {
        self.elapsed = self.time();
        self.running_since = None;
    }

    pub(super) fn resume(&mut self) {
        if self.is_on() {
            self.running_since.get_or_insert(self.now);
        }
    }

    pub(super) fn is_clock_running(&self) -> bool {
        self.running_since.is_some()
    }

    /// Returns the mines if the player may see them: after a loss, and in the round after `nofog`.
    pub(super) fn visible_mines(&self) -> Option<&Minefield> {
        let last = self.lines.last().map(String::as_str);
        let is_visible = match self.outcome() {
            Some(outcome) => outcome == Outcome::Lost,
            None => last.is_some() && last == self.game.moves.nofog,
        };
        is_visible.then_some(&self.game.minefield)
    }

    /// Returns the mine that ended the game.
    pub(super) fn exploded(&self) -> Option<Square> {
        let is_lost = self.outcome() == Some(Outcome::Lost);
        let square = self.last_revealed.filter(|_| is_lost)?;
        self.game.minefield.is_mine(square).then_some(square)
    }

    /// Returns the player's knowledge before the last line.
    pub(super) fn position_before_last(&self) -> Position {
        let mut before = self.game.restarted();
        for line in &self.lines[..self.lines.len().saturating_sub(1)] {
            before.take(Line::Text(line.as_bytes()));
        }
        before.position()
    }

    pub(super) fn count(&self) -> SquareCount {
        let mut count = SquareCount::default();
        for square in self.size().squares() {
            match self.shown(square) {
                Shown::Revealed(_) => count.open += 1,
                Shown::Marked => count.marked += 1,
                _ => {}
            }
        }
        count
    }

    /// Returns the number of squares that the last step opened and marked.
    pub(super) fn changed(&self) -> SquareCount {
        let now = self.count();
        SquareCount {
            open: now.open.saturating_sub(self.before_step.open),
            marked: now.marked.saturating_sub(self.before_step.marked),
        }
    }

    fn begin_step(&mut self) {
        self.before_step = self.count();
        self.cancel_pending();
        if self.steps.last() != Some(&self.lines.len()) {
            self.steps.push(self.lines.len());
        }
    }

    /// Starts to reveal a square or, around a number whose marks are complete, all others.
    ///
    /// # Errors
    ///
    /// The reason why nothing is revealed.
    pub(super) fn reveal(&mut self, square: Square) -> Result<(), String> {
        self.begin_step();
        match self.shown(square) {
            Shown::Revealed(number) => self.chord(square, number),
            Shown::Marked if self.game.moves.marking_again == MarkingAgain::Lifts => {
                Err("This square is marked: m lifts the mark.".to_owned())
            }
            _ => {
                self.send_reveal(square);
                Ok(())
            }
        }
    }

    fn chord(&mut self, square: Square, number: u8) -> Result<(), String> {
        let around: Vec<Square> = self.size().neighbours(square).collect();
        let is_marked = |&&square: &&Square| self.shown(square) == Shown::Marked;
        let marks = around.iter().filter(is_marked).count();
        match usize::from(number).checked_sub(marks) {
            Some(0) => {}
            Some(missing) => {
                let missing = counted(missing, "more mine", "more mines");
                return Err(format!("Mark {missing} around this {number} first."));
            }
            None => return Err(format!("Too many marks are around this {number}.")),
        }
        self.pending
            .extend(around.into_iter().map(PendingMove::Reveal));
        Ok(())
    }

    /// Starts to make the moves of a hint.
    pub(super) fn apply(&mut self, mined: &[Square], safe: &[Square]) {
        self.begin_step();
        self.pending
            .extend(mined.iter().copied().map(PendingMove::Mark));
        self.pending
            .extend(safe.iter().copied().map(PendingMove::Reveal));
    }

    /// Sends one line as a step.
    pub(super) fn step(&mut self, line: String) {
        self.begin_step();
        self.send(line);
    }

    /// Makes the next pending move. Returns false if there is none.
    pub(super) fn make_pending(&mut self) -> bool {
        match self.pending.pop_front() {
            Some(PendingMove::Reveal(square)) if self.is_untouched(square) => {
                self.send_reveal(square);
            }
            Some(PendingMove::Mark(square)) if self.is_untouched(square) => {
                self.send((self.game.moves.mark)(square));
            }
            Some(_) => {}
            None => return self.mark_the_rest(),
        }
        true
    }

    /// Reports whether moves remain to be made.
    pub(super) fn is_moving(&self) -> bool {
        self.may_be_cleared || !self.pending.is_empty()
    }

    pub(super) fn cancel_pending(&mut self) {
        self.pending.clear();
        self.may_be_cleared = false;
    }

    fn is_untouched(&self, square: Square) -> bool {
        matches!(self.shown(square), Shown::Covered | Shown::Guessed)
    }

    fn send_reveal(&mut self, square: Square) {
        self.last_revealed = Some(square);
        self.send((self.game.moves.reveal)(square));
        self.may_be_cleared = self.is_automatic && !self.is_over();
        if self.may_be_cleared && self.shown(square) == Shown::Revealed(0) {
            let around: Vec<Square> = self.size().neighbours(square).collect();
            let covered = around
                .into_iter()
                .filter(|&square| self.is_untouched(square));
            let reveals: Vec<PendingMove> = covered.map(PendingMove::Reveal).collect();
            self.pending.extend(reveals);
        }
    }

    /// Starts to mark all mines if nothing else is covered. Returns false otherwise.
    fn mark_the_rest(&mut self) -> bool {
        let safe = self.size().area() - self.game.minefield.mine_count();
        let is_checked = !std::mem::take(&mut self.may_be_cleared);
        if is_checked || self.is_over() || self.count().open < safe {
            return false;
        }
        let mines = self
            .size()
            .squares()
            .filter(|&square| self.is_untouched(square));
        let marks: Vec<PendingMove> = mines.map(PendingMove::Mark).collect();
        self.pending.extend(marks);
        !self.pending.is_empty()
    }

    fn send(&mut self, line: String) {
        if !self.game.take(Line::Text(line.as_bytes())) {
            return;
        }
        self.lines.push(line);
        self.resume();
        if self.is_over() {
            self.pending.clear();
            self.pause();
        }
    }

    /// Takes the last step back. Returns its number of lines.
    pub(super) fn undo(&mut self) -> usize {
        self.cancel_pending();
        // The last step may have sent no line.
        while self.steps.last() == Some(&self.lines.len()) {
            self.steps.pop();
        }
        let Some(remaining) = self.steps.pop() else {
            return 0;
        };
        let undone = self.lines.len() - remaining;
        self.lines.truncate(remaining);
        self.game = self.game.restarted();
        for line in &self.lines {
            self.game.take(Line::Text(line.as_bytes()));
        }
        self.running_since.get_or_insert(self.now);
        self.undos += 1;
        self.aid.get_or_insert(Aid::Undo);
        undone
    }
}
