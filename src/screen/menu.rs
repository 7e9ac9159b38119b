//! The menu: which field is to be played on.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use crossterm::style::{ContentStyle, Stylize};

use super::canvas::{Area, Canvas, wrapped};
use super::controls;
use super::keys::{self, Binding, keys};
use super::mode::{Mode, WHEEL};
use super::question::ANSWERS;
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
    /// Adds a digit to the number of the line, or takes the last one away.
    Digit,
    DeleteDigit,
    Choose,
    Help,
    /// Answers any question with yes.
    Yes,
    /// Leaves the menu, and asks first if something was changed on it.
    Back,
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
    keys("0123456789", &[], Action::Digit),
    keys(
        "",
        &[KeyCode::Backspace, KeyCode::Delete],
        Action::DeleteDigit,
    ),
    keys("?", &[], Action::Help).footer("? help"),
    keys("y", &[], Action::Yes),
    keys("", &[KeyCode::Esc], Action::Back),
    keys("qQ", &[], Action::Quit).footer("Q quit"),
    keys("c", &[], Action::Quit).with_control(),
];

/// A list that is shown before the menu, from this line on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    Help(usize),
    Results(usize),
}

/// What is asked before it is done.
#[derive(Clone, Debug)]
enum Question {
    /// Whether to begin this, although a game was left.
    Begin(Choice),
    Leave,
}

impl Question {
    fn text(&self) -> &'static str {
        match self {
            Self::Begin(_) => {
                "The game you left is lost if you leave the new one, too. Begin? y, Enter: yes, other keys: no"
            }
            Self::Leave => "Quit? y, Enter, Esc: yes, other keys: no",
        }
    }

    /// Whether a key means yes: one that always does, or the one that has led to the
    /// question.
    fn is_yes(&self, action: Action) -> bool {
        match action {
            Action::Yes | Action::Choose => true,
            Action::Back | Action::Quit => matches!(self, Self::Leave),
            _ => false,
        }
    }
}

/// What can be changed on the menu.
#[derive(Clone, Copy)]
struct Settings {
    edition: &'static Edition,
    own: RandomField,
    no_guess: bool,
}

