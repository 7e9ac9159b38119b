//! Replays a game from the lines of an input.

use std::time::{Duration, Instant};

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

use super::attempt::Attempt;
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
        format!("line {}/{}", self.played, self.lines().count() - 1)
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

    pub(super) fn go_to(&mut self, game: &mut Attempt, line: usize) {
        if line < self.played {
            game.run = game.run.restarted();
            self.played = 0;
        }
        self.play(game, line - self.played, |_| false);
    }

    /// Plays a number of lines, or until a condition holds. Returns true if it does.
    fn play(
        &mut self,
        game: &mut Attempt,
        max: usize,
        condition: impl Fn(&Playthrough) -> bool,
    ) -> bool {
        let (mut played, mut is_met) = (0, false);
        for line in self.lines().skip(self.played).take(max) {
            if is_met || !game.run.take(line) {
                break;
            }
            played += 1;
            is_met = condition(&game.run);
        }
        self.played += played;
        game.viewport.cursor = game.run.last_square.unwrap_or(CORNER);
        is_met
    }

    /// Runs an action. Returns a message.
    pub(super) fn act(&mut self, game: &mut Attempt, action: KeyAction, now: Instant) -> String {
        let before = self.played;
        match action {
            KeyAction::Move(down, right) => {
                self.go_to(
                    game,
                    before.saturating_add_signed(down.saturating_add(right)),
                );
            }
            KeyAction::NextInvalid => {
                if !self.play(game, usize::MAX, |run| !run.reply.errors.is_empty()) {
                    self.go_to(game, before);
                    return "There is no later invalid command.".to_owned();
                }
            }
            _ if self.due.is_some() => self.due = None,
            _ => self.due = Some(now + PACE),
        }
        String::new()
    }

    /// Plays the next line when it is due. Returns true if it was.
    pub(super) fn tick(&mut self, game: &mut Attempt, now: Instant) -> bool {
        let is_due = self.due.is_some_and(|due| due <= now);
        if is_due {
            let before = self.played;
            self.go_to(game, before + 1);
            self.due = (self.played > before).then_some(now + PACE);
        }
        is_due
    }
}

/// Draws the output of a game after its last line.
pub(super) fn draw_output(buffer: &mut Buffer, area: Rect, text: &str) {
    let inner = draw_box(buffer, area, " output ", Style::new());
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let hidden = lines.len().saturating_sub(inner.height.into());
    draw_lines(buffer, inner, &lines[hidden..]);
}
