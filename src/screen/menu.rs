//! The menu: which field is to be played on.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use crossterm::style::{ContentStyle, Stylize};

use super::canvas::{Area, Canvas, wrapped};
use super::controls;
use super::keys::{self, Binding, keys};
use super::mode::Mode;
use super::records::{Kind, LeftGame, Records, UNREADABLE, Won};
use super::request;
use super::scene::{self, Popup, PopupText};
use super::wording::clock;
use crate::edition::play_option::PlayOption;
use crate::edition::row::Edition;
use crate::edition::table::{self, EDITIONS};
use crate::field::random::{PRESETS, RandomField};
use crate::io::date::Date;
use crate::io::visible::counted;

/// The field of the day.
const OF_DAY: RandomField = RandomField {
    rows: 10,
    cols: 10,
    mines: 15,
};

/// The most rows and columns that can be chosen.
const MOST: usize = 99;

/// How far a page key goes.
const PAGE: isize = 10;

/// How wide the sign before a line and its name are.
const SIGN_WIDTH: u16 = 2;
const NAME_WIDTH: u16 = 17;

/// What was chosen.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    /// The game that was left.
    Continue(Box<LeftGame>),
    /// Random fields.
    Random {
        edition: &'static Edition,
        field: RandomField,
        no_guess: bool,
        /// What is to be told of the edition.
        notice: Option<String>,
    },
    /// The one field of a day.
    OfDay {
        edition: &'static Edition,
        field: RandomField,
        date: Date,
    },
}

/// A line of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Continue,
    /// A size that players know.
    Preset(&'static str, RandomField),
    OwnSize,
    OfDay,
    Rows,
    Cols,
    Mines,
    NoGuess,
    Edition,
    Results,
    Keys,
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Up,
    Down,
    /// Changes what the line is about.
    Less,
    More,
    PageUp,
    PageDown,
    Choose,
    Help,
    Quit,
}

const KEYS: &[Binding<Action>] = &[
    keys("k", &[KeyCode::Up, KeyCode::BackTab], Action::Up).footer("arrows choose"),
    keys("j", &[KeyCode::Down, KeyCode::Tab], Action::Down),
    keys("h-", &[KeyCode::Left], Action::Less),
    keys("l+", &[KeyCode::Right], Action::More),
    keys("", &[KeyCode::PageUp], Action::PageUp),
    keys("", &[KeyCode::PageDown], Action::PageDown),
    keys(" r", &[KeyCode::Enter], Action::Choose)
        .or_button(MouseButton::Left)
        .footer("Enter play"),
    keys("?", &[], Action::Help).footer("? help"),
    keys("qQ", &[KeyCode::Esc], Action::Quit).footer("Q quit"),
    keys("c", &[], Action::Quit).with_control(),
];

/// A list that is shown before the menu, from this line on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    Help(usize),
    Results(usize),
}

/// The menu.
pub(super) struct Menu {
    items: Vec<Item>,
    /// The line that is chosen.
    at: usize,
    /// The first line that was seen.
    first: usize,
    /// Where the lines are on the screen.
    lines: Area,
    edition: &'static Edition,
    own: RandomField,
    no_guess: bool,
    left: Option<LeftGame>,
    /// None if they cannot be read.
    results: Option<Vec<Won>>,
    message: String,
    list: Option<List>,
    most_scrolled: usize,
    choice: Option<Choice>,
}

/// The editions that can be played on random fields.
fn editions() -> impl Iterator<Item = &'static Edition> {
    EDITIONS.iter().filter(|edition| {
        let draws = [PlayOption::Random, PlayOption::Rows];
        edition.moves.is_some() && draws.iter().any(|it| edition.options.contains(it))
    })
}

/// The edition in which a field is played, and what is to be told if that is another
/// one than was chosen.
pub(super) fn edition_for(
    chosen: &'static Edition,
    field: RandomField,
) -> (&'static Edition, Option<String>) {
    let RandomField { rows, cols, .. } = field;
    if chosen.fields.size(rows, cols).is_some() {
        return (chosen, None);
    }
    match table::with_random_size(rows, cols) {
        Some(other) => (other, Some(request::picked(chosen, other))),
        None => (chosen, None),
    }
}

