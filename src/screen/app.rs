//! The state of the full screen: the current view and what is above it.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

use super::board::{MIN_HEIGHT, MIN_WIDTH};
use super::error::ScreenError;
use super::keys::{ANSWERS, ENTRY, PAGE};
use super::menu::Menu;
use super::mode::{Context, Mode, Overlay, Transition, WHEEL};
use super::play::Play;
use super::replay::Replay;
use super::request::{PlayTask, ReplayTask};
use super::script;
use super::source::FieldSource;
use super::widgets::{draw_keys, draw_lines, draw_message, wrapped};
use crate::edition::play_option::PlayOption;
use crate::edition::row::{Edition, Moves};

/// Maximum length of a file name, in characters.
const MAX_NAME: usize = 200;

/// The state of the full screen.
pub(super) struct App {
    context: Context,
    menu: Menu,
    pub(super) play: Option<Play>,
    /// The last game with a line, if the current one has none.
    last: Option<Play>,
    replay: Option<Replay>,
    is_menu_open: bool,
    is_too_small: bool,
    /// Places of the keys that can be clicked.
    key_places: Vec<(Rect, KeyCode)>,
    now: Instant,
}

impl App {
    /// Opens the menu.
    pub(super) fn new(context: Context, edition: &Edition, now: Instant) -> Self {
        Self {
            menu: Menu::new(context.clone(), edition),
            context,
            play: None,
            last: None,
            replay: None,
            is_menu_open: true,
            is_too_small: false,
            key_places: Vec::new(),
            now,
        }
    }

    /// Starts the requested game, or leaves the menu open if there is no field.
    ///
    /// # Errors
    ///
    /// The game cannot start, or the file of `--script` exists.
    pub(super) fn play(
        &mut self,
        edition: &'static Edition,
        moves: &'static Moves,
        task: PlayTask,
    ) -> Result<(), ScreenError> {
        let setup = task.setup;
        let has_field = !setup.files.is_empty() || (edition.random)(&setup).is_some();
        if has_field || !edition.options.contains(&PlayOption::Random) {
            let mut source = FieldSource::new(edition, moves, setup, task.no_guess)?;
            source.start = task.start;
            let unfinished = self.context.records.left_game().map(|_| {
                "If you leave this game, the one you left before cannot be continued.".to_owned()
            });
            let notice = task.notice.or(unfinished);
            self.play = Some(Play::new(self.context.clone(), source, notice, self.now)?);
            self.is_menu_open = false;
            return Ok(());
        }
        edition.check_options(&setup)?;
        if setup.given().next().is_some() {
            // The options refer to a field that is missing, which this error explains.
            (moves.field)(&setup)?;
        }
        match &self.context.script {
            Some(path) => script::check_is_free(path, true),
            None => Ok(()),
        }
    }

    /// Starts a replay.
    ///
    /// # Errors
    ///
    /// The seed or the input cannot be read.
    pub(super) fn replay(
        &mut self,
        edition: &'static Edition,
        moves: &'static Moves,
        task: &ReplayTask,
    ) -> Result<(), ScreenError> {
        let replay = Replay::new(self.context.depth, edition, moves, task, self.now)?;
        self.replay = Some(replay);
        Ok(())
    }

    fn mode(&mut self) -> &mut dyn Mode {
        match (&mut self.replay, &mut self.play) {
            (Some(replay), _) => replay,
            (None, Some(play)) if !self.is_menu_open => play,
            _ => &mut self.menu,
        }
    }

    /// Returns the exit status of leaving now.
    fn status(&self) -> u8 {
        self.play.as_ref().map_or(0, Play::status)
    }

    /// Advances the clock and background work.
    pub(super) fn tick(&mut self, now: Instant) {
        self.now = now;
        self.mode().tick(now);
    }

    /// Returns the time until the next [`App::tick`] is due.
    pub(super) fn until_change(&mut self) -> Option<Duration> {
        self.mode().until_change()
    }

