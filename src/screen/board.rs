//! Draws a game: the board with its frame, its header and its numbers, and the output of a replay.

use ratatui_core::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length, Max, Min},
        Layout, Rect,
    },
    style::Style,
    text::Line,
    widgets::Widget,
};

use super::{
    app::{App, Overlay, Page},
    game::ScreenGame,
    keys,
    layout::{MIN_HEIGHT, MIN_WIDTH},
    theme::{Depth, Ink, Paper},
    widgets::{clock, draw_box, draw_keys, draw_lines, to_u16, wrapped},
};
use crate::{
    field::Square,
    game::Shown::{Covered, Guessed, Marked, Mine, Revealed},
    solve::words,
};

/// Maximum width of the output next to a replay.
const MAX_PANE: u16 = 60;

impl App {
    pub fn draw(&mut self, buffer: &mut Buffer) {
        let screen = *buffer.area();
        let Rect { width, height, .. } = screen;
        self.key_areas.clear();
        self.is_too_small = width < MIN_WIDTH || height < MIN_HEIGHT;
        if self.is_too_small {
            let text = format!(
                "This terminal is {width} by {height}; at least {MIN_WIDTH} by {MIN_HEIGHT} are \
                 needed. Q: quit"
            );
            return draw_lines(buffer, screen, &wrapped(&text, width));
        }
        let [area, key_line] = Layout::vertical([Fill(1), Length(1)]).areas(screen);
        let footer = match self.page {
            Page::Menu => self.menu.draw(buffer, area),
            Page::Game | Page::Replay => self.draw_game(buffer, area),
        };
        let (message, keys) = self.texts();
        let mut lines = wrapped(&message, footer.width);
        let room = usize::from(footer.height);
        if lines.len() > room {
            lines.truncate(room);
            lines[room - 1] += "…";
        }
        draw_lines(buffer, footer, &lines);
        if self.overlay.is_some() || self.has_ended() {
            buffer.set_style(footer, Style::new().bold());
        }
        self.key_areas = draw_keys(buffer, key_line, keys);
        if let Some(Overlay::Popup(popup)) = &mut self.overlay {
            popup.draw(buffer, area);
        }
    }

    /// Reports whether the page shows a game that is over.
    fn has_ended(&self) -> bool {
        self.page == Page::Game && self.game.is_over()
    }

    fn texts(&self) -> (String, &'static str) {
        let has_ended = self.has_ended();
        let (message, keys) = match (&self.overlay, self.page) {
            (Some(Overlay::Question(_, text)), _) => return ((*text).into(), keys::ANSWER_KEYS),
            (Some(Overlay::FileName(name)), _) => {
                let text = format!("Save as: {name}_\n{}", self.message);
                return (text, keys::FILE_NAME_KEYS);
            }
            (Some(Overlay::Popup(_)), _) if has_ended => (String::new(), keys::RESULT_KEYS),
            (Some(Overlay::Popup(_)), _) => (String::new(), keys::POPUP_KEYS),
            (None, Page::Menu) => (self.menu.explanation(), keys::MENU_KEYS),
            (None, Page::Replay) => (self.replay.status(&self.game), keys::REPLAY_KEYS),
            (None, Page::Game) if has_ended => (self.game_status(), keys::END_KEYS),
            (None, Page::Game) => (self.game_status(), keys::GAME_KEYS),
        };
        if self.message.is_empty() {
            return (message, keys);
        }
        (self.message.clone(), keys)
    }

    /// Draws the game, in a replay with its output. Returns the area for messages.
    fn draw_game(&mut self, buffer: &mut Buffer, area: Rect) -> Rect {
        let has_pane = self.page == Page::Replay && area.width >= 2 * MIN_WIDTH;
        let pane = Max(if has_pane { MAX_PANE } else { 0 });
        let [area, pane] = Layout::horizontal([Min(MIN_WIDTH), pane]).areas(area);
        if has_pane {
            let text = self.game.run.reply.text.as_deref().unwrap_or_default();
            draw_output(buffer, pane, text);
        }
        let game = &mut self.game;
        let size = game.size();
        let first_index = game.run.moves.first_index;
        // A click finds its square by the same layout.
        game.layout.fit(area, size, first_index, game.cursor);
        let header = self.header();
        self.game.draw(buffer, self.depth, &header);
        self.game.layout.message
    }

