//! A game shown again from its input, line by line, with what it prints.

use std::fs::File;
use std::io::Read;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::draw::{Colours, Highlights, Popup, Scene};
use super::error::ScreenError;
use super::event::{Event, HANGUP_STATUS};
use super::events::Events;
use super::replayed::Replayed;
use super::request::ReplayTask;
use super::source::options;
use super::terminal::Screen;
use crate::edition::row::{Edition, Moves};
use crate::edition::setup::Setup;
use crate::field::lines::{self, Line};
use crate::field::minefield::{Minefield, Square};
use crate::game::view::Outcome;

const KEYS: &[&str] = &[
    "left right",
    "digits Enter: round",
    "e invalid",
    "p play",
    "+ - speed",
    "? help",
    "Q quit",
];

/// The keys as the help tells them.
const HELP: &[(&str, &str)] = &[
    ("right, l, space", "the next line"),
    ("left, h", "the line before"),
    ("Home, End", "the beginning, the end"),
    ("digits, Enter", "go to the round of that number"),
    ("e", "go to the next invalid command"),
    ("p", "play by itself; p again: stop"),
    ("+ -", "faster, slower"),
    ("Q", "quit"),
    ("any key", "close this"),
];

/// The most of an input that is shown, in bytes.
const LONGEST_INPUT: u64 = 4 << 20;

/// How much of a line is shown, in characters.
const LONGEST_SHOWN: usize = 60;

/// How many lines are played in a second.
const SPEEDS: [u32; 6] = [1, 2, 5, 10, 20, 50];

/// A game that is shown again.
pub(super) struct Replay {
    edition: &'static Edition,
    moves: &'static Moves,
    setup: Setup,
    minefield: Minefield,
    input: Vec<u8>,
    game: Replayed,
    first: Square,
    /// The number that is being typed.
    typed: String,
    message: String,
    shows_help: bool,
    /// When the next line is due, while it plays by itself.
    due: Option<Instant>,
    speed: usize,
    colours: Colours,
}

impl Replay {
    /// Reads the input and plays it up to where it is asked for.
    ///
    /// # Errors
    ///
    /// The game does not begin, or the input cannot be read.
    pub(super) fn new(
        edition: &'static Edition,
        moves: &'static Moves,
        task: &ReplayTask,
    ) -> Result<Self, ScreenError> {
        let minefield = (moves.field)(&task.setup)?;
        let input = read(task)?;
        let setup = options(&task.setup);
        let mut replay = Self {
            game: Replayed::new(moves, &setup, &minefield),
            edition,
            moves,
            setup,
            minefield,
            input,
            first: Square { row: 0, col: 0 },
            typed: String::new(),
            message: String::new(),
            shows_help: false,
            due: None,
            speed: 1,
            colours: Colours::from_environment(),
        };
        replay.go_to(task.at);
        Ok(replay)
    }

    fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        lines_of(&self.input)
    }

    /// Plays from the beginning, if need be, up to so many lines.
    fn go_to(&mut self, at: usize) {
        if at < self.game.at {
            self.game = Replayed::new(self.moves, &self.setup, &self.minefield);
        }
        let skipped = self.game.at;
        for line in lines_of(&self.input).skip(skipped).take(at - skipped) {
            if !self.game.play(line) {
                break;
            }
        }
    }

    /// Plays on until something is so; whether it came to be.
    fn go_on_until(&mut self, is_there: impl Fn(&Replayed) -> bool) -> bool {
        for line in lines_of(&self.input).skip(self.game.at) {
            if !self.game.play(line) {
                return false;
            }
            if is_there(&self.game) {
                return true;
            }
        }
        false
    }

    /// Shows and answers until somebody quits; the exit status.
    pub(super) fn run(&mut self, screen: &mut Screen, events: &Events) -> u8 {
        // A terminal that refuses is gone.
        self.go_on(screen, events).unwrap_or(HANGUP_STATUS)
    }

    fn go_on(&mut self, screen: &mut Screen, events: &Events) -> Result<u8, ScreenError> {
        loop {
            let mut layout = None;
            screen.draw(|frame| layout = self.scene().draw(frame))?;
            if let Some(layout) = layout {
                self.first = layout.first;
            }
            let wait = self
                .due
                .map(|due| due.saturating_duration_since(Instant::now()));
            match events.next(wait) {
                Event::Key(key) => {
                    if self.act(key) {
                        return Ok(0);
                    }
                }
                Event::Nothing => self.play_on(),
                Event::Mouse(_) | Event::Resized => {}
                Event::Suspend(stopping) => {
                    screen.suspend(stopping)?;
                    events.forget_stops();
                }
                Event::Resume => screen.resume()?,
                Event::End(status) => return Ok(status),
            }
        }
    }

    /// Plays the next line, if it is due.
    fn play_on(&mut self) {
        if self.due.is_some_and(|due| due <= Instant::now()) {
            let before = self.game.at;
            self.go_to(before + 1);
            self.due = (self.game.at > before).then(|| self.next_due());
        }
    }

    fn next_due(&self) -> Instant {
        Instant::now() + Duration::from_secs(1) / SPEEDS[self.speed]
    }

    /// Does what a key asks for; whether that was to end.
    fn act(&mut self, key: KeyEvent) -> bool {
        self.message.clear();
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return key.code == KeyCode::Char('c');
        }
        if std::mem::take(&mut self.shows_help) {
            return false;
        }
        match key.code {
            KeyCode::Char(digit @ '0'..='9') => {
                // Longer numbers are no rounds.
                if self.typed.len() < 9 {
                    self.typed.push(digit);
                }
                return false;
            }
            KeyCode::Enter => self.go_to_round(),
            KeyCode::Right | KeyCode::Char('l' | ' ') => self.go_to(self.game.at + 1),
            KeyCode::Left | KeyCode::Char('h') => self.go_to(self.game.at.saturating_sub(1)),
            KeyCode::Home => self.go_to(0),
            KeyCode::End => self.go_to(usize::MAX),
            KeyCode::Char('e') => self.go_to_error(),
            KeyCode::Char('p') => {
                self.due = match self.due {
                    None => Some(self.next_due()),
                    Some(_) => None,
                };
            }
            KeyCode::Char('+') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-') => self.speed = self.speed.saturating_sub(1),
            KeyCode::Char('?') => self.shows_help = true,
            KeyCode::Char('Q') => return true,
            _ => {}
        }
        self.typed.clear();
        false
    }

    /// Goes to the next command that is invalid.
    fn go_to_error(&mut self) {
        let before = self.game.at;
        if !self.go_on_until(|game| game.output.has_error) {
            self.go_to(before);
            "There is no further invalid command.".clone_into(&mut self.message);
        }
    }

    /// Goes to the round whose number was typed; to the line, where rounds are
    /// not counted.
    fn go_to_round(&mut self) {
        let Ok(wanted) = self.typed.parse::<u64>() else {
            return;
        };
        if self.game.session.view().rounds().is_none() {
            self.go_to(usize::try_from(wanted).unwrap_or(usize::MAX));
            return;
        }
        let before = self.game.at;
        self.go_to(0);
        let is_there = |game: &Replayed| game.session.view().rounds() == Some(wanted);
        if wanted > 0 && !self.go_on_until(is_there) {
            self.go_to(before);
            self.message = format!("There is no round {wanted}.");
        }
    }

    fn scene(&self) -> Scene<'_> {
        static NOTHING: Highlights = Highlights {
            numbers: Vec::new(),
            squares: Vec::new(),
        };
        let view = self.game.session.view();
        Scene {
            view: Some(view),
            size: view.size(),
            first_index: self.moves.first_index,
            mines: (view.outcome() == Some(Outcome::Lost)).then_some(&self.minefield),
            odds: None,
            cursor: self.game.cursor,
            first: self.first,
            highlights: &NOTHING,
            header: self.header(),
            sent: self.sent(),
            message: self.message.clone(),
            keys: KEYS,
            pane: Some(&self.game.output.text),
            popup: self.shows_help.then(|| Popup::help(HELP)),
            colours: self.colours,
        }
    }

    /// The last line that was played.
    fn sent(&self) -> String {
        let last = self.game.at.checked_sub(1);
        match last.and_then(|at| self.lines().nth(at)) {
            Some(Line::Text(line)) => {
                let line = String::from_utf8_lossy(line);
                let shown = line.chars().take(LONGEST_SHOWN);
                shown.flat_map(char::escape_debug).collect()
            }
            Some(Line::TooLong) => "(a line that is too long)".to_owned(),
            Some(Line::End) => "(the end of the input)".to_owned(),
            None => String::new(),
        }
    }

    fn header(&self) -> Vec<String> {
        let game = &self.game;
        let mut parts = vec![
            self.edition.name.to_owned(),
            format!("line {} of {}", game.at, self.lines().count() - 1),
        ];
        if let Some(rounds) = game.session.view().rounds() {
            parts.push(format!("rounds {rounds}"));
        }
        if game.status.is_some() {
            parts.push("the game is over".to_owned());
        }
        if self.due.is_some() {
            parts.push(format!("playing {} a second", SPEEDS[self.speed]));
        }
        if !self.typed.is_empty() {
            parts.push(format!("go to {}", self.typed));
        }
        parts
    }
}

/// The lines of an input, and its end.
fn lines_of(input: &[u8]) -> impl Iterator<Item = Line<'_>> {
    lines::split(input).chain([Line::End])
}

fn read(task: &ReplayTask) -> Result<Vec<u8>, ScreenError> {
    let error = |source| ScreenError::Input {
        path: task.input.clone(),
        source,
    };
    let file = File::open(&task.input).map_err(error)?;
    let mut input = Vec::new();
    let read = file.take(LONGEST_INPUT + 1).read_to_end(&mut input);
    read.map_err(error)?;
    if input.len() as u64 > LONGEST_INPUT {
        return Err(ScreenError::TooLong {
            path: task.input.clone(),
            most: LONGEST_INPUT,
        });
    }
    Ok(input)
}
