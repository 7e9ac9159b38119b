//! A game that is played with keys and mouse, and the next one after it.

use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};

use super::advice::Advice;
use super::error::ScreenError;
use super::fields::FieldSource;
use super::keys::{self, Binding, keys};
use super::layout::{Layout, Viewport};
use super::mode::Mode;
use super::playthrough::{Attempt, Playthrough};
use super::request::PlayTask;
use super::scene::{Colours, Popup, Scene};
use super::script::{self, Script};
use crate::edition::row::{Edition, MarkingAgain, Moves};
use crate::field::minefield::Square;
use crate::game::view::{Outcome, Shown};

/// What a key or a button of the mouse does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// Moves the cursor by so many rows and columns.
    Move(isize, isize),
    /// Moves the cursor to the first or the last column.
    FirstColumn,
    LastColumn,
    Reveal,
    Mark,
    Guess,
    /// Lifts the fog, or begins another game after the end of one.
    NofogOrNew,
    Undo,
    Hint,
    Odds,
    Save,
    Help,
    Quit,
    /// Leaves without asking.
    Interrupt,
    /// Answers a question with yes, or with no.
    Yes,
    Close,
}

/// How many rows a page key moves.
const PAGE: isize = 10;

const KEYS: &[Binding<Action>] = &[
    keys("h", &[KeyCode::Left], Action::Move(0, -1))
        .help("arrows, h j k l", "move; Home, End, page keys: further"),
    keys("j", &[KeyCode::Down], Action::Move(1, 0)),
    keys("k", &[KeyCode::Up], Action::Move(-1, 0)),
    keys("l", &[KeyCode::Right], Action::Move(0, 1)),
    keys("", &[KeyCode::Home], Action::FirstColumn),
    keys("", &[KeyCode::End], Action::LastColumn),
    keys("", &[KeyCode::PageUp], Action::Move(-PAGE, 0)),
    keys("", &[KeyCode::PageDown], Action::Move(PAGE, 0)),
    keys(" r", &[], Action::Reveal)
        .or_button(MouseButton::Left)
        .help(
            "space, r, left button",
            "reveal; on a number, all around it",
        )
        .footer("space reveal"),
    keys("mf", &[], Action::Mark)
        .or_button(MouseButton::Right)
        .help("m, f, right button", "mark")
        .footer("m mark"),
    keys("g", &[], Action::Guess)
        .or_button(MouseButton::Middle)
        .help("g, middle button", "guess")
        .footer("g guess"),
    keys("n", &[], Action::NofogOrNew).help("n", "nofog; after the end, a new game"),
    keys("u", &[], Action::Undo)
        .help("u", "undo")
        .footer("u undo"),
    keys("H", &[], Action::Hint)
        .help("H", "hint")
        .footer("H hint"),
    keys("o", &[], Action::Odds).help("o", "odds"),
    keys("s", &[], Action::Save).help("s", "save the lines sent so far"),
    keys("?", &[], Action::Help).footer("? help"),
    // Ctrl-Z is no key of a game: whatever is on the screen is stopped.
    keys("Q", &[], Action::Quit)
        .help("Q, Ctrl-C, Ctrl-Z", "quit; at once; stop until fg")
        .footer("Q quit"),
    keys("c", &[], Action::Interrupt).with_control(),
    keys("y", &[], Action::Yes),
    keys("", &[KeyCode::Esc, KeyCode::Enter], Action::Close),
];

const FIRST_IS_SAFE: &str = "The first reveal is safe, wherever it is.";

/// What is shown before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialog {
    /// What the keys do.
    Help,
    /// What the game has printed when it was won.
    Won,
    /// Whether to quit.
    Quit,
}

/// Somebody plays: one game, or several after each other.
pub(super) struct Play {
    edition: &'static Edition,
    moves: &'static Moves,
    fields: FieldSource,
    /// The game; none before the first reveal on a random field.
    attempt: Option<Attempt>,
    /// The game before, whose lines are those to be written until a line is sent to
    /// the next.
    previous: Option<Attempt>,
    /// Where the lines are written in the end.
    script: Option<PathBuf>,
    viewport: Viewport,
    advice: Advice,
    message: String,
    dialog: Option<Dialog>,
    colours: Colours,
}

