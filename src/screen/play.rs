//! The page of a game: what it displays, and what keys do.

use std::path::Path;
use std::time::Duration;

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

use super::advice;
use super::app::{App, AppPage, Overlay};
use super::attempt::Attempt;
use super::board::{BoardWidget, Highlights, ScreenLayout};
use super::error::ScreenError;
use super::keys::{self, KeyAction};
use super::records::Won;
use super::script;
use crate::edition::row::MarkingAgain;
use crate::field::minefield::Square;
use crate::game::view::{Outcome, Shown};
use crate::io::visible::{counted, visible_path};
use crate::solve::odds::Odds;
use crate::solve::words;

/// The hint before the first reveal on a random field.
const FIRST_IS_SAFE: &str = "The first reveal is safe, wherever it is. H reveals here.";

/// The message on a field that was drawn around a square.
const START: &str = "Begin here: this square is safe.";

/// Maximum length of the line after leaving, in columns.
const SUMMARY_WIDTH: usize = 80;

impl App {
    /// Draws the game; returns the area of messages.
    pub(super) fn draw_game(&mut self, buffer: &mut Buffer, area: Rect) -> Rect {
        let game = &mut self.game;
        let first_index = game.run.moves.first_index;
        let size = game.size();
        let layout = ScreenLayout::new(area, size, first_index);
        game.viewport.fit(layout, size);
        let view = game.run.view();
        let marks = game.marked().len();
        let left = match game.known_mines() {
            Some(mines) if marks > mines => format!("mines -{}", marks - mines),
            Some(mines) => format!("mines {}", mines - marks),
            None => format!("marks {marks}"),
        };
        let rounds = view.rounds().map(|rounds| format!("rounds {rounds}"));
        let rounds = rounds.unwrap_or_default();
        let time = format!("time {}", clock(game.state.time));
        let no_highlights = Highlights::default();
        let hint = game.hint.as_ref();
        let board = BoardWidget {
            view,
            first_index,
            mines: game.visible_mines(),
            exploded: game.exploded(),
            odds: game.odds.as_deref(),
            highlights: hint.map_or(&no_highlights, |hint| &hint.highlights),
            viewport: &game.viewport,
            depth: self.context.depth,
            // Constant widths keep the texts in their places.
            header: [
                format!("{left:<11}"),
                format!("{rounds:<11}"),
                format!("{time:>11}"),
            ],
        };
        board.draw(buffer);
        layout.message
    }

    /// Returns the text where no message is.
    pub(super) fn game_status(&self) -> String {
        let job = self.job.as_ref().and_then(|job| job.message);
        match (job, &self.game.odds) {
            (Some(message), _) => message.to_owned(),
            (None, Some(odds)) => self.risk(odds),
            (None, None) => self.game.result.clone(),
        }
    }

