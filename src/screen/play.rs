//! The page of a game, and the effects of actions on the game and the menu.

use std::{path::Path, time::Duration};

use ratatui_core::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
};

use super::{
    advice::{self, Hint},
    app::{App, AppPage, Overlay},
    board::{BoardWidget, MIN_WIDTH, ScreenLayout},
    keys::KeyAction,
    menu::{MenuItem, describe_game, size_text},
    records::WinRecord,
    replay::draw_output,
    screen_game::ScreenGame,
    script,
    widgets::clock,
};
use crate::{
    edition::MarkingAgain,
    error::Error,
    field::Square,
    game::{Outcome, Shown},
    io::{counted, folder_of, listed, visible_path},
    solve::{Odds, words},
};

/// The message before the first reveal on a field that was drawn around its start.
const START_MESSAGE: &str = "Begin here with space: this square is safe.";

/// The message before a field is drawn around the first reveal.
const FIRST_REVEAL: &str = "Reveal any square: the first one is safe.";

/// Maximum width of the summary with file names, in columns.
const SUMMARY_WIDTH: usize = 80;

/// Maximum width of the output next to a replay.
const MAX_PANE: u16 = 60;

impl App {
    /// Draws the game, in a replay with its output. Returns the area for messages.
    pub fn draw_game(&mut self, buffer: &mut Buffer, area: Rect) -> Rect {
        let is_replay = self.page == AppPage::Replay;
        let has_pane = is_replay && area.width >= 2 * MIN_WIDTH;
        let pane = Constraint::Max(if has_pane { MAX_PANE } else { 0 });
        let [area, pane] = Layout::horizontal([Constraint::Min(MIN_WIDTH), pane]).areas(area);
        if has_pane {
            draw_output(buffer, pane, &self.game.run.reply.text);
        }
        let size = self.game.size();
        let first_index = self.game.run.moves.first_index;
        let layout = ScreenLayout::new(area, size, first_index);
        self.game.viewport.fit(layout, size);
        let game = &self.game;
        let board = BoardWidget {
            run: &game.run,
            odds: game.odds.as_deref(),
            highlights: &game.hint.highlights,
            viewport: &game.viewport,
            depth: self.context.depth,
            header: self.header(is_replay, layout.header.width.into()),
        };
        board.draw(buffer);
        layout.message
    }

    /// Returns the header. Its texts have constant widths, so that they do not move.
    fn header(&self, is_replay: bool, width: usize) -> String {
        let marks = self.game.marked().len();
        let left = match self.game.known_mines() {
            _ if is_replay => self.replay.position(),
            Some(mines) if marks > mines => format!("mines -{}", marks - mines),
            Some(mines) => format!("mines {}", mines - marks),
            None => format!("marks {marks}"),
        };
        let count = self.game.run.view().rounds();
        let rounds = count.map_or_else(String::new, |count| format!("rounds {count}"));
        let right = if is_replay && self.game.is_over() {
            self.game.ending().to_owned()
        } else if is_replay {
            self.game.state.source.kind.edition.clone()
        } else {
            format!("time {}", clock(self.game.state.time))
        };
        let middle = format!(" {rounds:<10}");
        let room = width.saturating_sub(left.len().max(11) + 13);
        format!(" {left:<11}{middle:^room$}{right:>11} ")
    }

    /// Returns the text to show if there is no message.
    pub fn game_status(&self) -> String {
        let job = self.job.as_ref().and_then(|job| job.message);
        match (job, &self.game.odds) {
            (Some(message), _) => message.to_owned(),
            (None, Some(odds)) => self.describe_risk(odds),
            (None, None) => self.game.result.clone(),
        }
    }

    /// Describes the risk under the cursor.
    fn describe_risk(&self, odds: &Odds) -> String {
        let cursor = self.game.viewport.cursor;
        let (name, risk) = (self.square_name(cursor), words::percent(odds.at(cursor)));
        let mut text = format!("The risk at {name} is {risk}.");
        if self.game.viewport.layout.is_narrow() {
            text += " On the board, .1 is a risk of 10%.";
        }
        text
    }

    fn square_name(&self, Square { row, col }: Square) -> String {
        let first = self.game.run.moves.first_index;
        format!("({}, {})", row + first, col + first)
    }

    /// Switches to another game.
    pub fn begin(&mut self, game: ScreenGame) {
        self.suspend();
        let last = std::mem::replace(&mut self.game, game);
        if last.has_lines() {
            self.last = Some(last);
        }
        self.page = AppPage::Game;
        self.menu.is_initial = false;
        self.set_message(match self.game.state.start {
            _ if !self.game.has_field() => FIRST_REVEAL,
            Some(_) if !self.game.has_lines() => START_MESSAGE,
            _ => "",
        });
        self.compute_odds();
    }

