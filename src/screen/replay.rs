//! Replays the lines of an input on the page of a game, with the output next to the board.

use std::time::{Duration, Instant};

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

use super::app::App;
use super::board::CORNER;
use super::keys::KeyAction;
use super::playthrough::Playthrough;
use super::widgets::{draw_box, draw_lines};
use crate::field::lines::{self, Line};
use crate::io::visible::visible;

/// Time between two lines, while the replay runs by itself.
const PACE: Duration = Duration::from_millis(300);

/// A replay.
#[derive(Default)]
pub(super) struct Replay {
    pub(super) input: Vec<u8>,
    /// Number of lines that have been played.
    played: usize,
    /// The time of the next line, while the replay runs by itself.
    due: Option<Instant>,
}

impl Replay {
    /// Returns the lines of the input, and its end.
    fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        lines::split(&self.input).chain([Line::End])
    }

    /// Returns the place in the input, for the header.
    pub(super) fn place(&self) -> String {
        format!("line {} of {}", self.played, self.lines().count() - 1)
    }

    /// Describes the last line that was played.
    pub(super) fn status(&self) -> String {
        let last = self.played.checked_sub(1);
        let last = match last.and_then(|last| self.lines().nth(last)) {
            Some(Line::Text(line)) => visible(line),
            Some(Line::TooLong) => "(a line that is too long)".to_owned(),
            Some(Line::End) => "(end of input)".to_owned(),
            None => "(none)".to_owned(),
        };
        format!("sent: {last}")
    }
}

impl App {
    pub(super) fn go_to_line(&mut self, line: usize) {
        if line < self.replay.played {
            self.game.run = self.game.run.restarted();
            self.replay.played = 0;
        }
        self.play_lines(line - self.replay.played, |_| false);
    }

    /// Plays a number of lines, or until a condition holds. Returns true if it does.
    fn play_lines(&mut self, max: usize, condition: impl Fn(&Playthrough) -> bool) -> bool {
        let (run, mut is_met) = (&mut self.game.run, false);
        let mut played = 0;
        for line in self.replay.lines().skip(self.replay.played).take(max) {
            if is_met || !run.take(line) {
                break;
            }
            played += 1;
            is_met = condition(run);
        }
        self.replay.played += played;
        self.game.viewport.cursor = self.game.run.last_square.unwrap_or(CORNER);
        is_met
    }

    pub(super) fn act_on_replay(&mut self, action: KeyAction, now: Instant) {
        let before = self.replay.played;
        match action {
            KeyAction::Move(down, right) => {
                self.go_to_line(before.saturating_add_signed(down.saturating_add(right)));
            }
            KeyAction::NextInvalid => {
                if !self.play_lines(usize::MAX, |run| !run.reply.errors.is_empty()) {
                    self.go_to_line(before);
                    self.say("There is no later invalid command.");
                }
            }
            _ if self.replay.due.is_some() => self.replay.due = None,
            _ => self.replay.due = Some(now + PACE),
        }
    }

    /// Plays the next line when it is due. Returns true if it was.
    pub(super) fn tick_replay(&mut self, now: Instant) -> bool {
        let is_due = self.replay.due.is_some_and(|due| due <= now);
        if is_due {
            let before = self.replay.played;
            self.go_to_line(before + 1);
            let has_more = self.replay.played > before;
            self.replay.due = has_more.then_some(now + PACE);
        }
        is_due
    }

    /// Draws the output after the last line.
    pub(super) fn draw_output(&self, buffer: &mut Buffer, area: Rect) {
        let inner = draw_box(buffer, area, " output ", Style::new());
        let text = self.game.run.reply.text.lines();
        let text: Vec<String> = text.map(str::to_owned).collect();
        let hidden = text.len().saturating_sub(inner.height.into());
        draw_lines(buffer, inner, &text[hidden..]);
    }
}