impl Play {
    /// Begins the first game.
    ///
    /// # Errors
    ///
    /// There is no field, or the script could not be written later.
    pub(super) fn new(
        edition: &'static Edition,
        moves: &'static Moves,
        task: PlayTask,
    ) -> Result<Self, ScreenError> {
        let fields = FieldSource::new(edition, moves, task.setup, task.no_guess)?;
        if let Some(path) = &task.script {
            script::check_is_free(path, !fields.has_file)?;
        }
        let mut play = Self {
            edition,
            moves,
            attempt: None,
            previous: None,
            script: task.script,
            viewport: Viewport::new(fields.start()?),
            advice: Advice::default(),
            message: String::new(),
            dialog: None,
            colours: Colours::from_environment(),
            fields,
        };
        play.begin();
        Ok(play)
    }

    /// Begins a game, on the same field or, where fields are random, on another.
    fn begin(&mut self) {
        let next = self.fields.game().map(Attempt::new);
        let last = std::mem::replace(&mut self.attempt, next);
        self.previous = last.filter(Attempt::has_lines).or(self.previous.take());
        self.message.clear();
        self.go_to_noted_start();
        self.position_has_changed();
    }

    /// Writes the script that was asked for, now that the screen is left.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(super) fn write_script(&self) -> Result<(), ScreenError> {
        let Some(path) = &self.script else {
            return Ok(());
        };
        match self.lines_sent().write(path) {
            // Somebody has taken the name meanwhile: the lines are not lost.
            Err(ScreenError::Exists { path }) => {
                let instead = self.lines_sent().write_anywhere()?;
                Err(ScreenError::Taken { path, instead })
            }
            written => written,
        }
    }

    /// The lines of this game, or of the one before if there are none yet.
    fn lines_sent(&self) -> Script<'_> {
        let current = self.attempt.as_ref();
        let attempt = current
            .filter(|attempt| attempt.has_lines())
            .or(self.previous.as_ref())
            .or(current);
        Script {
            lines: attempt.map_or(&[], Attempt::lines),
            minefield: attempt
                .filter(|_| !self.fields.has_file)
                .map(|attempt| attempt.game().minefield()),
        }
    }

    fn game(&self) -> Option<&Playthrough> {
        self.attempt.as_ref().map(Attempt::game)
    }

    fn is_over(&self) -> bool {
        self.attempt.as_ref().is_some_and(Attempt::is_over)
    }

    /// The exit status after leaving now.
    fn status(&self) -> u8 {
        self.game()
            .and_then(Playthrough::status)
            .unwrap_or_default()
    }

    fn shown(&self, square: Square) -> Shown {
        self.game()
            .map_or(Shown::Covered, |game| game.view().shown(square))
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
        self.message.clear();
        match action {
            Action::Move(down, right) => self.viewport.move_by(down, right, self.fields.size),
            Action::FirstColumn => self.viewport.cursor.col = 0,
            Action::LastColumn => self.viewport.cursor.col = self.fields.size.cols - 1,
            Action::Reveal => self.reveal(),
            Action::Mark => self.mark(),
            Action::Guess => self.guess(),
            Action::NofogOrNew if self.is_over() => self.begin(),
            Action::NofogOrNew => self.lift_fog(),
            Action::Undo => self.undo(),
            Action::Hint => self.hint(),
            Action::Odds => self.toggle_odds(),
            Action::Save => self.save(),
            Action::Help => self.dialog = Some(Dialog::Help),
            Action::Quit => {
                let is_on =
                    self.attempt.as_ref().is_some_and(Attempt::has_lines) && !self.is_over();
                if !is_on || !is_in_view {
                    return Some(self.status());
                }
                self.dialog = Some(Dialog::Quit);
            }
            Action::Interrupt => return Some(self.status()),
            Action::Yes | Action::Close => {}
        }
        None
    }

    /// Closes what is shown before the game, with what a key does then; the exit status,
    /// if that is to leave.
    fn answer(&mut self, dialog: Dialog, action: Option<Action>) -> Option<u8> {
        match (dialog, action) {
            (Dialog::Quit, Some(Action::Yes | Action::Quit)) | (_, Some(Action::Interrupt)) => {
                return Some(self.status());
            }
            (Dialog::Won, Some(Action::NofogOrNew)) => self.begin(),
            _ => {}
        }
        None
    }

    /// Sends a line to the game.
    fn send(&mut self, line: String) {
        let Some(attempt) = &mut self.attempt else {
            return;
        };
        attempt.send(line);
        self.message.clone_from(&attempt.game().answer().errors);
        let has_won = attempt.game().view().outcome() == Some(Outcome::Won);
        self.dialog = has_won.then_some(Dialog::Won);
        self.position_has_changed();
    }

    fn reveal(&mut self) {
        if self.is_over() {
            return;
        }
        let cursor = self.viewport.cursor;
        if self.attempt.is_none() {
            match self.fields.game_around(cursor) {
                Ok(game) => self.attempt = Some(Attempt::new(game)),
                Err(error) => {
                    self.message = error.to_string();
                    return;
                }
            }
        }
        match self.shown(cursor) {
            Shown::Revealed(number) => self.chord(number),
            Shown::Marked if self.moves.marking_again == MarkingAgain::Lifts => {
                self.say("This square is marked: m lifts the mark.");
            }
            _ => self.send((self.moves.reveal)(cursor)),
        }
    }

    /// Reveals all around a number whose marks are complete, a round each.
    fn chord(&mut self, number: u8) {
        let around: Vec<Square> = self.fields.size.neighbours(self.viewport.cursor).collect();
        let is_marked = |&&square: &&Square| self.shown(square) == Shown::Marked;
        if around.iter().filter(is_marked).count() != usize::from(number) {
            self.say("As many squares around this number have to be marked as it says.");
            return;
        }
        for square in around {
            // One may have uncovered another, or been a mine.
            if matches!(self.shown(square), Shown::Covered | Shown::Guessed) && !self.is_over() {
                self.send((self.moves.reveal)(square));
            }
        }
    }

    fn mark(&mut self) {
        if self.is_over() || self.is_without_field() {
            return;
        }
        match self.shown(self.viewport.cursor) {
            Shown::Marked if self.moves.marking_again == MarkingAgain::Nothing => {
                self.say("This square is marked already.");
            }
            Shown::Revealed(_) => self.say("This square is revealed."),
            _ => self.send((self.moves.mark)(self.viewport.cursor)),
        }
    }

    fn guess(&mut self) {
        if self.is_over() || self.is_without_field() {
            return;
        }
        let Some(guess) = self.moves.guess else {
            self.message = format!("The edition {} has no guesses.", self.edition.name);
            return;
        };
        match self.shown(self.viewport.cursor) {
            Shown::Guessed => self.say("This square is guessed already."),
            Shown::Revealed(_) => self.say("This square is revealed."),
            _ => self.send(guess(self.viewport.cursor)),
        }
    }

    fn lift_fog(&mut self) {
        if self.is_without_field() {
            return;
        }
        match self.moves.nofog {
            Some(line) => self.send(line.to_owned()),
            None => self.message = format!("The edition {} has no nofog.", self.edition.name),
        }
    }

    /// Whether no field has been drawn yet, which is then told.
    fn is_without_field(&mut self) -> bool {
        let is_without = self.attempt.is_none();
        if is_without {
            self.say("The field is drawn around the first square that is revealed.");
        }
        is_without
    }

    fn undo(&mut self) {
        if self.attempt.as_mut().is_some_and(Attempt::undo) {
            self.position_has_changed();
        } else {
            self.say("There is nothing to undo.");
        }
    }

    fn save(&mut self) {
        if self.is_without_field() {
            return;
        }
        let script = self.lines_sent();
        let and_seed = script.minefield.map_or("", |_| ", and its seed");
        self.message = match script.write_anywhere() {
            Ok(path) => format!("Written: {}{and_seed}", path.display()),
            Err(error) => error.to_string(),
        };
    }

    /// Goes to the square that the seed notes as the one to start from; whether there
    /// is one.
    fn go_to_noted_start(&mut self) -> bool {
        let Some(start) = self.fields.noted_start else {
            return false;
        };
        self.viewport.cursor = start;
        self.say("No guess is needed from here: the seed notes it.");
        true
    }

    fn hint(&mut self) {
        if self.is_over() {
            return;
        }
        let is_revealed = |square| matches!(self.shown(square), Shown::Revealed(_));
        let is_untouched = !self.fields.size.squares().any(is_revealed);
        if self.attempt.is_some() && is_untouched && self.go_to_noted_start() {
            return;
        }
        let Some(game) = self.attempt.as_ref().map(Attempt::game) else {
            self.say(FIRST_IS_SAFE);
            return;
        };
        match self
            .advice
            .hint(&game.view(), &game.position(), self.moves.first_index)
        {
            Ok(hint) => {
                self.viewport.cursor = hint.square.unwrap_or(self.viewport.cursor);
                self.message = hint.message;
            }
            Err(error) => self.message = format!("There is no hint: {error}."),
        }
    }

    fn toggle_odds(&mut self) {
        self.advice.wants_odds = !self.advice.wants_odds;
        if self.advice.wants_odds && self.attempt.is_none() {
            self.say(FIRST_IS_SAFE);
        }
        self.count_odds();
    }

    /// Forgets what the solver said, and counts the odds again if they are wanted.
    fn position_has_changed(&mut self) {
        self.advice.forget();
        self.count_odds();
    }

    fn count_odds(&mut self) {
        if !self.advice.wants_odds || self.is_over() {
            return;
        }
        if let Some(attempt) = &self.attempt
            && let Err(error) = self.advice.count_odds(&attempt.game().position())
        {
            self.message = format!("There are no odds: {error}.");
        }
    }

    fn header(&self) -> Vec<String> {
        let at = |index: usize| index + self.moves.first_index;
        let Square { row, col } = self.viewport.cursor;
        let mut parts = vec![
            self.edition.name.to_owned(),
            format!("({}, {})", at(row), at(col)),
        ];
        if let Some(attempt) = &self.attempt {
            let view = attempt.game().view();
            if let Some(rounds) = view.rounds() {
                parts.push(format!("rounds {rounds}"));
            }
            match (attempt.game().score(), view.outcome()) {
                (Some(score), None) => parts.push(format!("score if won now {score}")),
                (Some(score), Some(Outcome::Won)) => parts.push(format!("score {score}")),
                _ => {}
            }
            let is_marked = |&square: &Square| view.shown(square) == Shown::Marked;
            let marked = view.size().squares().filter(is_marked).count();
            match view.mines() {
                Some(mines) => parts.push(format!("marks {marked} of {mines}")),
                None => parts.push(format!("marks {marked}")),
            }
            let seconds = attempt.time().as_secs();
            parts.push(format!("time {}:{:02}", seconds / 60, seconds % 60));
            if attempt.undos() > 0 {
                parts.push(format!("undos {}", attempt.undos()));
            }
        }
        if let Some(rng_seed) = self.fields.rng_seed {
            parts.push(format!("rng-seed {rng_seed}"));
        }
        parts
    }

    /// The message or, if there is none, how the game has ended.
    fn message(&self) -> String {
        let what = match self.game().and_then(|game| game.view().outcome()) {
            Some(Outcome::Won) if self.message.is_empty() => "You have won.",
            Some(Outcome::Lost) if self.message.is_empty() => "You have lost.",
            Some(Outcome::Left) if self.message.is_empty() => "The game is over.",
            _ => return self.message.clone(),
        };
        let next = if self.fields.is_fixed() {
            "the same field again"
        } else {
            "another field"
        };
        format!("{what} n: {next}, u: undo, Q: quit")
    }

    fn popup(&self, dialog: Dialog) -> Popup {
        let (title, text) = match dialog {
            Dialog::Help => ("help", keys::help(KEYS)),
            Dialog::Quit => ("quit", "Quit? y: yes, any other key: no".to_owned()),
            Dialog::Won => {
                let end = self.game().map_or("", |game| &game.answer().end);
                ("won", end.trim_matches('\n').to_owned())
            }
        };
        Popup { title, text }
    }
}

