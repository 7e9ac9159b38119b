//! Replays a game line by line, with its output.

use std::fs::File;
use std::io::Read;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, MouseEvent, MouseEventKind};
use ratatui_core::buffer::Buffer;
use ratatui_core::style::Style;

use super::board::{BoardWidget, CORNER, Highlights, ScreenLayout, Viewport};
use super::error::ScreenError;
use super::keys::{self, KeyLabel, ReplayAction};
use super::mode::{Footer, Mode, Overlay, Transition, WHEEL};
use super::playthrough::Playthrough;
use super::request::ReplayTask;
use super::theme::Depth;
use super::widgets::{Popup, draw_box, draw_lines};
use crate::edition::row::{Edition, Moves};
use crate::edition::setup::Setup;
use crate::field::lines::{self, Line};
use crate::field::minefield::{Size, Square};
use crate::game::view::Outcome;

/// Maximum length of an input, in bytes.
const MAX_LENGTH: u64 = 4 << 20;

/// Number of characters of a line that are shown.
const SHOWN_LENGTH: usize = 60;

/// Speeds, in lines per second.
const SPEEDS: [u32; 6] = [1, 2, 5, 10, 20, 50];

/// A replay.
pub(super) struct Replay {
    depth: Depth,
    edition: &'static Edition,
    moves: &'static Moves,
    input: Vec<u8>,
    game: Playthrough,
    /// Number of lines that have been played.
    played: usize,
    /// The cursor is on the square of the last line that has one.
    viewport: Viewport,
    /// The number as typed so far.
    typed: String,
    message: String,
    overlay: Option<Overlay>,
    /// The time of the next line, while the replay runs by itself.
    due: Option<Instant>,
    /// Index in [`SPEEDS`].
    speed: usize,
    now: Instant,
}

impl Replay {
    /// Reads the input and plays its first lines.
    ///
    /// # Errors
    ///
    /// The seed or the input cannot be read.
    pub(super) fn new(
        depth: Depth,
        edition: &'static Edition,
        moves: &'static Moves,
        task: &ReplayTask,
        now: Instant,
    ) -> Result<Self, ScreenError> {
        let minefield = (moves.field)(&task.setup)?;
        let setup = Setup {
            cascade: task.setup.cascade,
            ..Setup::default()
        };
        let mut replay = Self {
            depth,
            edition,
            moves,
            input: read(task)?,
            game: Playthrough::new(moves, setup, minefield, true),
            played: 0,
            viewport: Viewport::new(CORNER),
            typed: String::new(),
            message: String::new(),
            overlay: None,
            due: None,
            speed: 1,
            now,
        };
        replay.go_to(task.at);
        Ok(replay)
    }

    fn go_to(&mut self, line: usize) {
        if line < self.played {
            self.game = self.game.restarted();
            self.played = 0;
            self.viewport.cursor = CORNER;
        }
        self.play_until(line - self.played, |_| false);
    }

    /// Plays a number of lines, or until a condition holds. Returns true if it does.
    fn play_until(&mut self, max: usize, condition: impl Fn(&Playthrough) -> bool) -> bool {
        for line in lines_of(&self.input).skip(self.played).take(max) {
            if !self.game.take(line) {
                return false;
            }
            self.played += 1;
            let square = square_of(line, self.moves.first_index, self.game.view().size());
            self.viewport.cursor = square.unwrap_or(self.viewport.cursor);
            if condition(&self.game) {
                return true;
            }
        }
        false
    }

    fn next_due(&self) -> Instant {
        self.now + Duration::from_secs(1) / SPEEDS[self.speed]
    }

    fn go_to_next_invalid(&mut self) {
        let before = self.played;
        if !self.play_until(usize::MAX, |game| !game.reply.errors.is_empty()) {
            self.go_to(before);
            "There is no later invalid command.".clone_into(&mut self.message);
        }
    }

    /// Goes to the round whose number was typed, or to the line if the game counts no rounds.
    fn go_to_round(&mut self) {
        let Ok(round) = self.typed.parse::<u64>() else {
            return;
        };
        if self.game.view().rounds().is_none() {
            return self.go_to(usize::try_from(round).unwrap_or(usize::MAX));
        }
        let before = self.played;
        self.go_to(0);
        let is_there = |game: &Playthrough| game.view().rounds() == Some(round);
        if round > 0 && !self.play_until(usize::MAX, is_there) {
            self.go_to(before);
            self.message = format!("There is no round {round}.");
        }
    }

    /// Returns the last line that was played.
    fn last_line(&self) -> String {
        let last = self.played.checked_sub(1);
        match last.and_then(|last| lines_of(&self.input).nth(last)) {
            Some(Line::Text(line)) => {
                let line = String::from_utf8_lossy(line);
                line.chars()
                    .take(SHOWN_LENGTH)
                    .flat_map(char::escape_debug)
                    .collect()
            }
            Some(Line::TooLong) => "(a line that is too long)".to_owned(),
            Some(Line::End) => "(end of input)".to_owned(),
            None => "(none)".to_owned(),
        }
    }
}

