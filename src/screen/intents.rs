//! The effects of intents on the game and the menu.

use std::{mem, path::Path, time::Duration};

use super::{
    advice::{self, Hint},
    app::{App, Overlay, Page},
    game::{GameState, ScreenGame},
    keys::{self, Intent},
    menu::{MenuItem, describe_game, size_text},
    records::WinRecord,
    widgets::clock,
};
use crate::{
    edition::MarkingAgain,
    field::Square,
    game::{Outcome, Shown},
    solve::Odds,
};

/// The message before the first reveal on a field that was drawn around its start.
const START_MESSAGE: &str = "Begin here with space: this square is safe.";

/// The keys of the menu.
const MENU_HELP: &str = "Up and down select, left and right change, Enter plays.";

/// The message before a field is drawn around the first reveal.
const FIRST_REVEAL: &str = "Reveal any square: the first one is safe.";

impl App {
    /// Carries out an intent, after a question if the intent needs a confirmation.
    pub fn act(&mut self, intent: Intent, is_confirmed: bool) {
        if !is_confirmed && let Some(question) = self.question(intent) {
            self.overlay = Some(Overlay::Question(intent, question));
            return;
        }
        let last_message = mem::take(&mut self.message);
        match (self.page, intent) {
            (_, Intent::Quit) => self.status = Some(0),
            (_, Intent::Help) => {
                let mut lines = keys::help(self.key_table());
                if self.page == Page::Menu {
                    lines.splice(..0, [MENU_HELP, "", "In a game:"].map(String::from));
                }
                self.show_popup(" keys ", lines.join("\n"));
            }
            (Page::Menu, _) => self.act_on_menu(intent),
            (Page::Replay, _) => {
                self.message = self.replay.act(&mut self.game, intent, self.now);
            }
            (Page::Game, _) => self.act_in_game(intent, last_message),
        }
    }

    pub fn begin(&mut self, game: ScreenGame) {
        self.suspend();
        let last = mem::replace(&mut self.game, game);
        if last.has_lines() || last.state.had_help {
            self.known_seeds.push(last.state.seed.clone());
        }
        let state = &mut self.game.state;
        if state.lines.is_empty() && self.known_seeds.contains(&state.seed) {
            state.had_help = true;
        }
        if last.has_lines() {
            self.last = Some(last);
        }
        self.page = Page::Game;
        self.menu.is_initial = false;
        self.report(match self.game.state.start {
            _ if !self.game.has_field() => FIRST_REVEAL,
            Some(_) if !self.game.has_lines() => START_MESSAGE,
            _ => "",
        });
        self.compute_odds();
    }

    /// Cancels the job. Stores a game in progress; otherwise removes the stored copy of this game.
    pub fn suspend(&mut self) {
        self.job = None;
        if self.game.is_running() {
            self.records.store_unfinished(&self.game);
            self.game.is_stored = true;
        } else if mem::take(&mut self.game.is_stored) {
            self.records.forget_unfinished();
        }
    }

