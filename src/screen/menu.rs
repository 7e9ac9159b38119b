//! The menu: starts games and sets their size and options.

use crossterm::event::MouseButton;
use ratatui_core::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length, Max},
        Layout, Margin, Position, Rect,
    },
    style::{Style, Stylize},
    text::Line,
    widgets::Widget,
};

use super::{
    game::ScreenGame,
    source::NO_GUESS,
    widgets::{clock, draw_box, to_u16},
};
use crate::{
    edition::{EDITIONS, Edition, PlayOption, Setup, table},
    error::Error,
    field::{PRESETS, Random, RandomField, Size},
    io::{Date, counted},
};

use MenuItem::{BestTimes, Cols, Continue, Daily, Mines, NewGame, NoGuess, Preset, Rows, Rules};

/// Size and mine count of the field of the day.
const DAILY_FIELD: RandomField = RandomField::new(10, 10, 15);

const MAX_SIDE: usize = 99;

/// Width of the list, and of the columns in it for groups and names.
const WIDTH: u16 = 46;
const GROUP_WIDTH: usize = 8;
const NAME_WIDTH: usize = 17;

/// Width of the preview with the gap before it.
const PREVIEW_WIDTH: u16 = 34;

/// Number of lines for messages, and height of the list with its frame.
const MESSAGE_LINES: u16 = 3;
const HEIGHT: u16 = 12;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum MenuItem {
    Continue,
    NewGame,
    Daily,
    Preset,
    Rows,
    Cols,
    Mines,
    NoGuess,
    Rules,
    BestTimes,
}

/// The lines of the menu, each with its group if the line is the first of the group, and its name.
const ITEMS: [(MenuItem, &str, &str); 10] = [
    (Continue, "Play", "Continue"),
    (NewGame, "", "New game"),
    (Daily, "", "Field of the day"),
    (Preset, "Size", "Level"),
    (Rows, "", "Rows"),
    (Cols, "", "Columns"),
    (Mines, "", "Mines"),
    (NoGuess, "Options", "Without guessing"),
    (Rules, "", "Edition"),
    (BestTimes, "", "Best times"),
];

pub(super) struct Menu {
    /// Index of the selected line in [`ITEMS`].
    pub selected: usize,
    /// Area of the lines.
    list: Rect,
    edition: &'static Edition,
    pub field: RandomField,
    pub no_guess: bool,
    /// True before the first game: leaving the menu then continues the unfinished game.
    pub is_initial: bool,
    pub unfinished: Option<String>,
    pub today: Date,
}

impl Menu {
    pub fn new(edition: &'static Edition, today: Date) -> Self {
        Self {
            selected: 1,
            list: Rect::ZERO,
            edition,
            field: PRESETS[0].1,
            no_guess: false,
            is_initial: false,
            unfinished: None,
            today,
        }
    }

    pub fn item(&self) -> MenuItem {
        ITEMS[self.selected].0
    }

    pub fn starts_game(&self) -> bool {
        !matches!(self.item(), Continue | BestTimes)
    }

    /// Returns the edition for a size, and a notice if it is not the chosen edition.
    fn edition_for(&self, field: RandomField) -> (&'static Edition, String) {
        let RandomField { rows, cols, .. } = field;
        let fits = self.edition.fields.size(rows, cols).is_some();
        match table::with_random_size(rows, cols).filter(|_| !fits) {
            Some(other) => (other, edition_notice(self.edition, other)),
            None => (self.edition, String::new()),
        }
    }

    /// Returns a game on the field of the day, or on random fields of the chosen size.
    ///
    /// # Errors
    ///
    /// No edition has such a field, or no field without guessing was found.
    pub fn game(&self) -> Result<ScreenGame, Error> {
        let is_daily = self.item() == Daily;
        let field = if is_daily { DAILY_FIELD } else { self.field };
        let (edition, _) = self.edition_for(field);
        let mut setup = Setup::default();
        if edition.options.contains(&PlayOption::Rows) {
            setup.rows = Some(field.rows);
            setup.cols = Some(field.cols);
            setup.mines = Some(field.mines);
        } else {
            setup.random = Some(field);
        }
        if is_daily {
            setup.rng_seed = Some(self.today.number());
        }
        let no_guess = (self.no_guess || is_daily).then_some(&NO_GUESS);
        let game = ScreenGame::new(edition, setup, no_guess, None, true)?;
        if is_daily {
            let start = game.cursor;
            let source = game.state.source.clone();
            let minefield = source.draw(start, || true)?;
            return Ok(game.on_field(source, minefield, Some(start)));
        }
        Ok(game)
    }

    pub fn move_by(&mut self, by: isize) {
        let first = usize::from(self.unfinished.is_none());
        let index = self.selected.saturating_add_signed(by);
        self.selected = index.clamp(first, ITEMS.len() - 1);
    }

    pub fn change(&mut self, by: isize) {
        let moved = |value: usize| value.saturating_add_signed(by);
        let field = &mut self.field;
        match ITEMS[self.selected].0 {
            Rows => field.rows = moved(field.rows),
            Cols => field.cols = moved(field.cols),
            Mines => field.mines = moved(field.mines),
            Preset => {
                let index = PRESETS.iter().position(|(_, preset)| preset == field);
                let next = index.map_or(0, moved);
                *field = PRESETS[next.min(PRESETS.len() - 1)].1;
            }
            NoGuess => self.no_guess = !self.no_guess,
            Rules => {
                let playable: Vec<_> = EDITIONS.iter().filter(|it| it.moves.is_some()).collect();
                let index = playable.iter().position(|it| it.name == self.edition.name);
                let next = index.map_or(0, moved);
                self.edition = playable[next.min(playable.len() - 1)];
            }
            _ => {}
        }
        let rows = self.field.rows.clamp(1, MAX_SIDE);
        let cols = self.field.cols.clamp(1, MAX_SIDE);
        let mines = self.field.mines.clamp(1, (rows * cols - 1).max(1));
        self.field = RandomField { rows, cols, mines };
    }

