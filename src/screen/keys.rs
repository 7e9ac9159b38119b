//! The key tables of a game, the menu and a replay. The help and the line of keys are made from
//! them.

use crossterm::event::KeyCode;

/// A row of a key table.
pub(super) struct Binding<A> {
    /// Names of the keys, separated by spaces; see [`parse`].
    keys: &'static str,
    action: A,
    /// Text in the help; empty if the row above explains these keys, too.
    help: &'static str,
    /// Text in the line of keys; empty if the keys are not in it.
    footer: &'static str,
}

/// A key in the line of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeyLabel {
    pub(super) key: &'static str,
    pub(super) text: &'static str,
}

/// Creates a label from a key and a text.
pub(super) const fn label(key: &'static str, text: &'static str) -> KeyLabel {
    KeyLabel { key, text }
}

const fn bind<A>(keys: &'static str, action: A) -> Binding<A> {
    Binding {
        keys,
        action,
        help: "",
        footer: "",
    }
}

impl<A: Copy> Binding<A> {
    const fn help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }

    const fn footer(mut self, footer: &'static str) -> Self {
        self.footer = footer;
        self
    }
}

/// Returns the key of a name: a character, `space`, or the name of another key.
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
        "Tab" => KeyCode::Tab,
        "BackTab" => KeyCode::BackTab,
        "Backspace" => KeyCode::Backspace,
        _ => KeyCode::Char(name.chars().next().filter(|_| name.chars().count() == 1)?),
    })
}

/// Returns the action of a key.
pub(super) fn action<A: Copy>(table: &[Binding<A>], key: KeyCode) -> Option<A> {
    let has_key = |row: &&Binding<A>| row.keys.split(' ').any(|name| parse(name) == Some(key));
    table.iter().find(has_key).map(|row| row.action)
}

/// Returns the names of keys and what they do.
pub(super) fn help<A>(table: &[Binding<A>]) -> Vec<[String; 2]> {
    let rows = table.iter().filter(|row| !row.help.is_empty());
    rows.map(|row| [row.keys.replace(' ', ", "), row.help.to_owned()])
        .collect()
}

/// Returns the line of keys.
pub(super) fn footer<A>(table: &[Binding<A>]) -> Vec<KeyLabel> {
    let rows = table.iter().filter(|row| !row.footer.is_empty());
    rows.map(|row| {
        let (first, _) = row.keys.split_once(' ').unwrap_or((row.keys, ""));
        label(first, row.footer)
    })
    .collect()
}

/// Action of a key or a mouse button during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameAction {
    /// Moves the cursor by rows and columns.
    Move(isize, isize),
    Reveal,
    Mark,
    Guess,
    Hint,
    Undo,
    Odds,
    New,
    Again,
    ShowMines,
    /// Toggles moves that follow from others.
    Automatic,
    Details,
    /// Shows the result of a finished game again.
    Ending,
    Save,
    Help,
    Menu,
    Quit,
}

/// Number of rows that a page key moves.
pub(super) const PAGE: isize = 10;

/// Far enough to reach the edge of every field.
const EDGE: isize = isize::MAX;

