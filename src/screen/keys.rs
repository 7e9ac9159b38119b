//! What the keys and the buttons of the mouse do while somebody plays.

use crossterm::event::{KeyCode, MouseButton};

use super::key_lookup::{self, Binding, bind};

/// What a key or a button of the mouse does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Moves the cursor by so many rows and columns.
    Move(isize, isize),
    /// Moves the cursor to the first or the last column.
    FirstColumn,
    LastColumn,
    Reveal,
    Mark,
    Guess,
    Undo,
    Hint,
    Odds,
    /// Begins another game, or the same one again.
    New,
    Again,
    ShowMines,
    /// Does what follows from a 0 at once, or does not.
    Automatic,
    Details,
    /// Shows what the game has printed at its end.
    Banner,
    Save,
    Help,
    Menu,
    Quit,
    /// Leaves without asking.
    Interrupt,
    /// Answers any question with yes.
    Yes,
}

/// How many rows a page key moves.
const PAGE: isize = 10;

pub(super) const KEYS: &[Binding<Action>] = &[
    bind("h", &[KeyCode::Left], Action::Move(0, -1)).help(
        "arrows, h j k l",
        "move; Home, End, page keys: further; wheel: scroll",
    ),
    bind("j", &[KeyCode::Down], Action::Move(1, 0)),
    bind("k", &[KeyCode::Up], Action::Move(-1, 0)),
    bind("l", &[KeyCode::Right], Action::Move(0, 1)),
    bind("", &[KeyCode::Home], Action::FirstColumn),
    bind("", &[KeyCode::End], Action::LastColumn),
    bind("", &[KeyCode::PageUp], Action::Move(-PAGE, 0)),
    bind("", &[KeyCode::PageDown], Action::Move(PAGE, 0)),
    bind(" r", &[], Action::Reveal)
        .or_button(MouseButton::Left)
        .help(
            "space, r, left button",
            "reveal; on a number, all around it",
        )
        .footer("space reveal"),
    bind("mf", &[], Action::Mark)
        .or_button(MouseButton::Right)
        .help(
            "m, f, right button",
            "mark a mine; again lifts it where the rules allow it",
        )
        .footer("m mark"),
    bind("g", &[], Action::Guess)
        .or_button(MouseButton::Middle)
        .help("g, middle button", "put a ?, for a guess, also on a mark"),
    bind("H", &[], Action::Hint)
        .help("H", "hint; H again, while it is shown, does what it proves")
        .footer("H hint"),
    bind("u", &[], Action::Undo)
        .help("u", "undo what the last key did")
        .footer("u undo"),
    bind("o", &[], Action::Odds).help("o", "odds of a mine, on or off"),
    bind("n", &[], Action::New)
        .help("n, R", "a new game, the same game again")
        .footer("n new"),
    bind("R", &[], Action::Again),
    bind("x", &[], Action::ShowMines).help("x", "show the mines; that takes a round"),
    bind("z", &[], Action::Automatic)
        .help("z", "open around a 0 and mark the last mines, on or off"),
    bind("i", &[], Action::Details)
        .help("i", "details: rules, seed, score, what the game was sent"),
    bind("b", &[], Action::Banner).help("b", "what the game printed at its end"),
    bind("s", &[], Action::Save).help("s", "save the moves so far in the current folder"),
    bind("M", &[], Action::Menu).help("M", "the menu"),
    bind("?", &[], Action::Help)
        .help("?", "show these keys")
        .footer("? help"),
    // Ctrl-Z is no key of a game: whatever is on the screen is stopped.
    bind("Q", &[], Action::Quit)
        .help("Q, Ctrl-C, Ctrl-Z", "quit; at once; stop until fg")
        .footer("Q quit"),
    bind("c", &[], Action::Interrupt).with_control(),
    bind("y", &[KeyCode::Enter], Action::Yes).help(
        "y, Enter",
        "yes to a question; Q, M, R, x again: yes; others: no",
    ),
];

/// What the keys do: what they are called, and what that is.
pub(super) fn help() -> Vec<[&'static str; 2]> {
    key_lookup::help(KEYS)
}

/// The keys that are told after the end of a game.
pub(super) const KEYS_AT_THE_END: [&str; 6] = [
    "n new game",
    "R same again",
    "u undo",
    "M menu",
    "? help",
    "Q quit",
];
