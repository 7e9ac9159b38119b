//! The tables of key bindings, from which the help is generated, and the key hints at the bottom.

use crossterm::event::KeyCode;

/// What the player wants by a key or a mouse button.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Intent {
    /// Moves by rows and columns. In the menu, columns change the value of the line; in a replay,
    /// both count lines of input.
    Move(isize, isize),
    /// Reveals the square, or activates the line of the menu.
    Reveal,
    Mark,
    Guess,
    Hint,
    Undo,
    Odds,
    New,
    /// Starts the same game again.
    Again,
    ShowMines,
    /// Turns automatic moves on or off.
    Automatic,
    Save,
    /// Opens the menu, or returns from it to the game.
    Menu,
    Help,
    Quit,
    /// Goes to the next invalid command of the replay.
    NextInvalid,
    /// Starts or stops playing the replay.
    Play,
}

/// Keys with the same intent: a row of a key table.
pub(super) struct Binding {
    /// Names of the keys, separated by spaces; see [`parse`].
    keys: &'static str,
    intent: Intent,
    /// Text in the help; empty if a row above also explains these keys.
    help: &'static str,
}

pub(super) type Bindings = &'static [Binding];

const fn bind(keys: &'static str, intent: Intent) -> Binding {
    let help = "";
    Binding { keys, intent, help }
}

impl Binding {
    const fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }
}

/// Number of rows or lines that a page key moves by.
pub(super) const PAGE: isize = 10;

/// Distance that reaches the edge of every field.
const EDGE: isize = isize::MAX;

/// The keys of a game and of the menu.
pub(super) const GAME: Bindings = &[
    bind("h left", Intent::Move(0, -1)).help("left; with j, k, l and arrows: down, up, right"),
    bind("j down", Intent::Move(1, 0)),
    bind("k up", Intent::Move(-1, 0)),
    bind("l right", Intent::Move(0, 1)),
    bind("Home", Intent::Move(0, -EDGE)).help("first column; End: last; page keys: up, down"),
    bind("End", Intent::Move(0, EDGE)),
    bind("PageUp", Intent::Move(-PAGE, 0)),
    bind("PageDown", Intent::Move(PAGE, 0)),
    bind("space r Enter", Intent::Reveal).help("reveal, also around a number (left button)"),
    bind("m f", Intent::Mark).help("mark a mine, or remove the mark (right button)"),
    bind("g", Intent::Guess).help("put a ? (middle button)"),
    bind("H", Intent::Hint).help("hint; H again does what it proves"),
    bind("u", Intent::Undo).help("undo what the last key did"),
    bind("o", Intent::Odds).help("odds of a mine on each square, on or off"),
    bind("n", Intent::New).help("new game; a seed file has only one"),
    bind("R", Intent::Again).help("the same game again"),
    bind("x", Intent::ShowMines).help("show the mines; takes a round"),
    bind("z", Intent::Automatic).help("reveal around a 0 and mark the last mines, on or off"),
    bind("s", Intent::Save).help("save the commands that were sent"),
    bind("M Esc", Intent::Menu).help("menu, and from it back to the game"),
    bind("?", Intent::Help).help("these keys"),
    bind("Q", Intent::Quit).help("quit; Ctrl-C: at once; Ctrl-Z: stop until fg"),
];

pub(super) const REPLAY: Bindings = &[
    bind("right l space", Intent::Move(0, 1)).help("next line"),
    bind("left h", Intent::Move(0, -1)).help("previous line"),
    bind("down", Intent::Move(1, 0)),
    bind("up", Intent::Move(-1, 0)),
    bind("PageDown", Intent::Move(PAGE, 0)).help("ten lines on; PageUp: back"),
    bind("PageUp", Intent::Move(-PAGE, 0)),
    bind("Home", Intent::Move(0, -EDGE)).help("beginning; End: end"),
    bind("End", Intent::Move(0, EDGE)),
    bind("e", Intent::NextInvalid).help("next invalid command"),
    bind("p", Intent::Play).help("play, or stop"),
    bind("?", Intent::Help).help("these keys"),
    bind("Q", Intent::Quit).help("quit"),
];

/// Key hints for the bottom line. Two spaces separate the hints, one space a key from its text.
pub(super) const GAME_KEYS: &str =
    "space reveal  m mark  H hint  u undo  n new  M menu  ? help  Q quit";
pub(super) const END_KEYS: &str = "n new game  R same again  u undo  M menu  ? help  Q quit";
pub(super) const MENU_KEYS: &str = "arrows change  Enter play  Esc back  ? help  Q quit";
pub(super) const REPLAY_KEYS: &str = "right next  left back  e invalid  p play  ? help  Q quit";
pub(super) const POPUP_KEYS: &str = "Esc close";
pub(super) const RESULT_KEYS: &str = "n new game  R same again  Esc close";
pub(super) const ANSWER_KEYS: &str = "y yes  n no";
pub(super) const FILE_NAME_KEYS: &str = "Enter save  Ctrl-U clear  Esc cancel";

/// Parses the name of a key: a character, `space`, or a name such as `Home`.
pub(super) fn parse(name: &str) -> Option<KeyCode> {
    Some(match name {
        "space" => KeyCode::Char(' '),
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PageUp" => KeyCode::PageUp,
        "PageDown" => KeyCode::PageDown,
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        _ => KeyCode::Char(name.parse().ok()?),
    })
}

/// Returns the intent of a key.
pub(super) fn intent(table: Bindings, key: KeyCode) -> Option<Intent> {
    let has_key = |row: &&Binding| row.keys.split(' ').any(|name| parse(name) == Some(key));
    Some(table.iter().find(has_key)?.intent)
}

/// Returns the help: a line for each row of the table that has a text.
pub(super) fn help(table: Bindings) -> Vec<String> {
    let rows = table.iter().filter(|row| !row.help.is_empty());
    rows.map(|row| format!("{:<16} {}", row.keys.replace(' ', ", "), row.help))
        .collect()
}
