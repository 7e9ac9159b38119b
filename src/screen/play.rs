//! Games that are played with keys and mouse.

mod view;

use std::path::PathBuf;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use super::advice::{self, Hint};
use super::attempt::{Aid, Attempt};
use super::board::{CORNER, Highlights, Viewport};
use super::error::ScreenError;
use super::job::{Done, GRACE, Job, JobFlag};
use super::keys::GameAction;
use super::mode::{Context, Mode, Overlay, Question, Transition};
use super::records::{Ranking, UNREADABLE, Won};
use super::script;
use super::source::{FieldSource, milliseconds};
use super::widgets::Popup;
use crate::edition::row::MarkingAgain;
use crate::field::minefield::{Minefield, Square};
use crate::game::view::{Outcome, Shown};
use crate::io::visible::{counted, visible_path};
use crate::solve::error::SolveError;
use crate::solve::odds::Odds;

/// The hint before the first reveal on a random field.
const FIRST_IS_SAFE: &str = "The first reveal is safe, wherever it is. H reveals here.";

/// Number of moves that are made before the screen is drawn, and between two later drawings.
const FIRST_MOVES: usize = 2_000;
const MOVES_PER_TICK: usize = 100;

/// Maximum length of the line after leaving, in columns.
const SUMMARY_WIDTH: usize = 80;

/// A game on a field of a source.
pub(super) struct Play {
    context: Context,
    pub(super) source: FieldSource,
    /// The game; on an empty field before the first reveal on a random one.
    pub(super) attempt: Attempt,
    viewport: Viewport,
    wants_odds: bool,
    hint: Option<Hint>,
    odds: Option<Box<Odds>>,
    message: String,
    /// The result of the game, once it is over.
    ending: String,
    pub(super) job: Option<Job>,
    overlay: Option<Overlay>,
    /// True if the stored unfinished game is this one.
    is_stored: bool,
    written: Vec<PathBuf>,
}

impl Play {
    /// Starts a game.
    ///
    /// # Errors
    ///
    /// `--start` is out of bounds, or the file of `--script` exists.
    pub(super) fn new(
        context: Context,
        source: FieldSource,
        notice: Option<String>,
        now: Instant,
    ) -> Result<Self, ScreenError> {
        if let Some(path) = &context.script {
            script::check_is_free(path, source.file.is_none())?;
        }
        let start = match (source.noted_start, source.start) {
            (Some(_), _) => Some("No guess is needed from here.".to_owned()),
            (None, Some(_)) => Some("--start: the field is drawn around here.".to_owned()),
            (None, None) => None,
        };
        let message: Vec<String> = start.into_iter().chain(notice).collect();
        Ok(Self {
            attempt: source.first_game(now),
            viewport: Viewport::new(source.first_cursor()?),
            context,
            source,
            wants_odds: false,
            hint: None,
            odds: None,
            message: message.join(" "),
            ending: String::new(),
            job: None,
            overlay: None,
            is_stored: false,
            written: Vec::new(),
        })
    }

    /// Continues the stored game; `None` if there is none.
    pub(super) fn continued(context: Context, now: Instant) -> Option<Self> {
        let (mut source, attempt) = FieldSource::of_left_game(context.records.left_game()?, now)?;
        let cursor = source.start.take();
        let notice = Some("The game you left.".to_owned());
        let mut play = Self::new(context, source, notice, now).ok()?;
        play.viewport = Viewport::new(cursor.unwrap_or(CORNER));
        play.attempt = attempt;
        play.is_stored = true;
        play.resume();
        Some(play)
    }

    /// Starts the next game: the same one again, or one on the next field.
    ///
    /// # Errors
    ///
    /// The file of `--script` exists by now.
    pub(super) fn next(&mut self, is_same: bool) -> Result<Self, ScreenError> {
        let last = &mut self.attempt;
        let mut source = self.source.clone();
        if !is_same && self.source.has_field(last) {
            source.advance();
        }
        let mut next = Self::new(self.context.clone(), source, None, last.now)?;
        if is_same {
            next.attempt = Attempt::new(last.game.restarted(), last.now);
            last.is_given_up = !last.is_over();
        }
        if next.source.has_field(&next.attempt) {
            next.attempt.aid = last.aid.or(last.has_lines().then_some(Aid::Again));
            next.attempt.drawn = last.drawn;
        }
        next.attempt.is_automatic = last.is_automatic;
        if next.source.noted_start.is_none() {
            next.viewport.cursor = self.viewport.cursor;
        }
        next.wants_odds = self.wants_odds;
        next.message.clear();
        next.count_odds();
        Ok(next)
    }

