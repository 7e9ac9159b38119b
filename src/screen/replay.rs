//! Replays a game line by line, with its output.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::time::{Duration, Instant};

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Constraint, Layout, Rect};
use ratatui_core::style::Style;

use super::board::{BoardWidget, CORNER, Highlights, MIN_WIDTH, ScreenLayout, Viewport};
use super::error::ScreenError;
use super::keys::KeyAction;
use super::playthrough::Playthrough;
use super::source::moves_of;
use super::theme::Depth;
use super::widgets::{draw_box, draw_lines};
use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::field::lines::{self, Line};
use crate::field::minefield::{Size, Square};
use crate::game::view::Outcome;
use crate::io::error::FileError;
use crate::io::visible::visible;

/// Maximum length of an input, in bytes.
const MAX_LENGTH: u64 = 4 << 20;

/// Time between two lines, while the replay runs by itself.
const PACE: Duration = Duration::from_millis(300);

/// Maximum width of the output.
const MAX_PANE: u16 = 60;

/// A replay.
pub(super) struct Replay {
    edition: &'static Edition,
    input: Vec<u8>,
    run: Playthrough,
    /// Number of lines that have been played.
    played: usize,
    /// The cursor is on the square of the last line that has one.
    viewport: Viewport,
    /// The time of the next line, while the replay runs by itself.
    due: Option<Instant>,
}

impl Replay {
    /// Reads the input and plays its first lines.
    ///
    /// # Errors
    ///
    /// The seed or the input cannot be read.
    pub(super) fn new(
        edition: &'static Edition,
        setup: &Setup,
        input: &OsStr,
        at: usize,
    ) -> Result<Self, ScreenError> {
        let moves = moves_of(edition)?;
        let minefield = (moves.field)(setup)?;
        let mut replay = Self {
            edition,
            input: read(input)?,
            run: Playthrough::new(moves, setup.cascade, minefield),
            played: 0,
            viewport: Viewport::new(CORNER),
            due: None,
        };
        replay.go_to(at);
        Ok(replay)
    }

    fn go_to(&mut self, line: usize) {
        if line < self.played {
            self.run = self.run.restarted();
            self.played = 0;
            self.viewport.cursor = CORNER;
        }
        self.play_until(line - self.played, |_| false);
    }

    /// Plays a number of lines, or until a condition holds. Returns true if it does.
    fn play_until(&mut self, max: usize, condition: impl Fn(&Playthrough) -> bool) -> bool {
        for line in lines_of(&self.input).skip(self.played).take(max) {
            if !self.run.take(line) {
                return false;
            }
            self.played += 1;
            let square = square_of(line, self.run.moves.first_index, self.run.minefield.size());
            self.viewport.cursor = square.unwrap_or(self.viewport.cursor);
            if condition(&self.run) {
                return true;
            }
        }
        false
    }

    /// Runs an action. Returns a message.
    pub(super) fn act(&mut self, action: KeyAction, now: Instant) -> &'static str {
        match action {
            KeyAction::Step(by) => self.go_to(self.played.saturating_add_signed(by)),
            KeyAction::NextInvalid => {
                let before = self.played;
                if !self.play_until(usize::MAX, |run| !run.reply.errors.is_empty()) {
                    self.go_to(before);
                    return "There is no later invalid command.";
                }
            }
            _ => {
                self.due = if self.due.is_none() {
                    Some(now + PACE)
                } else {
                    None
                }
            }
        }
        ""
    }

    /// Plays the next line when it is due. Returns true if it was.
    pub(super) fn tick(&mut self, now: Instant) -> bool {
        let is_due = self.due.is_some_and(|due| due <= now);
        if is_due {
            let before = self.played;
            self.go_to(before + 1);
            self.due = (self.played > before).then_some(now + PACE);
        }
        is_due
    }

    /// Draws the board, and the output next to it if there is room. Returns the area of messages.
    pub(super) fn draw(&mut self, buffer: &mut Buffer, area: Rect, depth: Depth) -> Rect {
        let has_room = area.width >= 2 * MIN_WIDTH;
        let pane = Constraint::Max(if has_room { MAX_PANE } else { 0 });
        let [left, pane] = Layout::horizontal([Constraint::Min(MIN_WIDTH), pane]).areas(area);
        let view = self.run.view();
        let first_index = self.run.moves.first_index;
        let layout = ScreenLayout::new(left, view.size(), first_index);
        self.viewport.fit(layout, view.size());
        let is_lost = view.outcome() == Some(Outcome::Lost);
        let rounds = view.rounds().map(|rounds| format!("rounds {rounds}"));
        let lines = lines_of(&self.input).count() - 1;
        let board = BoardWidget {
            view,
            first_index,
            mines: is_lost.then_some(&self.run.minefield),
            exploded: None,
            odds: None,
            highlights: &Highlights::default(),
            viewport: &self.viewport,
            depth,
            header: [
                format!("line {} of {lines}", self.played),
                rounds.unwrap_or_default(),
                self.edition.name.to_owned(),
            ],
        };
        board.draw(buffer);
        if has_room {
            let inner = draw_box(buffer, pane, " output ", Style::new());
            let text: Vec<String> = self.run.reply.text.lines().map(str::to_owned).collect();
            let hidden = text.len().saturating_sub(inner.height.into());
            draw_lines(buffer, inner, &text[hidden..]);
        }
        layout.message
    }

    /// Describes the last line that was played.
    pub(super) fn status(&self) -> String {
        let last = self.played.checked_sub(1);
        let last = match last.and_then(|last| lines_of(&self.input).nth(last)) {
            Some(Line::Text(line)) => visible(line),
            Some(Line::TooLong) => "(a line that is too long)".to_owned(),
            Some(Line::End) => "(end of input)".to_owned(),
            None => "(none)".to_owned(),
        };
        let end = if self.run.status.is_some() {
            "\nThe game is over."
        } else {
            ""
        };
        format!("sent: {last}{end}")
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

fn read(path: &OsStr) -> Result<Vec<u8>, ScreenError> {
    let mut input = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_LENGTH + 1).read_to_end(&mut input))
        .map_err(|error| FileError::file(path, error))?;
    if input.len() as u64 > MAX_LENGTH {
        return Err(ScreenError::TooLong {
            path: path.into(),
            most: MAX_LENGTH,
        });
    }
    Ok(input)
}