impl Menu {
    pub(super) fn new(edition: &'static Edition, records: &Records) -> Self {
        let mut menu = Self {
            items: Vec::new(),
            at: 0,
            first: 0,
            lines: Area::default(),
            edition: editions()
                .find(|it| it.name == edition.name)
                .unwrap_or(table::default()),
            own: OF_DAY,
            no_guess: false,
            left: None,
            results: None,
            message: String::new(),
            list: None,
            most_scrolled: 0,
            choice: None,
        };
        menu.refresh(records);
        menu.at = 0;
        menu
    }

    /// Looks again what is kept, and tells why what was chosen cannot be played, if it
    /// cannot.
    pub(super) fn show_again(&mut self, records: &Records, message: String) {
        let chosen = self.items.get(self.at).copied();
        self.refresh(records);
        let is_chosen = |item: &Item| Some(*item) == chosen;
        self.at = self.items.iter().position(is_chosen).unwrap_or_default();
        self.message = message;
    }

    fn refresh(&mut self, records: &Records) {
        self.left = records.left_game();
        self.results = records.results();
        let left = self.left.is_some().then_some(Item::Continue);
        let presets = PRESETS
            .iter()
            .map(|&(name, field)| Item::Preset(name, field));
        self.items = left.into_iter().chain(presets).collect();
        self.items.extend([
            Item::OfDay,
            Item::OwnSize,
            Item::Rows,
            Item::Cols,
            Item::Mines,
            Item::NoGuess,
            Item::Edition,
            Item::Results,
            Item::Keys,
            Item::Quit,
        ]);
    }

    /// What was chosen; none if the menu was left.
    pub(super) fn take_choice(&mut self) -> Option<Choice> {
        self.choice.take()
    }

    /// Does what a line says; the exit status, if the menu is left.
    fn choose(&mut self) -> Option<u8> {
        let random = |field| {
            let (edition, notice) = edition_for(self.edition, field);
            Choice::Random {
                edition,
                field,
                no_guess: self.no_guess,
                notice,
            }
        };
        self.choice = match self.items[self.at] {
            Item::Continue => self.left.take().map(Box::new).map(Choice::Continue),
            Item::Preset(_, field) => Some(random(field)),
            Item::OwnSize | Item::Rows | Item::Cols | Item::Mines => Some(random(self.own)),
            Item::OfDay => Some(Choice::OfDay {
                edition: edition_for(self.edition, OF_DAY).0,
                field: OF_DAY,
                date: Date::today(),
            }),
            Item::NoGuess | Item::Edition => {
                self.change(1);
                return None;
            }
            Item::Results => {
                self.list = Some(List::Results(0));
                return None;
            }
            Item::Keys => {
                self.list = Some(List::Help(0));
                return None;
            }
            Item::Quit => None,
        };
        Some(0)
    }

    /// Whether a line is about a number, which is changed on it.
    fn is_number(&self) -> bool {
        let item = self.items[self.at];
        matches!(item, Item::Rows | Item::Cols | Item::Mines)
    }

    /// Changes what the line is about, up or down.
    fn change(&mut self, by: isize) {
        let changed = |number: usize, most: usize| number.saturating_add_signed(by).clamp(1, most);
        match self.items[self.at] {
            Item::Rows => self.own.rows = changed(self.own.rows, MOST),
            Item::Cols => self.own.cols = changed(self.own.cols, MOST),
            Item::Mines => self.own.mines = changed(self.own.mines, MOST * MOST),
            Item::NoGuess => self.no_guess = !self.no_guess,
            Item::Edition => {
                let all: Vec<_> = editions().collect();
                let at = all.iter().position(|it| it.name == self.edition.name);
                let length = all.len();
                let next = (at.unwrap_or_default() + length).saturating_add_signed(by) % length;
                self.edition = all[next];
            }
            _ => return,
        }
        let most = (self.own.rows * self.own.cols).saturating_sub(1).max(1);
        self.own.mines = self.own.mines.min(most);
    }

