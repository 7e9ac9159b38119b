//! The menu: starts games, and sets their size and options.

use crossterm::event::{MouseEvent, MouseEventKind};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Constraint, Rect};
use ratatui_core::style::{Style, Stylize};
use ratatui_core::text::{Line, Span};
use ratatui_core::widgets::Widget;

use super::app::{App, AppPage, Overlay};
use super::attempt::Attempt;
use super::error::ScreenError;
use super::keys::KeyAction;
use super::play::clock;
use super::records::Won;
use super::request::picked;
use super::source::{FieldKind, NO_GUESS};
use super::widgets::{Popup, draw_box, short};
use crate::edition::play_option::PlayOption;
use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::edition::table::{self, EDITIONS};
use crate::field::minefield::Size;
use crate::field::random::{PRESETS, Random, RandomField};
use crate::io::date::Date;
use crate::io::visible::counted;

/// The field of the day.
const OF_DAY: RandomField = RandomField {
    rows: 10,
    cols: 10,
    mines: 15,
};

/// Maximum number of rows and columns.
const MAX_SIDE: usize = 99;

/// Width of the list, and of the names of groups and of lines in it.
const WIDTH: u16 = 46;
const GROUP_WIDTH: usize = 8;
const NAME_WIDTH: usize = 17;

/// Width of the preview and the gap before it.
const PREVIEW_WIDTH: u16 = 34;

/// Number of lines for messages, and the height of the list with its frame.
const MESSAGE_LINES: u16 = 3;
const HEIGHT: u16 = 12;

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

/// The lines with their group and name.
const ITEMS: [(MenuItem, &str, &str); 10] = [
    (MenuItem::Continue, "", "Continue"),
    (MenuItem::NewGame, "Play", "New game"),
    (MenuItem::OfDay, "", "Field of the day"),
    (MenuItem::Preset, "Size", "Level"),
    (MenuItem::Rows, "", "Rows"),
    (MenuItem::Cols, "", "Columns"),
    (MenuItem::Mines, "", "Mines"),
    (MenuItem::NoGuess, "Options", "Without guessing"),
    (MenuItem::Rules, "", "Rules of"),
    (MenuItem::BestTimes, "", "Best times"),
];

/// The menu.
pub(super) struct Menu {
    /// Index in [`ITEMS`].
    at: usize,
    /// Area of the items.
    list: Rect,
    edition: &'static Edition,
    field: RandomField,
    no_guess: bool,
    /// Description of the unfinished game.
    pub(super) unfinished: Option<String>,
    results: Vec<Won>,
    today: Date,
}

/// Returns the editions with random fields.
fn editions() -> Vec<&'static Edition> {
    let draws = |edition: &&Edition| {
        let options = edition.options;
        let has_fields = [PlayOption::Random, PlayOption::Rows].map(|it| options.contains(&it));
        edition.moves.is_some() && has_fields.contains(&true)
    };
    EDITIONS.iter().filter(draws).collect()
}

/// Returns the index of the element that follows in a direction; after the last comes the first.
fn next_index(at: Option<usize>, by: isize, length: usize) -> usize {
    (at.unwrap_or_default() + length).saturating_add_signed(by.signum()) % length
}

impl Menu {
    pub(super) fn new(edition: &Edition, today: Date) -> Self {
        let is_chosen = |other: &&Edition| other.name == edition.name;
        let edition = editions().into_iter().find(is_chosen);
        Self {
            at: 1,
            list: Rect::ZERO,
            edition: edition.unwrap_or(table::default()),
            field: PRESETS[0].1,
            no_guess: false,
            unfinished: None,
            results: Vec::new(),
            today,
        }
    }

    fn item(&self) -> MenuItem {
        ITEMS[self.at].0
    }

    /// Reports whether the current line starts a new game.
    pub(super) fn starts_game(&self) -> bool {
        !matches!(self.item(), MenuItem::Continue | MenuItem::BestTimes)
    }

