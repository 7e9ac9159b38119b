//! The tables of key bindings, from which the help is generated, and the key hints at the bottom.

use crossterm::event::KeyCode::{
    self, Char, Down, End, Enter, Esc, Home, Left, PageDown, PageUp, Right, Up,
};

use Intent::{
    Again, Automatic, Guess, Help, Hint, Mark, Menu, Move, New, NextInvalid, Odds, Play, Quit,
    Reveal, Save, ShowMines, Undo,
};

/// Intent that a key or a mouse button expresses.
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
    Again,
    ShowMines,
    /// Turns automatic moves on or off.
    Automatic,
    Save,
    Menu,
    Help,
    Quit,
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
    bind("h left", Move(0, -1)).help("left; with j, k, l and arrows: down, up, right"),
    bind("j down", Move(1, 0)),
    bind("k up", Move(-1, 0)),
    bind("l right", Move(0, 1)),
    bind("Home", Move(0, -EDGE)).help("first column; End: last; page keys: up, down"),
    bind("End", Move(0, EDGE)),
    bind("PageUp", Move(-PAGE, 0)),
    bind("PageDown", Move(PAGE, 0)),
    bind("space r Enter", Reveal).help("reveal, also around a number (left button)"),
    bind("m f", Mark).help("mark a mine, or unmark it if allowed (right button)"),
    bind("g", Guess).help("put a ? (middle button)"),
    bind("H", Hint).help("hint; H again does what it proves"),
    bind("u", Undo).help("undo what the last key did"),
    bind("o", Odds).help("odds of a mine on each square, on or off"),
    bind("n", New).help("new game; a seed file has only one"),
    bind("R", Again).help("the same game again"),
    bind("x", ShowMines).help("show the mines; takes a round"),
    bind("z", Automatic).help("reveal around a 0 and mark the last mines, on or off"),
    bind("s", Save).help("save the commands that were sent"),
    bind("M Esc", Menu).help("menu, and from it back to the game"),
    bind("?", Help).help("these keys"),
    bind("Q", Quit).help("quit; Ctrl-C: at once; Ctrl-Z: stop until fg"),
];

pub(super) const REPLAY: Bindings = &[
    bind("right l space", Move(0, 1)).help("next line"),
    bind("left h", Move(0, -1)).help("previous line"),
    bind("down", Move(1, 0)),
    bind("up", Move(-1, 0)),
    bind("PageDown", Move(PAGE, 0)).help("ten lines on; PageUp: back"),
    bind("PageUp", Move(-PAGE, 0)),
    bind("Home", Move(0, -EDGE)).help("beginning; End: end"),
    bind("End", Move(0, EDGE)),
    bind("e", NextInvalid).help("next invalid command"),
    bind("p", Play).help("play, or stop"),
    bind("?", Help).help("these keys"),
    bind("Q", Quit).help("quit"),
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
        "space" => Char(' '),
        "up" => Up,
        "down" => Down,
        "left" => Left,
        "right" => Right,
        "Home" => Home,
        "End" => End,
        "PageUp" => PageUp,
        "PageDown" => PageDown,
        "Enter" => Enter,
        "Esc" => Esc,
        _ => Char(name.parse().ok()?),
    })
}

pub(super) fn intent(table: Bindings, key: KeyCode) -> Option<Intent> {
    for row in table {
        if row.keys.split(' ').any(|name| parse(name) == Some(key)) {
            return Some(row.intent);
        }
    }
    None
}

/// Returns the help: a line for each row of the table that has a text.
pub(super) fn help(table: Bindings) -> Vec<String> {
    let mut lines = Vec::new();
    for row in table {
        if !row.help.is_empty() {
            let keys = row.keys.replace(' ', ", ");
            lines.push(format!("{keys:<16} {}", row.help));
        }
    }
    lines
}