    /// What a line says: what it is, and more about it.
    fn text(&self, item: Item) -> (String, String) {
        let number = |name: &str, number: usize| (name.to_owned(), format!("< {number} >"));
        match item {
            Item::Continue => {
                let about = self.left.as_ref().map(|left| {
                    let time = clock(Duration::from_millis(left.milliseconds));
                    format!("{} {}x{}, {time}", left.edition, left.rows, left.cols)
                });
                ("Continue".to_owned(), about.unwrap_or_default())
            }
            Item::Preset(name, field) => {
                let mut name = name.to_owned();
                name[..1].make_ascii_uppercase();
                (name, self.about(field))
            }
            Item::OwnSize => ("Own size".to_owned(), self.about(self.own)),
            Item::OfDay => ("Field of the day".to_owned(), Date::today().to_string()),
            Item::Rows => number("  rows", self.own.rows),
            Item::Cols => number("  columns", self.own.cols),
            Item::Mines => number("  mines", self.own.mines),
            Item::NoGuess => {
                let is_on = if self.no_guess { "yes" } else { "no" };
                ("Without guessing".to_owned(), format!("< {is_on} >"))
            }
            Item::Edition => ("Rules of".to_owned(), format!("< {} >", self.edition.name)),
            Item::Results => ("Best results".to_owned(), String::new()),
            Item::Keys => ("Keys".to_owned(), String::new()),
            Item::Quit => ("Quit".to_owned(), String::new()),
        }
    }

    /// What is to be known of a field before it is chosen.
    fn about(&self, field: RandomField) -> String {
        let RandomField { rows, cols, mines } = field;
        let (edition, _) = edition_for(self.edition, field);
        let kind = Kind {
            edition: edition.name.to_owned(),
            rows,
            cols,
            mines,
            no_guess: self.no_guess,
        };
        let best = self.results.iter().flatten().find(|won| won.kind == kind);
        let more = match best {
            Some(best) => format!(", best {}", clock(best.time())),
            None => String::new(),
        };
        format!("{rows}x{cols}, {}{more}", mines_of(mines))
    }

    /// What is told of a line while it is chosen, if there is more to it than it says.
    fn told(&self, item: Item) -> String {
        let other_rules = |field| edition_for(self.edition, field).1.unwrap_or_default();
        match item {
            Item::Preset(_, field) => other_rules(field),
            Item::OwnSize => other_rules(self.own),
            Item::Rows | Item::Cols | Item::Mines => {
                "Left, right and page keys change it; Enter plays a field of your own size."
                    .to_owned()
            }
            Item::OfDay => "Today everybody has this field.".to_owned(),
            Item::NoGuess => "Whether fields can be won by reasoning alone.".to_owned(),
            Item::Edition => format!("{}.", self.edition.title()),
            Item::Continue | Item::Results | Item::Keys | Item::Quit => String::new(),
        }
    }

    /// The best results, those of each kind below it.
    fn told_results(&self) -> String {
        let Some(results) = &self.results else {
            return format!(
                "They cannot be read. With the next one a new file\n\
                 begins; this one is kept as {UNREADABLE}."
            );
        };
        let mut kinds: Vec<&Kind> = Vec::new();
        for won in results {
            if !kinds.contains(&&won.kind) {
                kinds.push(&won.kind);
            }
        }
        if kinds.is_empty() {
            return "None yet: games on random fields count that were\n\
                    won without hints, odds and undo."
                .to_owned();
        }
        let mut lines = Vec::new();
        for kind in kinds {
            let without = if kind.no_guess { ", no guessing" } else { "" };
            let Kind {
                edition,
                rows,
                cols,
                mines,
                ..
            } = kind;
            lines.push(format!(
                "{rows}x{cols}, {}{without}, rules of {edition}",
                mines_of(*mines)
            ));
            let of_kind = results.iter().filter(|won| won.kind == *kind);
            lines.extend(of_kind.enumerate().map(|(place, won)| {
                let (place, time) = (place + 1, clock(won.time()));
                format!("{place:3}. {time:>6}  {:4} moves  {}", won.rounds, won.date)
            }));
        }
        lines.join("\n")
    }

    fn act(&mut self, action: Action) -> Option<u8> {
        let last = self.items.len() - 1;
        self.message.clear();
        match action {
            Action::Up => self.at = self.at.checked_sub(1).unwrap_or(last),
            Action::Down if self.at == last => self.at = 0,
            Action::Down => self.at += 1,
            Action::Less => self.change(-1),
            Action::More => self.change(1),
            Action::PageUp if self.is_number() => self.change(PAGE),
            Action::PageDown if self.is_number() => self.change(-PAGE),
            Action::PageUp => self.at = 0,
            Action::PageDown => self.at = last,
            Action::Choose => return self.choose(),
            Action::Help => self.list = Some(List::Help(0)),
            Action::Quit => return Some(0),
        }
        None
    }

    fn popup(&self, list: List) -> Popup {
        match list {
            List::Help(scrolled) => Popup {
                title: "keys in a game",
                text: PopupText::Keys(controls::help()),
                scrolled,
            },
            List::Results(scrolled) => Popup {
                title: "best results",
                text: PopupText::Lines(self.told_results()),
                scrolled,
            },
        }
    }
}