    /// Returns the question to confirm an intent that ends the game or is probably a mistake.
    fn question(&self, intent: Intent) -> Option<&'static str> {
        let game = &self.game;
        let menu = &self.menu;
        let is_leaving = match (self.page, intent) {
            (Page::Menu, Intent::Reveal) => menu.starts_game() && menu.unfinished.is_some(),
            (Page::Menu | Page::Game, Intent::Quit) | (Page::Game, Intent::New | Intent::Again) => {
                game.is_running()
            }
            _ => false,
        };
        let is_reveal = self.page == Page::Game && intent == Intent::Reveal;
        // With `Lifts`, a marked square cannot be revealed.
        let is_protected = game.run.moves.marking_again == MarkingAgain::Lifts;
        if is_leaving && self.records.0.is_some() {
            Some("Leave the unfinished game? The menu can continue it until you leave another.")
        } else if is_leaving {
            Some("Leave the game? It cannot be continued.")
        } else if !is_reveal || game.is_over() {
            None
        } else if game.hint.mined.contains(&game.cursor) {
            Some("There is a mine. Reveal it?")
        } else if game.shown(game.cursor) == Shown::Marked && !is_protected {
            Some("Reveal this marked square?")
        } else {
            None
        }
    }

    /// Carries out an intent. `last_message` was visible until now.
    fn act_in_game(&mut self, intent: Intent, last_message: String) {
        let game = &mut self.game;
        let is_over = game.is_over();
        let moves = game.run.moves;
        let cursor = game.cursor;
        let target = game.shown(cursor);
        let is_fixed_mark = target == Shown::Marked && moves.marking_again == MarkingAgain::Nothing;
        match intent {
            Intent::Move(down, right) => {
                game.move_cursor(down, right);
                if game.hint.message == last_message {
                    self.message = last_message;
                }
            }
            Intent::Undo => {
                if game.undo() {
                    return self.reset_analysis();
                }
                self.report("There is nothing to undo.");
            }
            Intent::New | Intent::Again => {
                let next = game.next(intent == Intent::Again);
                self.begin(next);
            }
            Intent::Menu => self.open_menu(),
            Intent::Automatic => {
                game.is_automatic = !game.is_automatic;
                let state = if game.is_automatic { "on" } else { "off" };
                self.message = format!("Revealing around a 0 and marking the last mines: {state}.");
            }
            Intent::Reveal if !is_over => self.reveal(cursor),
            Intent::Odds if !is_over => {
                game.shows_odds = !game.shows_odds;
                game.odds = None;
                self.compute_odds();
            }
            _ if !game.has_field() => self.report(FIRST_REVEAL),
            Intent::Hint if !is_over => self.hint(&last_message),
            Intent::Save => {
                let name = self.free_name(Path::new(""));
                self.overlay = Some(Overlay::FileName(name));
            }
            _ if is_over => {}
            Intent::Mark | Intent::Guess if matches!(target, Shown::Revealed(_)) => {
                self.report("This square is already revealed.");
            }
            Intent::Mark if is_fixed_mark => {
                self.report(
                    "m does not remove a mark: g turns it into a ?, u undoes the last move.",
                );
            }
            Intent::Mark => self.step((moves.mark)(cursor)),
            Intent::Guess => match moves.guess {
                Some(guess) => self.step(guess(cursor)),
                None => self.report("The rules of this edition have no ?."),
            },
            Intent::ShowMines => match moves.nofog {
                Some(line) => {
                    game.state.had_help = true;
                    self.step(line.into());
                }
                None => self.report("The rules of this edition do not show the mines."),
            },
            _ => {}
        }
    }

    /// Opens the menu on the line that continues the unfinished game, if there is one.
    pub fn open_menu(&mut self) {
        self.suspend();
        let stored = self.records.unfinished();
        let current = Some(&self.game).filter(|game| game.is_running());
        self.menu.unfinished = current.or(stored.as_ref()).map(describe_game);
        self.menu.selected = usize::from(self.menu.unfinished.is_none());
        self.page = Page::Menu;
    }

    fn act_on_menu(&mut self, intent: Intent) {
        match intent {
            Intent::Move(down, 0) => self.menu.move_by(down),
            Intent::Move(_, right) => self.menu.change(right),
            Intent::Menu if self.menu.is_initial => self.continue_game(),
            Intent::Menu => self.page = Page::Game,
            Intent::Reveal => match self.menu.item() {
                MenuItem::Continue => self.continue_game(),
                MenuItem::BestTimes => self.show_best_times(),
                _ => match self.menu.game() {
                    Ok(game) => self.begin(game),
                    Err(error) => self.message = format!("This cannot be played: {error}."),
                },
            },
            _ => self.report(MENU_HELP),
        }
    }

    fn show_best_times(&mut self) {
        let mut text = String::new();
        let results = self.records.results();
        for wins in results.chunk_by(|win, next| win.kind == next.kind) {
            let kind = &wins[0].kind;
            let no_guess = if kind.no_guess { ", no guess" } else { "" };
            let size = size_text(kind.field);
            text += &format!("{size}{no_guess}, {}\n", kind.edition);
            for (win, place) in wins.iter().zip(1..) {
                let WinRecord { rounds, date, .. } = win;
                let time = clock(Duration::from_millis(win.milliseconds));
                text += &format!("{place:3}. {time:>6} {rounds:4} rounds  {date}\n");
            }
        }
        if text.is_empty() {
            text += "None yet. A win on a random field counts if you used no help.";
        }
        self.show_popup(" best times ", text);
    }

    fn continue_game(&mut self) {
        if self.game.is_running() {
            self.page = Page::Game;
        } else if let Some(game) = self.records.unfinished() {
            self.begin(game);
            self.report("Your unfinished game.");
        } else {
            self.report("There is no game to continue.");
        }
    }

    fn reveal(&mut self, square: Square) {
        if !self.game.has_field() {
            let source = self.game.state.source.clone();
            let message = Some("Drawing a field; any key cancels.");
            return self.start_job(message, move |job| {
                let minefield = source.draw(square, || job.strong_count() > 0)?;
                Ok(move |app: &mut Self| {
                    app.game = app.game.on_field(source, minefield, Some(square));
                    app.reveal(square);
                })
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

    /// Shows the effect of the lines that were just sent.
    fn finish_move(&mut self) {
        self.reset_analysis();
        self.message.clone_from(&self.game.run.reply.errors);
        match self.game.outcome() {
            Some(Outcome::Won) => self.handle_win(),
            Some(Outcome::Lost) => self.handle_loss(),
            _ => {}
        }
    }

    /// Shows the result and the text that the game printed at its end.
    fn handle_win(&mut self) {
        let game = &mut self.game;
        let GameState {
            source, had_help, ..
        } = &game.state;
        let is_random = source.rng_seed.is_some();
        let win = WinRecord {
            kind: source.kind.clone(),
            milliseconds: u64::try_from(game.state.time.as_millis()).unwrap_or(u64::MAX),
            rounds: game.state.lines.len(),
            rng_seed: source.rng_seed.unwrap_or_default(),
            date: self.menu.today.to_string(),
        };
        let mut place = None;
        if is_random && !had_help {
            place = self.records.add(&win);
        }
        let remark = match place {
            Some(1) => " New best time!".into(),
            Some(place) => format!(" Number {place} of your best times."),
            None if is_random && *had_help => " No best time: you had help.".into(),
            None => String::new(),
        };
        let score = game.run.session.score();
        let score_part = score.map_or(String::new(), |score| format!(", score {score}"));
        game.result = format!("You won in {}{score_part}.{remark}", game.length());
        let end = game.run.reply.end.trim_matches('\n');
        let text = format!("{}\n\n{end}", game.result);
        self.message.clear();
        self.show_popup(" game over ", text);
    }

    /// Starts a job that adds to the result whether the player could have avoided the mine.
    fn handle_loss(&mut self) {
        let game = &mut self.game;
        let Some(fatal) = game.run.exploded() else {
            return;
        };
        game.result = format!("You lost: a mine at {}.", game.run.name(fatal));
        self.message.clear();
        let position = game.position_before_last();
        let first_index = game.run.moves.first_index;
        self.start_job(None, move |_| {
            let verdict = advice::verdict(&position, fatal, first_index)?;
            Ok(move |app: &mut Self| app.game.result += &format!(" {verdict}"))
        });
    }

    /// Shows a hint, or makes its moves if the hint is already visible.
    fn hint(&mut self, last_message: &str) {
        let game = &mut self.game;
        if !game.hint.message.is_empty() {
            if game.hint.message == last_message {
                return self.follow_hint();
            }
            return self.show_hint();
        }
        if game.open_count() == 0
            && let Some(start) = game.state.start
        {
            game.hint = Hint {
                square: Some(start),
                message: "This square is safe. H again reveals it.".into(),
                safe: vec![start],
                ..Hint::default()
            };
            return self.show_hint();
        }
        let marked = game.marked();
        let position = game.run.position();
        let first_index = game.run.moves.first_index;
        game.state.had_help = true;
        self.start_job(Some("Looking for a proof; any key cancels."), move |_| {
            let hint = advice::hint(&position, &marked, first_index)?;
            Ok(move |app: &mut Self| {
                app.game.hint = hint;
                app.show_hint();
                app.compute_odds();
            })
        });
    }

    fn show_hint(&mut self) {
        let hint = &self.game.hint;
        self.game.cursor = hint.square.unwrap_or(self.game.cursor);
        self.message.clone_from(&hint.message);
    }

    /// Makes the moves that the hint proves. Does not reveal marked squares.
    fn follow_hint(&mut self) {
        if self.game.follow_hint() {
            return self.finish_move();
        }
        self.game.hint = Hint::default();
        self.report("H neither guesses nor reveals marked squares: space reveals the square.");
    }

    /// Computes the odds if they are to be shown and not known.
    fn compute_odds(&mut self) {
        let game = &mut self.game;
        if game.shows_odds && game.odds.is_none() && game.has_field() && !game.is_over() {
            game.state.had_help = true;
            let position = game.run.position();
            self.start_job(None, move |_| {
                let odds = Odds::of(&position)?;
                Ok(move |app: &mut Self| app.game.odds = Some(odds))
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
