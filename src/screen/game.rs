//! A game on the screen: the lines that were sent, the undo stack and the clock.

use std::{collections::VecDeque, time::Duration};

use serde::{Deserialize, Serialize};

use super::{
    advice::Hint,
    layout::ScreenLayout,
    source::{FieldKind, FieldSource, NO_GUESS, moves_of},
    widgets::clock,
};
use crate::{
    edition::{Edition, MarkingAgain, Moves, Setup},
    error::Error,
    field::{Line, Minefield, RandomField, Size, Square, Tokens, seed, tokens},
    game::{Flow, Kind, Outcome, Piece, Session, Shown, Sink, Stream, View},
    generate::NoGuessOptions,
    io::counted,
    solve::{Odds, Position},
};

pub(super) const CORNER: Square = Square { row: 0, col: 0 };

/// The part of a game that is stored to continue it later.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct GameState {
    pub source: FieldSource,
    /// The field as the text of a seed file.
    pub seed: String,
    pub lines: Vec<String>,
    /// The undo stack: the number of lines before each step. A step is the effect of one key.
    steps: Vec<usize>,
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
    pub cursor: Square,
    pub layout: ScreenLayout,
    pub shows_odds: bool,
    pub odds: Option<Odds>,
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
        // The first square is safe, so not every square can have a mine.
        let limits = edition.generates.as_ref().unwrap_or(&edition.fields);
        let minefield = match random {
            Some(field) => Minefield::new(field.allowed(limits).map_err(Error::message)?),
            None => (moves.field)(&setup)?,
        };
        let size = minefield.size();
        let options = no_guess.unwrap_or(&NO_GUESS);
        let source = FieldSource {
            kind: FieldKind {
                edition: edition.name.to_owned(),
                field: random.unwrap_or_else(|| field_of(&minefield)),
                no_guess: no_guess.is_some(),
            },
            cascade: setup.cascade,
            difficulty: options.difficulty,
            deadline: options.deadline,
            rng_seed: setup.rng_seed,
        };
        let start = start.or(edition.noted_start(&setup, size));
        let first_square = NoGuessOptions { start, ..NO_GUESS }.start_on(size)?;
        let mut game = Self::on(source, moves, minefield, start);
        if no_guess.is_some() {
            game.cursor = first_square;
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
            run: Playthrough::new(moves, source.cascade, minefield, false),
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
            cursor: start.unwrap_or(CORNER),
            layout: ScreenLayout::default(),
            shows_odds: false,
            odds: None,
            hint: Hint::default(),
            result: String::new(),
        }
    }

    /// Continues a stored game. Returns `None` if it is damaged or over.
    pub fn continued(state: GameState) -> Option<Self> {
        let edition = state.source.edition();
        let minefield = seed::parse(state.seed.as_bytes(), &edition.fields).ok()?;
        let Size { rows, cols } = minefield.size();
        let start = state.start.unwrap_or(CORNER);
        let kind = &state.source.kind;
        let is_known = kind.edition == edition.name && kind.field == field_of(&minefield);
        let is_intact = is_known && start.row < rows && start.col < cols;
        let moves = edition.moves.as_ref()?;
        let mut game = Self::on(state.source.clone(), moves, minefield, state.start);
        game.state = state;
        game.is_stored = true;
        game.run = game.run_after(usize::MAX);
        (is_intact && game.is_running()).then_some(game)
    }

    /// Starts the next game: on the same field, or on the next random field.
    pub fn next(&self, is_same: bool) -> Self {
        let mut source = self.state.source.clone();
        if self.has_field() && (is_same || source.rng_seed.is_none()) {
            return self.on_field(source, self.run.minefield.clone(), self.state.start);
        }
        if self.has_field() {
            source.advance();
        }
        self.on_field(source, Minefield::new(self.size()), None)
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
            shows_odds: self.shows_odds,
            cursor: start.unwrap_or(self.cursor),
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
        self.run.is_over
    }

    /// Reports whether a line was sent and the game is not over.
    pub fn is_running(&self) -> bool {
        self.has_lines() && !self.is_over()
    }

    pub fn ending(&self) -> &'static str {
        match self.outcome() {
            Some(Outcome::Won) => "Won",
            Some(Outcome::Lost) => "Lost",
            Some(Outcome::Quit) => "Quit",
            None => "Unfinished",
        }
    }

    /// Returns the time and the number of rounds.
    pub fn length(&self) -> String {
        let rounds = counted(self.state.lines.len(), "round", "rounds");
        format!("{}, {rounds}", clock(self.state.time))
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.run.view().outcome()
    }

    pub fn shown(&self, square: Square) -> Shown {
        self.run.view().shown(square)
    }

    pub fn move_cursor(&mut self, down: isize, right: isize) {
        let Square { row, col } = self.cursor;
        let Size { rows, cols } = self.size();
        self.cursor = Square {
            row: row.saturating_add_signed(down).min(rows - 1),
            col: col.saturating_add_signed(right).min(cols - 1),
        };
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

    /// Reveals a square or, on a number with as many marks around it, the other squares around it.
    ///
    /// # Errors
    ///
    /// The reason why nothing is revealed.
    pub fn reveal(&mut self, square: Square) -> Result<(), String> {
        self.begin_step();
        match self.shown(square) {
            Shown::Revealed(number) => {
                let around: Vec<Square> = self.size().neighbours(square).collect();
                let is_marked = |at: &&Square| self.shown(**at) == Shown::Marked;
                let marks = around.iter().filter(is_marked).count();
                if marks != usize::from(number) {
                    let marks = counted(marks, "mark", "marks");
                    return Err(format!("This {number} has {marks} around it."));
                }
                self.open(around);
            }
            Shown::Marked if self.run.moves.marking_again == MarkingAgain::Lifts => {
                return Err("This square is marked: m lifts the mark.".into());
            }
            _ => {
                self.send((self.run.moves.reveal)(square));
                self.open(self.automatic_reveals(square));
            }
        }
        Ok(())
    }

    /// Makes the moves of the hint. Returns false if there are none.
    pub fn follow_hint(&mut self) -> bool {
        let Hint { mined, safe, .. } = std::mem::take(&mut self.hint);
        let count = self.state.lines.len();
        self.begin_step();
        self.mark_all(mined);
        self.open(safe);
        self.state.lines.len() > count
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
            self.mark_all(self.size().squares());
        }
    }

    /// Returns the squares to reveal automatically after a square: those around a 0.
    fn automatic_reveals(&self, square: Square) -> Vec<Square> {
        if self.is_automatic && self.shown(square) == Shown::Revealed(0) {
            return self.size().neighbours(square).collect();
        }
        Vec::new()
    }

    fn mark_all(&mut self, squares: impl IntoIterator<Item = Square>) {
        for square in squares {
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
        let count = self.state.lines.len();
        if self.state.steps.last() != Some(&count) {
            self.state.steps.push(count);
        }
    }

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
        steps.pop_if(|count| *count >= lines.len());
        let Some(count) = steps.pop() else {
            return false;
        };
        lines.truncate(count);
        self.state.had_help = true;
        self.run = self.run_after(count);
        true
    }

    fn run_after(&self, count: usize) -> Playthrough {
        let mut run = self.run.restarted(false);
        for line in self.state.lines.iter().take(count) {
            run.take(Line::Text(line.as_bytes()));
        }
        run
    }
}