impl Mode for Play {
    fn scene(&self) -> Scene<'_> {
        let attempt = self.attempt.as_ref();
        Scene {
            view: self.game().map(Playthrough::view),
            size: self.fields.size,
            first_index: self.moves.first_index,
            mines: attempt
                .filter(|attempt| attempt.shows_mines())
                .map(|attempt| attempt.game().minefield()),
            odds: self.advice.odds().filter(|_| !self.is_over()),
            cursor: self.viewport.cursor,
            first: self.viewport.first,
            highlights: &self.advice.highlights,
            header: self.header(),
            sent: attempt
                .and_then(|attempt| attempt.lines().last().cloned())
                .unwrap_or_default(),
            message: self.message(),
            keys: keys::footer(KEYS),
            pane: None,
            popup: self.dialog.map(|dialog| self.popup(dialog)),
            colours: self.colours,
        }
    }

    fn drawn(&mut self, layout: Option<Layout>) {
        self.viewport.drawn(layout);
    }

    fn until_change(&self) -> Option<Duration> {
        self.attempt.as_ref().and_then(Attempt::until_next_second)
    }

    fn key(&mut self, key: KeyEvent) -> Option<u8> {
        let action = keys::on_key(KEYS, key);
        match self.dialog.take() {
            Some(dialog) => self.answer(dialog, action),
            None => self.act(action?),
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let MouseEventKind::Down(button) = mouse.kind else {
            return;
        };
        if self.dialog.take().is_some() {
            return;
        }
        let square = self.viewport.square_at(mouse.column, mouse.row);
        if let (Some(square), Some(action)) = (square, keys::on_button(KEYS, button)) {
            self.viewport.cursor = square;
            self.act(action);
        }
    }
}
