//! What is shown before a game: help, what the game printed at its end, and questions.

use super::controls;
use super::scene::{Popup, PopupText};
use crate::field::minefield::Square;

/// What is shown before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialog {
    /// What the keys do, from this line on.
    Help(usize),
    /// What the game has printed at its end, from this line on.
    Banner(usize),
    Question(Question),
}

/// What is asked before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Quit,
    New,
    Again,
    Menu,
    ShowMines,
    /// Whether to reveal a square that is marked.
    RevealMarked(Square),
}

impl Question {
    fn text(self) -> &'static str {
        match self {
            Self::Quit => "Quit?",
            Self::New => "Leave this game for a new one?",
            Self::Again => "Begin this game again?",
            Self::Menu => "Leave this game for the menu?",
            Self::ShowMines => "Show where the mines are? That takes a round.",
            Self::RevealMarked(_) => "Reveal this square, which is marked?",
        }
    }
}

impl Dialog {
    /// It as it is drawn; the game has printed this at its end.
    pub(super) fn popup(self, end: &str) -> Popup {
        let (title, text, scrolled) = match self {
            Self::Help(by) => ("help", PopupText::Keys(controls::help()), by),
            Self::Banner(by) => {
                let end = end.trim_matches('\n').to_owned();
                ("end", PopupText::Lines(end), by)
            }
            Self::Question(question) => {
                let text = format!("{} y: yes, any other key: no", question.text());
                ("", PopupText::Prose(text), 0)
            }
        };
        Popup {
            title,
            text,
            scrolled,
        }
    }

    /// The same, scrolled by so many lines of at most so many; none if it is closed by
    /// any key.
    pub(super) fn scrolled(self, down: isize, most: usize) -> Option<Self> {
        let scrolled = |by: usize| by.min(most).saturating_add_signed(down).min(most);
        match self {
            Self::Help(by) => Some(Self::Help(scrolled(by))),
            Self::Banner(by) => Some(Self::Banner(scrolled(by))),
            Self::Question(_) => None,
        }
    }
}
