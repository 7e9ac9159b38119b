//! A game shown again from its input, line by line, with what it prints.

use std::fs::File;
use std::io::Read;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};

use super::board::{Highlights, ShownBoard};
use super::canvas::Canvas;
use super::error::ScreenError;
use super::fields::options;
use super::key_lookup::{self, Binding, bind};
use super::mode::{Mode, WHEEL};
use super::playthrough::Playthrough;
use super::request::ReplayTask;
use super::scene::{Popup, PopupText, Scene, Status};
use super::theme::Depth;
use crate::edition::row::{Edition, Moves};
use crate::field::lines::{self, Line};
use crate::field::minefield::{Size, Square};
use crate::game::view::Outcome;

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    NextLine,
    PreviousLine,
    Beginning,
    End,
    /// Adds a digit to the number that is being typed.
    Digit,
    /// Goes to the round of that number.
    GoToRound,
    NextInvalid,
    /// Begins or ends to play by itself.
    Play,
    Faster,
    Slower,
    Help,
    Quit,
    /// Leaves even if the help is shown.
    Interrupt,
}

const KEYS: &[Binding<Action>] = &[
    bind("l ", &[KeyCode::Right], Action::NextLine)
        .help("right, l, space", "the next line")
        .footer("left right"),
    bind("h", &[KeyCode::Left], Action::PreviousLine).help("left, h", "the line before"),
    bind("", &[KeyCode::Home], Action::Beginning).help("Home, End", "the beginning, the end"),
    bind("", &[KeyCode::End], Action::End),
    bind("0123456789", &[], Action::Digit)
        .help("digits, Enter", "go to the round of that number")
        .footer("digits Enter: round"),
    bind("", &[KeyCode::Enter], Action::GoToRound),
    bind("e", &[], Action::NextInvalid)
        .help("e", "go to the next invalid command")
        .footer("e invalid"),
    bind("p", &[], Action::Play)
        .help("p", "play by itself; p again: stop")
        .footer("p play"),
    bind("+", &[], Action::Faster)
        .help("+ -", "faster, slower")
        .footer("+ - speed"),
    bind("-", &[], Action::Slower),
    bind("?", &[], Action::Help).footer("? help"),
    bind("Q", &[], Action::Quit)
        .help("Q", "quit")
        .footer("Q quit"),
    bind("c", &[], Action::Interrupt).with_control(),
];

/// What the keys do: what they are called, and what that is.
pub(super) fn help() -> Vec<[&'static str; 2]> {
    key_lookup::help(KEYS)
}

/// The most of an input that is shown, in bytes.
const LONGEST_INPUT: u64 = 4 << 20;

/// How much of a line is shown, in characters.
const LONGEST_SHOWN: usize = 60;

/// How many lines are played in a second.
const SPEEDS: [u32; 6] = [1, 2, 5, 10, 20, 50];

/// A game that is shown again.
pub(super) struct Replay {
    edition: &'static Edition,
    first_index: usize,
    input: Vec<u8>,
    game: Playthrough,
    /// How many lines have been played.
    played: usize,
    /// The square of the last of them that has one.
    cursor: Square,
    /// The first square that was seen last.
    first: Square,
    /// The number that is being typed.
    typed: String,
    message: String,
    /// The line of the help from which on it is shown, if it is.
    shows_help: Option<usize>,
    /// How far it can be scrolled.
    most_scrolled: usize,
    /// When the next line is due, while it plays by itself.
    due: Option<Instant>,
    /// Which of the [`SPEEDS`].
    speed: usize,
    depth: Depth,
}

