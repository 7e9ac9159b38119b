//! A game on the screen: the lines that were sent, the undo stack and the clock.

use std::{collections::VecDeque, time::Duration};

use serde::{Deserialize, Serialize};

use super::{
    advice::Hint,
    board::{CORNER, Highlights, Viewport},
    playthrough::Playthrough,
    source::{FieldKind, FieldSource, NO_GUESS, moves_of},
};
use crate::{
    edition::{Edition, MarkingAgain, Moves, Setup},
    error::Error,
    field::{Line, Minefield, RandomField, Size, Square, seed},
    game::{Outcome, Shown},
    generate::NoGuessOptions,
    solve::{Odds, Position},
};

/// The part of a game that is stored to continue it later.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct GameState {
    pub source: FieldSource,
    /// The field as the text of a seed file.
    pub seed: String,
    pub lines: Vec<String>,
    /// The undo stack: the number of lines before each step. A step is the effect of one key.
    pub steps: Vec<usize>,
    /// Time since the first line, without pauses.
    pub time: Duration,
    /// True if the player had help or knows the field. Such a win is not ranked.
    pub had_help: bool,
    /// The square to reveal first, around which a random field is drawn.
    pub start: Option<Square>,
}

/// A game on the screen. Before the first reveal on a random field, its minefield has no mines.
pub(super) struct ScreenGame {
    pub state: GameState,
    pub run: Playthrough,
    /// True if automatic moves are on: opening around a 0, and marking the last mines.
    pub is_automatic: bool,
    /// True if this game is the stored unfinished game.
    pub is_stored: bool,
    pub viewport: Viewport,
    pub is_showing_odds: bool,
    pub odds: Option<Box<Odds>>,
    /// The hint for this position; empty if there is none yet.
    pub hint: Hint,
    /// The result of the game, once it is over.
    pub result: String,
}

impl ScreenGame {
    /// Reads the seed, or draws a random field. With `is_drawn_later`, the first reveal draws it.
    ///
    /// # Errors
    ///
    /// The seed is malformed, the edition has no such field, or the start is out of bounds.
    pub fn new(
        edition: &'static Edition,
        mut setup: Setup,
        no_guess: Option<&NoGuessOptions>,
        start: Option<Square>,
        is_drawn_later: bool,
    ) -> Result<Self, Error> {
        edition.draw_rng_seed(&mut setup)?;
        let random = (edition.random)(&setup).filter(|_| is_drawn_later && setup.files.is_empty());
        let moves = moves_of(edition)?;
        let minefield = match random {
            Some(field) => Minefield::new(field.allowed(&edition.fields).map_err(Error::message)?),
            None => (moves.field)(&setup)?,
        };
        let size = minefield.size();
        let Size { rows, cols } = size;
        let mines = minefield.mine_count();
        let source = FieldSource {
            kind: FieldKind {
                edition: edition.name.to_owned(),
                field: random.unwrap_or(RandomField { rows, cols, mines }),
                no_guess: no_guess.is_some(),
            },
            cascade: setup.cascade,
            difficulty: no_guess.and_then(|no_guess| no_guess.difficulty),
            deadline: no_guess.unwrap_or(&NO_GUESS).deadline,
            rng_seed: setup.rng_seed,
        };
        let start = start.or(edition.noted_start(&setup, size));
        let first_square = NoGuessOptions { start, ..NO_GUESS }.start_on(size)?;
        let mut game = Self::on(source, moves, minefield, start);
        if no_guess.is_some() {
            game.viewport.cursor = first_square;
        }
        Ok(game)
    }

    /// Starts a game on a field, with the cursor on the start.
    fn on(
        source: FieldSource,
        moves: &'static Moves,
        minefield: Minefield,
        start: Option<Square>,
    ) -> Self {
        let seed = seed::text(&minefield);
        Self {
            run: Playthrough::new(moves, source.cascade, minefield),
            state: GameState {
                source,
                seed,
                lines: Vec::new(),
                steps: Vec::new(),
                time: Duration::ZERO,
                had_help: false,
                start,
            },
            is_automatic: true,
            is_stored: false,
            viewport: Viewport::new(start.unwrap_or(CORNER)),
            is_showing_odds: false,
            odds: None,
            hint: Hint::default(),
            result: String::new(),
        }
    }