    fn value(&self, item: MenuItem) -> String {
        let value = match item {
            Continue => return self.unfinished.clone().unwrap_or("(none)".into()),
            NewGame => return size_text(self.field),
            Daily => return size_text(DAILY_FIELD),
            BestTimes => return String::new(),
            Preset => {
                let preset = PRESETS.iter().find(|(_, field)| *field == self.field);
                preset.map_or("custom", |(name, _)| name).into()
            }
            Rows => self.field.rows.to_string(),
            Cols => self.field.cols.to_string(),
            Mines => self.field.mines.to_string(),
            NoGuess if self.no_guess => "yes".into(),
            NoGuess => "no".into(),
            Rules => self.edition.name.into(),
        };
        format!("< {value} >")
    }

    /// Selects the line at a position and changes its value: forwards with the left button, else
    /// backwards. Returns true if the line has no value to change, but an action.
    pub fn click(&mut self, button: MouseButton, position: Position) -> bool {
        let is_in_list = self.list.contains(position);
        if is_in_list {
            self.selected = usize::from(position.y - self.list.y).min(ITEMS.len() - 1);
            self.change(if button == MouseButton::Left { 1 } else { -1 });
        }
        is_in_list && !self.value(self.item()).starts_with('<')
    }

    pub fn explanation(&self) -> String {
        match self.item() {
            Daily => format!("{}: the same for all, and no guess is needed.", self.today),
            Rules => format!("{}.", self.edition.title()),
            _ => {
                let (_, notice) = self.edition_for(self.field);
                let RandomField { rows, cols, mines } = self.field;
                let percent = mines * 100 / (rows * cols);
                let text = format!("{notice}\nA mine on {percent}% of the squares.");
                text.trim_start().into()
            }
        }
    }

    /// Draws the menu. Returns the area for messages.
    pub fn draw(&mut self, buffer: &mut Buffer, area: Rect) -> Rect {
        // On 80 columns, the preview has room for an expert field.
        let has_preview = area.width >= WIDTH + PREVIEW_WIDTH;
        let width = WIDTH + if has_preview { PREVIEW_WIDTH } else { 0 };
        let block = area.centered(Length(width), Length(HEIGHT + MESSAGE_LINES));
        let [left, right] = Layout::horizontal([Max(WIDTH), Fill(1)]).areas(block);
        let has_frame = left.height > HEIGHT;
        let height = if has_frame { HEIGHT } else { HEIGHT - 2 };
        let [frame, message] = Layout::vertical([Length(height), Fill(1)]).areas(left);
        self.list = if has_frame {
            draw_box(buffer, frame, " MINESWEEPER ALPHA ", Style::new())
        } else {
            frame
        };
        self.draw_preview(buffer, area, right);
        let group_width = GROUP_WIDTH * usize::from(left.width == WIDTH);
        for ((index, (item, group, name)), row) in ITEMS.iter().enumerate().zip(self.list.rows()) {
            let sign = if index == self.selected { '>' } else { ' ' };
            let group = format!("{group:group_width$.group_width$}").bold();
            let text = format!("{sign} {name:NAME_WIDTH$}{}", self.value(*item));
            Line::from(vec![group, text.into()]).render(row, buffer);
            if index == self.selected {
                buffer.set_style(row, Style::new().reversed());
            }
        }
        message.inner(Margin::new(1, 0))
    }

    /// Draws an example of the chosen field next to the list, if there is room.
    fn draw_preview(&self, buffer: &mut Buffer, area: Rect, right: Rect) {
        let RandomField { rows, cols, mines } = self.field;
        let size = Size { rows, cols };
        let [width, height] = [cols + 2, rows + 2].map(to_u16);
        let frame = Rect::new(right.x + 2, right.y, width, height);
        if width + 2 > right.width || frame.bottom() > area.bottom() || mines >= size.area() {
            return;
        }
        let inner = draw_box(buffer, frame, "e.g.", Style::new().dim());
        let minefield = Random::seeded(0).place(size, mines);
        for (square, position) in size.squares().zip(inner.positions()) {
            let sign = if minefield.is_mine(square) { "*" } else { "·" };
            buffer.set_string(position.x, position.y, sign, Style::new().dim());
        }
    }
}

/// Returns the notice that a game has the rules of `picked`, as the chosen edition lacks its size.
pub fn edition_notice(chosen: &Edition, picked: &Edition) -> String {
    let sides = chosen.fields.sides_in_words();
    let picked = picked.name;
    let chosen = chosen.name;
    format!("Edition {picked}: {chosen} has only {sides} rows and columns.")
}

pub(super) fn describe_game(game: &ScreenGame) -> String {
    let Size { rows, cols } = game.size();
    format!("{rows}x{cols}, {}", clock(game.state.time))
}

pub(super) fn size_text(field: RandomField) -> String {
    let RandomField { rows, cols, mines } = field;
    format!("{rows}x{cols}, {}", counted(mines, "mine", "mines"))
}
