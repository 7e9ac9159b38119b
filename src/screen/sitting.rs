//! Somebody who plays: one game or several, keys and mouse.

use std::path::PathBuf;
use std::time::Duration;

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::action::{Action, action};
use super::draw::{Colours, Highlights};
use super::error::ScreenError;
use super::event::{Event, HANGUP_STATUS};
use super::events::Events;
use super::layout::Layout;
use super::playing::Playing;
use super::request::PlayTask;
use super::script::{self, Script};
use super::source::{Source, options};
use super::terminal::Screen;
use crate::edition::row::{Edition, Moves};
use crate::edition::setup::Setup;
use crate::field::minefield::{Minefield, Size, Square};
use crate::game::view::Shown;
use crate::solve::odds::Chances;

/// Somebody who plays.
pub(super) struct Sitting {
    pub(super) edition: &'static Edition,
    pub(super) moves: &'static Moves,
    pub(super) setup: Setup,
    pub(super) source: Source,
    /// What random fields begin with, if they are random.
    pub(super) rng_seed: Option<u64>,
    pub(super) script: Option<PathBuf>,
    /// The game; none before the first reveal on a random field.
    pub(super) playing: Option<Playing>,
    /// The game before, which counts until a line is sent to the next.
    pub(super) previous: Option<Playing>,
    /// Whether the field is that of a file.
    pub(super) has_file: bool,
    pub(super) cursor: Square,
    /// The square that the seed notes as the one to start from.
    pub(super) noted_start: Option<Square>,
    /// The first square that is seen of a large field.
    pub(super) first: Square,
    pub(super) layout: Option<Layout>,
    pub(super) undos: u32,
    pub(super) message: String,
    pub(super) highlights: Highlights,
    pub(super) odds: Odds,
    pub(super) popup: Option<PopupKind>,
    pub(super) colours: Colours,
}

/// Whether odds are shown.
pub(super) enum Odds {
    Off,
    On(Option<Box<Chances>>),
}

/// What is shown before everything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PopupKind {
    Help,
    End,
    /// Whether to quit.
    Quit,
}

impl Sitting {
    /// Begins.
    ///
    /// # Errors
    ///
    /// There is no field, or the script cannot be written later.
    pub(super) fn new(
        edition: &'static Edition,
        moves: &'static Moves,
        mut task: PlayTask,
    ) -> Result<Self, ScreenError> {
        edition.check_options(&task.setup)?;
        edition.draw_rng_seed(&mut task.setup)?;
        let source = Source::new(edition, moves, &task)?;
        if let Some(path) = &task.script {
            let mut files = vec![path.clone()];
            if task.setup.files.is_empty() {
                files.push(script::seed_beside(path));
            }
            if let Some(path) = files.into_iter().find(|path| script::exists(path)) {
                return Err(ScreenError::Exists { path });
            }
            script::look_for_folder(path)?;
        }
        let start = match &task.no_guess {
            Some(wanted) => Some(wanted.start_on(source.size())?),
            None => None,
        };
        let noted_start = edition.noted_start(&task.setup, source.size());
        let mut sitting = Self {
            edition,
            moves,
            setup: options(&task.setup),
            rng_seed: task.setup.rng_seed,
            script: task.script,
            playing: None,
            previous: None,
            has_file: !task.setup.files.is_empty(),
            cursor: start.unwrap_or(Square { row: 0, col: 0 }),
            noted_start,
            first: Square { row: 0, col: 0 },
            layout: None,
            undos: 0,
            message: String::new(),
            highlights: Highlights::default(),
            odds: Odds::Off,
            popup: None,
            colours: Colours::from_environment(),
            source,
        };
        sitting.begin();
        Ok(sitting)
    }

    /// Begins a game, on the same field or, where fields are random, on another.
    pub(super) fn begin(&mut self) {
        let fixed = self.source.fixed();
        let next = fixed.map(|minefield| self.game_on(minefield));
        if self.is_on() {
            self.previous = self.playing.take();
        }
        self.playing = next;
        self.undos = 0;
        self.message.clear();
        self.show_start();
        self.forget();
        self.count_again();
    }

    pub(super) fn game_on(&self, minefield: Minefield) -> Playing {
        Playing::new(self.moves, self.setup.clone(), minefield)
    }

    /// Shows and answers, until somebody quits; the exit status.
    pub(super) fn run(&mut self, screen: &mut Screen, events: &Events) -> u8 {
        // A terminal that refuses is gone.
        self.go_on(screen, events).unwrap_or(HANGUP_STATUS)
    }

    fn go_on(&mut self, screen: &mut Screen, events: &Events) -> Result<u8, ScreenError> {
        loop {
            let mut layout = None;
            screen.draw(|frame| layout = self.scene().draw(frame))?;
            self.layout = layout;
            if let Some(layout) = layout {
                self.first = layout.first;
            }
            let mut event = events.next(self.until_clock_changes());
            loop {
                match event {
                    Event::Key(key) => match action(key) {
                        Some(action) => {
                            if let Some(status) = self.act(action) {
                                return Ok(status);
                            }
                        }
                        None => self.popup = None,
                    },
                    Event::Mouse(mouse) => self.point(mouse),
                    Event::Resized | Event::Nothing => {}
                    Event::Suspend(stopping) => {
                        screen.suspend(stopping)?;
                        events.forget_stops();
                    }
                    Event::Resume => screen.resume()?,
                    Event::End(status) => return Ok(status),
                }
                match events.pending() {
                    Some(next) => event = next,
                    None => break,
                }
            }
        }
    }