    /// Continues a stored game. Returns `None` if it is damaged or over.
    pub fn continued(state: GameState) -> Option<Self> {
        let edition = state.source.edition();
        let minefield = seed::parse(state.seed.as_bytes(), &edition.fields).ok()?;
        let RandomField { rows, cols, mines } = state.source.kind.field;
        let is_intact = minefield.size() == Size { rows, cols } && minefield.mine_count() == mines;
        let start = state
            .start
            .filter(|start| start.row < rows && start.col < cols);
        let moves = edition.moves.as_ref()?;
        let mut game = Self::on(state.source.clone(), moves, minefield, start);
        game.state = state;
        game.is_stored = true;
        game.run = game.run_after(usize::MAX);
        (is_intact && game.is_in_progress()).then_some(game)
    }

    /// Starts the next game: on the same field, or on the next one of the source. A seed file has
    /// only one field.
    pub fn next(&self, is_same: bool) -> Self {
        let mut source = self.state.source.clone();
        let mut next = if self.has_field() && (is_same || source.rng_seed.is_none()) {
            self.on_field(source, self.run.minefield.clone(), self.state.start)
        } else {
            if self.has_field() {
                source.advance();
            }
            self.on_field(source, Minefield::new(self.size()), None)
        };
        next.state.had_help = next.has_field() && (self.state.had_help || self.has_lines());
        next
    }

    /// Returns a new game with the same settings. Without a start, the cursor stays where it is.
    pub fn on_field(
        &self,
        source: FieldSource,
        minefield: Minefield,
        start: Option<Square>,
    ) -> Self {
        Self {
            is_automatic: self.is_automatic,
            is_showing_odds: self.is_showing_odds,
            viewport: Viewport::new(start.unwrap_or(self.viewport.cursor)),
            ..Self::on(source, self.run.moves, minefield, start)
        }
    }

    pub fn size(&self) -> Size {
        self.run.minefield.size()
    }

    /// Reports whether the field has been drawn.
    pub fn has_field(&self) -> bool {
        self.run.minefield.mine_count() == self.state.source.kind.field.mines
    }

    pub fn has_lines(&self) -> bool {
        !self.state.lines.is_empty()
    }

    pub fn is_over(&self) -> bool {
        self.run.status.is_some()
    }

    /// Reports whether a line was sent and the game is not over.
    pub fn is_in_progress(&self) -> bool {
        self.has_lines() && !self.is_over()
    }

