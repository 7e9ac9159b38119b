//! The menu: starts games, and sets their size and options.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Constraint, Rect};
use ratatui_core::style::Style;

use super::error::ScreenError;
use super::keys::{self, KeyLabel, MenuAction};
use super::mode::{Context, Footer, Mode, Overlay, Question, Transition};
use super::play::clock;
use super::records::{FieldKind, UNREADABLE, Won};
use super::request;
use super::source::{FieldSource, NO_GUESS};
use super::widgets::{Popup, draw_box};
use crate::edition::play_option::PlayOption;
use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::edition::table::{self, EDITIONS};
use crate::field::minefield::Size;
use crate::field::random::{PRESETS, Random, RandomField};
use crate::io::visible::counted;

/// The field of the day.
const OF_DAY: RandomField = RandomField {
    rows: 10,
    cols: 10,
    mines: 15,
};

/// Maximum number of rows and columns.
const MAX_SIDE: usize = 99;

/// Width of the list, and of the names in it.
const WIDTH: u16 = 46;
const NAME_WIDTH: u16 = 17;

/// Width of the preview and the gap before it.
const PREVIEW_WIDTH: u16 = 34;

/// Number of lines for messages.
const MESSAGE_LINES: u16 = 3;

/// A line of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MenuItem {
    Continue,
    NewGame,
    OfDay,
    Preset,
    Rows,
    Cols,
    Mines,
    NoGuess,
    Rules,
    BestTimes,
}

const ITEMS: [MenuItem; 10] = [
    MenuItem::Continue,
    MenuItem::NewGame,
    MenuItem::OfDay,
    MenuItem::Preset,
    MenuItem::Rows,
    MenuItem::Cols,
    MenuItem::Mines,
    MenuItem::NoGuess,
    MenuItem::Rules,
    MenuItem::BestTimes,
];

/// The menu.
pub(super) struct Menu {
    context: Context,
    items: Vec<MenuItem>,
    at: usize,
    /// The first visible item.
    first: usize,
    /// Area of the visible items.
    list: Rect,
    edition: &'static Edition,
    field: RandomField,
    no_guess: bool,
    /// True if the next digit continues the number of the current line.
    is_typing: bool,
    /// Description of the unfinished game.
    unfinished: Option<String>,
    /// True if Esc returns to a game.
    has_game: bool,
    /// `None` if the results cannot be read.
    results: Option<Vec<Won>>,
    pub(super) message: String,
    overlay: Option<Overlay>,
    /// The fields of the game to start.
    choice: Option<FieldSource>,
}

/// Returns the editions with random fields.
fn editions() -> Vec<&'static Edition> {
    let draws = |edition: &&Edition| {
        let options = [PlayOption::Random, PlayOption::Rows];
        let has_option = options
            .iter()
            .any(|option| edition.options.contains(option));
        edition.moves.is_some() && has_option
    };
    EDITIONS.iter().filter(draws).collect()
}

impl Menu {
    pub(super) fn new(context: Context, edition: &Edition) -> Self {
        let is_chosen = |other: &&Edition| other.name == edition.name;
        let edition = editions().into_iter().find(is_chosen);
        let mut menu = Self {
            context,
            items: Vec::new(),
            at: 0,
            first: 0,
            list: Rect::ZERO,
            edition: edition.unwrap_or(table::default()),
            field: PRESETS[0].1,
            no_guess: false,
            is_typing: false,
            unfinished: None,
            has_game: false,
            results: None,
            message: String::new(),
            overlay: None,
            choice: None,
        };
        menu.open(None, false);
        menu
    }

    /// Opens the menu with the description of the game in progress. The cursor is on the first
    /// line that continues or starts a game.
    pub(super) fn open(&mut self, game: Option<String>, has_game: bool) {
        let stored = self.context.records.left_game().map(|left| {
            let time = clock(Duration::from_millis(left.milliseconds));
            format!("{}x{}, {time}", left.rows, left.cols)
        });
        self.unfinished = game.or(stored);
        self.has_game = has_game;
        self.results = self.context.records.results();
        self.items = ITEMS.to_vec();
        if self.unfinished.is_none() {
            self.items.retain(|item| *item != MenuItem::Continue);
        }
        self.at = 0;
        self.message.clear();
    }

