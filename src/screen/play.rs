//! Games that are played with keys and mouse.

mod solver;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossterm::event::{KeyEvent, MouseEvent, MouseEventKind};

use super::advice::Advice;
use super::board::ShownBoard;
use super::busy::Busy;
use super::canvas::{Area, Canvas};
use super::dialog::Dialog;
use super::error::ScreenError;
use super::job::{Job, LOOK, Progress, SHORT, Wanted};
use super::key_lookup;
use super::keys::{Action, KEYS, KEYS_AT_THE_END};
use super::layout::Viewport;
use super::mode::{Mode, WHEEL};
use super::playthrough::{Aid, Attempt, Playthrough};
use super::question::{self, ANSWERS, Question};
use super::scene::Scene;
use super::script;
use super::series::{Reveal, Series};
use super::theme::Depth;
use super::wording::{self, BEGIN_HERE, GUESS_STAYS, REVEAL_HERE, WHAT_IS_NEXT};
use crate::edition::row::MarkingAgain;
use crate::game::view::{Outcome, Shown};

/// Somebody plays: one game, or several after each other.
pub(super) struct Play {
    series: Series,
    /// Where the lines are written in the end.
    script: Option<PathBuf>,
    /// The files that were written.
    written: Vec<PathBuf>,
    viewport: Viewport,
    /// Where the keys are told.
    keys: Area,
    advice: Advice,
    shows_details: bool,
    message: String,
    /// How the game has ended.
    ending: String,
    /// What waits for an answer.
    question: Option<Question>,
    dialog: Option<Dialog>,
    /// How far the dialog can be scrolled.
    most_scrolled: usize,
    busy: Option<Busy>,
    /// Whether the mines may be shown without asking again.
    may_show_mines: bool,
    to_menu: bool,
    depth: Depth,
}

impl Play {
    /// Begins the first game.
    ///
    /// # Errors
    ///
    /// The start is outside of the field, or the script could not be written later.
    pub(super) fn new(
        series: Series,
        script: Option<PathBuf>,
        notice: Option<String>,
    ) -> Result<Self, ScreenError> {
        if let Some(path) = &script {
            script::check_is_free(path, series.fields.file.is_none())?;
        }
        let mut play = Self {
            viewport: Viewport::new(series.start()?),
            keys: Area::default(),
            series,
            script,
            written: Vec::new(),
            advice: Advice::default(),
            shows_details: false,
            message: String::new(),
            ending: String::new(),
            question: None,
            dialog: None,
            most_scrolled: 0,
            busy: None,
            may_show_mines: false,
            to_menu: false,
            depth: Depth::from_environment(),
        };
        play.go_to_noted_start();
        let begin = play.series.fields.start.map(|_| BEGIN_HERE.to_owned());
        let told: Vec<String> = begin.into_iter().chain(notice).collect();
        if !told.is_empty() {
            play.message = told.join(" ");
        }
        Ok(play)
    }

    /// Keeps a game that is not over; whether the menu is wanted next.
    pub(super) fn keep_for_menu(&mut self) -> bool {
        self.series.leave(self.viewport.cursor);
        self.to_menu
    }

    /// Whether any line was sent.
    pub(super) fn has_lines(&self) -> bool {
        self.series.last_played().is_some()
    }

    /// Writes the script that was asked for, now that the screen is left; what stays on
    /// the terminal, if anything.
    ///
    /// # Errors
    ///
    /// The script cannot be written.
    pub(super) fn leave(mut self) -> Result<Option<String>, ScreenError> {
        if let Some(path) = &self.script {
            let script = self.series.lines_sent();
            self.written.extend(script.write_in_the_end(path)?);
        }
        Ok(wording::summary(&self.series, &self.written))
    }

    /// The exit status after leaving now.
    fn status(&self) -> u8 {
        let game = self.series.game();
        game.and_then(Playthrough::status).unwrap_or_default()
    }

    fn say(&mut self, message: &str) {
        message.clone_into(&mut self.message);
    }

