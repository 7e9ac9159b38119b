//! The state of the full screen: one page, and what is above it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Constraint, Layout, Rect};
use ratatui_core::style::Stylize;
use ratatui_core::text::Text;
use ratatui_core::widgets::Widget;

use super::attempt::Attempt;
use super::board::{MIN_HEIGHT, MIN_WIDTH};
use super::error::ScreenError;
use super::job::Job;
use super::keys::{self, KeyAction, PAGE};
use super::menu::Menu;
use super::records::Records;
use super::replay::Replay;
use super::request::ScreenRequest;
use super::script;
use super::source::moves_of;
use super::theme::Depth;
use super::widgets::{Popup, draw_keys, draw_lines, wrapped};
use crate::edition::play_option::PlayOption;
use crate::io::date::Date;

/// Maximum length of a file name, in characters.
const MAX_NAME: usize = 200;

/// Number of lines per step of the mouse wheel.
const WHEEL: isize = 3;

/// The environment of the full screen.
pub(super) struct Context {
    pub(super) depth: Depth,
    pub(super) records: Records,
    pub(super) today: Date,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AppPage {
    Menu,
    Game,
    Replay,
}

/// Something above a page that takes all keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Overlay {
    Popup(Popup),
    /// An action that needs a confirmation, and the question.
    Question(KeyAction, &'static str),
    /// The name of a file to write, as typed so far.
    FileName(String),
}

/// The state of the full screen.
pub(super) struct App {
    pub(super) context: Context,
    pub(super) page: AppPage,
    pub(super) menu: Menu,
    pub(super) game: Attempt,
    /// True if the menu can return to the game.
    pub(super) has_game: bool,
    /// The last game with a line, if the current one has none.
    pub(super) last: Option<Attempt>,
    pub(super) replay: Option<Replay>,
    pub(super) job: Option<Job>,
    pub(super) message: String,
    pub(super) overlay: Option<Overlay>,
    /// The file of `--script`.
    pub(super) script: Option<PathBuf>,
    pub(super) written: Vec<PathBuf>,
    /// The exit status, once the program ends.
    pub(super) status: Option<u8>,
    is_too_small: bool,
    /// Places of the keys that can be clicked.
    key_places: Vec<(Rect, KeyCode)>,
    now: Instant,
}

impl App {
    /// Starts the requested game or replay, or opens the menu if there is no field.
    ///
    /// # Errors
    ///
    /// The game cannot start, or the file of `--script` exists.
    pub(super) fn new(
        context: Context,
        request: ScreenRequest,
        now: Instant,
    ) -> Result<Self, ScreenError> {
        let ScreenRequest {
            edition,
            setup,
            no_guess,
            start,
            ..
        } = request;
        let menu = Menu::new(edition, context.today);
        let mut app = Self {
            context,
            page: AppPage::Game,
            game: menu.game()?,
            menu,
            has_game: false,
            last: None,
            replay: None,
            job: None,
            message: String::new(),
            overlay: None,
            script: request.script,
            written: Vec::new(),
            status: None,
            is_too_small: false,
            key_places: Vec::new(),
            now,
        };
        let moves = moves_of(edition)?;
        let has_field = !setup.files.is_empty() || (edition.random)(&setup).is_some();
        if let Some((input, at)) = &request.replay {
            app.replay = Some(Replay::new(edition, &setup, input, *at)?);
            app.page = AppPage::Replay;
        } else if has_field || !edition.options.contains(&PlayOption::Random) {
            let game = Attempt::new(edition, setup, no_guess.as_ref(), start)?;
            app.begin(game);
            if let Some(notice) = request.notice {
                app.message = format!("{notice} {}", app.message);
            }
        } else {
            edition.check_options(&setup)?;
            if setup.given().next().is_some() {
                // The options refer to a field that is missing, which this error explains.
                (moves.field)(&setup)?;
            }
            app.open_menu();
        }
        if let Some(path) = &app.script {
            script::check_is_free(path, !app.game.state.source.has_file)?;
        }
        Ok(app)
    }

