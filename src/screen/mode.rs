//! The interface between the screen and its views: the menu, a game and a replay.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, MouseEvent};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

use super::keys::KeyLabel;
use super::records::Records;
use super::theme::Depth;
use super::widgets::Popup;
use crate::field::minefield::Square;
use crate::io::date::Date;

/// Number of lines per step of the mouse wheel.
pub(super) const WHEEL: isize = 3;

/// Settings and files that all views share.
#[derive(Clone)]
pub(super) struct Context {
    pub(super) depth: Depth,
    pub(super) records: Records,
    /// The file of `--script`.
    pub(super) script: Option<PathBuf>,
    /// The clock for dates.
    pub(super) today: fn() -> Date,
}

/// Something above a view that takes all keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Overlay {
    Popup(Popup),
    Question {
        question: Question,
        text: String,
        /// The key that asked, if it also means yes.
        key: Option<KeyCode>,
    },
    /// The name of a file to write, as typed so far.
    FileName(String),
}

/// An action that needs a confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Quit,
    New,
    Again,
    ShowMines,
    /// Reveals a marked square, or one with a proved mine.
    Reveal(Square),
}

impl Overlay {
    pub(super) fn question(question: Question, text: impl Into<String>) -> Self {
        let key = match question {
            Question::Quit => Some('Q'),
            Question::Again => Some('R'),
            Question::ShowMines => Some('x'),
            // `n` means no, and a space that is pressed twice by mistake must not open a mark.
            Question::New | Question::Reveal(_) => None,
        };
        Self::Question {
            question,
            text: text.into(),
            key: key.map(KeyCode::Char),
        }
    }
}

/// A change of the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Transition {
    ToMenu,
    /// Back from the menu to the game.
    ToGame,
    /// Begins what was chosen on the menu.
    Begin,
    /// Begins a game on the next field.
    Next,
    /// Begins the same game again.
    Again,
    Leave(u8),
}

/// Areas below the main part of a view.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Footer {
    pub(super) message: Rect,
    pub(super) keys: Rect,
}

/// A view: the menu, a game or a replay.
pub(super) trait Mode {
    /// Draws everything but the message, the keys and the overlay.
    fn draw(&mut self, buffer: &mut Buffer) -> Footer;

    fn message(&self) -> String;

    /// Reports whether the message is bold, as that of a finished game.
    fn is_message_bold(&self) -> bool {
        false
    }

    fn keys(&self) -> Vec<KeyLabel>;

    fn overlay(&mut self) -> &mut Option<Overlay>;

    /// Advances the clock and background work.
    fn tick(&mut self, now: Instant);

    /// Returns the time until the next [`Mode::tick`] is due; `None` if only events change the view.
    fn until_change(&self) -> Option<Duration>;

    fn key(&mut self, key: KeyCode) -> Option<Transition>;

    fn mouse(&mut self, mouse: MouseEvent) -> Option<Transition>;

    /// Runs a confirmed action.
    fn confirmed(&mut self, _: Question) -> Option<Transition> {
        None
    }

    /// Writes the file whose name was entered.
    fn save(&mut self, _: &str) {}

    /// Cancels a job that blocks the view. Returns false if there is none.
    fn cancel(&mut self) -> bool {
        false
    }
}