    /// Does what was asked for; the exit status, if that is to leave.
    fn act(&mut self, action: Action) -> Option<u8> {
        let is_in_view = self.viewport.is_in_view();
        // Without room for the field, the only thing to do is to leave.
        if !is_in_view && !matches!(action, Action::Quit | Action::Interrupt) {
            return None;
        }
        let told = std::mem::take(&mut self.message);
        let size = self.series.fields.size;
        match action {
            Action::Move(down, right) => self.viewport.move_by(down, right, size),
            Action::FirstColumn => self.viewport.cursor.col = 0,
            Action::LastColumn => self.viewport.cursor.col = size.cols - 1,
            Action::Reveal if self.advice.highlights.mined.contains(&self.viewport.cursor) => {
                self.question = Some(Question::RevealMine(self.viewport.cursor));
            }
            Action::Reveal => self.reveal(false),
            Action::Mark => self.mark(),
            Action::Guess => self.guess(),
            Action::Undo => self.undo(),
            Action::Hint if told == REVEAL_HERE => self.reveal(false),
            Action::Hint => self.hint(&told),
            Action::Odds => self.toggle_odds(),
            Action::New => return self.ask(Question::New),
            Action::Again => return self.ask(Question::Again),
            Action::ShowMines => self.show_mines(),
            Action::Automatic => self.toggle_automatic(),
            Action::Details => self.toggle_details(),
            Action::Banner if self.series.is_over() => self.dialog = Some(Dialog::Banner(0)),
            Action::Banner => self.say("The game has not ended yet."),
            Action::Save => self.save(),
            Action::Help => self.dialog = Some(Dialog::Help(0)),
            Action::Menu => return self.ask(Question::Menu),
            Action::Quit if !is_in_view => return Some(self.status()),
            Action::Quit => return self.ask(Question::Quit),
            Action::Interrupt => return Some(self.status()),
            Action::Yes => self.say_help(),
        }
        None
    }

    /// Says how to find the keys, or after the end how to play on.
    fn say_help(&mut self) {
        self.say(if self.series.is_over() {
            WHAT_IS_NEXT
        } else {
            "? shows the keys, Q quits."
        });
    }

    /// Asks a question if a game is on; without one, the answer is yes.
    fn ask(&mut self, question: Question) -> Option<u8> {
        if self.series.is_on() {
            self.question = Some(question);
            return None;
        }
        self.answered_yes(question)
    }

    /// Does what was asked before; the exit status, if that is to leave.
    fn answered_yes(&mut self, question: Question) -> Option<u8> {
        match question {
            Question::Quit => return Some(self.status()),
            Question::New => {
                self.series.leave(self.viewport.cursor);
                self.series.begin_next();
                self.game_has_begun();
            }
            Question::Again if self.series.begin_again() => self.game_has_begun(),
            Question::Again => self.say("No game has begun yet."),
            Question::Menu => {
                self.to_menu = true;
                return Some(self.status());
            }
            Question::ShowMines => {
                self.may_show_mines = true;
                self.show_mines();
            }
            Question::RevealMarked(square) | Question::RevealMine(square) => {
                self.viewport.cursor = square;
                self.reveal(true);
            }
        }
        None
    }

    fn game_has_begun(&mut self) {
        self.may_show_mines = false;
        self.message.clear();
        self.go_to_noted_start();
        self.position_has_changed();
    }