impl Mode for Replay {
    fn draw(&mut self, buffer: &mut Buffer) -> Footer {
        let view = self.game.view();
        let layout = ScreenLayout::new(*buffer.area(), view.size(), self.moves.first_index, true);
        self.viewport.fit(layout, view.size());
        let lines = lines_of(&self.input).count() - 1;
        let rounds = view.rounds().map(|rounds| format!("rounds {rounds}"));
        let is_lost = view.outcome() == Some(Outcome::Lost);
        let board = BoardWidget {
            view,
            first_index: self.moves.first_index,
            mines: is_lost.then_some(&self.game.minefield),
            exploded: None,
            odds: None,
            highlights: &Highlights::default(),
            viewport: &self.viewport,
            depth: self.depth,
            header: [
                format!("line {} of {lines}", self.played),
                rounds.unwrap_or_default(),
                self.edition.name.to_owned(),
            ],
        };
        board.draw(buffer);
        if let (Some(pane), Some(text)) = (layout.pane, &self.game.reply.text) {
            let inner = draw_box(buffer, pane, " output ", Style::new());
            let hidden = text.lines().count().saturating_sub(inner.height.into());
            draw_lines(buffer, inner, text.lines().skip(hidden), Style::new());
        }
        Footer {
            message: layout.message,
            keys: layout.keys,
        }
    }

    fn message(&self) -> String {
        let mut lines = vec![self.message.clone(), format!("sent: {}", self.last_line())];
        if self.game.status.is_some() {
            lines.push("The game is over.".to_owned());
        }
        if self.due.is_some() {
            lines.push(format!("Playing {} a second.", SPEEDS[self.speed]));
        }
        if !self.typed.is_empty() {
            lines.push(format!("Go to round {}_", self.typed));
        }
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    fn keys(&self) -> Vec<KeyLabel> {
        keys::footer(keys::REPLAY)
    }

    fn overlay(&mut self) -> &mut Option<Overlay> {
        &mut self.overlay
    }

    fn tick(&mut self, now: Instant) {
        self.now = now;
        if self.due.is_some_and(|due| due <= now) {
            let before = self.played;
            self.go_to(before + 1);
            self.due = (self.played > before).then(|| self.next_due());
        }
    }

    fn until_change(&self) -> Option<Duration> {
        Some(self.due?.saturating_duration_since(self.now))
    }

    fn key(&mut self, key: KeyCode) -> Option<Transition> {
        self.message.clear();
        if let KeyCode::Char(digit @ '0'..='9') = key {
            if self.typed.len() < 9 {
                self.typed.push(digit);
            }
            return None;
        }
        match keys::action(keys::REPLAY, key) {
            Some(ReplayAction::GoToRound) => self.go_to_round(),
            Some(ReplayAction::Step(by)) => self.go_to(self.played.saturating_add_signed(by)),
            Some(ReplayAction::NextInvalid) => self.go_to_next_invalid(),
            Some(ReplayAction::Play) => {
                self.due = if self.due.is_some() {
                    None
                } else {
                    Some(self.next_due())
                };
            }
            Some(ReplayAction::Speed(by)) => {
                self.speed = self.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
            }
            Some(ReplayAction::Help) => {
                self.overlay = Some(Overlay::Popup(Popup::new(
                    " keys ",
                    keys::help(keys::REPLAY),
                )));
            }
            Some(ReplayAction::Quit) => return Some(Transition::Leave(0)),
            None => "? shows the keys, Q quits.".clone_into(&mut self.message),
        }
        self.typed.clear();
        None
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Option<Transition> {
        let by = match mouse.kind {
            MouseEventKind::ScrollUp => -WHEEL,
            MouseEventKind::ScrollDown => WHEEL,
            _ => return None,
        };
        self.go_to(self.played.saturating_add_signed(by));
        None
    }
}

/// Returns the lines of an input, and its end.
fn lines_of(input: &[u8]) -> impl Iterator<Item = Line<'_>> {
    lines::split(input).chain([Line::End])
}

/// Returns the square of a line: its first two numbers.
fn square_of(line: Line<'_>, first_index: usize, size: Size) -> Option<Square> {
    let Line::Text(line) = line else { return None };
    let words = str::from_utf8(line).ok()?.split_whitespace();
    let mut numbers = words.filter_map(|word| word.parse::<usize>().ok());
    let row = numbers.next()?.checked_sub(first_index)?;
    let col = numbers.next()?.checked_sub(first_index)?;
    (row < size.rows && col < size.cols).then_some(Square { row, col })
}

fn read(task: &ReplayTask) -> Result<Vec<u8>, ScreenError> {
    let error = |source| ScreenError::Input {
        path: task.input.clone(),
        source,
    };
    let file = File::open(&task.input).map_err(error)?;
    let mut input = Vec::new();
    file.take(MAX_LENGTH + 1)
        .read_to_end(&mut input)
        .map_err(error)?;
    if input.len() as u64 > MAX_LENGTH {
        return Err(ScreenError::TooLong {
            path: task.input.clone(),
            most: MAX_LENGTH,
        });
    }
    Ok(input)
}