    /// Cancels the job. Stores a game in progress; otherwise removes the stored copy of this game.
    pub fn suspend(&mut self) {
        self.job = None;
        if self.game.is_in_progress() {
            self.context.records.store_unfinished_game(&self.game.state);
            self.game.is_stored = true;
        } else if std::mem::take(&mut self.game.is_stored) {
            self.context.records.forget_unfinished_game();
        }
    }

    /// Stores an unfinished game and writes the file of `--script`. Returns a summary for the
    /// terminal if there was a game.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn leave(mut self) -> Result<Option<String>, Error> {
        self.suspend();
        if let Some(last) = self.last.take_if(|_| !self.game.has_lines()) {
            self.game = last;
        }
        if let Some(path) = self.script.take().filter(|_| self.game.has_lines()) {
            // If the file appeared during the game, a free name saves the lines.
            let ending = self.game.state.source.edition().case_ending;
            let other = path.with_file_name(script::free_name(folder_of(&path), ending));
            self.write_script(&path)
                .or_else(|_| self.write_script(&other))?;
        }
        Ok(self.game.has_lines().then(|| self.summary()))
    }

    /// Writes the lines of the game and, unless the field has a file, its seed. Returns the names
    /// of the written files.
    fn write_script(&mut self, path: &Path) -> Result<Vec<String>, Error> {
        let (state, run) = (&self.game.state, &self.game.run);
        let text = (run.moves.text)(&run.minefield);
        let ending = state.source.seed_ending();
        let seed = ending.map(|ending| (ending, text.as_str()));
        let written = script::write(path, &state.lines, seed)?;
        let names = written.iter().map(|path| visible_path(path)).collect();
        self.written.extend(written);
        Ok(names)
    }

    pub fn save(&mut self, name: &str) {
        self.message = match self.write_script(Path::new(name)) {
            Ok(files) => format!("Saved: {}.", listed(files)),
            Err(error) => format!("Not saved: {error}."),
        };
    }

    /// Describes the end of the game, followed by the written files if the line has room, or else
    /// by the command that continues the game.
    fn summary(&self) -> String {
        let game = &self.game;
        let rounds = counted(game.state.lines.len(), "round", "rounds");
        let ending = game.ending();
        let mut summary = format!("{ending} after {}, {rounds}", clock(game.state.time));
        let names: Vec<String> = self.written.iter().map(|path| visible_path(path)).collect();
        let files = format!("; written: {}", names.join(", "));
        if !names.is_empty() && summary.len() + files.chars().count() <= SUMMARY_WIDTH {
            summary += &files;
        } else if game.is_in_progress() && self.context.records.0.is_some() {
            summary += "; `minesweeper-alpha play --screen` continues it";
        }
        summary
    }

    /// Returns the question to confirm an action that ends the game or is probably a mistake.
    pub fn question(&self, action: KeyAction) -> Option<&'static str> {
        let game = &self.game;
        let is_leaving = match (self.page, action) {
            (AppPage::Menu, KeyAction::Reveal) => {
                self.menu.starts_game() && self.menu.unfinished.is_some()
            }
            (AppPage::Menu | AppPage::Game, KeyAction::Quit)
            | (AppPage::Game, KeyAction::New | KeyAction::Again) => game.is_in_progress(),
            _ => false,
        };
        let is_reveal = self.page == AppPage::Game && action == KeyAction::Reveal;
        // With `Lifts`, a marked square cannot be revealed.
        let is_protected = game.run.moves.marking_again == MarkingAgain::Lifts;
        if is_leaving && self.context.records.0.is_some() {
            Some("Leave the unfinished game? The menu can continue it until you leave another.")
        } else if is_leaving {
            Some("Leave the game? It cannot be continued.")
        } else if !is_reveal || game.is_over() {
            None
        } else if game.hint.highlights.mined.contains(&game.viewport.cursor) {
            Some("There is a mine. Reveal it?")
        } else if game.under_cursor() == Shown::Marked && !is_protected {
            Some("Reveal this marked square?")
        } else {
            None
        }
    }

    /// Runs an action. `last_message` was visible until now.
    pub fn act_in_game(&mut self, action: KeyAction, last_message: &str) {
        let is_over = self.game.is_over();
        let size = self.game.size();
        let moves = self.game.run.moves;
        let target = self.game.under_cursor();
        let is_fixed_mark = target == Shown::Marked && moves.marking_again == MarkingAgain::Nothing;
        match action {
            KeyAction::Move(down, right) => {
                self.game.viewport.move_by(down, right, size);
                if self.game.hint.message == last_message {
                    last_message.clone_into(&mut self.message);
                }
            }
            KeyAction::Undo => self.undo(),
            KeyAction::New => self.begin(self.game.next(false)),
            KeyAction::Again => self.begin(self.game.next(true)),
            KeyAction::Menu => self.open_menu(),
            KeyAction::Automatic => {
                self.game.is_automatic = !self.game.is_automatic;
                let state = if self.game.is_automatic { "on" } else { "off" };
                self.message = format!("Revealing around a 0 and marking the last mines: {state}.");
            }
            KeyAction::Reveal if !is_over => self.reveal(self.game.viewport.cursor),
            KeyAction::Odds if !is_over => {
                self.game.is_showing_odds = !self.game.is_showing_odds;
                self.game.odds = None;
                self.compute_odds();
            }
            _ if !self.game.has_field() => self.set_message(FIRST_REVEAL),
            KeyAction::Hint if !is_over => self.hint(last_message),
            KeyAction::Save => {
                let ending = self.game.state.source.edition().case_ending;
                self.overlay = Some(Overlay::FileName(script::free_name("", ending)));
            }
            _ if is_over => {}
            KeyAction::Mark | KeyAction::Guess if matches!(target, Shown::Revealed(_)) => {
                self.set_message("This square is already revealed.");
            }
            KeyAction::Mark if is_fixed_mark => {
                self.set_message(
                    "m does not remove a mark: g turns it into a ?, u undoes the last move.",
                );
            }
            KeyAction::Mark => self.step((moves.mark)(self.game.viewport.cursor)),
            KeyAction::Guess => match moves.guess {
                Some(guess) => self.step(guess(self.game.viewport.cursor)),
                None => self.set_message("The rules of this edition have no ?."),
            },
            KeyAction::ShowMines => match moves.nofog {
                Some(line) => {
                    self.game.state.had_help = true;
                    self.step(line.to_owned());
                }
                None => self.set_message("The rules of this edition do not show the mines."),
            },
            _ => {}
        }
    }

    /// Opens the menu. The cursor is on the line that continues the unfinished game, if there is
    /// one.
    pub fn open_menu(&mut self) {
        self.suspend();
        let stored = self.context.records.unfinished_game();
        let current = Some(&self.game.state).filter(|_| self.game.is_in_progress());
        self.menu.unfinished = current.or(stored.as_ref()).map(describe_game);
        self.menu.selected = usize::from(self.menu.unfinished.is_none());
        self.page = AppPage::Menu;
    }

    pub fn act_on_menu(&mut self, action: KeyAction) {
        match action {
            KeyAction::Move(down, 0) => self.menu.move_by(down),
            KeyAction::Move(_, right) => self.menu.change(right),
            KeyAction::Menu if self.menu.is_initial => self.continue_game(),
            KeyAction::Menu => self.page = AppPage::Game,
            KeyAction::Reveal => match self.menu.item() {
                MenuItem::Continue => self.continue_game(),
                MenuItem::BestTimes => self.show_best_times(),
                _ => match self.menu.game() {
                    Ok(game) => self.begin(game),
                    Err(error) => self.message = format!("This cannot be played: {error}."),
                },
            },
            _ => self.set_message("Up and down select, left and right change, Enter plays."),
        }
    }

    fn show_best_times(&mut self) {
        let mut lines = Vec::new();
        let results = self.context.records.results();
        for wins in results.chunk_by(|win, next| win.kind == next.kind) {
            let kind = &wins[0].kind;
            let no_guess = if kind.no_guess { ", no guess" } else { "" };
            let size = size_text(kind.field);
            lines.push(format!("{size}{no_guess}, {}", kind.edition));
            for (win, place) in wins.iter().zip(1..) {
                let WinRecord { rounds, date, .. } = win;
                let time = clock(Duration::from_millis(win.milliseconds));
                lines.push(format!("{place:3}. {time:>6} {rounds:4} rounds  {date}"));
            }
        }
        if lines.is_empty() {
            lines.push("None yet. A win on a random field counts if you used no help.".to_owned());
        }
        self.show_popup(" best times ", lines);
    }

    fn continue_game(&mut self) {
        let stored = self.context.records.unfinished_game();
        if self.game.is_in_progress() {
            self.page = AppPage::Game;
        } else if let Some(game) = stored.and_then(ScreenGame::continued) {
            self.begin(game);
            self.set_message("Your unfinished game.");
        } else {
            self.set_message("There is no game to continue.");
        }
    }

    fn reveal(&mut self, square: Square) {
        if !self.game.has_field() {
            let source = self.game.state.source.clone();
            let message = Some("Drawing a field; any key cancels.");
            return self.start_job(message, move |job| {
                let minefield = source.draw(square, || job.strong_count() > 0)?;
                Ok(Box::new(move |app| {
                    app.game = app.game.on_field(source, minefield, Some(square));
                    app.reveal(square);
                }))
            });
        }
        match self.game.reveal(square) {
            Ok(()) => self.finish_move(),
            Err(reason) => self.message = reason,
        }
    }

    fn step(&mut self, line: String) {
        self.game.step(line);
        self.finish_move();
    }

    fn undo(&mut self) {
        if !self.game.undo() {
            return self.set_message("There is nothing to undo.");
        }
        self.reset_analysis();
    }

    /// Shows the effect of the lines that were just sent.
    fn finish_move(&mut self) {
        self.reset_analysis();
        self.message.clone_from(&self.game.run.reply.errors);
        match self.game.outcome() {
            Some(Outcome::Won) => self.handle_win(),
            Some(Outcome::Lost) => self.handle_loss(),
            Some(Outcome::Quit) | None => {}
        }
    }

    fn handle_win(&mut self) {
        let Self { game, context, .. } = self;
        let state = &game.state;
        let rounds = state.lines.len();
        let rng_seed = state.source.rng_seed;
        let win = WinRecord {
            kind: state.source.kind.clone(),
            milliseconds: u64::try_from(state.time.as_millis()).unwrap_or(u64::MAX),
            rounds,
            rng_seed: rng_seed.unwrap_or_default(),
            date: context.today.to_string(),
        };
        let is_ranked = rng_seed.is_some() && !state.had_help;
        let place = is_ranked.then(|| context.records.add(&win)).flatten();
        let remark = match place {
            Some(1) => " New best time!".to_owned(),
            Some(place) => format!(" Number {place} of your best times."),
            None if rng_seed.is_some() && !is_ranked => " No best time: you had help.".to_owned(),
            None => String::new(),
        };
        let score = game.run.session.score();
        let score_part = score.map_or(String::new(), |score| format!(", score {score}"));
        let (time, rounds) = (clock(state.time), counted(rounds, "round", "rounds"));
        game.result = format!("You won in {time}, {rounds}{score_part}.{remark}");
        self.message.clear();
        self.show_ending();
    }

    /// Shows the result and the text that the game printed at its end.
    fn show_ending(&mut self) {
        let end = self.game.run.reply.end.trim_matches('\n');
        let text = format!("{}\n\n{end}", self.game.result);
        self.show_popup(" game over ", vec![text]);
    }

    /// Starts a job that adds to the result whether the player could have avoided the mine.
    fn handle_loss(&mut self) {
        let Some(fatal) = self.game.run.exploded() else {
            return;
        };
        self.game.result = format!("You lost: a mine at {}.", self.square_name(fatal));
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

    /// Shows a hint, or makes its moves if the hint is already visible.
    fn hint(&mut self, last_message: &str) {
        let is_untouched = self.game.open_count() == 0;
        if let Some(start) = self.game.state.start.filter(|_| is_untouched) {
            self.game.viewport.cursor = start;
            return self.set_message(START_MESSAGE);
        }
        if !self.game.hint.message.is_empty() {
            if self.game.hint.message == last_message {
                return self.follow_hint();
            }
            return self.show_hint();
        }
        let marked = self.game.marked();
        let position = self.game.run.position();
        let first_index = self.game.run.moves.first_index;
        self.game.state.had_help = true;
        self.start_job(Some("Looking for a proof; any key cancels."), move |_| {
            let hint = advice::hint(&position, &marked, first_index)?;
            Ok(Box::new(move |app| {
                app.game.hint = hint;
                app.show_hint();
                app.compute_odds();
            }))
        });
    }

    fn show_hint(&mut self) {
        let hint = &self.game.hint;
        self.game.viewport.cursor = hint.square.unwrap_or(self.game.viewport.cursor);
        self.message.clone_from(&hint.message);
    }

    /// Makes the moves that the hint proves. Does not reveal marked squares.
    fn follow_hint(&mut self) {
        if self.game.follow_hint() {
            return self.finish_move();
        }
        self.game.hint = Hint::default();
        self.set_message("H neither guesses nor reveals marked squares: space reveals the square.");
    }

    /// Computes the odds if they are to be shown and not known.
    fn compute_odds(&mut self) {
        let game = &mut self.game;
        if game.is_showing_odds && game.odds.is_none() && game.has_field() && !game.is_over() {
            game.state.had_help = true;
            let position = game.run.position();
            self.start_job(None, move |_| {
                let odds = Box::new(Odds::of(&position)?);
                Ok(Box::new(move |app| app.game.odds = Some(odds)))
            });
        }
    }

    /// Discards everything that was computed for the previous position.
    fn reset_analysis(&mut self) {
        self.game.hint = Hint::default();
        self.game.odds = None;
        self.game.result.clear();
        self.job = None;
        self.compute_odds();
    }
}