    /// Begins something that may take its time.
    fn begin<T: Send + 'static>(
        &mut self,
        busy: impl FnOnce(Job<T>) -> Busy,
        work: impl FnOnce(&Wanted) -> T + Send + 'static,
    ) {
        match Job::start(work) {
            Ok(job) => {
                self.busy = Some(busy(job));
                self.wait(SHORT);
            }
            Err(error) => self.message = format!("That cannot be done: {error}."),
        }
    }

    /// Waits so long for what is being done, and uses what comes of it.
    fn wait(&mut self, most: Duration) {
        match self.busy.take() {
            Some(Busy::Moving) => self.make_moves(most),
            Some(Busy::Drawing(job, start)) => match job.wait(most) {
                Progress::Running => self.busy = Some(Busy::Drawing(job, start)),
                Progress::Done(Ok(minefield)) => {
                    self.series.begin_on(minefield, start);
                    self.viewport.cursor = start;
                    self.reveal(false);
                }
                Progress::Done(Err(error)) => {
                    self.message = format!("No field was drawn: {error}.");
                }
                Progress::Failed => self.say("No field was drawn."),
            },
            Some(Busy::Hint(job)) => match job.wait(most) {
                Progress::Running => self.busy = Some(Busy::Hint(job)),
                Progress::Done(Ok(hint)) => {
                    self.viewport.cursor = hint.square.unwrap_or(self.viewport.cursor);
                    self.message = self.advice.set_hint(hint);
                    self.count_odds();
                }
                Progress::Done(Err(error)) => {
                    self.message = format!("There is no hint: {error}.");
                }
                Progress::Failed => self.say("There is no hint."),
            },
            Some(Busy::Odds(job)) => match job.wait(most) {
                Progress::Running => self.busy = Some(Busy::Odds(job)),
                Progress::Done(Ok(odds)) => self.advice.odds = Some(Box::new(odds)),
                Progress::Done(Err(error)) => {
                    self.message = format!("There are no odds: {error}.");
                }
                Progress::Failed => self.say("There are no odds."),
            },
            Some(Busy::Verdict(job)) => match job.wait(most) {
                Progress::Running => self.busy = Some(Busy::Verdict(job)),
                Progress::Done(Ok(verdict)) => self.ending = format!("{} {verdict}", self.ending),
                Progress::Done(Err(_)) | Progress::Failed => {}
            },
            None => {}
        }
    }

    /// Makes moves that follow from each other, for so long.
    fn make_moves(&mut self, most: Duration) {
        let end = Instant::now() + most;
        while self.series.make_pending() {
            if Instant::now() >= end {
                self.busy = Some(Busy::Moving);
                return;
            }
        }
        self.moves_are_made();
    }

    /// Tells what a key did in the end.
    fn moves_are_made(&mut self) {
        self.position_has_changed();
        let Some(attempt) = self.series.attempt() else {
            return;
        };
        let errors = &attempt.game().answer().errors;
        self.message = if errors.is_empty() {
            wording::changed(self.series.changed())
        } else {
            errors.clone()
        };
        match self.series.outcome() {
            Some(Outcome::Won) => self.ending = wording::won(&self.series),
            Some(Outcome::Lost) => self.lost(),
            Some(Outcome::Quit) | None => return,
        }
        self.message.clear();
    }

    fn reveal(&mut self, is_sure: bool) {
        if self.series.is_over() {
            return self.say_help();
        }
        let cursor = self.viewport.cursor;
        if self.series.attempt().is_none()
            && let Some(drawing) = self.series.fields.drawing(cursor)
        {
            let draw = move |wanted: &Wanted| drawing.draw(wanted);
            self.begin(|job| Busy::Drawing(job, cursor), draw);
            return;
        }
        match self.series.reveal(cursor, is_sure) {
            Reveal::Made => self.make_moves(SHORT),
            Reveal::IsMarked => {
                self.question = Some(Question::RevealMarked(cursor));
            }
            Reveal::Refused(why) => self.message = why,
        }
    }

    fn mark(&mut self) {
        if self.series.is_over() || self.is_without_field() {
            return;
        }
        let moves = self.series.fields.moves;
        let cursor = self.viewport.cursor;
        match self.series.shown(cursor) {
            Shown::Marked if moves.marking_again == MarkingAgain::Nothing => {
                self.message = wording::mark_stays(&self.series);
            }
            Shown::Revealed(_) => self.say("This square is open."),
            _ => {
                self.series.step((moves.mark)(cursor));
                self.moves_are_made();
            }
        }
    }

    fn guess(&mut self) {
        if self.series.is_over() || self.is_without_field() {
            return;
        }
        let Some(guess) = self.series.fields.moves.guess else {
            return self.say_rules("have no ?");
        };
        match self.series.shown(self.viewport.cursor) {
            Shown::Guessed => self.say(GUESS_STAYS),
            Shown::Revealed(_) => self.say("This square is open."),
            _ => {
                self.series.step(guess(self.viewport.cursor));
                self.moves_are_made();
            }
        }
    }

    fn show_mines(&mut self) {
        if self.series.is_over() || self.is_without_field() {
            return;
        }
        match self.series.fields.moves.nofog {
            None => self.say_rules("do not show the mines"),
            Some(_) if !self.may_show_mines => {
                self.question = Some(Question::ShowMines);
            }
            Some(line) => {
                self.series.aided(Aid::Mines);
                self.series.step(line.to_owned());
                self.moves_are_made();
            }
        }
    }

    fn say_rules(&mut self, what: &str) {
        let name = self.series.fields.edition.name;
        self.message = format!("The rules of {name} {what}.");
    }

    /// Whether no field has been drawn yet, which is then told.
    fn is_without_field(&mut self) -> bool {
        let is_without = self.series.attempt().is_none();
        if is_without {
            self.say("Reveal a square first: the field is drawn around it.");
        }
        is_without
    }

    fn undo(&mut self) {
        match self.series.undo() {
            0 => return self.say("There is nothing to undo."),
            1 => {}
            count => self.message = format!("{} undone.", wording::told_rounds(count)),
        }
        self.position_has_changed();
    }

    fn toggle_automatic(&mut self) {
        self.series.is_automatic = !self.series.is_automatic;
        self.say(wording::automatic(self.series.is_automatic));
    }

    fn save(&mut self) {
        if self.is_without_field() {
            return;
        }
        let script = self.series.lines_sent();
        match script.write_anywhere() {
            Ok(paths) => {
                self.message = wording::saved(&paths);
                self.written.extend(paths);
            }
            Err(error) => self.message = format!("Not saved: {error}."),
        }
    }

    fn toggle_details(&mut self) {
        self.shows_details = !self.shows_details;
        if self.shows_details {
            self.message = wording::drawn_by(&self.series);
        }
    }

    /// Goes to the square that the seed notes as the one to start from; whether there
    /// is one.
    fn go_to_noted_start(&mut self) -> bool {
        let Some(start) = self.series.fields.noted_start else {
            return false;
        };
        self.viewport.cursor = start;
        self.say("No guess is needed from here, the seed says.");
        true
    }

    /// Forgets what the solver said, and counts the odds again if they are wanted.
    fn position_has_changed(&mut self) {
        self.advice.forget();
        self.ending.clear();
        self.busy = None;
        self.count_odds();
    }

    /// The message or, if there is none, how the game has ended, or how likely a mine
    /// is under the cursor.
    fn message(&self) -> String {
        if let Some(question) = self.question {
            return question.text(self.series.keeps_left_games()).to_owned();
        }
        if let Some(message) = self.busy.as_ref().and_then(Busy::message) {
            return message.to_owned();
        }
        if self.message == WHAT_IS_NEXT {
            // The end stays in sight.
            let told = format!("{WHAT_IS_NEXT} {}", self.ending);
            return told.trim_end().to_owned();
        }
        if !self.message.is_empty() {
            return self.message.clone();
        }
        match &self.advice.odds {
            Some(odds) => {
                let is_narrow = self.viewport.is_narrow();
                wording::risk(&self.series, odds, self.viewport.cursor, is_narrow)
            }
            None => self.ending.clone(),
        }
    }

    /// Scrolls what is shown before the game, or else the field, by steps of the wheel.
    fn scroll(&mut self, down: isize, right: isize) -> Option<u8> {
        let (down, right) = (down * WHEEL, right * WHEEL);
        match self.dialog {
            Some(dialog) => self.dialog = Some(dialog.scrolled(down, self.most_scrolled)),
            None => self
                .viewport
                .scroll_by(down, right, self.series.fields.size),
        }
        None
    }

    fn scene(&self) -> Scene<'_> {
        let attempt = self.series.attempt();
        let keys = if self.question.is_some() {
            ANSWERS.to_vec()
        } else if self.series.is_over() {
            KEYS_AT_THE_END.to_vec()
        } else {
            key_lookup::footer(KEYS)
        };
        Scene {
            board: ShownBoard {
                view: self.series.game().map(Playthrough::view),
                size: self.series.fields.size,
                first_index: self.series.fields.moves.first_index,
                mines: attempt
                    .filter(|attempt| attempt.shows_mines())
                    .map(|attempt| attempt.game().minefield()),
                exploded: self.series.exploded(),
                odds: self.advice.odds.as_deref(),
                cursor: self.viewport.cursor,
                highlights: &self.advice.highlights,
                depth: self.depth,
            },
            first: self.viewport.first,
            status: wording::status(&self.series),
            message: self.message(),
            stands_out: self.question.is_some() || self.series.is_over(),
            details: if self.shows_details {
                wording::details(&self.series, self.viewport.cursor)
            } else {
                Vec::new()
            },
            keys,
            pane: None,
            popup: self.dialog.map(|dialog| {
                let end = self.series.game().map_or("", |game| &game.answer().end);
                dialog.popup(end, wording::rounds_in_help(&self.series))
            }),
        }
    }

    /// Ends what is being done because of a key; whether that is all the key does.
    fn cancel(&mut self) -> bool {
        let cancels = |busy: &mut Busy| busy.message().is_some();
        let Some(busy) = self.busy.take_if(cancels) else {
            return false;
        };
        self.message.clear();
        if matches!(busy, Busy::Moving) {
            self.series.stop();
            self.moves_are_made();
        } else {
            self.say("Cancelled.");
        }
        true
    }
}

