//! All that is shown, and how it is drawn.

use crossterm::style::{ContentStyle, Stylize};

use super::board::ShownBoard;
use super::canvas::{Area, Canvas, wrapped};
use super::digits;
use super::layout::{LEAST_HEIGHT, LEAST_WIDTH, Layout, Plan};
use super::theme;
use crate::field::minefield::Square;

/// How a game stands, told above the field.
#[derive(Clone, Debug, Default)]
pub(super) struct Status {
    /// What is counted at the left, and how much of it there is.
    pub(super) left: (&'static str, String),
    /// Blanks at its end keep the word in its place, whatever the number behind it is.
    pub(super) middle: String,
    /// What is measured at the right, such as the time.
    pub(super) right: (&'static str, String),
}

/// A text before everything else.
pub(super) struct Popup {
    pub(super) title: &'static str,
    pub(super) text: PopupText,
    /// How many of its lines are left out at its beginning, as far as there are more.
    pub(super) scrolled: usize,
}

/// The text of a popup.
pub(super) enum PopupText {
    /// Lines that are shown as they are, as far as they fit.
    Lines(String),
    /// What keys do, a pair each.
    Keys(Vec<[&'static str; 2]>),
}

/// All that is shown.
pub(super) struct Scene<'shown> {
    pub(super) board: ShownBoard<'shown>,
    /// The first square that was seen before.
    pub(super) first: Square,
    pub(super) status: Status,
    pub(super) message: String,
    /// Whether the message stands out, as questions and the end of a game do.
    pub(super) stands_out: bool,
    /// What is for experts, below the message; a part each.
    pub(super) details: Vec<String>,
    /// Some of the keys; the last two are shown however narrow the screen is.
    pub(super) keys: Vec<&'static str>,
    /// What is told beside the field, or below it.
    pub(super) pane: Option<&'shown str>,
    pub(super) popup: Option<Popup>,
}

/// Tells that there is not enough room; whether that is so.
pub(super) fn is_too_small(canvas: &mut Canvas) -> bool {
    let area = canvas.area();
    let is_small = area.width < LEAST_WIDTH || area.height < LEAST_HEIGHT;
    if is_small {
        let text = format!(
            "This terminal is {} by {}; at least {LEAST_WIDTH} by {LEAST_HEIGHT} are needed. Q: quit",
            area.width, area.height
        );
        canvas.put_lines(area, wrapped(&text, area.width), ContentStyle::new());
    }
    is_small
}

/// As many of the keys as there is room for, in an area one line high, and where each is:
/// the last two, and of the others the first; none if there is no room for two.
fn places_of_keys<'key>(area: Area, keys: &[&'key str]) -> Vec<(Area, &'key str)> {
    let mut keys = keys.to_vec();
    let width = |keys: &[&str], gap: usize| {
        let text: usize = keys.iter().map(|key| key.chars().count()).sum();
        text + gap * keys.len().saturating_sub(1)
    };
    while width(&keys, 1) > usize::from(area.width) {
        if keys.len() <= 2 {
            return Vec::new();
        }
        keys.remove(keys.len() - 3);
    }
    let gap = if width(&keys, 2) > usize::from(area.width) {
        1
    } else {
        2
    };
    let end = area.x.saturating_add(area.width);
    let mut x = area.x;
    let mut place = |key| {
        let [length, step] =
            [0, gap].map(|gap| u16::try_from(width(&[key], 0) + gap).unwrap_or(u16::MAX));
        let place = Area {
            x,
            width: length.min(end.saturating_sub(x)),
            ..area
        };
        x = x.saturating_add(step);
        (place, key)
    };
    keys.into_iter().map(&mut place).collect()
}

/// Draws as many of the keys as there is room for, in an area one line high.
pub(super) fn draw_keys(canvas: &mut Canvas, area: Area, keys: &[&str]) {
    let plain = ContentStyle::new();
    for (place, key) in places_of_keys(area, keys) {
        canvas.put(place, key, plain.dim());
        // What is pressed stands out from what it does.
        let name = key.split(' ').next().unwrap_or_default();
        canvas.put(place, name, plain.bold());
    }
}

/// Which of the keys that are drawn in an area is at this place of the screen.
pub(super) fn key_at<'key>(
    area: Area,
    keys: &[&'key str],
    column: u16,
    row: u16,
) -> Option<&'key str> {
    let mut places = places_of_keys(area, keys).into_iter();
    let (_, key) = places.find(|(place, _)| place.contains(column, row))?;
    Some(key)
}