    /// Returns the fields of the game to start; `None` to continue the unfinished game.
    pub(super) fn take_choice(&mut self) -> Option<FieldSource> {
        self.choice.take()
    }

    /// Returns the edition for a size, and a remark if it is not the chosen one.
    fn edition_for(&self, field: RandomField) -> (&'static Edition, Option<String>) {
        let RandomField { rows, cols, .. } = field;
        let fits = self.edition.fields.size(rows, cols).is_some();
        match table::with_random_size(rows, cols).filter(|_| !fits) {
            Some(other) => (other, Some(request::picked(self.edition, other))),
            None => (self.edition, None),
        }
    }

    fn choose(&mut self) -> Option<Transition> {
        self.choice = None;
        let is_of_day = match self.items[self.at] {
            MenuItem::Continue => return Some(Transition::Begin),
            MenuItem::BestTimes => {
                self.overlay = Some(Overlay::Popup(self.best_times()));
                return None;
            }
            item => item == MenuItem::OfDay,
        };
        match self.source(is_of_day) {
            Ok(source) => self.choice = Some(source),
            Err(error) => {
                let text = match error {
                    ScreenError::Start(error) => {
                        String::from_utf8_lossy(&error.message()).into_owned()
                    }
                    error => error.to_string(),
                };
                let text = text.trim().trim_start_matches("minesweeper-alpha: ");
                self.message = format!("This cannot be played: {text}.");
                return None;
            }
        }
        if self.unfinished.is_some() {
            let text = "A new game? The unfinished one can be continued until you leave another.";
            self.overlay = Some(Overlay::question(Question::New, text));
            return None;
        }
        Some(Transition::Begin)
    }

    /// Returns the field of the day, or random fields of the chosen size.
    fn source(&self, is_of_day: bool) -> Result<FieldSource, ScreenError> {
        let field = if is_of_day { OF_DAY } else { self.field };
        let (edition, _) = self.edition_for(field);
        let moves = edition
            .moves
            .as_ref()
            .ok_or(ScreenError::NoMoves(edition.name))?;
        if is_of_day {
            return FieldSource::of_day(edition, moves, field, (self.context.today)());
        }
        let mut setup = Setup::default();
        if edition.options.contains(&PlayOption::Random) {
            setup.random = Some(field);
        } else {
            let RandomField { rows, cols, mines } = field;
            [setup.rows, setup.cols, setup.mines] = [rows, cols, mines].map(Some);
        }
        FieldSource::new(edition, moves, setup, self.no_guess.then_some(NO_GUESS))
    }

    fn quit(&mut self) -> Option<Transition> {
        if !self.has_game || self.unfinished.is_none() {
            return Some(Transition::Leave(0));
        }
        let text = if self.context.records.are_kept() {
            "Quit? The menu can continue the unfinished game."
        } else {
            "Quit? The unfinished game cannot be continued."
        };
        self.overlay = Some(Overlay::question(Question::Quit, text));
        None
    }

    /// Moves the cursor; from the last line to the first.
    fn move_by(&mut self, by: isize) {
        let length = self.items.len();
        self.at = match by {
            -1 | 1 => (self.at + length).saturating_add_signed(by) % length,
            _ => self.at.saturating_add_signed(by).min(length - 1),
        };
    }

    /// Returns the number of the current line.
    fn number(&mut self) -> Option<&mut usize> {
        match self.items[self.at] {
            MenuItem::Rows => Some(&mut self.field.rows),
            MenuItem::Cols => Some(&mut self.field.cols),
            MenuItem::Mines => Some(&mut self.field.mines),
            _ => None,
        }
    }