pub(super) const GAME: &[Binding<GameAction>] = &[
    bind("h left", GameAction::Move(0, -1))
        .help("move left; with j, k, l and arrows: down, up, right"),
    bind("j down", GameAction::Move(1, 0)),
    bind("k up", GameAction::Move(-1, 0)),
    bind("l right", GameAction::Move(0, 1)),
    bind("Home", GameAction::Move(0, -EDGE)).help("first column; End: last; page keys: up, down"),
    bind("End", GameAction::Move(0, EDGE)),
    bind("PageUp", GameAction::Move(-PAGE, 0)),
    bind("PageDown", GameAction::Move(PAGE, 0)),
    bind("space r", GameAction::Reveal)
        .help("reveal; on a number, the rest around it (left button)")
        .footer("reveal"),
    bind("m f", GameAction::Mark)
        .help("mark a mine, or lift the mark (right button)")
        .footer("mark"),
    bind("g", GameAction::Guess).help("put a ? (middle button)"),
    bind("H", GameAction::Hint)
        .help("hint; H again does what it proves")
        .footer("hint"),
    bind("u", GameAction::Undo)
        .help("undo what the last key did")
        .footer("undo"),
    bind("o", GameAction::Odds).help("odds of a mine on each square, on or off"),
    bind("n", GameAction::New).help("new game").footer("new"),
    bind("R", GameAction::Again).help("the same game again"),
    bind("x", GameAction::ShowMines).help("show the mines; that takes a round"),
    bind("z", GameAction::Automatic).help("open around a 0 and mark the last mines, on or off"),
    bind("i", GameAction::Details).help("details: rules, score, how to play this field again"),
    bind("b", GameAction::Ending).help("the result again, after the end"),
    bind("s", GameAction::Save).help("save the commands that were sent"),
    bind("M Esc", GameAction::Menu)
        .help("menu, which continues this game")
        .footer("menu"),
    bind("?", GameAction::Help)
        .help("these keys")
        .footer("help"),
    bind("Q", GameAction::Quit)
        .help("quit; Ctrl-C: at once; Ctrl-Z: stop until fg")
        .footer("quit"),
];

/// The line of keys after the end of a game.
pub(super) const AFTER_THE_END: [KeyLabel; 6] = [
    label("n", "new game"),
    label("R", "same again"),
    label("u", "undo"),
    label("M", "menu"),
    label("?", "help"),
    label("Q", "quit"),
];

/// Answers to a question.
pub(super) const ANSWERS: [KeyLabel; 2] = [label("y", "yes"), label("n", "no")];

/// The keys of a text field.
pub(super) const ENTRY: [KeyLabel; 2] = [label("Enter", "save"), label("Esc", "cancel")];

/// Action of a key on the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MenuAction {
    /// Moves the cursor by lines.
    Move(isize),
    /// Changes the value of the line.
    Change(isize),
    Choose,
    DeleteDigit,
    Help,
    Back,
    Quit,
}

pub(super) const MENU: &[Binding<MenuAction>] = &[
    bind("up k BackTab", MenuAction::Move(-1)),
    bind("down j Tab", MenuAction::Move(1)),
    bind("Home", MenuAction::Move(-EDGE)),
    bind("End", MenuAction::Move(EDGE)),
    bind("left h -", MenuAction::Change(-1)),
    bind("right l +", MenuAction::Change(1)),
    bind("PageUp", MenuAction::Change(PAGE)),
    bind("PageDown", MenuAction::Change(-PAGE)),
    bind("Enter space", MenuAction::Choose).footer("play"),
    bind("Backspace", MenuAction::DeleteDigit),
    bind("Esc", MenuAction::Back).footer("back"),
    bind("?", MenuAction::Help).footer("help"),
    bind("Q", MenuAction::Quit).footer("quit"),
];

/// Action of a key during a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplayAction {
    /// Goes forth or back by lines.
    Step(isize),
    /// Goes to the round whose number was typed.
    GoToRound,
    NextInvalid,
    Play,
    /// Changes the speed.
    Speed(isize),
    Help,
    Quit,
}

pub(super) const REPLAY: &[Binding<ReplayAction>] = &[
    bind("right l space", ReplayAction::Step(1))
        .help("next line")
        .footer("next"),
    bind("left h", ReplayAction::Step(-1))
        .help("previous line")
        .footer("back"),
    bind("Home", ReplayAction::Step(-EDGE)).help("beginning; End: end"),
    bind("End", ReplayAction::Step(EDGE)),
    bind("Enter", ReplayAction::GoToRound)
        .help("go to the round whose number was typed")
        .footer("round"),
    bind("e", ReplayAction::NextInvalid)
        .help("next invalid command")
        .footer("invalid"),
    bind("p", ReplayAction::Play)
        .help("play, or stop")
        .footer("play"),
    bind("+", ReplayAction::Speed(1))
        .help("faster; -: slower")
        .footer("faster"),
    bind("-", ReplayAction::Speed(-1)).footer("slower"),
    bind("?", ReplayAction::Help)
        .help("these keys")
        .footer("help"),
    bind("Q", ReplayAction::Quit).help("quit").footer("quit"),
];