impl Popup {
    /// Its lines on a screen so wide.
    fn lines(&self, width: u16) -> Vec<String> {
        match &self.text {
            PopupText::Lines(text) => text.lines().map(str::to_owned).collect(),
            PopupText::Keys(keys) => {
                let name = keys.iter().map(|[name, _]| name.chars().count()).max();
                let name = name.unwrap_or_default() + 2;
                let what = keys.iter().map(|[_, what]| what.chars().count()).max();
                let is_wide = name + what.unwrap_or_default() <= usize::from(width);
                let row = |[keys, what]: &[&str; 2]| {
                    if is_wide {
                        return vec![format!("{keys:<name$}{what}")];
                    }
                    let indented = |line: String| format!("  {line}");
                    let lines = wrapped(what, width - 2).into_iter().map(indented);
                    wrapped(keys, width).into_iter().chain(lines).collect()
                };
                keys.iter().flat_map(row).collect()
            }
        }
    }

    /// Draws it; how far it can be scrolled at most.
    pub(super) fn draw(&self, canvas: &mut Canvas) -> usize {
        let plain = ContentStyle::new();
        let screen = canvas.area();
        let lines = self.lines(screen.width - 4);
        let widest = lines.iter().map(|line| line.chars().count()).max();
        let [width, height] = [widest.unwrap_or_default() + 2, lines.len()]
            .map(|inner| u16::try_from(inner + 2).unwrap_or(u16::MAX));
        let area = screen.centred(width.max(24), height);
        let inner = canvas.put_box(area, self.title, plain);
        let text = Area {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            ..inner
        };
        let most = lines.len().saturating_sub(inner.height.into());
        let scrolled = self.scrolled.min(most);
        canvas.put_lines(text, lines.iter().skip(scrolled), plain);
        let bottom = Area {
            y: inner.y + inner.height,
            height: 1,
            ..text
        };
        let told = match (most, most - scrolled) {
            (0, _) => " any key: close ".to_owned(),
            (_, 0) => " up: more, other keys: close ".to_owned(),
            (_, left) => format!(" down: {left} more, other keys: close "),
        };
        canvas.put(bottom, &told, plain.bold());
        most
    }
}

impl Scene<'_> {
    /// Draws it; where the field is then, if there is room for it, and how far a popup
    /// can be scrolled.
    pub(super) fn draw(&self, canvas: &mut Canvas) -> (Option<Layout>, usize) {
        if is_too_small(canvas) {
            return (None, 0);
        }
        let plain = ContentStyle::new();
        let ShownBoard {
            size,
            first_index,
            cursor,
            ..
        } = self.board;
        let places = Plan::new(canvas.area(), size, first_index, self.pane.is_some());
        self.status.draw(canvas, places.status);
        draw_keys(canvas, places.keys, &self.keys);
        self.draw_message(canvas, places.message, places.keys);
        let layout = Layout::new(places.field, size, first_index, cursor, self.first);
        self.board.draw(canvas, &layout);
        if let (Some(text), Some(pane)) = (self.pane, places.pane) {
            let inner = canvas.put_box(pane, "output", plain);
            let past = text.lines().count().saturating_sub(inner.height.into());
            canvas.put_lines(inner, text.lines().skip(past), plain);
        }
        let most = self.popup.as_ref().map(|popup| popup.draw(canvas));
        (Some(layout), most.unwrap_or_default())
    }

    /// Draws the message, and below it the details as far as there is room. A message that
    /// needs a line more has that of the keys, which stand behind it as far as there is room.
    fn draw_message(&self, canvas: &mut Canvas, mut area: Area, keys: Area) {
        let plain = ContentStyle::new();
        let mut message = wrapped(&self.message, area.width);
        if message.len() > usize::from(area.height) && area.y + area.height == keys.y {
            canvas.put(keys, &" ".repeat(keys.width.into()), plain);
            area.height += 1;
        }
        let height = usize::from(area.height);
        if message.len() > height {
            message.truncate(height);
            shorten(&mut message[height - 1], area.width.into());
        }
        let used = message.len();
        if used == height && area.y + area.height > keys.y {
            let last = message[used - 1].chars().count() + 2;
            let x = area
                .x
                .saturating_add(u16::try_from(last).unwrap_or(u16::MAX));
            let end = keys.x + keys.width;
            let width = end.saturating_sub(x);
            draw_keys(canvas, Area { x, width, ..keys }, &self.keys);
        }
        let style = if self.stands_out { plain.bold() } else { plain };
        canvas.put_lines(area, message, style);
        // They have the lower half, where the message does not need it.
        let above = (height / 2).max(used);
        let below = Area {
            y: area.y + u16::try_from(above).unwrap_or(area.height),
            height: area.height - u16::try_from(above).unwrap_or(area.height),
            ..area
        };
        canvas.put_lines(below, parts(&self.details, area.width), plain.dim());
    }
}