    /// Returns the edition for a size, and a remark if it is not the chosen one.
    fn edition_for(&self, field: RandomField) -> (&'static Edition, String) {
        let RandomField { rows, cols, .. } = field;
        let fits = self.edition.fields.size(rows, cols).is_some();
        match table::with_random_size(rows, cols).filter(|_| !fits) {
            Some(other) => (other, picked(self.edition, other)),
            None => (self.edition, String::new()),
        }
    }

    /// Returns a game on the field of the day, or on random fields of the chosen size.
    ///
    /// # Errors
    ///
    /// No edition has such a field, or none was found.
    pub(super) fn game(&self) -> Result<Attempt, ScreenError> {
        if self.item() == MenuItem::OfDay {
            return Attempt::of_day(self.edition_for(OF_DAY).0, OF_DAY, self.today);
        }
        let (edition, _) = self.edition_for(self.field);
        let mut setup = Setup::default();
        if edition.options.contains(&PlayOption::Random) {
            setup.random = Some(self.field);
        } else {
            let RandomField { rows, cols, mines } = self.field;
            [setup.rows, setup.cols, setup.mines] = [rows, cols, mines].map(Some);
        }
        Attempt::new(edition, setup, self.no_guess.then_some(&NO_GUESS), None)
    }

    /// Moves the cursor; from the last line to the first.
    fn move_by(&mut self, by: isize) {
        self.at = next_index(Some(self.at), by, ITEMS.len());
        if self.item() == MenuItem::Continue && self.unfinished.is_none() {
            self.at = next_index(Some(self.at), by, ITEMS.len());
        }
    }

    /// Changes the value of the current line.
    fn change(&mut self, by: isize) {
        let RandomField { rows, cols, mines } = &mut self.field;
        match ITEMS[self.at].0 {
            MenuItem::Rows => *rows = rows.saturating_add_signed(by),
            MenuItem::Cols => *cols = cols.saturating_add_signed(by),
            MenuItem::Mines => *mines = mines.saturating_add_signed(by),
            MenuItem::Preset => {
                let at = PRESETS.iter().position(|(_, field)| *field == self.field);
                self.field = PRESETS[next_index(at, by, PRESETS.len())].1;
            }
            MenuItem::NoGuess => self.no_guess = !self.no_guess,
            MenuItem::Rules => {
                let all = editions();
                let name = self.edition.name;
                let at = all.iter().position(|edition| edition.name == name);
                self.edition = all[next_index(at, by, all.len())];
            }
            _ => {}
        }
        let RandomField { rows, cols, mines } = &mut self.field;
        *rows = (*rows).clamp(1, MAX_SIDE);
        *cols = (*cols).clamp(1, MAX_SIDE);
        *mines = (*mines).clamp(1, (*rows * *cols - 1).max(1));
    }

    fn value(&self, item: MenuItem) -> String {
        let value = match item {
            MenuItem::Continue => return self.unfinished.clone().unwrap_or_default(),
            MenuItem::NewGame => return size_of(self.field),
            MenuItem::OfDay => return size_of(OF_DAY),
            MenuItem::BestTimes => return String::new(),
            MenuItem::Preset => {
                let preset = PRESETS.iter().find(|(_, field)| *field == self.field);
                preset.map_or("own size", |(name, _)| name).to_owned()
            }
            MenuItem::Rows => self.field.rows.to_string(),
            MenuItem::Cols => self.field.cols.to_string(),
            MenuItem::Mines => self.field.mines.to_string(),
            MenuItem::NoGuess if self.no_guess => "yes".to_owned(),
            MenuItem::NoGuess => "no".to_owned(),
            MenuItem::Rules => self.edition.name.to_owned(),
        };
        format!("< {value} >")
    }

