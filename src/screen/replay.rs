//! Replays a game from the lines of an input.

use std::time::{Duration, Instant};

use super::{
    game::{CORNER, Playthrough, ScreenGame},
    keys::Intent,
};
use crate::{
    field::{Line, lines},
    game::Outcome,
    io::visible,
};

/// Time between two lines, while the replay runs by itself.
const PACE: Duration = Duration::from_millis(300);

/// Text in place of the last line before any line has been played.
const NOTHING: &str = "(none)";

pub(super) struct Replay {
    input: Vec<u8>,
    /// Number of lines of the input.
    count: usize,
    /// Number of lines that have been played. The end of the input is one of them.
    played: usize,
    /// The last line that was played, for display.
    last: String,
    /// The time to play the next line, while the replay runs by itself.
    due: Option<Instant>,
}

impl Replay {
    pub fn new(input: Vec<u8>) -> Self {
        Self {
            count: lines::split(&input).count(),
            input,
            played: 0,
            last: NOTHING.into(),
            due: None,
        }
    }

    pub fn position(&self) -> String {
        format!("line {}/{}", self.played.min(self.count), self.count)
    }

    /// Describes the last line that was played, its errors and, after a win, the score, which the
    /// output may cut off.
    pub fn status(&self, game: &ScreenGame) -> String {
        let is_won = game.outcome() == Some(Outcome::Won);
        let score = game.run.session.score().filter(|_| is_won);
        let score_line = score.map_or(String::new(), |score| format!("score: {score}\n"));
        format!("sent: {}\n{score_line}{}", self.last, game.run.reply.errors)
    }

    /// Plays lines until `line` lines have been played. To go back, restarts the game.
    pub fn go_to(&mut self, game: &mut ScreenGame, line: usize) {
        if line < self.played {
            game.run = game.run.restarted(true);
            self.played = 0;
            game.cursor = CORNER;
            self.last = NOTHING.into();
        }
        self.play(game, line - self.played, |_| false);
    }

    /// Plays at most `max` lines, until a condition holds. Returns true if it holds.
    fn play(
        &mut self,
        game: &mut ScreenGame,
        max: usize,
        condition: impl Fn(&Playthrough) -> bool,
    ) -> bool {
        let lines = lines::split(&self.input).chain([Line::End]);
        for line in lines.skip(self.played).take(max) {
            // A finished game takes no line.
            if !game.run.take(line) {
                break;
            }
            self.played += 1;
            self.last = match line {
                Line::Text(line) => visible(line),
                Line::TooLong => "(a line that is too long)".into(),
                Line::End => "(end of input)".into(),
            };
            game.cursor = game.run.last_square.unwrap_or(CORNER);
            if condition(&game.run) {
                return true;
            }
        }
        false
    }

    /// Carries out an intent. Returns a message, which may be empty.
    pub fn act(&mut self, game: &mut ScreenGame, intent: Intent, now: Instant) -> String {
        let start = self.played;
        match intent {
            Intent::Move(down, right) => {
                let lines = down.saturating_add(right);
                self.go_to(game, start.saturating_add_signed(lines));
            }
            Intent::NextInvalid => {
                let has_invalid = self.play(game, usize::MAX, |run| !run.reply.errors.is_empty());
                if !has_invalid {
                    self.go_to(game, start);
                    return "There is no later invalid command.".into();
                }
            }
            Intent::Play if self.due.is_some() => self.due = None,
            Intent::Play => self.due = Some(now + PACE),
            _ => {}
        }
        String::new()
    }

    /// Plays the next line if it is due. Returns true if it was due.
    pub fn tick(&mut self, game: &mut ScreenGame, now: Instant) -> bool {
        let is_due = self.due.is_some_and(|due| due <= now);
        if is_due {
            let start = self.played;
            self.go_to(game, start + 1);
            self.due = (self.played > start).then_some(now + PACE);
        }
        is_due
    }
}