/// Makes room at the end of a line for the sign that there is more, without leaving a
/// part of a word or of a square's name.
fn shorten(line: &mut String, width: usize) {
    while line.chars().count() + 2 > width {
        let word = line.rfind(' ').unwrap_or_default();
        line.truncate(word);
    }
    if line.rfind('(') > line.rfind(')') {
        line.truncate(line.rfind('(').unwrap_or_default());
    }
    line.truncate(line.trim_end().len());
    line.push_str(" \u{2026}");
}

/// Parts side by side, in as many lines as they need.
fn parts(parts: &[String], width: u16) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + part.chars().count() <= usize::from(width) => {
                *line += "  ";
                *line += part;
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}

impl Status {
    fn draw(&self, canvas: &mut Canvas, area: Area) {
        let style = theme::status();
        let (left_name, left) = &self.left;
        let (right_name, right) = &self.right;
        let put_middle = |canvas: &mut Canvas, line: Area, text: &str| {
            let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
            canvas.put(line.centred(width, 1), text, ContentStyle::new());
        };
        let [left_width, right_width] = [left, right].map(|text| digits::width(text));
        let widest = left_width.saturating_add(right_width).saturating_add(2);
        let between = Area {
            x: area.x.saturating_add(left_width + 1),
            width: area.width.saturating_sub(widest),
            height: 1,
            ..area
        };
        let names = left_name.len() + 1 + right_name.len();
        if area.height < digits::HEIGHT || usize::from(between.width) < names {
            let right = format!("{right_name} {right}");
            let width = usize::from(area.width);
            canvas.put(area, &format!("{right:>width$}"), style);
            canvas.put(area, &format!("{left_name} {left}"), style);
            put_middle(canvas, area, &self.middle);
            return;
        }
        digits::draw(canvas, area, left, style);
        let clock = Area {
            x: between.x + between.width + 1,
            width: right_width,
            ..area
        };
        digits::draw(canvas, clock, right, style);
        let dim = ContentStyle::new().dim();
        let names = usize::from(between.width).saturating_sub(left_name.len());
        canvas.put(between, &format!("{left_name}{right_name:>names$}"), dim);
        let below_names = (area.y + 1)..(area.y + digits::HEIGHT);
        let is_on_one_line = self.middle.chars().count() <= usize::from(between.width);
        let middle = if is_on_one_line {
            vec![self.middle.clone()]
        } else {
            wrapped(&self.middle, between.width)
        };
        for (line, y) in middle.iter().rev().zip(below_names.rev()) {
            put_middle(canvas, Area { y, ..between }, line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_not_cut_within_a_name() {
        for (text, width, cut) in [
            ("mines at (3, 18) and (3, 19)", 28, "mines at (3, 18) and …"),
            ("mines at (3, 18) and (3, 19)", 20, "mines at (3, 18) …"),
            ("mines at (3, 18) and", 22, "mines at (3, 18) and …"),
            ("unbroken", 8, " …"),
        ] {
            let mut line = text.to_owned();
            shorten(&mut line, width);
            assert_eq!(line, cut);
        }
    }
}
