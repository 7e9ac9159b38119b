//! State and events of the full screen: a page and, above it, an overlay.

use std::{
    ffi::OsString,
    path::PathBuf,
    sync::{
        Arc, Weak,
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use crossterm::event::{
    KeyCode::{self, Backspace, Char, Down, Enter, Esc, PageDown, PageUp, Up},
    KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui_core::layout::{Position, Rect};

use super::{
    game::ScreenGame,
    keys::{self, Bindings, Intent, PAGE},
    menu::Menu,
    records::Records,
    replay::Replay,
    theme::Depth,
    widgets::Popup,
};
use crate::{
    edition::{Edition, Setup, table},
    error::Error,
    field::Square,
    generate::NoGuessOptions,
    io::Date,
    solve::read_input,
};

/// Time to wait for a job before the screen reports that it is running.
const GRACE: Duration = Duration::from_millis(120);

type JobUpdate = Box<dyn FnOnce(&mut App) + Send>;

/// Work on another thread. Dropping the job discards the result.
pub(super) struct Job {
    /// The message while the job runs, if any key may cancel it.
    pub message: Option<&'static str>,
    result: Receiver<Result<JobUpdate, Error>>,
    /// The work may hold a weak reference to this, and stop early once the job is dropped.
    _keep_alive: Arc<()>,
}

/// A request for the full screen. Without a field, the menu opens.
#[derive(Debug)]
pub struct ScreenRequest {
    pub edition: &'static Edition,
    /// The seed or the random field, and the options.
    pub setup: Setup,
    /// Requirements of the random field if it must need no guess.
    pub no_guess: Option<NoGuessOptions>,
    /// The first square to reveal on a random field.
    pub start: Option<Square>,
    /// File to write the lines of the last game into.
    pub script: Option<PathBuf>,
    /// True if best times and the unfinished game are stored.
    pub has_records: bool,
    pub notice: Option<String>,
    /// File with the lines of a game to replay, and the number of lines to play at the start.
    pub replay: Option<(OsString, usize)>,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Page {
    Menu,
    Game,
    Replay,
}

/// Content above a page. It receives keys before the page.
pub(super) enum Overlay {
    Popup(Popup),
    /// The question whether to carry out an intent.
    Question(Intent, &'static str),
    /// Input of the name of a file to write.
    FileName(String),
}

pub(super) struct App {
    pub depth: Depth,
    pub records: Records,
    pub page: Page,
    pub menu: Menu,
    pub game: ScreenGame,
    /// The previous game in which a line was sent. `leave` uses it if the current game has no line.
    pub last: Option<ScreenGame>,
    /// The seeds of the fields that the player knows from earlier games.
    pub known_seeds: Vec<String>,
    pub replay: Replay,
    pub job: Option<Job>,
    pub message: String,
    pub overlay: Option<Overlay>,
    pub script: Option<PathBuf>,
    /// Names of the files that have been written.
    pub written: Vec<String>,
    /// The exit status, once the program is to end.
    pub status: Option<u8>,
    pub is_too_small: bool,
    /// Areas of the key hints, which can be clicked.
    pub key_areas: Vec<(Rect, KeyCode)>,
    pub now: Instant,
}

impl App {
    /// Starts the requested game or replay, or opens the menu if there is no field.
    ///
    /// # Errors
    ///
    /// The game cannot start, the replay cannot be read, or the file of `--script` exists or has no
    /// folder.
    pub fn new(
        request: ScreenRequest,
        depth: Depth,
        records: Records,
        today: Date,
        now: Instant,
    ) -> Result<Self, Error> {
        let edition = request.edition;
        let setup = request.setup;
        edition.check_options(&setup)?;
        let menu = Menu::new(edition, today);
        let mut app = Self {
            depth,
            records,
            page: Page::Game,
            game: menu.game()?,
            menu,
            last: None,
            known_seeds: Vec::new(),
            replay: Replay::new(Vec::new()),
            job: None,
            message: String::new(),
            overlay: None,
            script: request.script,
            written: Vec::new(),
            status: None,
            is_too_small: false,
            key_areas: Vec::new(),
            now,
        };
        let has_field = !setup.files.is_empty() || (edition.random)(&setup).is_some();
        if let Some((input, at)) = &request.replay {
            app.game = ScreenGame::new(edition, setup, None, None, false)?;
            app.game.run = app.game.run.restarted(true);
            app.replay = Replay::new(read_input(input)?);
            app.page = Page::Replay;
            app.replay.go_to(&mut app.game, *at);
        } else if has_field || setup.given().next().is_some() {
            let no_guess = request.no_guess.as_ref();
            let game = ScreenGame::new(edition, setup, no_guess, request.start, true)?;
            app.menu.field = game.state.source.kind.field;
            app.menu.no_guess = no_guess.is_some();
            app.begin(game);
            if let Some(notice) = request.notice {
                app.message = format!("{notice} {}", app.message);
            }
        } else {
            app.open_menu();
            app.menu.is_initial = true;
            if edition.name != table::default().name {
                // The unfinished game may be of another edition than the requested one.
                app.menu.selected = 1;
            }
        }
        app.check_script()?;
        Ok(app)
    }

    /// Advances the clock, the replay and background work. Returns true if the screen changes.
    pub fn tick(&mut self, now: Instant) -> bool {
        let elapsed = now.saturating_duration_since(self.now);
        self.now = now;
        let had_job = self.job.is_some();
        self.poll_job(Duration::ZERO);
        let seconds = self.game.state.time.as_secs();
        if self.page == Page::Game && self.game.is_running() {
            let time = &mut self.game.state.time;
            *time = time.saturating_add(elapsed);
        }
        let has_moved = self.replay.tick(&mut self.game, now);
        has_moved || seconds != self.game.state.time.as_secs() || had_job != self.job.is_some()
    }

    pub fn key(&mut self, key: KeyEvent) {
        let modifiers = KeyModifiers::CONTROL | KeyModifiers::ALT;
        if !key.modifiers.intersects(modifiers) {
            return self.press(key.code);
        }
        match (&mut self.overlay, key.code) {
            (_, Char('c')) => self.status = Some(0),
            (Some(Overlay::FileName(name)), Char('u')) => name.clear(),
            _ => {}
        }
    }

    fn press(&mut self, key: KeyCode) {
        if self.is_too_small {
            if key == Char('Q') {
                self.status = Some(0);
            }
            return;
        }
        if self.job.take_if(|job| job.message.is_some()).is_some() {
            self.report("Cancelled.");
            return;
        }
        match self.overlay.take() {
            Some(Overlay::Question(intent, _)) => {
                if matches!(key, Char('y') | Enter) {
                    self.act(intent, true);
                }
            }
            Some(Overlay::FileName(name)) => self.enter_name(name, key),
            Some(Overlay::Popup(mut popup)) => {
                let offset = match key {
                    Up | Char('k') => -1,
                    Down | Char('j') => 1,
                    PageUp => -PAGE,
                    PageDown => PAGE,
                    Esc | Enter | Char(' ' | '?') => return,
                    _ => return self.press(key),
                };
                popup.offset = popup.offset.saturating_add_signed(offset);
                self.overlay = Some(Overlay::Popup(popup));
            }
            None => match keys::intent(self.key_table(), key) {
                Some(intent) => self.act(intent, false),
                None => self.report("? shows the keys, Q quits."),
            },
        }
    }

    pub fn key_table(&self) -> Bindings {
        match self.page {
            Page::Replay => keys::REPLAY,
            Page::Menu | Page::Game => keys::GAME,
        }
    }

    /// Edits the name of a file; Enter saves it, Esc cancels.
    fn enter_name(&mut self, mut name: String, key: KeyCode) {
        match key {
            Enter if !name.trim().is_empty() => return self.save(name.trim()),
            Esc => return,
            Backspace => drop(name.pop()),
            Char(character) => name.push(character),
            _ => {}
        }
        self.overlay = Some(Overlay::FileName(name));
    }

    pub fn mouse(&mut self, mouse: MouseEvent) {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.press(Up),
            MouseEventKind::ScrollDown => self.press(Down),
            MouseEventKind::Down(button) => self.click(button, (mouse.column, mouse.row).into()),
            _ => {}
        }
    }

    fn click(&mut self, button: MouseButton, position: Position) {
        let mut areas = self.key_areas.iter();
        if let Some((_, key)) = areas.find(|(area, _)| area.contains(position)) {
            return self.press(*key);
        }
        // A click closes the overlay.
        if self.is_too_small || self.overlay.take().is_some() {
            return;
        }
        if self.page == Page::Menu && self.menu.click(button, position) {
            return self.act(Intent::Reveal, false);
        }
        if self.page == Page::Game
            && let Some(square) = self.game.layout.square_at(position)
        {
            self.game.cursor = square;
            let intent = match button {
                MouseButton::Left => Intent::Reveal,
                MouseButton::Right => Intent::Mark,
                MouseButton::Middle => Intent::Guess,
            };
            self.act(intent, false);
        }
    }

    /// Starts a job and waits a moment for its result, since most jobs are short. The argument of
    /// `work` loses its only owner when the job is dropped; the work may then stop early.
    pub fn start_job<Update: FnOnce(&mut Self) + Send + 'static>(
        &mut self,
        message: Option<&'static str>,
        work: impl FnOnce(&Weak<()>) -> Result<Update, Error> + Send + 'static,
    ) {
        let (sender, result) = mpsc::channel();
        let keep_alive = Arc::new(());
        let weak = Arc::downgrade(&keep_alive);
        thread::spawn(move || {
            // Sending fails if the job was cancelled.
            let update = work(&weak).map(|update| Box::new(update) as JobUpdate);
            let _ = sender.send(update);
        });
        self.job = Some(Job {
            message,
            result,
            _keep_alive: keep_alive,
        });
        self.poll_job(GRACE);
    }

    /// Applies the result of the job if it arrives before the timeout.
    fn poll_job(&mut self, timeout: Duration) {
        let Some(job) = self.job.take() else { return };
        match job.result.recv_timeout(timeout) {
            Ok(Ok(update)) => update(self),
            Ok(Err(error)) => self.message = format!("Not possible: {error}."),
            Err(RecvTimeoutError::Timeout) => self.job = Some(job),
            Err(RecvTimeoutError::Disconnected) => {}
        }
    }

    pub fn report(&mut self, message: &str) {
        message.clone_into(&mut self.message);
    }

    pub fn show_popup(&mut self, title: &'static str, text: String) {
        let offset = 0;
        let popup = Popup {
            title,
            text,
            offset,
        };
        self.overlay = Some(Overlay::Popup(popup));
    }
}