    /// Advances the clock and background work. Returns true if the screen changes.
    pub(super) fn tick(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.now);
        self.now = now;
        let had_job = self.job.is_some();
        self.use_job(Duration::ZERO);
        let before = self.game.state.time.as_secs();
        if self.page == AppPage::Game && self.game.is_on() {
            self.game.state.time += passed;
        }
        let has_moved = self.replay.as_mut().is_some_and(|replay| replay.tick(now));
        has_moved || before != self.game.state.time.as_secs() || had_job != self.job.is_some()
    }

    pub(super) fn draw(&mut self, buffer: &mut Buffer) {
        let screen = *buffer.area();
        let Rect { width, height, .. } = screen;
        self.key_places.clear();
        self.is_too_small = width < MIN_WIDTH || height < MIN_HEIGHT;
        if self.is_too_small {
            let text = format!(
                "This terminal is {width} by {height}; at least {MIN_WIDTH} by {MIN_HEIGHT} are \
                 needed. Q: quit"
            );
            return draw_lines(buffer, screen, &wrapped(&text, width));
        }
        let [area, key_line] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(screen);
        let (message_area, message, keys) = match (self.page, &mut self.replay) {
            (AppPage::Replay, Some(replay)) => {
                let message_area = replay.draw(buffer, area, self.context.depth);
                (message_area, replay.status(), keys::REPLAY_KEYS)
            }
            (AppPage::Menu, _) => {
                let message_area = self.menu.draw(buffer, area);
                (message_area, self.menu.explanation(), keys::MENU_KEYS)
            }
            _ => (
                self.draw_game(buffer, area),
                self.game_status(),
                self.game_keys(),
            ),
        };
        let mut is_bold = self.page == AppPage::Game && self.game.is_over();
        let (message, keys) = match &self.overlay {
            Some(Overlay::Question(_, text)) => ((*text).to_owned(), keys::ANSWER_KEYS),
            Some(Overlay::FileName(name)) => (format!("Save as: {name}_"), keys::FILE_NAME_KEYS),
            _ if self.message.is_empty() => (message, keys),
            _ => (self.message.clone(), keys),
        };
        is_bold |= self.overlay.is_some();
        let mut lines = wrapped(&message, message_area.width);
        let room = usize::from(message_area.height);
        if lines.len() > room {
            lines.truncate(room);
            lines[room - 1] += "…";
        }
        let text = Text::from_iter(lines);
        let text = if is_bold { text.bold() } else { text };
        text.render(message_area, buffer);
        self.key_places = draw_keys(buffer, key_line, keys);
        if let Some(Overlay::Popup(popup)) = &mut self.overlay {
            popup.draw(buffer);
        }
    }

    pub(super) fn key(&mut self, key: KeyEvent) {
        if key
            .modifiers
            .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
        {
            if key.code == KeyCode::Char('c') {
                self.quit();
            }
            return;
        }
        #[cfg(debug_assertions)]
        if key.code == KeyCode::F(12) {
            self.panic_for_a_test();
        }
        self.press(key.code);
    }

    /// Panics, so that a test can check that the terminal is restored.
    #[cfg(debug_assertions)]
    #[expect(clippy::panic, reason = "tests need a panic")]
    fn panic_for_a_test(&self) {
        panic!("F12 was pressed at {:?}", self.now);
    }

    fn press(&mut self, key: KeyCode) {
        if self.is_too_small {
            if key == KeyCode::Char('Q') {
                self.quit();
            }
            return;
        }
        if self.job.take_if(|job| job.message.is_some()).is_some() {
            self.say("Cancelled.");
            return;
        }
        match self.overlay.take() {
            Some(Overlay::Question(action, _)) => {
                if matches!(key, KeyCode::Char('y') | KeyCode::Enter) {
                    self.act(action, true);
                }
            }
            Some(Overlay::FileName(name)) => self.enter_name(name, key),
            Some(Overlay::Popup(mut popup)) => {
                let by = match key {
                    KeyCode::Up | KeyCode::Char('k') => -1,
                    KeyCode::Down | KeyCode::Char('j') => 1,
                    KeyCode::PageUp => -PAGE,
                    KeyCode::PageDown => PAGE,
                    KeyCode::Esc | KeyCode::Enter | KeyCode::Char(' ' | '?') => return,
                    _ => return self.press(key),
                };
                popup.scrolled = popup.scrolled.saturating_add_signed(by);
                self.overlay = Some(Overlay::Popup(popup));
            }
            None => match keys::action(self.key_table(), key) {
                Some(action) => self.act(action, false),
                None => self.say("? shows the keys, Q quits."),
            },
        }
    }