    /// Explains the current line.
    pub(super) fn explanation(&self) -> String {
        match self.item() {
            MenuItem::OfDay => {
                let date = self.today;
                format!("The field of {date}: the same for everybody, and it needs no guess.")
            }
            MenuItem::NoGuess => "Fields that can be won by reasoning alone.".to_owned(),
            MenuItem::Rules => format!("{}.", self.edition.title()),
            MenuItem::Continue | MenuItem::BestTimes => String::new(),
            _ => {
                let (edition, notice) = self.edition_for(self.field);
                let RandomField { rows, cols, mines } = self.field;
                let percent = mines * 100 / (rows * cols);
                let kind = FieldKind::new(edition, self.field, self.no_guess);
                let best = self.results.iter().find(|won| won.kind == kind);
                let best = best.map(|won| format!("Best time: {}. ", clock(won.time())));
                let best = best.unwrap_or_default();
                format!("A mine on {percent}% of the squares. {best}{notice}")
            }
        }
    }

    fn best_times(&self) -> Popup {
        let mut results: Vec<&Won> = self.results.iter().collect();
        // The order of results of one kind remains.
        results.sort_by_key(|won| {
            (
                &won.kind.edition,
                won.kind.rows,
                won.kind.cols,
                won.kind.mines,
            )
        });
        let mut lines = Vec::new();
        for kind in results.chunk_by(|one, other| one.kind == other.kind) {
            let FieldKind {
                edition,
                rows,
                cols,
                mines,
                no_guess,
            } = &kind[0].kind;
            let no_guess = if *no_guess { ", no guess" } else { "" };
            let mines = counted(*mines, "mine", "mines");
            lines.push(format!("{rows}x{cols}, {mines}{no_guess}, {edition}"));
            for (won, place) in kind.iter().zip(1..) {
                let time = clock(won.time());
                lines.push(format!(
                    "{place:3}. {time:>6} {:4} rounds  {}",
                    won.rounds, won.date
                ));
            }
        }
        if lines.is_empty() {
            let text = "None yet. A win on a random field counts if there were no hints, odds, \
                        undos or shown mines.";
            lines.push(text.to_owned());
        }
        Popup {
            title: " best times ",
            lines,
            scrolled: 0,
        }
    }

    /// Returns the width of the names of groups, which are left out if there is no room.
    fn indent(&self) -> usize {
        if self.list.width + 2 < WIDTH {
            0
        } else {
            GROUP_WIDTH
        }
    }

    /// Draws the menu; returns the area of messages.
    pub(super) fn draw(&mut self, buffer: &mut Buffer, area: Rect) -> Rect {
        // There is room for an expert field next to the list on 80 columns.
        let has_preview = area.width >= WIDTH + PREVIEW_WIDTH;
        let width = WIDTH + if has_preview { PREVIEW_WIDTH } else { 0 };
        let [width, height] = [width, HEIGHT + MESSAGE_LINES].map(Constraint::Length);
        let block = area.centered(width, height);
        let frame = Rect {
            width: block.width.min(WIDTH),
            height: block.height.min(HEIGHT),
            ..block
        };
        let bottom = if area.height > HEIGHT {
            self.list = draw_box(buffer, frame, " MINESWEEPER ALPHA ", Style::new());
            frame.bottom()
        } else {
            self.list = Rect {
                height: area.height - 1,
                ..area
            };
            self.list.bottom()
        };
        if has_preview {
            self.draw_preview(buffer, area, frame);
        }
        let indent = self.indent();
        for ((index, (item, group, name)), row) in ITEMS.iter().enumerate().zip(self.list.rows()) {
            if *item == MenuItem::Continue && self.unfinished.is_none() {
                continue;
            }
            let sign = if index == self.at { '>' } else { ' ' };
            let value = self.value(*item);
            let text = format!("{sign} {name:NAME_WIDTH$}{value}");
            let style = if index == self.at {
                Style::new().reversed()
            } else {
                Style::new()
            };
            let group = format!("{group:indent$.indent$}").bold();
            Line::from(vec![group, Span::styled(text, style)]).render(row, buffer);
        }
        Rect {
            x: frame.x + 1,
            y: bottom,
            width: frame.width - 2,
            height: area.bottom() - bottom,
        }
    }

