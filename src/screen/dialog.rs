//! What is shown before a game: help, and what the game printed at its end.

use super::keys;
use super::scene::{Popup, PopupText};

/// What is shown before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialog {
    /// What the keys do, from this line on.
    Help(usize),
    /// What the game has printed at its end, from this line on.
    Banner(usize),
}

impl Dialog {
    /// It as it is drawn; the game has printed this at its end, and this is what the help
    /// says of rounds.
    pub(super) fn popup(self, end: &str, rounds: Option<[&'static str; 2]>) -> Popup {
        match self {
            Self::Help(scrolled) => Popup {
                title: "help",
                text: PopupText::Keys(keys::help().into_iter().chain(rounds).collect()),
                scrolled,
            },
            Self::Banner(scrolled) => Popup {
                title: "end",
                text: PopupText::Lines(end.trim_matches('\n').to_owned()),
                scrolled,
            },
        }
    }

    /// The same, scrolled by so many lines of at most so many.
    pub(super) fn scrolled(self, down: isize, most: usize) -> Self {
        let scrolled = |by: usize| by.min(most).saturating_add_signed(down).min(most);
        match self {
            Self::Help(by) => Self::Help(scrolled(by)),
            Self::Banner(by) => Self::Banner(scrolled(by)),
        }
    }
}
