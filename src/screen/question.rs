//! What is asked on the lines of messages before it is done.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::canvas::Area;
use super::keys::Action;
use super::scene;
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

/// The answer to any question that means yes.
const YES: &str = "y yes";

/// The keys that answer any question.
pub(super) const ANSWERS: [&str; 2] = [YES, "n no"];

/// Whether a click is on the answer that means yes, where the answers are drawn in this area.
pub(super) fn is_yes_clicked(answers: Area, mouse: MouseEvent) -> bool {
    mouse.kind == MouseEventKind::Down(MouseButton::Left)
        && scene::key_at(answers, &ANSWERS, mouse.column, mouse.row) == Some(YES)
}

impl Question {
    /// The question, and how it is answered; a game that is left is kept, or is not. It fits
    /// above the answers, on which somebody may click, however narrow the screen is.
    pub(super) fn text(self, is_kept: bool) -> String {
        let (asked, yes) = match self {
            Self::Quit if is_kept => ("Quit? The menu can continue this game.", "y, Enter, Q"),
            Self::Quit => ("Quit? This game cannot be continued.", "y, Enter, Q"),
            Self::New if is_kept => (
                "A new game? The menu keeps this one until you leave another.",
                "y",
            ),
            Self::New => ("Give up this game for a new one?", "y"),
            Self::Again => ("Begin this game again?", "y, Enter, R"),
            Self::Menu if is_kept => ("To the menu? It can continue this game.", "y, Enter, M"),
            Self::Menu => ("Give up this game for the menu?", "y, Enter, M"),
            Self::ShowMines => ("Show the mines? That takes a round.", "y, Enter, x"),
            Self::RevealMarked(_) => ("Reveal this marked square?", "y, Enter, space"),
            Self::RevealMine(_) => ("There is a mine. Reveal it?", "y, Enter, space"),
        };
        // Who presses `n` again is not to wonder.
        let no = if self == Self::New { "n" } else { "other keys" };
        format!("{asked} {yes}: yes, {no}: no")
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::canvas::wrapped;
    use crate::screen::layout::LEAST_WIDTH;

    #[test]
    fn questions_leave_the_line_of_the_answers_free() {
        let square = Square { row: 0, col: 0 };
        for question in [
            Question::Quit,
            Question::New,
            Question::Again,
            Question::Menu,
            Question::ShowMines,
            Question::RevealMarked(square),
            Question::RevealMine(square),
        ] {
            for is_kept in [false, true] {
                let text = question.text(is_kept);
                assert!(wrapped(&text, LEAST_WIDTH).len() <= 2, "{text}");
            }
        }
    }
}