    /// Changes the value of the current line.
    fn change(&mut self, by: isize) {
        if let Some(number) = self.number() {
            *number = number.saturating_add_signed(by);
            return self.limit();
        }
        let next = |at: Option<usize>, length: usize| {
            (at.unwrap_or_default() + length).saturating_add_signed(by.signum()) % length
        };
        match self.items[self.at] {
            MenuItem::Preset => {
                let at = PRESETS.iter().position(|(_, field)| *field == self.field);
                self.field = PRESETS[next(at, PRESETS.len())].1;
            }
            MenuItem::NoGuess => self.no_guess = !self.no_guess,
            MenuItem::Rules => {
                let all = editions();
                let name = self.edition.name;
                let at = all.iter().position(|edition| edition.name == name);
                self.edition = all[next(at, all.len())];
            }
            _ => {}
        }
    }

    /// Keeps the size within its limits.
    fn limit(&mut self) {
        let RandomField { rows, cols, mines } = &mut self.field;
        *rows = (*rows).clamp(1, MAX_SIDE);
        *cols = (*cols).clamp(1, MAX_SIDE);
        *mines = (*mines).clamp(1, (*rows * *cols - 1).max(1));
    }

    /// Adds a digit to the number of the current line, or deletes the last one.
    fn type_digit(&mut self, digit: Option<u32>) {
        let starts = !std::mem::replace(&mut self.is_typing, true);
        let Some(number) = self.number() else {
            return;
        };
        *number = match digit {
            None => *number / 10,
            Some(digit) if starts => digit as usize,
            Some(digit) => (*number * 10 + digit as usize).min(MAX_SIDE * MAX_SIDE),
        };
    }

    fn text(&self, item: MenuItem) -> (&'static str, String) {
        let RandomField { rows, cols, mines } = self.field;
        let value = |value: &str| format!("< {value} >");
        match item {
            MenuItem::Continue => ("Continue", self.unfinished.clone().unwrap_or_default()),
            MenuItem::NewGame => ("New game", size_of(self.field)),
            MenuItem::OfDay => ("Field of the day", size_of(OF_DAY)),
            MenuItem::Preset => {
                let preset = PRESETS.iter().find(|(_, field)| *field == self.field);
                ("Level", value(preset.map_or("own size", |(name, _)| name)))
            }
            MenuItem::Rows => ("Rows", value(&rows.to_string())),
            MenuItem::Cols => ("Columns", value(&cols.to_string())),
            MenuItem::Mines => ("Mines", value(&mines.to_string())),
            MenuItem::NoGuess => {
                let state = if self.no_guess { "yes" } else { "no" };
                ("Without guessing", value(state))
            }
            MenuItem::Rules => ("Rules of", value(self.edition.name)),
            MenuItem::BestTimes => ("Best times", String::new()),
        }
    }

    /// Explains the current line.
    fn explanation(&self) -> String {
        match self.items[self.at] {
            MenuItem::OfDay => {
                let date = (self.context.today)();
                format!("The field of {date}: the same for everybody, and it needs no guess.")
            }
            MenuItem::NoGuess => "Fields that can be won by reasoning alone.".to_owned(),
            MenuItem::Rules => format!("{}.", self.edition.title()),
            MenuItem::NewGame
            | MenuItem::Preset
            | MenuItem::Rows
            | MenuItem::Cols
            | MenuItem::Mines => {
                let (edition, notice) = self.edition_for(self.field);
                let RandomField { rows, cols, mines } = self.field;
                let percent = mines * 100 / (rows * cols).max(1);
                let kind = FieldKind {
                    edition: edition.name.to_owned(),
                    rows,
                    cols,
                    mines,
                    no_guess: self.no_guess,
                };
                let best = self.results.iter().flatten().find(|won| won.kind == kind);
                let best = best.map(|won| format!(" Best time: {}.", clock(won.time())));
                let notice = notice.map(|notice| format!(" {notice}"));
                let [best, notice] = [best, notice].map(Option::unwrap_or_default);
                format!("A mine on {percent}% of the squares.{best}{notice}")
            }
            _ => String::new(),
        }
    }