    /// Returns the header. Its texts have constant widths, so that they do not move.
    fn header(&self) -> String {
        let game = &self.game;
        let is_replay = self.page == Page::Replay;
        let marks = game.marked().len();
        let left = match game.known_mines() {
            _ if is_replay => self.replay.position(),
            Some(mines) if marks > mines => format!("mines -{}", marks - mines),
            Some(mines) => format!("mines {}", mines - marks),
            None => format!("marks {marks}"),
        };
        let count = game.run.view().rounds();
        let rounds = count.map_or_else(String::new, |count| format!("rounds {count}"));
        let right = if !is_replay {
            format!("time {}", clock(game.state.time))
        } else if game.is_over() {
            game.ending().to_owned()
        } else {
            game.state.source.kind.edition.clone()
        };
        let middle = format!(" {rounds:<10}");
        let width = usize::from(game.layout.header.width);
        let room = width.saturating_sub(left.len().max(11) + 13);
        format!(" {left:<11}{middle:^room$}{right:>11} ")
    }

    /// Returns the text to show if there is no message.
    fn game_status(&self) -> String {
        let game = &self.game;
        if let Some(message) = self.job.as_ref().and_then(|job| job.message) {
            return message.to_owned();
        }
        let Some(odds) = &game.odds else {
            return game.result.clone();
        };
        let scale = if game.layout.is_narrow() {
            " On the board, .1 is a risk of 10%."
        } else {
            ""
        };
        let name = game.run.name(game.cursor);
        let risk = words::percent(odds.at(game.cursor));
        format!("The risk at {name} is {risk}.{scale}")
    }
}

/// Draws the output of a game after its last line. A line that is cut off ends in `›`.
fn draw_output(buffer: &mut Buffer, area: Rect, text: &str) {
    let inner = draw_box(buffer, area, " output ", Style::new());
    let width = usize::from(inner.width);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for line in lines.iter_mut().filter(|line| line.chars().count() > width) {
        *line = line.chars().take(width - 1).collect::<String>() + "›";
    }
    let hidden = lines.len().saturating_sub(inner.height.into());
    draw_lines(buffer, inner, &lines[hidden..]);
}

impl ScreenGame {
    fn draw(&self, buffer: &mut Buffer, depth: Depth, header: &str) {
        let layout = &self.layout;
        draw_box(buffer, layout.frame, "", Style::new().dim());
        Line::styled(header, Style::reset().bold()).render(layout.header, buffer);
        self.draw_hidden_counts(buffer, depth);
        self.draw_column_numbers(buffer, depth);
        for (row, y) in layout.rows.clone().zip(layout.squares.y..) {
            let label = (row + self.run.moves.first_index).to_string();
            let x = layout.squares.x.saturating_sub(to_u16(label.len()) + 1);
            let style = depth.label(row == self.cursor.row);
            buffer.set_string(x, y, label, Style::reset().patch(style));
            for (col, x) in layout.columns() {
                let square = Square { row, col };
                let (text, ink) = self.text(square);
                let style = depth.square(ink, self.paper(square));
                buffer.set_string(x, y, text, style);
            }
        }
    }

    /// Draws the numbers of rows and columns outside the visible part into the lower edge.
    fn draw_hidden_counts(&self, buffer: &mut Buffer, depth: Depth) {
        let layout = &self.layout;
        let size = self.size();
        let mut text = String::new();
        for (sign, count) in [
            ('▲', layout.rows.start),
            ('▼', size.rows - layout.rows.end),
            ('◀', layout.cols.start),
            ('▶', size.cols - layout.cols.end),
        ] {
            if count > 0 {
                text += &format!(" {sign}{count}");
            }
        }
        if !text.is_empty() {
            let edge = layout.frame.rows().next_back().unwrap_or_default();
            let line = Line::styled(text + " more ", depth.label(true));
            let width = Length(to_u16(line.width()));
            line.render(edge.centered_horizontally(width), buffer);
        }
    }