    /// Draws a field of the chosen size with as many mines next to the list, if there is room.
    fn draw_preview(&self, buffer: &mut Buffer, area: Rect, list: Rect) {
        let RandomField { rows, cols, mines } = self.field;
        let [width, height] = [cols + 2, rows + 2].map(short);
        let (x, y) = (
            list.right() + 2,
            list.y.min(area.height.saturating_sub(height)),
        );
        if width > area.width - x || height > area.height || mines >= rows * cols {
            return;
        }
        let inner = draw_box(
            buffer,
            Rect::new(x, y, width, height),
            "",
            Style::new().dim(),
        );
        let size = Size { rows, cols };
        let minefield = Random::seeded(0).place(size, mines);
        for (square, position) in size.squares().zip(inner.positions()) {
            let sign = if minefield.is_mine(square) { "*" } else { "·" };
            buffer.set_string(position.x, position.y, sign, Style::new().dim());
        }
    }
}

fn size_of(field: RandomField) -> String {
    let RandomField { rows, cols, mines } = field;
    format!("{rows}x{cols}, {}", counted(mines, "mine", "mines"))
}

impl App {
    /// Opens the menu. The cursor is on the line that continues the unfinished game, if there is
    /// one.
    pub(super) fn open_menu(&mut self) {
        self.suspend();
        let of_stored = self.context.records.left_game().map(|left| {
            let FieldKind { rows, cols, .. } = left.source.kind;
            format!("{rows}x{cols}, {}", clock(left.time))
        });
        let Size { rows, cols } = self.game.size();
        let time = clock(self.game.state.time);
        let of_game = self.game.is_on().then(|| format!("{rows}x{cols}, {time}"));
        self.menu.unfinished = of_game.or(of_stored);
        self.menu.results = self.context.records.results();
        self.menu.at = usize::from(self.menu.unfinished.is_none());
        self.page = AppPage::Menu;
    }

    pub(super) fn act_on_menu(&mut self, action: KeyAction) {
        match action {
            KeyAction::Move(down, 0) => self.menu.move_by(down),
            KeyAction::Move(_, right) => self.menu.change(right),
            KeyAction::Menu if self.has_game => self.page = AppPage::Game,
            KeyAction::Reveal => match self.menu.item() {
                MenuItem::Continue => self.continue_game(),
                MenuItem::BestTimes => self.overlay = Some(Overlay::Popup(self.menu.best_times())),
                _ => match self.menu.game() {
                    Ok(game) => self.begin(game),
                    Err(error) => self.message = format!("This cannot be played: {error}."),
                },
            },
            _ => self.say("Arrows choose and change, Enter plays, Q quits."),
        }
    }

    fn continue_game(&mut self) {
        if self.game.is_on() {
            self.page = AppPage::Game;
        } else if let Some(game) = self
            .context
            .records
            .left_game()
            .and_then(Attempt::continued)
        {
            self.begin(game);
            self.say("The game you left.");
        } else {
            self.say("The game you left cannot be read.");
        }
    }

    pub(super) fn mouse_on_menu(&mut self, mouse: MouseEvent) {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.menu.move_by(-1),
            MouseEventKind::ScrollDown => self.menu.move_by(1),
            MouseEventKind::Down(_)
                if self.menu.list.contains((mouse.column, mouse.row).into()) =>
            {
                let index = usize::from(mouse.row - self.menu.list.y);
                let Some((item, ..)) = ITEMS.get(index) else {
                    return;
                };
                self.menu.at = index;
                if self.menu.value(*item).starts_with('<') {
                    let value = self.menu.indent() + 2 + NAME_WIDTH;
                    let is_less = mouse.column < self.menu.list.x + short(value) + 2;
                    self.menu.change(if is_less { -1 } else { 1 });
                } else {
                    self.act(KeyAction::Reveal, false);
                }
            }
            _ => {}
        }
    }
}