    /// Writes the script that was asked for at the beginning.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(super) fn finish(&self) -> Result<(), ScreenError> {
        let Some(path) = &self.script else {
            return Ok(());
        };
        match self.script().write(path) {
            // Somebody has taken the name meanwhile: the lines are not lost.
            Err(ScreenError::Exists { path }) => {
                let instead = self.script().write_anywhere()?;
                Err(ScreenError::Taken { path, instead })
            }
            written => written,
        }
    }

    pub(super) fn script(&self) -> Script<'_> {
        let playing = self.playing.as_ref();
        let is_on = playing.filter(|_| self.is_on());
        let playing = is_on.or(self.previous.as_ref()).or(playing);
        Script {
            lines: playing.map_or(&[], Playing::lines),
            minefield: playing.filter(|_| !self.has_file).map(Playing::minefield),
        }
    }

    /// How long the time that is shown stays right; without end if it does not
    /// run.
    fn until_clock_changes(&self) -> Option<Duration> {
        let playing = self.playing.as_ref().filter(|playing| playing.is_timed())?;
        let part = Duration::from_nanos(playing.time().subsec_nanos().into());
        Some(Duration::from_secs(1).saturating_sub(part))
    }

    pub(super) fn is_over(&self) -> bool {
        let playing = self.playing.as_ref();
        playing.is_some_and(|playing| playing.status().is_some())
    }

    pub(super) fn shown(&self, square: Square) -> Shown {
        let playing = self.playing.as_ref();
        playing.map_or(Shown::Covered, |playing| playing.view().shown(square))
    }

    pub(super) fn size(&self) -> Size {
        self.source.size()
    }

    /// Does what a key asks for; the exit status, if that was to end.
    fn act(&mut self, action: Action) -> Option<u8> {
        if let Some(popup) = self.popup.take() {
            match (popup, action) {
                (PopupKind::Quit, Action::Yes | Action::Quit) | (_, Action::Interrupt) => {
                    return Some(self.status());
                }
                (PopupKind::End, Action::NofogOrNew) => self.begin(),
                _ => {}
            }
            return None;
        }
        // Nobody plays what is not seen.
        let is_seen = self.layout.is_some();
        if !is_seen && !matches!(action, Action::Quit | Action::Interrupt) {
            return None;
        }
        self.message.clear();
        let Size { rows, cols } = self.size();
        match action {
            Action::Move(down, right) => {
                self.cursor = Square {
                    row: self.cursor.row.saturating_add_signed(down).min(rows - 1),
                    col: self.cursor.col.saturating_add_signed(right).min(cols - 1),
                };
            }
            Action::Home => self.cursor.col = 0,
            Action::End => self.cursor.col = cols - 1,
            Action::Reveal => self.reveal(),
            Action::Mark => self.mark(),
            Action::Guess => self.guess(),
            Action::NofogOrNew if self.is_over() => self.begin(),
            Action::NofogOrNew => self.lift_fog(),
            Action::Undo => self.undo(),
            Action::Help => self.popup = Some(PopupKind::Help),
            Action::Hint => self.hint(),
            Action::Odds => self.toggle_odds(),
            Action::Save => self.save(),
            Action::Quit if self.is_over() || !self.is_on() || !is_seen => {
                return Some(self.status());
            }
            Action::Quit => self.popup = Some(PopupKind::Quit),
            Action::Interrupt => return Some(self.status()),
            Action::Yes | Action::Close => {}
        }
        None
    }

    /// Whether a line has been sent to the game.
    fn is_on(&self) -> bool {
        let playing = self.playing.as_ref();
        playing.is_some_and(|playing| !playing.lines().is_empty())
    }

    fn status(&self) -> u8 {
        let playing = self.playing.as_ref();
        playing.and_then(Playing::status).unwrap_or_default()
    }

    /// Does what the mouse asks for.
    fn point(&mut self, mouse: MouseEvent) {
        let MouseEventKind::Down(button) = mouse.kind else {
            return;
        };
        if self.popup.take().is_some() {
            return;
        }
        let layout = self.layout.as_ref();
        let Some(square) = layout.and_then(|layout| layout.square_at(mouse.column, mouse.row))
        else {
            return;
        };
        self.message.clear();
        self.cursor = square;
        match button {
            MouseButton::Left => self.reveal(),
            MouseButton::Right => self.mark(),
            MouseButton::Middle => self.guess(),
        }
    }

    /// Forgets what was said of the squares.
    pub(super) fn forget(&mut self) {
        self.highlights = Highlights::default();
        if let Odds::On(chances) = &mut self.odds {
            *chances = None;
        }
    }
}
