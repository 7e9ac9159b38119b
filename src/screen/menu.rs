//! The menu: which field is to be played on.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use crossterm::style::{ContentStyle, Stylize};

use super::canvas::{Area, Canvas, wrapped};
use super::key_lookup::{self, Binding, bind};
use super::keys;
use super::mode::{Mode, WHEEL};
use super::question::{self, ANSWERS};
use super::records::{FieldKind, LeftGame, Records, UNREADABLE, Won};
use super::scene::{self, Popup, PopupText};
use super::settings::{Setting, Settings};
use super::wording::clock;
use crate::edition::row::Edition;
use crate::field::random::{PRESETS, RandomField};
use crate::io::date::Date;
use crate::io::visible::counted;

/// The field of the day.
const OF_DAY: RandomField = RandomField {
    rows: 10,
    cols: 10,
    mines: 15,
};

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
    Setting(Setting),
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
    /// Chooses, and answers any question with yes.
    Enter,
    Help,
    /// Answers any question with yes.
    Yes,
    /// Leaves the menu, and asks first if something was changed on it.
    Back,
    Quit,
}

const KEYS: &[Binding<Action>] = &[
    bind("k", &[KeyCode::Up, KeyCode::BackTab], Action::Up).footer("arrows choose"),
    bind("j", &[KeyCode::Down, KeyCode::Tab], Action::Down),
    bind("h-", &[KeyCode::Left], Action::Less),
    bind("l+", &[KeyCode::Right], Action::More),
    bind("", &[KeyCode::PageUp], Action::PageUp),
    bind("", &[KeyCode::PageDown], Action::PageDown),
    bind(" r", &[], Action::Choose).or_button(MouseButton::Left),
    bind("", &[KeyCode::Enter], Action::Enter).footer("Enter play"),
    bind("0123456789", &[], Action::Digit),
    bind(
        "",
        &[KeyCode::Backspace, KeyCode::Delete],
        Action::DeleteDigit,
    ),
    bind("?", &[], Action::Help).footer("? help"),
    bind("y", &[], Action::Yes),
    bind("", &[KeyCode::Esc], Action::Back),
    bind("qQ", &[], Action::Quit).footer("Q quit"),
    bind("c", &[], Action::Quit).with_control(),
];

/// A list that is shown before the menu, from this line on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    Help(usize),
    Results(usize),
}

/// What is asked before it is done.
#[derive(Clone, Debug)]
enum MenuQuestion {
    /// Whether to begin this, although a game was left.
    Begin(Choice),
    Leave,
}

impl MenuQuestion {
    fn text(&self) -> &'static str {
        match self {
            Self::Begin(_) => {
                "A new game? If you leave it, too, the earlier one can no longer be continued."
            }
            Self::Leave => "Quit?",
        }
    }

    /// Whether a key means yes: one that always does, or the one that has led to the
    /// question.
    fn is_yes(&self, action: Action) -> bool {
        match action {
            Action::Yes | Action::Enter => true,
            Action::Back | Action::Quit => matches!(self, Self::Leave),
            _ => false,
        }
    }
}

/// The menu.
pub(super) struct Menu {
    items: Vec<Item>,
    /// The line that is chosen.
    at: usize,
    /// The first line that was seen.
    first: usize,
    /// Where the lines are on the screen, and where the keys are told.
    lines: Area,
    keys: Area,
    settings: Settings,
    left: Option<LeftGame>,
    /// None if they cannot be read.
    results: Option<Vec<Won>>,
    message: String,
    question: Option<MenuQuestion>,
    list: Option<List>,
    most_scrolled: usize,
    choice: Option<Choice>,
}