    /// Draws the number of the cursor's column, and as many other column numbers as there is room
    /// for. The last digit is above the sign of the square.
    fn draw_column_numbers(&self, buffer: &mut Buffer, depth: Depth) {
        let layout = &self.layout;
        let number = |col: usize| (col + self.run.moves.first_index).to_string();
        let longest = to_u16(number(layout.cols.end - 1).len());
        let step = usize::from((longest + 1).div_ceil(layout.square_width));
        for (col, x) in layout.columns() {
            let distance = col.abs_diff(self.cursor.col);
            if distance == 0 || distance >= step && col % step == 0 {
                let label = number(col);
                let x = (x + 2).saturating_sub(to_u16(label.len()));
                let style = Style::reset().patch(depth.label(distance == 0));
                buffer.set_string(x, layout.squares.y - 1, label, style);
            }
        }
    }

    /// Returns the text of a square, as wide as the square, and the meaning of its sign.
    fn text(&self, square: Square) -> (String, Ink) {
        let is_narrow = self.layout.is_narrow();
        let (sign, ink) = self.sign(square, is_narrow);
        let hint = &self.hint;
        let [before, after] = if square == self.cursor {
            ['[', ']']
        } else if hint.numbers.contains(&square) {
            ['(', ')']
        } else if hint.safe.contains(&square) || hint.mined.contains(&square) {
            ['{', '}']
        } else {
            [' ', ' ']
        };
        // Odds fill the whole square, without room for brackets.
        let text = match (sign.chars().count(), is_narrow) {
            (1, true) => format!("{before}{sign}"),
            (1, false) => format!("{before}{sign}{after}"),
            _ => sign,
        };
        (text, ink)
    }

    /// Returns the sign of a square, or its odds, and the meaning of the sign.
    fn sign(&self, square: Square, is_narrow: bool) -> (String, Ink) {
        let mines = self.run.visible_mines();
        let is_mine = mines.is_some_and(|mines| mines.is_mine(square));
        let (sign, ink) = match self.shown(square) {
            Marked if mines.is_some() && !is_mine => ('x', Ink::Mark),
            Marked => ('F', Ink::Mark),
            Mine => ('*', Ink::Mine),
            _ if is_mine => ('*', Ink::Mine),
            Guessed => ('?', Ink::Guess),
            Revealed(0) => (' ', Ink::Plain),
            Revealed(number) => (char::from(b'0' + number.min(8)), Ink::Number(number)),
            Covered if self.hint.mined.contains(&square) => ('!', Ink::Mine),
            Covered if self.hint.safe.contains(&square) => ('·', Ink::Safe),
            Covered => match &self.odds {
                Some(odds) => return odds_sign(odds.at(square), is_narrow),
                None => ('·', Ink::Faint),
            },
        };
        (sign.to_string(), ink)
    }

    fn paper(&self, square: Square) -> Paper {
        if self.run.exploded() == Some(square) {
            Paper::Exploded
        } else if square == self.cursor {
            Paper::Cursor
        } else if matches!(self.shown(square), Revealed(_)) {
            Paper::Open
        } else {
            Paper::Covered
        }
    }
}

/// Formats odds: in percent or, on narrow squares, in tenths. A point distinguishes tenths from
/// numbers of mines.
pub(super) fn odds_sign(odds: f64, is_narrow: bool) -> (String, Ink) {
    let text = match odds {
        1.0.. => return ("!".into(), Ink::Mine),
        ..=0.0 if is_narrow => return (".0".into(), Ink::Safe),
        ..=0.0 => return (" 0%".into(), Ink::Safe),
        _ if is_narrow => format!(".{:.0}", (odds * 10.0).clamp(1.0, 9.0)),
        _ => format!("{:>2.0}%", (odds * 100.0).clamp(1.0, 99.0)),
    };
    (text, Ink::Faint)
}