    pub(super) fn game_keys(&self) -> &'static str {
        if self.game.is_over() {
            keys::END_KEYS
        } else {
            keys::GAME_KEYS
        }
    }

    /// Describes the risk under the cursor.
    fn risk(&self, odds: &Odds) -> String {
        let cursor = self.game.viewport.cursor;
        let mut text = String::new();
        if !matches!(self.game.under_cursor(), Shown::Revealed(_)) {
            let risk = words::percent(odds.at(cursor));
            text = format!("The risk at {} is {risk}. ", self.name(cursor));
        }
        if self.game.viewport.layout.is_narrow() {
            text += "On the board, .1 is a risk of 10%.";
        }
        text
    }

    fn name(&self, Square { row, col }: Square) -> String {
        let first = self.game.run.moves.first_index;
        format!("({}, {})", row + first, col + first)
    }

    fn details(&self) -> Vec<String> {
        let last = self.game.state.lines.last();
        let mut lines = vec![
            format!("rules         {}", self.game.state.source.kind.edition),
            format!("cursor        {}", self.name(self.game.viewport.cursor)),
            format!("last command  {}", last.map_or("none", String::as_str)),
        ];
        lines.extend(
            self.game
                .command()
                .map(|command| format!("\nAgain: {command}")),
        );
        lines
    }

    /// Starts another game.
    pub(super) fn begin(&mut self, game: Attempt) {
        self.suspend();
        let last = std::mem::replace(&mut self.game, game);
        if last.has_lines() {
            self.last = Some(last);
        }
        self.page = AppPage::Game;
        self.has_game = true;
        self.message.clear();
        if self.game.start().is_some() && !self.game.has_lines() {
            self.say(START);
        }
        self.count_odds();
    }

    /// Stores an unfinished game.
    pub(super) fn suspend(&mut self) {
        self.job = None;
        if self.game.is_on() {
            self.context.records.keep(&self.game.state);
            self.game.is_stored = true;
        } else if std::mem::take(&mut self.game.is_stored) {
            self.context.records.forget_left_game();
        }
    }

    fn next_game(&mut self, is_same: bool) {
        match self.game.next(is_same) {
            Ok(next) => self.begin(next),
            Err(error) => self.message = format!("No new game: {error}."),
        }
    }

    /// Stores an unfinished game and writes the file of `--script`. Returns the line that stays on
    /// the terminal, if any.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(super) fn leave(mut self) -> Result<Option<String>, ScreenError> {
        self.suspend();
        if let Some(last) = self.last.take_if(|_| !self.game.has_lines()) {
            self.game = last;
        }
        if let Some(path) = self.script.take().filter(|_| self.has_game) {
            self.write_script(&path)?;
        }
        Ok(self.game.has_lines().then(|| self.summary()))
    }

    /// Writes the lines of the game, and its field unless it has a file.
    fn write_script(&mut self, path: &Path) -> Result<(), ScreenError> {
        let state = &self.game.state;
        let seed = (!state.source.has_file).then_some(state.seed.as_str());
        self.written
            .extend(script::write(path, &state.lines, seed)?);
        Ok(())
    }

    pub(super) fn save(&mut self, name: &str) {
        self.message = match self.write_script(Path::new(name)) {
            Ok(()) => format!("Saved: {name}."),
            Err(error) => format!("Not saved: {error}."),
        };
    }

    /// Describes how the game ended, and as much of the rest as fits a line of 80 columns.
    fn summary(&self) -> String {
        let game = &self.game;
        let outcome = match game.outcome() {
            Some(Outcome::Won) => "Won",
            Some(Outcome::Lost) => "Lost",
            Some(Outcome::Quit) | None => "Left",
        };
        let rounds = counted(game.state.lines.len(), "round", "rounds");
        let mut summary = format!("{outcome} after {}, {rounds}", clock(game.state.time));
        let names: Vec<String> = self.written.iter().map(|path| visible_path(path)).collect();
        let files = format!("; written: {}", names.join(", "));
        let can_continue = game.is_on() && self.context.records.0.is_some();
        let how = "; `play --screen` continues it".to_owned();
        for (part, is_true) in [(files, !names.is_empty()), (how, can_continue)] {
            if is_true && summary.chars().count() + part.chars().count() <= SUMMARY_WIDTH {
                summary += &part;
            }
        }
        summary
    }

    /// Returns the question before an action that is probably a mistake or ends the game.
    pub(super) fn question(&self, action: KeyAction) -> Option<&'static str> {
        let game = &self.game;
        let is_kept = self.context.records.0.is_some();
        Some(match (self.page, action) {
            (AppPage::Menu, KeyAction::Reveal)
                if self.menu.starts_game() && self.menu.unfinished.is_some() =>
            {
                "A new game? The unfinished one can be continued until you leave another."
            }
            (AppPage::Menu | AppPage::Game, KeyAction::Quit) if game.is_on() && is_kept => {
                "Quit? The menu can continue the unfinished game."
            }
            (AppPage::Menu | AppPage::Game, KeyAction::Quit) if game.is_on() => {
                "Quit? The unfinished game cannot be continued."
            }
            (AppPage::Game, KeyAction::New | KeyAction::Again) if game.is_on() && is_kept => {
                "Leave this game? The menu can continue it until you leave another."
            }
            (AppPage::Game, KeyAction::New | KeyAction::Again) if game.is_on() => {
                "Give up this game?"
            }
            (AppPage::Game, KeyAction::ShowMines)
                if game.run.moves.nofog.is_some()
                    && !game.is_over()
                    && game.has_field()
                    && !game.state.had_help =>
            {
                "Show the mines? That takes a round, and the time will not count."
            }
            (AppPage::Game, KeyAction::Reveal) if !game.is_over() => {
                let cursor = game.viewport.cursor;
                let stays_marked = game.run.moves.marking_again == MarkingAgain::Lifts;
                match &game.hint {
                    Some(hint) if hint.highlights.mined.contains(&cursor) => {
                        "There is a mine. Reveal it?"
                    }
                    _ if game.under_cursor() == Shown::Marked && !stays_marked => {
                        "Reveal this marked square?"
                    }
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// Runs an action; `before` is the message before it.
    pub(super) fn act_in_game(&mut self, action: KeyAction, before: &str) {
        let is_over = self.game.is_over();
        let size = self.game.size();
        match action {
            KeyAction::Move(down, right) => {
                self.game.viewport.move_by(down, right, size);
                if self
                    .game
                    .hint
                    .as_ref()
                    .is_some_and(|hint| hint.message == before)
                {
                    before.clone_into(&mut self.message);
                }
            }
            KeyAction::Undo => self.undo(),
            KeyAction::New => self.next_game(false),
            KeyAction::Again => self.next_game(true),
            KeyAction::Menu => self.open_menu(),
            KeyAction::Details => self.show(" details ", self.details()),
            KeyAction::Automatic => {
                self.game.is_automatic = !self.game.is_automatic;
                let state = if self.game.is_automatic { "on" } else { "off" };
                self.message = format!("Opening around a 0 and marking the last mines: {state}.");
            }
            KeyAction::Ending if is_over => self.show_ending(),
            KeyAction::Ending => self.say("The game is not over."),
            KeyAction::Reveal if !is_over => self.reveal(self.game.viewport.cursor),
            KeyAction::Odds if !is_over => {
                self.game.wants_odds = !self.game.wants_odds;
                self.game.odds = None;
                self.count_odds();
            }
            KeyAction::Hint if !is_over => self.hint(before),
            _ if !self.game.has_field() => {
                self.say("Reveal a square first: the field is drawn around it.");
            }
            KeyAction::Save => self.overlay = Some(Overlay::FileName(script::free_name())),
            _ if is_over => self.say("The game is over. n: new game, R: the same game again."),
            KeyAction::Mark => self.mark(),
            KeyAction::Guess => self.guess(),
            KeyAction::ShowMines => match self.game.run.moves.nofog {
                Some(line) => {
                    self.game.state.had_help = true;
                    self.step(line.to_owned());
                }
                None => self.say("The rules of this edition do not show the mines."),
            },
            _ => {}
        }
    }

    fn reveal(&mut self, square: Square) {
        if !self.game.has_field() {
            let source = self.game.state.source.clone();
            let message = Some("Drawing a field; any key cancels.");
            return self.start_job(message, move |is_wanted| {
                let minefield = source.draw(square, is_wanted)?;
                Ok(Box::new(move |app| {
                    match app.game.set_field(minefield, square) {
                        Ok(()) => app.reveal(square),
                        Err(error) => app.message = error.to_string(),
                    }
                }))
            });
        }
        let before = self.game.open_count();
        match self.game.reveal(square) {
            Ok(()) => self.lines_were_sent(before),
            Err(reason) => self.message = reason,
        }
    }

    fn step(&mut self, line: String) {
        let before = self.game.open_count();
        self.game.step(line);
        self.lines_were_sent(before);
    }

    fn mark(&mut self) {
        let moves = self.game.run.moves;
        match self.game.under_cursor() {
            Shown::Marked if moves.marking_again == MarkingAgain::Nothing => {
                self.say("A mark stays: g turns it into a ?, u undoes the last move.");
            }
            Shown::Revealed(_) => self.say("This square is open."),
            _ => self.step((moves.mark)(self.game.viewport.cursor)),
        }
    }

    fn guess(&mut self) {
        match (self.game.run.moves.guess, self.game.under_cursor()) {
            (None, _) => self.say("The rules of this edition have no ?."),
            (_, Shown::Guessed) => {
                self.say("A ? stays: m turns it into a mark, u undoes the last move.");
            }
            (_, Shown::Revealed(_)) => self.say("This square is open."),
            (Some(guess), _) => self.step(guess(self.game.viewport.cursor)),
        }
    }

    fn undo(&mut self) {
        match self.game.undo() {
            0 => return self.say("There is nothing to undo."),
            1 => {}
            undone => self.message = format!("{undone} rounds undone."),
        }
        self.position_has_changed();
    }

    /// Reports the effect of the last key; `before` is the number of open squares before it.
    fn lines_were_sent(&mut self, before: usize) {
        self.position_has_changed();
        let opened = self.game.open_count().saturating_sub(before);
        if opened > 1 {
            self.message = format!("{opened} squares opened.");
        }
        self.message += &self.game.run.reply.errors;
        match self.game.outcome() {
            Some(Outcome::Won) => self.won(),
            Some(Outcome::Lost) => self.lost(),
            Some(Outcome::Quit) | None => {}
        }
    }

    fn won(&mut self) {
        let Self { game, context, .. } = self;
        let state = &game.state;
        let rounds = state.lines.len();
        let place = match (state.source.rng_seed, state.had_help) {
            (Some(rng_seed), false) => context.records.add(&Won {
                kind: state.source.kind.clone(),
                milliseconds: u64::try_from(state.time.as_millis()).unwrap_or(u64::MAX),
                rounds,
                rng_seed,
                date: context.today.to_string(),
            }),
            _ => None,
        };
        let remark = match place {
            Some(1) => " New best time!".to_owned(),
            Some(place) => format!(" Number {place} of your best times."),
            None if state.had_help && state.source.rng_seed.is_some() => {
                " After help, the time does not count.".to_owned()
            }
            None => String::new(),
        };
        let score = game.run.score();
        let score = score.map_or(String::new(), |score| format!(", score {score}"));
        let (time, rounds) = (clock(state.time), counted(rounds, "round", "rounds"));
        game.result = format!("You won in {time}, {rounds}{score}.{remark}");
        self.message.clear();
        self.show_ending();
    }

    /// Shows the result and the text that the game printed at its end.
    fn show_ending(&mut self) {
        let end = self.game.run.reply.end.trim_matches('\n');
        let text = format!("{}\n\n{end}", self.game.result);
        self.show(" game over ", vec![text]);
    }

    fn lost(&mut self) {
        let game = &self.game;
        let Some(fatal) = game.exploded() else {
            return;
        };
        let minefield = &game.run.minefield;
        let wrong = game
            .marked()
            .iter()
            .filter(|&&at| !minefield.is_mine(at))
            .count();
        let wrong = match wrong {
            0 => String::new(),
            count => format!(" {}.", counted(count, "wrong mark", "wrong marks")),
        };
        self.game.result = format!("You lost: a mine at {}.{wrong}", self.name(fatal));
        self.message.clear();
        let position = self.game.position_before_last();
        let first_index = self.game.run.moves.first_index;
        self.start_job(None, move |_| {
            let verdict = advice::verdict(&position, fatal, first_index)?;
            Ok(Box::new(move |app| {
                app.game.result += &format!(" {verdict}");
            }))
        });
    }

    /// Shows a hint, or makes the moves of the hint that is shown.
    fn hint(&mut self, before: &str) {
        if !self.game.has_field() {
            if before == FIRST_IS_SAFE {
                return self.reveal(self.game.viewport.cursor);
            }
            return self.say(FIRST_IS_SAFE);
        }
        if let Some(start) = self.game.start().filter(|_| self.game.open_count() == 0) {
            self.game.viewport.cursor = start;
            return self.say(START);
        }
        if let Some(hint) = &self.game.hint {
            if hint.message == before {
                return self.follow_hint();
            }
            self.game.viewport.cursor = hint.square.unwrap_or(self.game.viewport.cursor);
            self.message.clone_from(&hint.message);
            return;
        }
        let marked = self.game.marked();
        let position = self.game.run.position();
        let first_index = self.game.run.moves.first_index;
        self.game.state.had_help = true;
        self.start_job(Some("Looking for a proof; any key cancels."), move |_| {
            let hint = advice::hint(&position, &marked, first_index)?;
            Ok(Box::new(move |app| {
                app.game.viewport.cursor = hint.square.unwrap_or(app.game.viewport.cursor);
                app.message.clone_from(&hint.message);
                app.game.hint = Some(hint);
                app.count_odds();
            }))
        });
    }

    /// Makes the moves that the hint proves. Marked squares stay covered.
    fn follow_hint(&mut self) {
        let Some(hint) = self.game.hint.take() else {
            return;
        };
        let (before, rounds) = (self.game.open_count(), self.game.state.lines.len());
        self.game
            .follow(&hint.highlights.mined, &hint.highlights.safe);
        if self.game.state.lines.len() == rounds {
            self.game.hint = Some(hint);
            return self.say("H makes no guesses and opens no marks: space reveals the square.");
        }
        self.lines_were_sent(before);
    }

    fn count_odds(&mut self) {
        let game = &mut self.game;
        if game.wants_odds && game.odds.is_none() && game.has_field() && !game.is_over() {
            game.state.had_help = true;
            let position = game.run.position();
            self.start_job(None, move |_| {
                let odds = Box::new(Odds::of(&position)?);
                Ok(Box::new(move |app| app.game.odds = Some(odds)))
            });
        }
    }

    fn position_has_changed(&mut self) {
        self.game.hint = None;
        self.game.odds = None;
        self.game.result.clear();
        self.job = None;
        self.count_odds();
    }
}

/// Formats a time in minutes and seconds.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
