//! Keys to what they do.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Moves the cursor by so many rows and columns.
    Move(isize, isize),
    /// Moves it to the first or last column.
    Home,
    End,
    Reveal,
    Mark,
    Guess,
    /// Lifts the fog, or begins another game after the end of one.
    NofogOrNew,
    Undo,
    Help,
    Hint,
    Odds,
    Save,
    Quit,
    /// Ends without asking.
    Interrupt,
    /// Answers a question with yes, or with no.
    Yes,
    Close,
}

/// How far a page is.
const PAGE: isize = 10;

/// What a key does, if anything.
pub(super) fn action(key: KeyEvent) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => Some(Action::Interrupt),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Left | KeyCode::Char('h') => Action::Move(0, -1),
        KeyCode::Right | KeyCode::Char('l') => Action::Move(0, 1),
        KeyCode::Up | KeyCode::Char('k') => Action::Move(-1, 0),
        KeyCode::Down | KeyCode::Char('j') => Action::Move(1, 0),
        KeyCode::PageUp => Action::Move(-PAGE, 0),
        KeyCode::PageDown => Action::Move(PAGE, 0),
        KeyCode::Home => Action::Home,
        KeyCode::End => Action::End,
        KeyCode::Char(' ' | 'r') => Action::Reveal,
        KeyCode::Char('m' | 'f') => Action::Mark,
        KeyCode::Char('g') => Action::Guess,
        KeyCode::Char('n') => Action::NofogOrNew,
        KeyCode::Char('u') => Action::Undo,
        KeyCode::Char('?') => Action::Help,
        KeyCode::Char('H') => Action::Hint,
        KeyCode::Char('o') => Action::Odds,
        KeyCode::Char('s') => Action::Save,
        KeyCode::Char('Q') => Action::Quit,
        KeyCode::Char('y') => Action::Yes,
        KeyCode::Esc | KeyCode::Enter => Action::Close,
        _ => return None,
    })
}

/// The keys as the help tells them.
pub(super) const HELP: &[(&str, &str)] = &[
    ("arrows, h j k l", "move; Home, End, page keys: further"),
    (
        "space, r, left button",
        "reveal; on a number, all around it",
    ),
    ("m, f, right button", "mark"),
    ("g, middle button", "guess"),
    ("n", "nofog; after the end, a new game"),
    ("u", "undo"),
    ("H", "hint"),
    ("o", "odds"),
    ("s", "save the lines sent so far"),
    ("Q, Ctrl-C, Ctrl-Z", "quit; at once; stop until fg"),
    ("any key", "close this"),
];