const CORNER: Square = Square { row: 0, col: 0 };

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
        let mut replay = Self {
            edition,
            first_index: moves.first_index,
            input: read(task)?,
            game: Playthrough::with_text(moves, options(&task.setup), minefield),
            played: 0,
            cursor: CORNER,
            first: CORNER,
            typed: String::new(),
            message: String::new(),
            shows_help: None,
            most_scrolled: 0,
            due: None,
            speed: 1,
            depth: Depth::from_environment(),
        };
        replay.go_to(task.at);
        Ok(replay)
    }

    /// Plays from the beginning, if need be, up to so many lines.
    fn go_to(&mut self, at: usize) {
        if at < self.played {
            self.game.restart();
            self.played = 0;
            self.cursor = CORNER;
        }
        let left = at - self.played;
        self.play_on(left, |_| false);
    }

    /// Plays at most so many lines more, until something is so; whether it came to be.
    fn play_on(&mut self, most: usize, is_there: impl Fn(&Playthrough) -> bool) -> bool {
        for line in lines_of(&self.input).skip(self.played).take(most) {
            if !self.game.take(line) {
                return false;
            }
            self.played += 1;
            let square = square_of(line, self.first_index, self.game.view().size());
            self.cursor = square.unwrap_or(self.cursor);
            if is_there(&self.game) {
                return true;
            }
        }
        false
    }

    fn next_due(&self) -> Instant {
        Instant::now() + Duration::from_secs(1) / SPEEDS[self.speed]
    }

    /// Goes to the next command that is invalid.
    fn go_to_error(&mut self) {
        let before = self.played;
        if !self.play_on(usize::MAX, Playthrough::has_error) {
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
        if self.game.view().rounds().is_none() {
            self.go_to(usize::try_from(wanted).unwrap_or(usize::MAX));
            return;
        }
        let before = self.played;
        self.go_to(0);
        let is_there = |game: &Playthrough| game.view().rounds() == Some(wanted);
        if wanted > 0 && !self.play_on(usize::MAX, is_there) {
            self.go_to(before);
            self.message = format!("There is no round {wanted}.");
        }
    }

    /// The last line that was played.
    fn sent(&self) -> String {
        let last = self.played.checked_sub(1);
        match last.and_then(|at| lines_of(&self.input).nth(at)) {
            Some(Line::Text(line)) => {
                let line = String::from_utf8_lossy(line);
                line.chars()
                    .take(LONGEST_SHOWN)
                    .flat_map(char::escape_debug)
                    .collect()
            }
            Some(Line::TooLong) => "(a line that is too long)".to_owned(),
            Some(Line::End) => "(the end of the input)".to_owned(),
            None => String::new(),
        }
    }

    fn status(&self) -> Status {
        let rounds = self.game.view().rounds();
        Status {
            left: (
                "line",
                format!("{} of {}", self.played, lines_of(&self.input).count() - 1),
            ),
            middle: rounds.map_or_else(String::new, |rounds| format!("rounds {rounds}")),
            right: ("edition", self.edition.name.to_owned()),
        }
    }

    /// What was sent, and how the replay goes on.
    fn details(&self) -> Vec<String> {
        let mut parts = vec![format!("sent: {}", self.sent())];
        if self.game.status().is_some() {
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

    fn scene(&self) -> Scene<'_> {
        static NOTHING: Highlights = Highlights {
            numbers: Vec::new(),
            safe: Vec::new(),
            mined: Vec::new(),
        };
        let view = self.game.view();
        Scene {
            board: ShownBoard {
                view: Some(view),
                size: view.size(),
                first_index: self.first_index,
                mines: (view.outcome() == Some(Outcome::Lost)).then_some(self.game.minefield()),
                exploded: None,
                odds: None,
                cursor: self.cursor,
                highlights: &NOTHING,
                depth: self.depth,
            },
            first: self.first,
            status: self.status(),
            message: self.message.clone(),
            stands_out: false,
            details: self.details(),
            keys: key_lookup::footer(KEYS),
            pane: self.game.answer().text.as_deref(),
            popup: self.shows_help.map(|scrolled| Popup {
                title: "help",
                text: PopupText::Keys(key_lookup::help(KEYS)),
                scrolled,
            }),
        }
    }
}

impl Mode for Replay {
    fn draw(&mut self, canvas: &mut Canvas) {
        let (layout, most_scrolled) = self.scene().draw(canvas);
        self.first = layout.map_or(self.first, |layout| layout.first);
        self.most_scrolled = most_scrolled;
    }

    fn until_change(&self) -> Option<Duration> {
        let due = self.due?;
        Some(due.saturating_duration_since(Instant::now()))
    }

    fn time_has_passed(&mut self) {
        if self.due.is_some_and(|due| due <= Instant::now()) {
            let before = self.played;
            self.go_to(before + 1);
            self.due = (self.played > before).then(|| self.next_due());
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Option<u8> {
        let by = match mouse.kind {
            MouseEventKind::ScrollUp => -WHEEL,
            MouseEventKind::ScrollDown => WHEEL,
            _ => return None,
        };
        let most = self.most_scrolled;
        if let Some(from) = &mut self.shows_help {
            *from = from.saturating_add_signed(by).min(most);
        }
        None
    }

    fn key(&mut self, key: KeyEvent) -> Option<u8> {
        let action = key_lookup::on_key(KEYS, key);
        self.message.clear();
        if let Some(scrolled) = self.shows_help.take()
            && action != Some(Action::Interrupt)
        {
            let most = self.most_scrolled;
            self.shows_help = match key.code {
                KeyCode::Up => Some(scrolled.saturating_sub(1)),
                KeyCode::Down => Some((scrolled + 1).min(most)),
                _ => None,
            };
            return None;
        }
        match action {
            Some(Action::Digit) => {
                // Longer numbers are no rounds.
                if self.typed.len() < 9 {
                    self.typed.extend(key.code.as_char());
                }
                return None;
            }
            Some(Action::GoToRound) => self.go_to_round(),
            Some(Action::NextLine) => self.go_to(self.played + 1),
            Some(Action::PreviousLine) => self.go_to(self.played.saturating_sub(1)),
            Some(Action::Beginning) => self.go_to(0),
            Some(Action::End) => self.go_to(usize::MAX),
            Some(Action::NextInvalid) => self.go_to_error(),
            Some(Action::Play) => {
                self.due = match self.due {
                    None => Some(self.next_due()),
                    Some(_) => None,
                };
            }
            Some(Action::Faster) => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Some(Action::Slower) => self.speed = self.speed.saturating_sub(1),
            Some(Action::Help) => self.shows_help = Some(0),
            Some(Action::Quit | Action::Interrupt) => return Some(0),
            None => "? shows the keys, Q quits.".clone_into(&mut self.message),
        }
        self.typed.clear();
        None
    }
}

/// The lines of an input, and its end.
fn lines_of(input: &[u8]) -> impl Iterator<Item = Line<'_>> {
    lines::split(input).chain([Line::End])
}

/// The square that a line is about: its first two numbers.
fn square_of(line: Line<'_>, first_index: usize, size: Size) -> Option<Square> {
    let Line::Text(line) = line else { return None };
    let mut numbers = str::from_utf8(line)
        .ok()?
        .split_whitespace()
        .filter_map(|word| word.parse::<usize>().ok());
    let mut index = |length: usize| {
        let index = numbers.next()?.checked_sub(first_index)?;
        (index < length).then_some(index)
    };
    Some(Square {
        row: index(size.rows)?,
        col: index(size.cols)?,
    })
}

fn read(task: &ReplayTask) -> Result<Vec<u8>, ScreenError> {
    let error = |source| ScreenError::Input {
        path: task.input.clone(),
        source,
    };
    let file = File::open(&task.input).map_err(error)?;
    let mut input = Vec::new();
    file.take(LONGEST_INPUT + 1)
        .read_to_end(&mut input)
        .map_err(error)?;
    if input.len() as u64 > LONGEST_INPUT {
        return Err(ScreenError::TooLong {
            path: task.input.clone(),
            most: LONGEST_INPUT,
        });
    }
    Ok(input)
}