impl Settings {
    fn are(self, other: Self) -> bool {
        self.edition.name == other.edition.name
            && (self.own, self.no_guess) == (other.own, other.no_guess)
    }
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
    settings: Settings,
    /// As they were at first.
    unchanged: Settings,
    /// The digits of the number that is being typed on the line.
    typed: Option<String>,
    left: Option<LeftGame>,
    /// None if they cannot be read.
    results: Option<Vec<Won>>,
    message: String,
    question: Option<Question>,
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
        let settings = Settings {
            edition: editions()
                .find(|it| it.name == edition.name)
                .unwrap_or(table::default()),
            own: OF_DAY,
            no_guess: false,
        };
        let mut menu = Self {
            items: Vec::new(),
            at: 0,
            first: 0,
            lines: Area::default(),
            settings,
            unchanged: settings,
            typed: None,
            left: None,
            results: None,
            message: String::new(),
            question: None,
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
            let (edition, notice) = edition_for(self.settings.edition, field);
            Choice::Random {
                edition,
                field,
                no_guess: self.settings.no_guess,
                notice,
            }
        };
        let choice = match self.items[self.at] {
            Item::Continue => self.left.take().map(Box::new).map(Choice::Continue),
            Item::Preset(_, field) => Some(random(field)),
            Item::OwnSize | Item::Rows | Item::Cols | Item::Mines => {
                Some(random(self.settings.own))
            }
            Item::OfDay => Some(Choice::OfDay {
                edition: edition_for(self.settings.edition, OF_DAY).0,
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
        self.choice = match choice {
            Some(new) if self.left.is_some() && !matches!(new, Choice::Continue(_)) => {
                self.question = Some(Question::Begin(new));
                return None;
            }
            choice => choice,
        };
        Some(0)
    }

    /// Does what was asked before, by which the menu is left.
    fn answered_yes(&mut self, question: Question) {
        if let Question::Begin(choice) = question {
            self.choice = Some(choice);
        }
    }

    /// Whether a line is about a number, which is changed on it.
    fn is_number(&self) -> bool {
        let item = self.items[self.at];
        matches!(item, Item::Rows | Item::Cols | Item::Mines)
    }

    /// The number of the line and the most that it can be, where the line is about one.
    fn number(&mut self) -> Option<(&mut usize, usize)> {
        let own = &mut self.settings.own;
        match self.items[self.at] {
            Item::Rows => Some((&mut own.rows, MOST)),
            Item::Cols => Some((&mut own.cols, MOST)),
            Item::Mines => Some((&mut own.mines, MOST * MOST)),
            _ => None,
        }
    }

    /// Adds a digit to the number of the line, or takes the last one away. The first
    /// digit begins the number anew.
    fn type_digit(&mut self, digit: Option<char>) {
        let typed = self.typed.take();
        let Some((number, most)) = self.number() else {
            return;
        };
        let mut text = match digit {
            Some(_) => typed.unwrap_or_default(),
            None => typed.unwrap_or_else(|| number.to_string()),
        };
        match digit {
            Some(digit) => text.push(digit),
            None => drop(text.pop()),
        }
        *number = text.parse().unwrap_or_default();
        if *number > most {
            *number = most;
            text = most.to_string();
        }
        *number = (*number).max(1);
        self.typed = Some(text);
    }

    /// Ends the typing of a number; then there cannot be more mines than the field holds.
    fn end_typing(&mut self) {
        self.typed = None;
        let own = &mut self.settings.own;
        let most = (own.rows * own.cols).saturating_sub(1).max(1);
        own.mines = own.mines.min(most);
    }

    /// Changes what the line is about, up or down.
    fn change(&mut self, by: isize) {
        if let Some((number, most)) = self.number() {
            *number = number.saturating_add_signed(by).clamp(1, most);
            return self.end_typing();
        }
        match self.items[self.at] {
            Item::NoGuess => self.settings.no_guess = !self.settings.no_guess,
            Item::Edition => {
                let all: Vec<_> = editions().collect();
                let at = all
                    .iter()
                    .position(|it| it.name == self.settings.edition.name);
                let length = all.len();
                let next = (at.unwrap_or_default() + length).saturating_add_signed(by) % length;
                self.settings.edition = all[next];
            }
            _ => {}
        }
    }

    /// What a line says: what it is, and more about it.
    fn text(&self, item: Item) -> (String, String) {
        let number = |name: &str, number: usize| {
            let is_typed = self.items[self.at] == item;
            let typed = self.typed.as_ref().filter(|_| is_typed);
            let about = typed.map_or_else(|| format!("< {number} >"), |it| format!("< {it}_ >"));
            (name.to_owned(), about)
        };
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
            Item::OwnSize => ("Own size".to_owned(), self.about(self.settings.own)),
            Item::OfDay => ("Field of the day".to_owned(), Date::today().to_string()),
            Item::Rows => number("  rows", self.settings.own.rows),
            Item::Cols => number("  columns", self.settings.own.cols),
            Item::Mines => number("  mines", self.settings.own.mines),
            Item::NoGuess => {
                let is_on = if self.settings.no_guess { "yes" } else { "no" };
                ("Without guessing".to_owned(), format!("< {is_on} >"))
            }
            Item::Edition => (
                "Rules of".to_owned(),
                format!("< {} >", self.settings.edition.name),
            ),
            Item::Results => ("Best results".to_owned(), String::new()),
            Item::Keys => ("Keys".to_owned(), String::new()),
            Item::Quit => ("Quit".to_owned(), String::new()),
        }
    }

    /// What is to be known of a field before it is chosen.
    fn about(&self, field: RandomField) -> String {
        let RandomField { rows, cols, mines } = field;
        let (edition, _) = edition_for(self.settings.edition, field);
        let kind = Kind {
            edition: edition.name.to_owned(),
            rows,
            cols,
            mines,
            no_guess: self.settings.no_guess,
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
        let other_rules = |field| {
            edition_for(self.settings.edition, field)
                .1
                .unwrap_or_default()
        };
        match item {
            _ if self.question.is_some() => String::new(),
            Item::Preset(_, field) => other_rules(field),
            Item::OwnSize => other_rules(self.settings.own),
            Item::Rows | Item::Cols | Item::Mines => {
                "Digits, left, right and page keys change it; Enter plays a field of your own size."
                    .to_owned()
            }
            Item::OfDay => "Today everybody has this field.".to_owned(),
            Item::NoGuess => "Whether fields can be won by reasoning alone.".to_owned(),
            Item::Edition => format!("{}.", self.settings.edition.title()),
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
        self.end_typing();
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
            Action::Back if !self.settings.are(self.unchanged) => {
                self.question = Some(Question::Leave);
            }
            Action::Back | Action::Quit => return Some(0),
            Action::Digit | Action::DeleteDigit | Action::Yes => self.say_keys(),
        }
        None
    }

    fn say_keys(&mut self) {
        "Arrows and Enter choose, Q quits.".clone_into(&mut self.message);
    }

    /// Scrolls the list that is shown; whether there is one.
    fn scroll_list(&mut self, by: isize) -> bool {
        let most = self.most_scrolled;
        let scrolled = |from: usize| from.min(most).saturating_add_signed(by).min(most);
        match &mut self.list {
            Some(List::Help(from) | List::Results(from)) => *from = scrolled(*from),
            None => return false,
        }
        true
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
        let question = self.question.as_ref().map_or("", Question::text);
        let text = [question, &self.message, &of_item]
            .into_iter()
            .find(|it| !it.is_empty());
        let mut told = text.map_or_else(Vec::new, |text| wrapped(text, message.width));
        if told.is_empty() && seen < self.items.len() {
            told.push(format!("{} of {} lines are shown.", seen, self.items.len()));
        }
        if self.question.is_some() {
            canvas.put_lines(message, told, plain.bold());
            scene::draw_keys(canvas, footer, &ANSWERS);
        } else {
            canvas.put_lines(message, told, plain);
            scene::draw_keys(canvas, footer, &keys::footer(KEYS));
        }
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
        if let Some(question) = self.question.take() {
            let is_yes = action.is_some_and(|action| question.is_yes(action));
            return is_yes.then(|| {
                self.answered_yes(question);
                0
            });
        }
        if self.list.is_some() {
            match action {
                Some(Action::Up) => self.scroll_list(-1),
                Some(Action::Down) => self.scroll_list(1),
                Some(Action::PageUp) => self.scroll_list(-PAGE),
                Some(Action::PageDown) => self.scroll_list(PAGE),
                _ => self.list.take().is_some(),
            };
            return None;
        }
        match action {
            Some(Action::Digit | Action::DeleteDigit) if self.is_number() => {
                self.message.clear();
                self.type_digit(key.code.as_char());
            }
            Some(action) => return self.act(action),
            None => self.say_keys(),
        }
        None
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Option<u8> {
        let by: isize = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => 0,
            MouseEventKind::ScrollUp => -1,
            MouseEventKind::ScrollDown => 1,
            _ => return None,
        };
        if self.lines.height == 0 {
            return None;
        }
        if by != 0 {
            if self.question.is_none() && !self.scroll_list(by * WHEEL) {
                self.end_typing();
                let last = self.items.len() - 1;
                self.at = self.at.saturating_add_signed(by).min(last);
            }
            return None;
        }
        let question = self.question.take();
        if self.list.take().is_some() || !self.lines.contains(mouse.column, mouse.row) {
            return None;
        }
        let at = self.first + usize::from(mouse.row - self.lines.y);
        if at >= self.items.len() {
            return None;
        }
        match question {
            // The same line again means yes.
            Some(question @ Question::Begin(_)) if at == self.at => {
                self.answered_yes(question);
                return Some(0);
            }
            Some(_) => return None,
            None => {}
        }
        self.end_typing();
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