impl Mode for Play {
    fn draw(&mut self, canvas: &mut Canvas) {
        let (layout, most_scrolled) = self.scene().draw(canvas);
        self.viewport.drawn(layout);
        let [_, keys] = canvas.area().rows([0, 1]);
        self.keys = layout.map_or_else(Area::default, |_| keys);
        self.most_scrolled = most_scrolled;
    }

    fn until_change(&self) -> Option<Duration> {
        let second = self.series.attempt().and_then(Attempt::until_next_second);
        match (&self.busy, second) {
            (Some(Busy::Moving), _) => Some(Duration::ZERO),
            (Some(_), second) => Some(second.map_or(LOOK, |second| second.min(LOOK))),
            (None, second) => second,
        }
    }

    fn time_has_passed(&mut self) {
        let most = match self.busy {
            Some(Busy::Moving) => LOOK,
            _ => Duration::ZERO,
        };
        self.wait(most);
    }

    fn key(&mut self, key: KeyEvent) -> Option<u8> {
        let action = key_lookup::on_key(KEYS, key);
        if action == Some(Action::Interrupt) {
            return Some(self.status());
        }
        if self.cancel() {
            return None;
        }
        if let Some(question) = self.question.take() {
            let is_yes = action.is_some_and(|action| question.is_yes(action));
            return is_yes.then(|| self.answered_yes(question)).flatten();
        }
        match (self.dialog.take(), action) {
            (Some(dialog), Some(Action::Move(down, 0))) => {
                self.dialog = Some(dialog.scrolled(down, self.most_scrolled));
            }
            (Some(_), _) => {}
            (None, Some(action)) => return self.act(action),
            (None, None) => self.say_help(),
        }
        None
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Option<u8> {
        let button = match mouse.kind {
            MouseEventKind::Down(button) => button,
            MouseEventKind::ScrollUp => return self.scroll(-1, 0),
            MouseEventKind::ScrollDown => return self.scroll(1, 0),
            MouseEventKind::ScrollLeft => return self.scroll(0, -1),
            MouseEventKind::ScrollRight => return self.scroll(0, 1),
            _ => return None,
        };
        if self.cancel() {
            return None;
        }
        if let Some(question) = self.question.take() {
            let is_yes = question::is_yes_clicked(self.keys, mouse);
            return is_yes.then(|| self.answered_yes(question)).flatten();
        }
        if self.dialog.take().is_some() {
            return None;
        }
        let square = self.viewport.square_at(mouse.column, mouse.row);
        if let (Some(square), Some(action)) = (square, key_lookup::on_button(KEYS, button)) {
            self.viewport.cursor = square;
            return self.act(action);
        }
        None
    }
}
