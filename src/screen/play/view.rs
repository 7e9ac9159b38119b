//! The view of a game: what it displays, and what keys, clicks and answers do.

use std::path::Path;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui_core::buffer::Buffer;

use super::{MOVES_PER_TICK, Play, clock};
use crate::game::view::Shown;
use crate::io::visible::visible_path;
use crate::screen::attempt::Aid;
use crate::screen::board::{BoardWidget, Highlights, ScreenLayout};
use crate::screen::job::POLL;
use crate::screen::keys::{self, GameAction, KeyLabel};
use crate::screen::mode::{Footer, Mode, Overlay, Question, Transition, WHEEL};
use crate::screen::script;
use crate::screen::widgets::Popup;
use crate::solve::odds::Odds;
use crate::solve::words;

impl Play {
    /// Describes the risk under the cursor.
    pub(super) fn risk(&self, odds: &Odds) -> String {
        let cursor = self.viewport.cursor;
        let mut text = String::new();
        if !matches!(self.attempt.shown(cursor), Shown::Revealed(_)) {
            let risk = words::percent(odds.at(cursor));
            text = format!("The risk at {} is {risk}. ", self.name(cursor));
        }
        if self.viewport.layout.is_narrow() {
            text += "On the board, .1 is a risk of 10%.";
        }
        text
    }

    pub(super) fn details(&self) -> Popup {
        let attempt = &self.attempt;
        let last = attempt.lines.last().map_or("none", String::as_str);
        let mut rows = vec![
            ["rules".to_owned(), self.source.edition.name.to_owned()],
            ["cursor".to_owned(), self.name(self.viewport.cursor)],
            ["last command".to_owned(), last.to_owned()],
            ["undos".to_owned(), attempt.undos.to_string()],
        ];
        let score = attempt.game.score().filter(|_| !attempt.is_over());
        rows.extend(score.map(|score| ["score if won now".to_owned(), score]));
        let command = self.source.command(attempt);
        rows.extend(command.map(|command| ["this field again".to_owned(), command]));
        Popup::new(" details ", rows)
    }

    pub(super) fn help(&self) -> Popup {
        let mut rows = keys::help(keys::GAME);
        let game = &self.attempt.game;
        let about = match (game.view().rounds(), game.score()) {
            (None, _) => "",
            (_, Some(_)) => "commands so far: fewer score more",
            (_, None) => "commands so far",
        };
        if !about.is_empty() {
            rows.push(["rounds".to_owned(), about.to_owned()]);
        }
        Popup::new(" keys ", rows)
    }

    pub(super) fn header(&self) -> [String; 3] {
        let view = self.attempt.game.view();
        let marks = self.attempt.count().marked;
        let left = match self.source.known_mines().or(view.mines()) {
            Some(mines) if marks > mines => format!("mines -{}", marks - mines),
            Some(mines) => format!("mines {}", mines - marks),
            None => format!("marks {marks}"),
        };
        let rounds = view.rounds();
        let rounds = rounds.map_or_else(String::new, |rounds| format!("rounds {rounds}"));
        let time = format!("time {}", clock(self.attempt.time()));
        // Constant widths keep the texts in their places.
        [
            format!("{left:<11}"),
            format!("{rounds:<11}"),
            format!("{time:>11}"),
        ]
    }
}

impl Mode for Play {
    fn draw(&mut self, buffer: &mut Buffer) -> Footer {
        let first_index = self.source.moves.first_index;
        let layout = ScreenLayout::new(*buffer.area(), self.source.size, first_index, false);
        self.viewport.fit(layout, self.source.size);
        let attempt = &self.attempt;
        let no_highlights = Highlights::default();
        let board = BoardWidget {
            view: attempt.game.view(),
            first_index,
            mines: attempt.visible_mines(),
            exploded: attempt.exploded(),
            odds: self.odds.as_deref(),
            highlights: self
                .hint
                .as_ref()
                .map_or(&no_highlights, |hint| &hint.highlights),
            viewport: &self.viewport,
            depth: self.context.depth,
            header: self.header(),
        };
        board.draw(buffer);
        Footer {
            message: layout.message,
            keys: layout.keys,
        }
    }