    pub(super) fn is_on(&self) -> bool {
        self.attempt.is_on()
    }

    pub(super) fn has_lines(&self) -> bool {
        self.attempt.has_lines()
    }

    /// Returns the exit status.
    pub(super) fn status(&self) -> u8 {
        self.attempt.game.status.unwrap_or_default()
    }

    /// Describes the game on the menu.
    pub(super) fn describe(&self) -> String {
        let size = self.source.size;
        format!(
            "{}x{}, {}",
            size.rows,
            size.cols,
            clock(self.attempt.time())
        )
    }

    /// Stops the clock and stores an unfinished game.
    pub(super) fn suspend(&mut self) {
        self.overlay = None;
        self.job = None;
        self.attempt.pause();
        if self.is_on() {
            let game = self.source.left_game(&self.attempt, self.viewport.cursor);
            self.context.records.keep(&game);
            self.is_stored = true;
        } else if std::mem::take(&mut self.is_stored) {
            self.context.records.forget_left_game();
        }
    }

    pub(super) fn resume(&mut self) {
        self.attempt.resume();
        self.count_odds();
    }

    /// Writes the file of `--script`. Returns the line that stays on the terminal, if any.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(super) fn leave(mut self) -> Result<Option<String>, ScreenError> {
        if let Some(path) = &self.context.script {
            let (lines, minefield) = self.script();
            self.written
                .extend(script::write_at_the_end(path, lines, minefield)?);
        }
        Ok(self.summary())
    }

    /// Returns the lines of the game, and its field unless it has a file.
    fn script(&self) -> (&[String], Option<&Minefield>) {
        let minefield = &self.attempt.game.minefield;
        (
            &self.attempt.lines,
            self.source.file.is_none().then_some(minefield),
        )
    }

    /// Describes how the game ended, and as much of the rest as fits a line of 80 columns.
    fn summary(&self) -> Option<String> {
        let attempt = Some(&self.attempt).filter(|attempt| attempt.has_lines())?;
        let outcome = match attempt.outcome() {
            Some(Outcome::Won) => "Won",
            Some(Outcome::Lost) => "Lost",
            Some(Outcome::Quit) | None if attempt.is_given_up => "Given up",
            Some(Outcome::Quit) | None => "Left",
        };
        let rounds = counted(attempt.lines.len(), "round", "rounds");
        let mut summary = format!("{outcome} after {}, {rounds}", clock(attempt.time()));
        let score = attempt.game.score().filter(|_| outcome == "Won");
        let score = score.map(|score| format!(", score {score}"));
        let names: Vec<String> = self.written.iter().map(|path| visible_path(path)).collect();
        let files = (!names.is_empty()).then(|| format!("; written: {}", names.join(", ")));
        let is_kept = outcome == "Left" && self.context.records.are_kept();
        let how_to_continue = is_kept.then(|| "; `play --screen` continues it".to_owned());
        let again = self.source.command(attempt);
        let again = again.map(|command| format!("; again: {command}"));
        for part in [score, files, how_to_continue, again].into_iter().flatten() {
            if summary.chars().count() + part.chars().count() <= SUMMARY_WIDTH {
                summary += &part;
            }
        }
        Some(summary)
    }

    pub(super) fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    fn name(&self, Square { row, col }: Square) -> String {
        let first = self.source.moves.first_index;
        format!("({}, {})", row + first, col + first)
    }

    fn act(&mut self, action: GameAction) -> Option<Transition> {
        let shown = std::mem::take(&mut self.message);
        let is_over = self.attempt.is_over();
        match action {
            GameAction::Move(down, right) => {
                self.viewport.move_by(down, right, self.source.size);
                if self.hint.as_ref().is_some_and(|hint| hint.message == shown) {
                    self.message = shown;
                }
            }
            GameAction::Undo => self.undo(),
            GameAction::New | GameAction::Again | GameAction::Quit => {
                return self.ask_to_leave(action);
            }
            GameAction::Menu => return Some(Transition::ToMenu),
            GameAction::Details => self.overlay = Some(Overlay::Popup(self.details())),
            GameAction::Help => self.overlay = Some(Overlay::Popup(self.help())),
            GameAction::Save if self.has_field() => {
                self.overlay = Some(Overlay::FileName(script::free_name()));
            }
            GameAction::Ending if is_over => self.show_ending(),
            GameAction::Ending => self.say("The game is not over."),
            GameAction::Automatic => {
                let is_automatic = &mut self.attempt.is_automatic;
                *is_automatic = !*is_automatic;
                let state = if *is_automatic { "on" } else { "off" };
                self.say(format!(
                    "Opening around a 0 and marking the last mines: {state}."
                ));
            }
            GameAction::Reveal if !is_over => self.reveal_unless_mined(),
            GameAction::Hint if !is_over => self.hint(&shown),
            GameAction::Odds if !is_over => self.toggle_odds(),
            GameAction::Mark if !is_over && self.has_field() => self.mark(),
            GameAction::Guess if !is_over && self.has_field() => self.guess(),
            GameAction::ShowMines if !is_over && self.has_field() => self.show_mines(),
            _ if is_over => self.say("The game is over. n: new game, R: the same game again."),
            _ => {}
        }
        None
    }

    /// Runs an action that ends the game, after a confirmation if the game is not over.
    fn ask_to_leave(&mut self, action: GameAction) -> Option<Transition> {
        let (question, text) = match (action, self.context.records.are_kept()) {
            (GameAction::New, true) => (
                Question::New,
                "A new game? The menu can continue this one until you leave another.",
            ),
            (GameAction::New, false) => (Question::New, "Give up this game for a new one?"),
            (GameAction::Again, _) => (Question::Again, "Start this game again?"),
            (_, true) => (Question::Quit, "Quit? The menu can continue this game."),
            (_, false) => (Question::Quit, "Quit? This game cannot be continued."),
        };
        if self.is_on() {
            self.overlay = Some(Overlay::question(question, text));
            return None;
        }
        self.confirmed(question)
    }

    /// Reports whether there is a field, and otherwise says how to get one.
    fn has_field(&mut self) -> bool {
        let has_field = self.source.has_field(&self.attempt);
        if !has_field {
            self.say("Reveal a square first: the field is drawn around it.");
        }
        has_field
    }

    /// Reveals the square of the cursor, after a confirmation if it is probably a mistake.
    fn reveal_unless_mined(&mut self) {
        let cursor = self.viewport.cursor;
        let is_mined = |hint: &Hint| hint.highlights.mined.contains(&cursor);
        let stays_marked = self.source.moves.marking_again == MarkingAgain::Lifts;
        let text = match self.attempt.shown(cursor) {
            _ if self.hint.as_ref().is_some_and(is_mined) => "There is a mine. Reveal it?",
            Shown::Marked if !stays_marked => "Reveal this marked square?",
            _ => return self.reveal(cursor),
        };
        self.overlay = Some(Overlay::question(Question::Reveal(cursor), text));
    }

    fn reveal(&mut self, square: Square) {
        if !self.source.has_field(&self.attempt) {
            let source = self.source.clone();
            let message = Some("Drawing a field; any key cancels.");
            return self.begin(message, move |wanted| {
                Ok(Done::Field(square, source.draw(square, wanted)?))
            });
        }
        match self.attempt.reveal(square) {
            Ok(()) => self.make_moves(FIRST_MOVES),
            Err(reason) => self.message = reason,
        }
    }

    fn step(&mut self, line: String) {
        self.attempt.step(line);
        self.moves_are_made();
    }

    fn mark(&mut self) {
        let moves = self.source.moves;
        match self.attempt.shown(self.viewport.cursor) {
            Shown::Marked if moves.marking_again == MarkingAgain::Nothing => {
                let guess = moves.guess.map_or("", |_| "g turns it into a ?, ");
                self.say(format!("A mark stays: {guess}u undoes the last move."));
            }
            Shown::Revealed(_) => self.say("This square is open."),
            _ => self.step((moves.mark)(self.viewport.cursor)),
        }
    }

    fn guess(&mut self) {
        let name = self.source.edition.name;
        let cursor = self.viewport.cursor;
        match (self.source.moves.guess, self.attempt.shown(cursor)) {
            (None, _) => self.say(format!("The rules of {name} have no ?.")),
            (_, Shown::Guessed) => {
                self.say("A ? stays: m turns it into a mark, u undoes the last move.");
            }
            (_, Shown::Revealed(_)) => self.say("This square is open."),
            (Some(guess), _) => self.step(guess(cursor)),
        }
    }

    fn show_mines(&mut self) {
        let Some(line) = self.source.moves.nofog else {
            let name = self.source.edition.name;
            return self.say(format!("The rules of {name} do not show the mines."));
        };
        if self.attempt.lines.iter().any(|sent| sent == line) {
            return self.step(line.to_owned());
        }
        let text = "Show the mines? That takes a round.";
        self.overlay = Some(Overlay::question(Question::ShowMines, text));
    }

    fn undo(&mut self) {
        match self.attempt.undo() {
            0 => return self.say("There is nothing to undo."),
            1 => {}
            undone => self.say(format!("{undone} rounds undone.")),
        }
        self.position_has_changed();
    }

    /// Starts a job and waits for a moment, since most jobs are short.
    fn begin(
        &mut self,
        message: Option<&'static str>,
        work: impl FnOnce(&JobFlag) -> Result<Done, SolveError> + Send + 'static,
    ) {
        match Job::start(message, work) {
            Ok(job) => {
                self.job = Some(job);
                self.wait(GRACE);
            }
            Err(error) => self.message = format!("This is not possible now: {error}."),
        }
    }

    /// Uses the result of the job if there is one in time.
    fn wait(&mut self, timeout: Duration) {
        let Some(job) = self.job.take() else { return };
        match job.wait(timeout) {
            Err(RecvTimeoutError::Timeout) => self.job = Some(job),
            Err(RecvTimeoutError::Disconnected) => self.say("The calculation failed."),
            Ok(Err(error)) => self.message = format!("No result: {error}."),
            Ok(Ok(Done::Field(start, minefield))) => {
                self.attempt = self.attempt.on_field(self.source.game_on(minefield));
                self.attempt.drawn = self.source.drawn_around(start);
                self.viewport.cursor = start;
                self.reveal(start);
            }
            Ok(Ok(Done::Hint(hint))) => {
                self.viewport.cursor = hint.square.unwrap_or(self.viewport.cursor);
                self.message.clone_from(&hint.message);
                self.hint = Some(hint);
                self.count_odds();
            }
            Ok(Ok(Done::Odds(odds))) => self.odds = Some(odds),
            Ok(Ok(Done::Verdict(verdict))) => self.ending = format!("{} {verdict}", self.ending),
        }
    }

    /// Makes moves that follow from each other.
    fn make_moves(&mut self, max: usize) {
        for _ in 0..max {
            if !self.attempt.make_pending() {
                return self.moves_are_made();
            }
        }
    }

    /// Reports the effect of the last key.
    fn moves_are_made(&mut self) {
        self.position_has_changed();
        let errors = &self.attempt.game.reply.errors;
        let changed = self.attempt.changed();
        let marked = counted(changed.marked, "square", "squares");
        self.message = match (changed.open, changed.marked) {
            _ if !errors.is_empty() => errors.clone(),
            (0 | 1, 0) | (0, 1) => String::new(),
            (open, 0) => format!("{open} squares opened."),
            (0, _) => format!("{marked} marked."),
            (open, _) => format!(
                "{} opened, {marked} marked.",
                counted(open, "square", "squares")
            ),
        };
        match self.attempt.outcome() {
            Some(Outcome::Won) => self.won(),
            Some(Outcome::Lost) => self.lost(),
            Some(Outcome::Quit) | None => {}
        }
    }

    fn won(&mut self) {
        let attempt = &self.attempt;
        let rounds = counted(attempt.lines.len(), "round", "rounds");
        let score = attempt.game.score();
        let score = score.map_or(String::new(), |score| format!(", score {score}"));
        let time = clock(attempt.time());
        let kind = self.source.kind();
        let ranking = match (&kind, attempt.drawn, attempt.aid) {
            (Some(kind), Some(drawn), None) => self.context.records.add(&Won {
                kind: kind.clone(),
                milliseconds: milliseconds(attempt.time()),
                rounds: attempt.lines.len(),
                rng_seed: drawn.rng_seed,
                date: (self.context.today)().to_string(),
            }),
            _ => None,
        };
        let remark = match ranking {
            Some(Ranking::Best(1)) => " New best time!".to_owned(),
            Some(Ranking::Best(place)) => format!(" Number {place} of your best times."),
            Some(Ranking::Behind) => " Not one of your best times.".to_owned(),
            Some(Ranking::Known) => {
                " Your time does not count: you had won this field before.".to_owned()
            }
            Some(Ranking::NewFile) => {
                format!(" The best times were unreadable: they are in {UNREADABLE} now.")
            }
            Some(Ranking::NotStored) => " The best times cannot be stored.".to_owned(),
            None => attempt
                .aid
                .filter(|_| kind.is_some())
                .map_or(String::new(), |aid| {
                    format!(" Your time does not count: {}.", aid.reason())
                }),
        };
        self.ending = format!("You won in {time}, {rounds}{score}.{remark}");
        self.message.clear();
        self.show_ending();
    }

    /// Shows the result and the text that the game printed at its end.
    fn show_ending(&mut self) {
        let end = &self.attempt.game.reply.end;
        let mut popup = Popup::of_text(" game over ", &self.ending);
        popup.rows.push([String::new(), String::new()]);
        let picture = end.trim_matches('\n').lines();
        popup
            .rows
            .extend(picture.map(|line| [line.to_owned(), String::new()]));
        popup.passes_keys = true;
        self.overlay = Some(Overlay::Popup(popup));
    }

    fn lost(&mut self) {
        let attempt = &self.attempt;
        let Some(fatal) = attempt.exploded() else {
            return;
        };
        let minefield = &attempt.game.minefield;
        let is_wrong = |&at: &Square| attempt.shown(at) == Shown::Marked && !minefield.is_mine(at);
        let wrong = match self.source.size.squares().filter(is_wrong).count() {
            0 => String::new(),
            count => format!(" {}.", counted(count, "wrong mark", "wrong marks")),
        };
        self.ending = format!("You lost: a mine at {}.{wrong}", self.name(fatal));
        self.message.clear();
        let position = attempt.position_before_last();
        let first_index = self.source.moves.first_index;
        self.begin(None, move |_| {
            Ok(Done::Verdict(advice::verdict(
                &position,
                fatal,
                first_index,
            )?))
        });
    }

    /// Shows a hint, or makes the moves of the hint that is shown.
    fn hint(&mut self, shown: &str) {
        if !self.source.has_field(&self.attempt) {
            if shown == FIRST_IS_SAFE {
                return self.reveal(self.viewport.cursor);
            }
            return self.say(FIRST_IS_SAFE);
        }
        if let Some(hint) = &self.hint {
            if hint.message == shown {
                return self.follow_hint();
            }
            self.viewport.cursor = hint.square.unwrap_or(self.viewport.cursor);
            self.message.clone_from(&hint.message);
            return;
        }
        let squares = self.source.size.squares();
        let (mut marked, mut is_untouched) = (Vec::new(), true);
        for square in squares {
            match self.attempt.shown(square) {
                Shown::Marked => marked.push(square),
                Shown::Revealed(_) => is_untouched = false,
                _ => {}
            }
        }
        if let Some(start) = self.source.noted_start.filter(|_| is_untouched) {
            self.viewport.cursor = start;
            return self.say("No guess is needed from here.");
        }
        let position = self.attempt.game.position();
        let first_index = self.source.moves.first_index;
        self.attempt.aid.get_or_insert(Aid::Hint);
        self.begin(Some("Looking for a proof; any key cancels."), move |_| {
            Ok(Done::Hint(advice::hint(&position, &marked, first_index)?))
        });
    }

    /// Makes the moves that the hint proves. Revealing a marked square needs a confirmation.
    fn follow_hint(&mut self) {
        let Some(hint) = &self.hint else { return };
        let Highlights { mined, safe, .. } = &hint.highlights;
        let is_marked = |square: &Square| self.attempt.shown(*square) == Shown::Marked;
        if mined.is_empty() && safe.is_empty() {
            self.say("H makes no guesses: space reveals the square.");
        } else if mined.is_empty() && safe.iter().all(is_marked) {
            self.viewport.cursor = hint.square.unwrap_or(self.viewport.cursor);
            self.reveal_unless_mined();
        } else {
            self.attempt.apply(mined, safe);
            self.make_moves(FIRST_MOVES);
        }
    }

    fn toggle_odds(&mut self) {
        self.wants_odds = !self.wants_odds;
        if self.wants_odds && !self.source.has_field(&self.attempt) {
            self.say("The first reveal is safe, wherever it is.");
        }
        self.odds = None;
        self.count_odds();
    }

    fn count_odds(&mut self) {
        let has_game = self.source.has_field(&self.attempt) && !self.attempt.is_over();
        if self.wants_odds && self.odds.is_none() && has_game {
            let position = self.attempt.game.position();
            self.attempt.aid.get_or_insert(Aid::Odds);
            self.begin(None, move |_| {
                Ok(Done::Odds(Box::new(Odds::of(&position)?)))
            });
        }
    }

    fn position_has_changed(&mut self) {
        self.hint = None;
        self.odds = None;
        self.ending.clear();
        self.job = None;
        self.count_odds();
    }
}

/// Formats a time in minutes and seconds.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