    pub(super) fn draw(&mut self, buffer: &mut Buffer) {
        let area = *buffer.area();
        self.key_places.clear();
        self.is_too_small = area.width < MIN_WIDTH || area.height < MIN_HEIGHT;
        if self.is_too_small {
            let Rect { width, height, .. } = area;
            let text = format!(
                "This terminal is {width} by {height}; at least {MIN_WIDTH} by {MIN_HEIGHT} are \
                 needed. Q: quit"
            );
            return draw_lines(buffer, area, wrapped(&text, width), Style::new());
        }
        let mode = self.mode();
        let footer = mode.draw(buffer);
        let (message, keys) = match mode.overlay() {
            Some(Overlay::Question { text, .. }) => (text.clone(), ANSWERS.to_vec()),
            Some(Overlay::FileName(name)) => (format!("Save as: {name}_"), ENTRY.to_vec()),
            Some(Overlay::Popup(_)) | None => (mode.message(), mode.keys()),
        };
        let mut style = Style::new();
        if mode.is_message_bold() || mode.overlay().is_some() {
            style = style.bold();
        }
        let uses_key_line = draw_message(buffer, footer.message, &message, style);
        if !uses_key_line || footer.message.bottom() < footer.keys.y {
            self.key_places = draw_keys(buffer, footer.keys, &keys);
        }
        if let Some(Overlay::Popup(popup)) = self.mode().overlay() {
            popup.draw(buffer);
        }
    }

    /// Processes a key. Returns the exit status if it ends the program.
    pub(super) fn key(&mut self, key: KeyEvent) -> Option<u8> {
        let modifiers = KeyModifiers::CONTROL | KeyModifiers::ALT;
        if key.modifiers.intersects(modifiers) {
            let is_interrupt = key.code == KeyCode::Char('c');
            return is_interrupt.then(|| self.status());
        }
        #[cfg(debug_assertions)]
        if key.code == KeyCode::F(12) {
            self.panic_for_a_test();
        }
        self.press(key.code)
    }

    /// Panics, so that a test can check that the terminal is restored.
    #[cfg(debug_assertions)]
    #[expect(clippy::panic, reason = "tests need a panic")]
    fn panic_for_a_test(&self) {
        panic!("F12 was pressed at {:?}", self.now);
    }

    fn press(&mut self, key: KeyCode) -> Option<u8> {
        if self.is_too_small {
            return (key == KeyCode::Char('Q')).then(|| self.status());
        }
        let mode = self.mode();
        if mode.cancel() {
            return None;
        }
        let step = match mode.overlay().take() {
            Some(Overlay::Question {
                question,
                key: same_key,
                ..
            }) => {
                let yes = [Some(KeyCode::Char('y')), Some(KeyCode::Enter), same_key];
                let is_yes = yes.contains(&Some(key));
                is_yes.then(|| mode.confirmed(question)).flatten()
            }
            Some(Overlay::FileName(name)) => {
                enter_name(mode, name, key);
                None
            }
            Some(Overlay::Popup(mut popup)) => {
                let by = match key {
                    KeyCode::Up | KeyCode::Char('k') => -1,
                    KeyCode::Down | KeyCode::Char('j') => 1,
                    KeyCode::PageUp => -PAGE,
                    KeyCode::PageDown => PAGE,
                    KeyCode::Esc | KeyCode::Enter | KeyCode::Char(' ') => return None,
                    _ => 0,
                };
                if by != 0 {
                    popup.scrolled = popup.scrolled.saturating_add_signed(by);
                    *mode.overlay() = Some(Overlay::Popup(popup));
                    None
                } else if popup.passes_keys {
                    mode.key(key)
                } else {
                    None
                }
            }
            None => mode.key(key),
        };
        self.follow(step?)
    }