    fn message(&self) -> String {
        let job = self.job.as_ref().and_then(|job| job.message);
        match (job, &self.odds) {
            (Some(message), _) => message.to_owned(),
            _ if self.attempt.is_moving() => "Opening squares; any key stops.".to_owned(),
            _ if !self.message.is_empty() => self.message.clone(),
            (None, Some(odds)) => self.risk(odds),
            (None, None) => self.ending.clone(),
        }
    }

    fn is_message_bold(&self) -> bool {
        self.attempt.is_over()
    }

    fn keys(&self) -> Vec<KeyLabel> {
        if self.attempt.is_over() {
            keys::AFTER_THE_END.to_vec()
        } else {
            keys::footer(keys::GAME)
        }
    }

    fn overlay(&mut self) -> &mut Option<Overlay> {
        &mut self.overlay
    }

    fn tick(&mut self, now: Instant) {
        self.attempt.now = now;
        if self.attempt.is_moving() {
            self.make_moves(MOVES_PER_TICK);
        }
        self.wait(Duration::ZERO);
    }

    fn until_change(&self) -> Option<Duration> {
        if self.attempt.is_moving() {
            return Some(Duration::ZERO);
        }
        let second = self.attempt.is_clock_running().then(|| {
            let fraction = Duration::from_nanos(self.attempt.time().subsec_nanos().into());
            Duration::from_secs(1).saturating_sub(fraction)
        });
        let poll = self.job.as_ref().map(|_| POLL);
        second.into_iter().chain(poll).min()
    }

    fn key(&mut self, key: KeyCode) -> Option<Transition> {
        if let Some(action) = keys::action(keys::GAME, key) {
            return self.act(action);
        }
        if self.message.is_empty() && !self.attempt.is_over() {
            self.say("? shows the keys, Q quits.");
        }
        None
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Option<Transition> {
        let (down, right) = match mouse.kind {
            MouseEventKind::ScrollUp => (-WHEEL, 0),
            MouseEventKind::ScrollDown => (WHEEL, 0),
            MouseEventKind::ScrollLeft => (0, -WHEEL),
            MouseEventKind::ScrollRight => (0, WHEEL),
            MouseEventKind::Down(button) => {
                self.viewport.cursor = self.viewport.square_at(mouse.column, mouse.row)?;
                return self.act(match button {
                    MouseButton::Left => GameAction::Reveal,
                    MouseButton::Right => GameAction::Mark,
                    MouseButton::Middle => GameAction::Guess,
                });
            }
            _ => return None,
        };
        self.viewport.scroll_by(down, right, self.source.size);
        None
    }

    fn confirmed(&mut self, question: Question) -> Option<Transition> {
        match question {
            Question::Quit => return Some(Transition::Leave(self.status())),
            Question::New => return Some(Transition::Next),
            Question::Again if self.source.has_field(&self.attempt) => {
                return Some(Transition::Again);
            }
            Question::Again => self.say("No game has started yet."),
            Question::ShowMines => {
                self.attempt.aid.get_or_insert(Aid::Mines);
                let line = self.source.moves.nofog.unwrap_or_default();
                self.step(line.to_owned());
            }
            Question::Reveal(square) => self.reveal(square),
        }
        None
    }

    fn save(&mut self, name: &str) {
        let (lines, minefield) = self.script();
        match script::write(Path::new(name), lines, minefield) {
            Ok(paths) => {
                let names: Vec<String> = paths.iter().map(|path| visible_path(path)).collect();
                self.say(format!("Saved: {}.", names.join(", ")));
                self.written.extend(paths);
            }
            Err(error) => self.say(format!("Not saved: {error}.")),
        }
    }

    fn cancel(&mut self) -> bool {
        if self.attempt.is_moving() {
            self.attempt.cancel_pending();
            self.moves_are_made();
            return true;
        }
        let is_cancelled = self.job.take_if(|job| job.message.is_some()).is_some();
        if is_cancelled {
            self.say("Cancelled.");
        }
        is_cancelled
    }
}