    fn key_table(&self) -> &'static [keys::Binding] {
        match self.page {
            AppPage::Replay => keys::REPLAY,
            AppPage::Menu | AppPage::Game => keys::GAME,
        }
    }

    /// Edits the name of a file; Enter saves it, Esc cancels.
    fn enter_name(&mut self, mut name: String, key: KeyCode) {
        match key {
            KeyCode::Enter => return self.save(name.trim()),
            KeyCode::Esc => return,
            KeyCode::Backspace => drop(name.pop()),
            KeyCode::Char(character) if name.chars().count() < MAX_NAME => name.push(character),
            _ => {}
        }
        self.overlay = Some(Overlay::FileName(name));
    }

    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let is_click = matches!(mouse.kind, MouseEventKind::Down(_));
        let (down, right) = match mouse.kind {
            MouseEventKind::ScrollUp => (-WHEEL, 0),
            MouseEventKind::ScrollDown => (WHEEL, 0),
            MouseEventKind::ScrollLeft => (0, -WHEEL),
            MouseEventKind::ScrollRight => (0, WHEEL),
            MouseEventKind::Down(_) => (0, 0),
            _ => return,
        };
        let position = (mouse.column, mouse.row).into();
        let mut places = self.key_places.iter();
        let place = places.find(|(area, _)| is_click && area.contains(position));
        if let Some((_, key)) = place {
            return self.press(*key);
        }
        match &mut self.overlay {
            _ if self.is_too_small => {}
            Some(Overlay::Popup(popup)) if !is_click => {
                popup.scrolled = popup.scrolled.saturating_add_signed(down);
            }
            // A click closes what is above the page.
            overlay @ Some(_) => *overlay = overlay.take().filter(|_| !is_click),
            None => match (self.page, mouse.kind) {
                (AppPage::Menu, _) => self.mouse_on_menu(mouse),
                (AppPage::Replay, _) => self.act(KeyAction::Step(down), false),
                (AppPage::Game, MouseEventKind::Down(button)) => {
                    self.click(button, mouse.column, mouse.row);
                }
                (AppPage::Game, _) => self.game.viewport.scroll_by(down, right, self.game.size()),
            },
        }
    }

    fn click(&mut self, button: MouseButton, x: u16, y: u16) {
        if let Some(square) = self.game.viewport.square_at(x, y) {
            self.game.viewport.cursor = square;
            let action = match button {
                MouseButton::Left => KeyAction::Reveal,
                MouseButton::Right => KeyAction::Mark,
                MouseButton::Middle => KeyAction::Guess,
            };
            self.act(action, false);
        }
    }

    /// Runs an action on the page, after a confirmation if it needs one.
    pub(super) fn act(&mut self, action: KeyAction, is_confirmed: bool) {
        if let Some(question) = self.question(action).filter(|_| !is_confirmed) {
            self.overlay = Some(Overlay::Question(action, question));
            return;
        }
        let before = std::mem::take(&mut self.message);
        match (self.page, action, &mut self.replay) {
            (_, KeyAction::Quit, _) => self.quit(),
            (_, KeyAction::Help, _) => {
                self.show(" keys ", keys::help(self.key_table()));
            }
            (AppPage::Menu, ..) => self.act_on_menu(action),
            (AppPage::Replay, _, Some(replay)) => {
                self.message = replay.act(action, self.now).to_owned();
            }
            _ => self.act_in_game(action, &before),
        }
    }

    pub(super) fn say(&mut self, message: &str) {
        message.clone_into(&mut self.message);
    }

    pub(super) fn show(&mut self, title: &'static str, lines: Vec<String>) {
        let scrolled = 0;
        self.overlay = Some(Overlay::Popup(Popup {
            title,
            lines,
            scrolled,
        }));
    }

    fn quit(&mut self) {
        self.status = Some(self.game.run.status.unwrap_or_default());
    }
}
