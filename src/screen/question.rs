//! What is asked on the lines of messages before it is done.

use super::keys::Action;
use crate::field::minefield::Square;

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
    /// Whether to reveal a square where a hint has just proved a mine.
    RevealMine(Square),
}

/// The keys that answer any question.
pub(super) const ANSWERS: [&str; 2] = ["y yes", "n no"];

impl Question {
    /// The question, and how it is answered; a game that is left is kept, or is not.
    pub(super) fn text(self, is_kept: bool) -> String {
        let (asked, yes) = match self {
            Self::Quit if is_kept => ("Quit? The menu can continue this game.", "y, Enter, Q"),
            Self::Quit => ("Quit? This game cannot be continued.", "y, Enter, Q"),
            Self::New if is_kept => (
                "Leave this game for a new one? The menu can continue it until you leave another.",
                "y, Enter",
            ),
            Self::New => ("Give up this game for a new one?", "y, Enter"),
            Self::Again => ("Begin this game again?", "y, Enter, R"),
            Self::Menu if is_kept => (
                "Leave this game for the menu? It can be continued there.",
                "y, Enter, M",
            ),
            Self::Menu => ("Give up this game for the menu?", "y, Enter, M"),
            Self::ShowMines => ("Show the mines? That takes a round.", "y, Enter, x"),
            Self::RevealMarked(_) => ("Reveal this marked square?", "y, Enter, space"),
            Self::RevealMine(_) => ("There is a mine. Reveal it?", "y, Enter, space"),
        };
        format!("{asked} {yes}: yes, other keys: no")
    }

    /// Whether a key means yes: one that always does, or the one that has led to the
    /// question. Only `n`, which leads to a new game, means no to everybody.
    pub(super) fn is_yes(self, action: Action) -> bool {
        match self {
            _ if action == Action::Yes => true,
            Self::Quit => action == Action::Quit,
            Self::New => false,
            Self::Again => action == Action::Again,
            Self::Menu => action == Action::Menu,
            Self::ShowMines => action == Action::ShowMines,
            Self::RevealMarked(_) | Self::RevealMine(_) => action == Action::Reveal,
        }
    }
}