    /// Returns the end of the game as one word.
    pub fn ending(&self) -> &'static str {
        match self.outcome() {
            Some(Outcome::Won) => "Won",
            Some(Outcome::Lost) => "Lost",
            Some(Outcome::Quit) => "Quit",
            None => "Unfinished",
        }
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.run.view().outcome()
    }

    pub fn shown(&self, square: Square) -> Shown {
        self.run.view().shown(square)
    }

    pub fn under_cursor(&self) -> Shown {
        self.shown(self.viewport.cursor)
    }

    pub fn marked(&self) -> Vec<Square> {
        let is_marked = |square: &Square| self.shown(*square) == Shown::Marked;
        self.size().squares().filter(is_marked).collect()
    }

    pub fn open_count(&self) -> usize {
        let is_open = |square: &Square| matches!(self.shown(*square), Shown::Revealed(_));
        self.size().squares().filter(is_open).count()
    }

    /// Returns the mine count if the player knows it: that of a random field, or one that the game
    /// displays.
    pub fn known_mines(&self) -> Option<usize> {
        let source = &self.state.source;
        let random_mines = source.rng_seed.map(|_| source.kind.field.mines);
        random_mines.or(self.run.view().mine_count())
    }

    /// Returns the player's knowledge before the last line.
    pub fn position_before_last(&self) -> Position {
        self.run_after(self.state.lines.len() - 1).position()
    }

    /// Reveals a square. On a number with as many marks around it, reveals the other squares around
    /// it.
    ///
    /// # Errors
    ///
    /// The reason why nothing is revealed.
    pub fn reveal(&mut self, square: Square) -> Result<(), String> {
        match self.shown(square) {
            Shown::Revealed(number) => {
                let around: Vec<Square> = self.size().neighbours(square).collect();
                let marked = self.marked();
                let marks = around.iter().filter(|at| marked.contains(at)).count();
                if marks != usize::from(number) {
                    return Err(format!("This {number} has {marks} marks around it."));
                }
                self.begin_step();
                self.open(around);
            }
            Shown::Marked if self.run.moves.marking_again == MarkingAgain::Lifts => {
                return Err("This square is marked: m lifts the mark.".to_owned());
            }
            _ => {
                self.begin_step();
                self.send((self.run.moves.reveal)(square));
                self.open(self.automatic_reveals(square));
            }
        }
        Ok(())
    }

    /// Makes the moves of the hint. Returns false if there are none.
    pub fn follow_hint(&mut self) -> bool {
        let Highlights { mined, safe, .. } = std::mem::take(&mut self.hint.highlights);
        let lines = self.state.lines.len();
        self.begin_step();
        self.mark_all(&mined);
        self.open(safe);
        self.state.lines.len() > lines
    }

    /// Reveals squares. If automatic moves are on, also opens around a 0 and marks the last mines.
    fn open(&mut self, squares: Vec<Square>) {
        let mut queue = VecDeque::from(squares);
        while let Some(square) = queue.pop_front() {
            if self.is_untouched(square) {
                self.send((self.run.moves.reveal)(square));
                queue.extend(self.automatic_reveals(square));
            }
        }
        let safe = self.size().area() - self.run.minefield.mine_count();
        if self.is_automatic && self.open_count() == safe {
            self.mark_all(&self.size().squares().collect::<Vec<Square>>());
        }
    }

    /// Returns the squares to reveal automatically after a square: those around a 0.
    fn automatic_reveals(&self, square: Square) -> Vec<Square> {
        if self.is_automatic && self.shown(square) == Shown::Revealed(0) {
            return self.size().neighbours(square).collect();
        }
        Vec::new()
    }

    fn mark_all(&mut self, squares: &[Square]) {
        for &square in squares {
            if self.is_untouched(square) {
                self.send((self.run.moves.mark)(square));
            }
        }
    }

    fn is_untouched(&self, square: Square) -> bool {
        matches!(self.shown(square), Shown::Covered | Shown::Guessed)
    }

    /// Starts a step, unless the last one has sent no line.
    fn begin_step(&mut self) {
        let line_count = self.state.lines.len();
        if self.state.steps.last() != Some(&line_count) {
            self.state.steps.push(line_count);
        }
    }

    /// Sends one line as a step.
    pub fn step(&mut self, line: String) {
        self.begin_step();
        self.send(line);
    }

    /// Sends a line if the game is not over.
    fn send(&mut self, line: String) {
        if self.run.take(Line::Text(line.as_bytes())) {
            self.state.lines.push(line);
        }
    }

    /// Undoes the last step. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        let GameState { lines, steps, .. } = &mut self.state;
        // The last step may have sent no line.
        steps.pop_if(|line_count| *line_count >= lines.len());
        let Some(line_count) = steps.pop() else {
            return false;
        };
        lines.truncate(line_count);
        self.state.had_help = true;
        self.run = self.run_after(line_count);
        true
    }

    /// Returns the game after its first `count` lines.
    fn run_after(&self, count: usize) -> Playthrough {
        let mut run = self.run.restarted();
        for line in self.state.lines.iter().take(count) {
            run.take(Line::Text(line.as_bytes()));
        }
        run
    }
}
