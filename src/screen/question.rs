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
    /// The question; a game that is left is kept, or is not. It fits above the answers, on
    /// which somebody may click, however narrow the screen is.
    pub(super) fn text(self, is_kept: bool) -> &'static str {
        match self {
            Self::Quit if is_kept => "Quit? The menu can continue this game.",
            Self::Quit => "Quit? This game cannot be continued.",
            Self::New if is_kept => {
                "A new game? The menu can continue this one, until you leave another game."
            }
            Self::New => "Give up this game for a new one?",
            Self::Again => "Begin this game again?",
            Self::Menu if is_kept => "To the menu? It can continue this game.",
            Self::Menu => "Give up this game for the menu?",
            Self::ShowMines => "Show the mines? That takes a round.",
            Self::RevealMarked(_) => "Reveal this marked square?",
            Self::RevealMine(_) => "There is a mine. Reveal it?",
        }
    }

    /// Whether a key means yes: one that always does, or `Q`, `R`, `M` or `x` where it has
    /// led to the question. `n` means no to everybody, and who reveals twice by mistake is
    /// not to open a mark.
    pub(super) fn is_yes(self, action: Action) -> bool {
        match self {
            _ if action == Action::Yes => true,
            Self::Quit => action == Action::Quit,
            Self::Again => action == Action::Again,
            Self::Menu => action == Action::Menu,
            Self::ShowMines => action == Action::ShowMines,
            Self::New | Self::RevealMarked(_) | Self::RevealMine(_) => false,
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
                assert!(wrapped(text, LEAST_WIDTH).len() <= 2, "{text}");
            }
        }
    }
}