    /// Processes a mouse event. Returns the exit status if it ends the program.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> Option<u8> {
        let is_click = matches!(mouse.kind, MouseEventKind::Down(_));
        let by = match mouse.kind {
            MouseEventKind::ScrollUp => -WHEEL,
            MouseEventKind::ScrollDown => WHEEL,
            MouseEventKind::Down(_) | MouseEventKind::ScrollLeft | MouseEventKind::ScrollRight => 0,
            _ => return None,
        };
        if self.is_too_small {
            return None;
        }
        if mouse.kind == MouseEventKind::Down(MouseButton::Left) {
            let position = (mouse.column, mouse.row).into();
            let mut places = self.key_places.iter();
            if let Some((_, key)) = places.find(|(area, _)| area.contains(position)) {
                return self.press(*key);
            }
        }
        let mode = self.mode();
        if is_click && mode.cancel() {
            return None;
        }
        match mode.overlay() {
            None => {
                let step = mode.mouse(mouse)?;
                return self.follow(step);
            }
            Some(Overlay::Popup(popup)) if !is_click => {
                popup.scrolled = popup.scrolled.saturating_add_signed(by);
            }
            // A click elsewhere closes what is above the view.
            overlay if is_click => *overlay = None,
            Some(_) => {}
        }
        None
    }

    fn follow(&mut self, step: Transition) -> Option<u8> {
        match step {
            Transition::Leave(status) => return Some(status.max(self.status())),
            Transition::ToMenu => {
                if let Some(play) = &mut self.play {
                    play.suspend();
                }
                let play = self.play.as_ref();
                let unfinished = play.filter(|play| play.is_on()).map(Play::describe);
                self.menu.open(unfinished, play.is_some());
                self.is_menu_open = true;
            }
            Transition::ToGame => self.return_to_game(),
            Transition::Next | Transition::Again => {
                if let Some(play) = &mut self.play {
                    play.suspend();
                    match play.next(step == Transition::Again) {
                        Ok(next) => self.replace(next),
                        Err(error) => play.say(format!("No new game: {error}.")),
                    }
                }
            }
            Transition::Begin => self.begin(),
        }
        None
    }

    fn return_to_game(&mut self) {
        if let Some(play) = &mut self.play {
            play.tick(self.now);
            play.resume();
            self.is_menu_open = false;
        }
    }

    /// Continues the unfinished game, or begins what was chosen on the menu.
    fn begin(&mut self) {
        let context = self.context.clone();
        let next = match self.menu.take_choice() {
            Some(source) => {
                Play::new(context, source, None, self.now).map_err(|error| error.to_string())
            }
            None if self.play.as_ref().is_some_and(Play::is_on) => return self.return_to_game(),
            None => Play::continued(context, self.now).ok_or("The file cannot be read".to_owned()),
        };
        match next {
            Ok(next) => {
                self.replace(next);
                self.is_menu_open = false;
            }
            Err(error) => self.menu.message = format!("This cannot be played: {error}."),
        }
    }

    fn replace(&mut self, next: Play) {
        let last = self.play.replace(next);
        self.last = last.filter(Play::has_lines).or(self.last.take());
    }

    /// Stores an unfinished game and writes the file of `--script`. Returns the line that stays on
    /// the terminal, if any.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(super) fn leave(mut self) -> Result<Option<String>, ScreenError> {
        if let Some(play) = &mut self.play {
            play.suspend();
        }
        let played = self
            .play
            .take_if(|play| play.has_lines() || self.last.is_none());
        played.or(self.last).map_or(Ok(None), Play::leave)
    }
}

/// Edits the name of a file; Enter saves it, Esc cancels.
fn enter_name(mode: &mut dyn Mode, mut name: String, key: KeyCode) {
    match key {
        KeyCode::Enter => return mode.save(name.trim()),
        KeyCode::Esc => return,
        KeyCode::Backspace => drop(name.pop()),
        KeyCode::Char(character) if name.chars().count() < MAX_NAME => name.push(character),
        _ => {}
    }
    *mode.overlay() = Some(Overlay::FileName(name));
}