/// So many mines, in words.
fn mines_of(mines: usize) -> String {
    counted(mines, "mine", "mines")
}

impl Mode for Menu {
    fn draw(&mut self, canvas: &mut Canvas) {
        const WIDTH: u16 = 56;
        if scene::is_too_small(canvas) {
            self.lines = Area::default();
            return;
        }
        let plain = ContentStyle::new();
        let screen = canvas.area();
        let [above, footer] = screen.rows([0, 1]);
        let length = u16::try_from(self.items.len()).unwrap_or(u16::MAX);
        // What is told needs more lines where they are shorter.
        let of_message = if screen.width < WIDTH { 3 } else { 2 };
        let block = above.centred(WIDTH, length + 2 + of_message);
        let [title, lines, message] = block.rows([2, 0, of_message]);
        canvas.put(title, "MINESWEEPER ALPHA", plain.bold());
        let seen = usize::from(lines.height);
        self.first = self
            .first
            .clamp((self.at + 1).saturating_sub(seen), self.at);
        self.first = self.first.min(self.items.len().saturating_sub(seen));
        self.lines = lines;
        let name_width = usize::from(NAME_WIDTH);
        let shown = self.items.iter().enumerate().skip(self.first).take(seen);
        for ((at, &item), y) in shown.zip(lines.y..) {
            let (name, about) = self.text(item);
            let sign = if at == self.at { '>' } else { ' ' };
            let width = usize::from(lines.width);
            let text = format!("{sign} {name:<name_width$}{about}");
            let line = Area {
                y,
                height: 1,
                ..lines
            };
            let style = if at == self.at {
                plain.reverse()
            } else {
                plain
            };
            canvas.put(line, &format!("{text:<width$}"), style);
        }
        let of_item = self.told(self.items[self.at]);
        let text = [&self.message, &of_item]
            .into_iter()
            .find(|it| !it.is_empty());
        let mut told = text.map_or_else(Vec::new, |text| wrapped(text, message.width));
        if told.is_empty() && seen < self.items.len() {
            told.push(format!("{} of {} lines are shown.", seen, self.items.len()));
        }
        canvas.put_lines(message, told, plain);
        scene::draw_keys(canvas, footer, &keys::footer(KEYS));
        if let Some(list) = self.list {
            self.most_scrolled = self.popup(list).draw(canvas);
        }
    }

    fn until_change(&self) -> Option<Duration> {
        None
    }

    fn key(&mut self, key: KeyEvent) -> Option<u8> {
        let action = keys::on_key(KEYS, key);
        let is_interrupt = key.code == KeyCode::Char('c') && action == Some(Action::Quit);
        if is_interrupt || self.lines.height == 0 {
            // Without room, the only thing to do is to leave.
            return (action == Some(Action::Quit)).then_some(0);
        }
        let Some(list) = self.list.take() else {
            let Some(action) = action else {
                "Arrows and Enter choose, Q quits.".clone_into(&mut self.message);
                return None;
            };
            return self.act(action);
        };
        let by: isize = match action {
            Some(Action::Up) => -1,
            Some(Action::Down) => 1,
            Some(Action::PageUp) => -PAGE,
            Some(Action::PageDown) => PAGE,
            _ => return None,
        };
        let most = self.most_scrolled;
        let scrolled = |from: usize| from.min(most).saturating_add_signed(by).min(most);
        self.list = Some(match list {
            List::Help(from) => List::Help(scrolled(from)),
            List::Results(from) => List::Results(scrolled(from)),
        });
        None
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Option<u8> {
        let MouseEventKind::Down(MouseButton::Left) = mouse.kind else {
            return None;
        };
        if self.list.take().is_some() || !self.lines.contains(mouse.column, mouse.row) {
            return None;
        }
        let at = self.first + usize::from(mouse.row - self.lines.y);
        if at >= self.items.len() {
            return None;
        }
        self.at = at;
        let is_changed =
            self.is_number() || matches!(self.items[at], Item::NoGuess | Item::Edition);
        let arrow = self.lines.x + SIGN_WIDTH + NAME_WIDTH;
        self.act(match mouse.column {
            // The blank beside it belongs to the arrow.
            column if is_changed && (arrow..arrow + 2).contains(&column) => Action::Less,
            _ if is_changed => Action::More,
            _ => Action::Choose,
        })
    }
}