fn field_of(minefield: &Minefield) -> RandomField {
    let Size { rows, cols } = minefield.size();
    RandomField::new(rows, cols, minefield.mine_count())
}

/// A game whose field is known to the program.
pub(super) struct Playthrough {
    pub moves: &'static Moves,
    cascade: bool,
    /// The field with its mines, which `session` does not reveal.
    pub minefield: Minefield,
    pub session: Box<dyn Session>,
    /// The response to the last line, or the opening.
    pub reply: GameOutput,
    is_over: bool,
    /// The square of the last line that names one.
    pub last_square: Option<Square>,
    /// True if the response to the last line shows the mines.
    is_fog_lifted: bool,
}

/// Output of a game since its last line, on both streams.
#[derive(Debug, Default)]
pub(super) struct GameOutput {
    /// The whole text, if it is kept.
    pub text: Option<String>,
    /// The error messages, without blank lines.
    pub errors: String,
    /// The output at the end of the game.
    pub end: String,
}

impl GameOutput {
    fn new(keeps_text: bool) -> Self {
        Self {
            text: keeps_text.then(String::new),
            ..Self::default()
        }
    }
}

impl Sink for GameOutput {
    fn print(&mut self, _: Stream, bytes: &[u8], pieces: &[Piece]) {
        if let Some(text) = &mut self.text {
            *text += &String::from_utf8_lossy(bytes);
        }
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
    /// Starts a game. Only a replay keeps the text of replies, which is long for large fields.
    fn new(moves: &'static Moves, cascade: bool, minefield: Minefield, keeps_text: bool) -> Self {
        let setup = Setup {
            cascade,
            ..Setup::default()
        };
        let mut reply = GameOutput::new(keeps_text);
        let mut session = (moves.begin)(&setup, minefield.clone());
        session.open(&mut reply);
        Self {
            moves,
            cascade,
            minefield,
            session,
            reply,
            is_over: false,
            last_square: None,
            is_fog_lifted: false,
        }
    }

    pub fn restarted(&self, keeps_text: bool) -> Self {
        Self::new(self.moves, self.cascade, self.minefield.clone(), keeps_text)
    }

    /// Sends a line. Returns false if the game was over before.
    pub fn take(&mut self, line: Line<'_>) -> bool {
        if self.is_over {
            return false;
        }
        self.reply = GameOutput::new(self.reply.text.is_some());
        if let Line::Text(line) = line {
            self.last_square = self.square_of(line).or(self.last_square);
        }
        self.is_over = self.session.line(line, &mut self.reply) != Flow::Continue;
        self.is_fog_lifted = self.session.peek().is_some();
        true
    }

    /// Returns the square that a line names by its first two numbers.
    fn square_of(&self, line: &[u8]) -> Option<Square> {
        let first = self.moves.first_index;
        let mut numbers = Tokens::new(line).filter_map(tokens::integer);
        let mut index = || usize::try_from(numbers.next()?).ok()?.checked_sub(first);
        let row = index()?;
        let col = index()?;
        let size = self.minefield.size();
        (row < size.rows && col < size.cols).then_some(Square { row, col })
    }

    /// Returns the field while its mines are visible: after a loss, and after `nofog`.
    pub fn visible_mines(&self) -> Option<&Minefield> {
        let is_lost = self.view().outcome() == Some(Outcome::Lost);
        (is_lost || self.is_fog_lifted).then_some(&self.minefield)
    }

    /// Returns the square of the mine that lost the game.
    pub fn exploded(&self) -> Option<Square> {
        let is_lost = self.view().outcome() == Some(Outcome::Lost);
        self.last_square
            .filter(|&square| is_lost && self.minefield.is_mine(square))
    }

    /// Returns the name of a square in the edition.
    pub fn name(&self, Square { row, col }: Square) -> String {
        let first = self.moves.first_index;
        format!("({}, {})", row + first, col + first)
    }

    pub fn view(&self) -> View<'_> {
        self.session.view()
    }

    /// Returns the player's knowledge, with the mine count of the field.
    pub fn position(&self) -> Position {
        Position::of(&self.view(), Some(self.minefield.mine_count()))
    }
}