    fn best_times(&self) -> Popup {
        const TITLE: &str = " best times ";
        let Some(results) = &self.results else {
            let text = "They cannot be read. Your next win starts a new file, and the old one is \
                        kept as";
            return Popup::of_text(TITLE, &format!("{text} {UNREADABLE}."));
        };
        let mut kinds: Vec<&FieldKind> = Vec::new();
        for won in results {
            if !kinds.contains(&&won.kind) {
                kinds.push(&won.kind);
            }
        }
        if kinds.is_empty() {
            let text = "None yet. A win on a random field counts if there were no hints, odds, \
                        undos or shown mines.";
            return Popup::of_text(TITLE, text);
        }
        let mut lines = Vec::new();
        for kind in kinds {
            let no_guess = if kind.no_guess { ", no guess" } else { "" };
            let mines = counted(kind.mines, "mine", "mines");
            lines.push(format!(
                "{}x{}, {mines}{no_guess}, {}",
                kind.rows, kind.cols, kind.edition
            ));
            let of_kind = results.iter().filter(|won| won.kind == *kind);
            lines.extend(of_kind.enumerate().map(|(index, won)| {
                let (place, time) = (index + 1, clock(won.time()));
                format!("{place:3}. {time:>6} {:4} rounds  {}", won.rounds, won.date)
            }));
        }
        Popup::of_lines(TITLE, lines.iter().map(String::as_str))
    }

    /// Width of the names of groups, if there is room for them.
    fn indent(&self) -> u16 {
        if self.list.width + 2 < WIDTH { 0 } else { 8 }
    }

    /// Draws a field of the chosen size with as many mines, if there is room for it next to the list.
    fn draw_preview(&self, buffer: &mut Buffer, x: u16, y: u16) {
        let RandomField { rows, cols, mines } = self.field;
        let [width, height] = [cols, rows].map(|side| u16::try_from(side + 2).unwrap_or(u16::MAX));
        let screen = *buffer.area();
        let y = y.min((screen.height - 1).saturating_sub(height));
        if width > screen.width - x || height > screen.height - 1 || mines >= rows * cols {
            return;
        }
        let style = Style::new().dim();
        let inner = draw_box(buffer, Rect::new(x, y, width, height), "", style);
        let size = Size { rows, cols };
        let minefield = Random::seeded(0).place(size, mines);
        for (square, position) in size.squares().zip(inner.positions()) {
            let sign = if minefield.is_mine(square) { "*" } else { "·" };
            buffer.set_string(position.x, position.y, sign, style);
        }
    }
}

fn size_of(field: RandomField) -> String {
    let RandomField { rows, cols, mines } = field;
    format!("{rows}x{cols}, {}", counted(mines, "mine", "mines"))
}