impl Menu {
    pub(super) fn new(edition: &'static Edition, records: &Records) -> Self {
        let mut menu = Self {
            items: Vec::new(),
            at: 0,
            first: 0,
            lines: Area::default(),
            keys: Area::default(),
            settings: Settings::new(edition, OF_DAY),
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
            Item::Setting(Setting::Rows),
            Item::Setting(Setting::Cols),
            Item::Setting(Setting::Mines),
            Item::Setting(Setting::NoGuess),
            Item::Setting(Setting::Edition),
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
            let (edition, notice) = self.settings.edition_for(field);
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
            Item::Setting(setting @ (Setting::NoGuess | Setting::Edition)) => {
                self.settings.change(setting, 1);
                return None;
            }
            Item::OwnSize | Item::Setting(_) => Some(random(self.settings.own)),
            Item::OfDay => Some(Choice::OfDay {
                edition: self.settings.edition_for(OF_DAY).0,
                field: OF_DAY,
                date: Date::today(),
            }),
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
                self.question = Some(MenuQuestion::Begin(new));
                return None;
            }
            choice => choice,
        };
        Some(0)
    }

    /// Does what was asked before, by which the menu is left.
    fn answered_yes(&mut self, question: MenuQuestion) {
        if let MenuQuestion::Begin(choice) = question {
            self.choice = Some(choice);
        }
    }

    /// What the line changes, if it does.
    fn setting(&self) -> Option<Setting> {
        match self.items[self.at] {
            Item::Setting(setting) => Some(setting),
            _ => None,
        }
    }

    /// The number that the line changes.
    fn number(&self) -> Option<Setting> {
        let is_number = |it: &Setting| !matches!(it, Setting::NoGuess | Setting::Edition);
        self.setting().filter(is_number)
    }

    /// Changes what the line is about, up or down.
    fn change(&mut self, by: isize) {
        if let Some(setting) = self.setting() {
            self.settings.change(setting, by);
        }
    }

    /// What a line says: what it is, and more about it.
    fn text(&self, item: Item) -> (String, String) {
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
            Item::Setting(setting) => {
                let (name, about) = self.settings.text(setting);
                (name.to_owned(), about)
            }
            Item::Results => ("Best times".to_owned(), String::new()),
            Item::Keys => ("Keys".to_owned(), String::new()),
            Item::Quit => ("Quit".to_owned(), String::new()),
        }
    }

    /// What is to be known of a field before it is chosen.
    fn about(&self, field: RandomField) -> String {
        let RandomField { rows, cols, mines } = field;
        let (edition, _) = self.settings.edition_for(field);
        let kind = FieldKind {
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
        let other_rules = |field| self.settings.edition_for(field).1.unwrap_or_default();
        match item {
            _ if self.question.is_some() => String::new(),
            Item::Preset(_, field) => other_rules(field),
            Item::OwnSize => other_rules(self.settings.own),
            Item::OfDay => "Everybody has the same field today.".to_owned(),
            Item::Setting(Setting::NoGuess) => {
                "Whether fields can be won by reasoning alone.".to_owned()
            }
            Item::Setting(Setting::Edition) => format!("{}.", self.settings.edition.title()),
            Item::Setting(_) => {
                "Digits, left, right and page keys change it; Enter plays a field of your own size."
                    .to_owned()
            }
            Item::Continue | Item::Results | Item::Keys | Item::Quit => String::new(),
        }
    }

    /// The best times, those of each kind below it.
    fn told_results(&self) -> String {
        let Some(results) = &self.results else {
            return format!(
                "They cannot be read. Your next win begins a new file;\n\
                 this one is kept as {UNREADABLE}."
            );
        };
        let mut kinds: Vec<&FieldKind> = Vec::new();
        for won in results {
            if !kinds.contains(&&won.kind) {
                kinds.push(&won.kind);
            }
        }
        if kinds.is_empty() {
            return "None yet. A win on a random field counts, if there\n\
                    were no hints, odds, undos or shown mines."
                .to_owned();
        }
        let mut lines = Vec::new();
        for kind in kinds {
            let without = if kind.no_guess { ", no guessing" } else { "" };
            let FieldKind {
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
                format!(
                    "{place:3}. {time:>6}  {:4} rounds  {}",
                    won.rounds, won.date
                )
            }));
        }
        lines.join("\n")
    }

    fn act(&mut self, action: Action) -> Option<u8> {
        let last = self.items.len() - 1;
        let too_many = self.settings.end_typing();
        let is_to_begin = matches!(action, Action::Choose | Action::Enter);
        self.message = too_many.unwrap_or_default();
        if is_to_begin && !self.message.is_empty() {
            return None;
        }
        match action {
            Action::Up => self.at = self.at.checked_sub(1).unwrap_or(last),
            Action::Down if self.at == last => self.at = 0,
            Action::Down => self.at += 1,
            Action::Less => self.change(-1),
            Action::More => self.change(1),
            Action::PageUp if self.number().is_some() => self.change(PAGE),
            Action::PageDown if self.number().is_some() => self.change(-PAGE),
            Action::PageUp => self.at = 0,
            Action::PageDown => self.at = last,
            Action::Choose | Action::Enter => return self.choose(),
            Action::Help => self.list = Some(List::Help(0)),
            Action::Back if self.settings.are_changed => {
                self.question = Some(MenuQuestion::Leave);
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
                text: PopupText::Keys(keys::help()),
                scrolled,
            },
            List::Results(scrolled) => Popup {
                title: "best times",
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
        (self.lines, self.keys) = (lines, footer);
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
            let sign = match at {
                _ if at == self.first && at > 0 => " \u{25b2}",
                _ if at + 1 == self.first + seen && at + 1 < self.items.len() => " \u{25bc}",
                _ => continue,
            };
            let end = Area {
                x: line.x + line.width.saturating_sub(SIGN_WIDTH),
                width: SIGN_WIDTH,
                ..line
            };
            canvas.put(end, sign, style);
        }
        let of_item = self.told(self.items[self.at]);
        let question = self.question.as_ref().map_or("", MenuQuestion::text);
        let text = [question, &self.message, &of_item]
            .into_iter()
            .find(|it| !it.is_empty());
        let told = text.map_or_else(Vec::new, |text| wrapped(text, message.width));
        if self.question.is_some() {
            canvas.put_lines(message, told, plain.bold());
            scene::draw_keys(canvas, footer, &ANSWERS);
        } else {
            canvas.put_lines(message, told, plain);
            scene::draw_keys(canvas, footer, &key_lookup::footer(KEYS));
        }
        if let Some(list) = self.list {
            self.most_scrolled = self.popup(list).draw(canvas);
        }
    }

    fn until_change(&self) -> Option<Duration> {
        None
    }

    fn key(&mut self, key: KeyEvent) -> Option<u8> {
        let action = key_lookup::on_key(KEYS, key);
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
        match (action, self.number()) {
            (Some(Action::Digit | Action::DeleteDigit), Some(number)) => {
                self.message.clear();
                self.settings.type_digit(number, key.code.as_char());
            }
            (Some(action), _) => return self.act(action),
            (None, _) => self.say_keys(),
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
                self.message = self.settings.end_typing().unwrap_or_default();
                let last = self.items.len() - 1;
                self.at = self.at.saturating_add_signed(by).min(last);
            }
            return None;
        }
        let is_on_line = self.lines.contains(mouse.column, mouse.row);
        let at = is_on_line.then(|| self.first + usize::from(mouse.row - self.lines.y));
        let at = at.filter(|&at| at < self.items.len());
        if let Some(question) = self.question.take() {
            // The same line again means yes, too.
            let is_again = at == Some(self.at) && matches!(question, MenuQuestion::Begin(_));
            let is_yes = is_again || question::is_yes_clicked(self.keys, mouse);
            return is_yes.then(|| {
                self.answered_yes(question);
                0
            });
        }
        if self.list.take().is_some() {
            return None;
        }
        let at = at?;
        self.at = at;
        let is_changed = self.setting().is_some();
        let arrow = self.lines.x + SIGN_WIDTH + NAME_WIDTH;
        self.act(match mouse.column {
            // The blank beside it belongs to the arrow.
            column if is_changed && (arrow..arrow + 2).contains(&column) => Action::Less,
            _ if is_changed => Action::More,
            _ => Action::Choose,
        })
    }
}