impl Mode for Menu {
    fn draw(&mut self, buffer: &mut Buffer) -> Footer {
        let screen = *buffer.area();
        let wanted = u16::try_from(self.items.len()).unwrap_or(u16::MAX) + 2;
        let height = wanted.min(screen.height - MESSAGE_LINES - 1);
        // There is room for an expert field next to the list on 80 columns.
        let has_preview = screen.width >= WIDTH + PREVIEW_WIDTH;
        let width = WIDTH + if has_preview { PREVIEW_WIDTH } else { 0 };
        let [width, block_height] = [width, height + MESSAGE_LINES + 1].map(Constraint::Length);
        let block = screen.centered(width, block_height);
        let frame = Rect::new(block.x, block.y, block.width.min(WIDTH), height);
        self.list = draw_box(buffer, frame, " MINESWEEPER ALPHA ", Style::new());
        if has_preview {
            self.draw_preview(buffer, frame.right() + 2, frame.y);
        }
        let visible = usize::from(self.list.height);
        self.first = self
            .first
            .clamp((self.at + 1).saturating_sub(visible), self.at);
        let name_width = usize::from(NAME_WIDTH);
        let indent = usize::from(self.indent());
        let items = self.items.iter().enumerate().skip(self.first).take(visible);
        for ((index, item), row) in items.zip(self.list.rows()) {
            let (name, value) = self.text(*item);
            let sign = if index == self.at { '>' } else { ' ' };
            let text = format!("{:indent$}{sign} {name:name_width$}{value}", "");
            buffer.set_stringn(row.x, row.y, text, row.width.into(), Style::new());
            let group = match item {
                _ if indent == 0 => "",
                MenuItem::Continue => "Play",
                MenuItem::NewGame if self.unfinished.is_none() => "Play",
                MenuItem::Preset => "Size",
                MenuItem::NoGuess => "Options",
                _ => "",
            };
            buffer.set_string(row.x, row.y, group, Style::new().bold());
            if index == self.at {
                let line = Rect::new(row.x + self.indent(), row.y, row.width - self.indent(), 1);
                buffer.set_style(line, Style::new().reversed());
            }
        }
        let edge = frame.right().saturating_sub(3);
        if self.first > 0 {
            buffer.set_string(edge, frame.top(), "▲", Style::new());
        }
        if self.first + visible < self.items.len() {
            buffer.set_string(edge, frame.bottom() - 1, "▼", Style::new());
        }
        Footer {
            message: Rect::new(block.x + 1, frame.bottom(), frame.width - 2, MESSAGE_LINES),
            keys: Rect::new(0, screen.bottom() - 1, screen.width, 1),
        }
    }

    fn message(&self) -> String {
        if self.message.is_empty() {
            return self.explanation();
        }
        self.message.clone()
    }

    fn keys(&self) -> Vec<KeyLabel> {
        let mut labels = vec![keys::label("arrows", "change")];
        labels.extend(keys::footer(keys::MENU));
        labels.retain(|label| label.key != "Esc" || self.has_game);
        labels
    }

    fn overlay(&mut self) -> &mut Option<Overlay> {
        &mut self.overlay
    }

    fn tick(&mut self, _: Instant) {}

    fn until_change(&self) -> Option<Duration> {
        None
    }

    fn key(&mut self, key: KeyCode) -> Option<Transition> {
        self.message.clear();
        if let KeyCode::Char(digit @ '0'..='9') = key {
            self.type_digit(digit.to_digit(10));
            return None;
        }
        let action = keys::action(keys::MENU, key);
        if action == Some(MenuAction::DeleteDigit) {
            self.type_digit(None);
            return None;
        }
        self.is_typing = false;
        self.limit();
        match action {
            Some(MenuAction::Move(by)) => self.move_by(by),
            Some(MenuAction::Change(by)) => self.change(by),
            Some(MenuAction::Choose) => return self.choose(),
            Some(MenuAction::Help) => {
                self.overlay = Some(Overlay::Popup(Popup::new(" keys ", keys::help(keys::GAME))));
            }
            Some(MenuAction::Back) if self.has_game => return Some(Transition::ToGame),
            Some(MenuAction::Quit) => return self.quit(),
            _ => "Arrows choose and change, Enter plays, Q quits.".clone_into(&mut self.message),
        }
        None
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Option<Transition> {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.move_by(-1),
            MouseEventKind::ScrollDown => self.move_by(1),
            MouseEventKind::Down(MouseButton::Left) => {
                if !self.list.contains((mouse.column, mouse.row).into()) {
                    return None;
                }
                let index = self.first + usize::from(mouse.row - self.list.y);
                self.items.get(index)?;
                self.key(KeyCode::Null);
                self.message.clear();
                self.at = index;
                let (_, value) = self.text(self.items[index]);
                if !value.starts_with('<') {
                    return self.choose();
                }
                let less = self.list.x + self.indent() + 2 + NAME_WIDTH;
                let is_less = (less..less + 2).contains(&mouse.column);
                self.change(if is_less { -1 } else { 1 });
            }
            _ => {}
        }
        None
    }

    fn confirmed(&mut self, question: Question) -> Option<Transition> {
        Some(match question {
            Question::Quit => Transition::Leave(0),
            _ => Transition::Begin,
        })
    }
}
