//! The colours of the screen: as many as the terminal has. What they mean is also told
//! otherwise.

use crossterm::style::{Color, ContentStyle, Stylize};

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Depth {
    /// None: the environment variable `NO_COLOR` is set, or the terminal has none.
    None,
    /// Those that every terminal calls by the same names.
    Sixteen,
    /// 256 by their numbers.
    Indexed,
    /// Any, by their parts of red, green and blue.
    True,
}

impl Depth {
    /// What the environment tells of the terminal and asks for.
    pub(super) fn from_environment() -> Self {
        Self::of(|name| std::env::var(name).ok())
    }

    fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let has = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        let colours = variable("COLORTERM").unwrap_or_default();
        let terminal = variable("TERM").unwrap_or_default();
        match () {
            () if has("NO_COLOR") => Self::None,
            () if ["truecolor", "24bit"].contains(&colours.as_str()) || has("WT_SESSION") => {
                Self::True
            }
            () if terminal.ends_with("-direct") => Self::True,
            () if terminal.contains("256color") => Self::Indexed,
            () if terminal.starts_with("vt") || terminal.ends_with("-m") => Self::None,
            () => Self::Sixteen,
        }
    }
}

/// What a text on the board is, which gives it its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Plain,
    /// What is not to be read, such as the sign of a covered square.
    Faint,
    Number(u8),
    Mark,
    Guess,
    Mine,
    /// Where no mine can be.
    Safe,
}

/// What a text on the board stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    Covered,
    Open,
    /// The mine that was revealed.
    Exploded,
    /// The square of the cursor, and what it is under that.
    Cursor(Under),
}

/// What is under the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Under {
    Covered,
    Open,
}

/// Where a square is, for the shade of its ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shade {
    /// Whether it is one of every other square, as on a chessboard.
    pub(super) is_odd: bool,
    /// Whether it is in the cursor's row or column.
    pub(super) is_lit: bool,
}

/// A colour in each depth; none of the sixteen if it is that of the terminal.
struct Shades {
    rgb: (u8, u8, u8),
    index: u8,
    of_sixteen: Option<Color>,
}

const fn shades(rgb: (u8, u8, u8), index: u8, of_sixteen: Option<Color>) -> Shades {
    Shades {
        rgb,
        index,
        of_sixteen,
    }
}

impl Shades {
    fn at(&self, depth: Depth) -> Option<Color> {
        let (r, g, b) = self.rgb;
        match depth {
            Depth::None => None,
            Depth::Sixteen => self.of_sixteen,
            Depth::Indexed => Some(Color::AnsiValue(self.index)),
            Depth::True => Some(Color::Rgb { r, g, b }),
        }
    }
}

/// The style of a text on the board.
pub(super) fn square(depth: Depth, ink: Ink, ground: Ground, shade: Shade) -> ContentStyle {
    let mut style = ContentStyle::new();
    style.foreground_color = match ground {
        // On a bright ground everything is dark.
        Ground::Cursor(_) => shades((0, 0, 0), 16, Some(Color::Black)).at(depth),
        Ground::Exploded => shades((0xff, 0xff, 0xff), 231, Some(Color::White)).at(depth),
        // The sixteen colours differ too much between terminals to rely on that of texts.
        Ground::Covered if depth == Depth::Sixteen && matches!(ink, Ink::Plain | Ink::Faint) => {
            Some(Color::White)
        }
        _ => inked(ink).at(depth),
    };
    style.background_color = grounded(ground, shade).at(depth);
    let is_strong = matches!(ink, Ink::Mark | Ink::Mine);
    if depth == Depth::None {
        style = without_colours(style, ground, is_strong);
    }
    if is_strong {
        style = style.bold();
    }
    style
}

/// The style where there are no colours: covered squares are reversed, and the cursor is
/// the reverse of what is around it.
fn without_colours(style: ContentStyle, ground: Ground, is_strong: bool) -> ContentStyle {
    match ground {
        Ground::Covered if is_strong => style.reverse(),
        // That makes a grey of it, where terminals can.
        Ground::Covered => style.reverse().dim(),
        Ground::Cursor(Under::Covered) => style.bold(),
        Ground::Cursor(Under::Open) | Ground::Exploded => style.reverse().bold(),
        Ground::Open => style,
    }
}

fn inked(ink: Ink) -> Shades {
    match ink {
        Ink::Plain | Ink::Number(7) => shades((0xe4, 0xe4, 0xe4), 254, None),
        Ink::Faint => shades((0x8a, 0x92, 0xa0), 246, None),
        Ink::Number(1) => shades((0x6c, 0xb6, 0xff), 75, Some(Color::Blue)),
        Ink::Number(2) => shades((0x7e, 0xd9, 0x7e), 114, Some(Color::DarkGreen)),
        Ink::Safe => shades((0x7e, 0xd9, 0x7e), 114, Some(Color::Green)),
        Ink::Number(3) => shades((0xff, 0x7b, 0x72), 210, Some(Color::Red)),
        Ink::Number(4) => shades((0xc8, 0x9b, 0xff), 141, Some(Color::DarkMagenta)),
        Ink::Number(5) => shades((0xff, 0xb4, 0x54), 215, Some(Color::DarkYellow)),
        Ink::Number(6) => shades((0x5f, 0xd7, 0xd7), 80, Some(Color::DarkCyan)),
        Ink::Number(_) => shades((0xbc, 0xbc, 0xbc), 250, None),
        Ink::Mark | Ink::Mine => shades((0xff, 0x5f, 0x5f), 203, Some(Color::Red)),
        Ink::Guess => shades((0xff, 0xd7, 0x5f), 221, Some(Color::Yellow)),
    }
}

fn grounded(ground: Ground, Shade { is_odd, is_lit }: Shade) -> Shades {
    match (ground, is_lit, is_odd) {
        (Ground::Covered, false, false) => shades((0x3c, 0x44, 0x54), 238, Some(Color::DarkGrey)),
        (Ground::Covered, false, true) => shades((0x44, 0x4d, 0x5f), 239, Some(Color::DarkGrey)),
        (Ground::Covered, true, false) => shades((0x4f, 0x59, 0x6d), 241, Some(Color::DarkGrey)),
        (Ground::Covered, true, true) => shades((0x57, 0x62, 0x78), 242, Some(Color::DarkGrey)),
        (Ground::Open, false, false) => shades((0x16, 0x18, 0x1d), 233, None),
        (Ground::Open, false, true) => shades((0x1b, 0x1e, 0x24), 234, None),
        (Ground::Open, true, false) => shades((0x24, 0x28, 0x30), 235, None),
        (Ground::Open, true, true) => shades((0x29, 0x2d, 0x36), 236, None),
        (Ground::Exploded, ..) => shades((0xc6, 0x28, 0x28), 160, Some(Color::DarkRed)),
        (Ground::Cursor(_), ..) => shades((0xff, 0xd7, 0x5f), 221, Some(Color::Yellow)),
    }
}

/// The style of the number of a row or a column, and of the frame.
pub(super) fn label(depth: Depth, is_of_cursor: bool) -> ContentStyle {
    if !is_of_cursor {
        return ContentStyle::new().dim();
    }
    let mut style = ContentStyle::new().bold();
    style.foreground_color = shades((0xff, 0xd7, 0x5f), 221, None).at(depth);
    style
}

/// The style of what is told of how a game stands.
pub(super) fn status() -> ContentStyle {
    ContentStyle::new().bold()
}

#[cfg(test)]
mod tests {
    use crossterm::style::Attribute;

    use super::*;

    #[test]
    fn the_environment_tells_how_many_colours_there_are() {
        for (variables, depth) in [
            (&[("TERM", "xterm")][..], Depth::Sixteen),
            (&[("TERM", "linux")], Depth::Sixteen),
            (&[("TERM", "vt100")], Depth::None),
            (&[("TERM", "xterm-256color")], Depth::Indexed),
            (&[("TERM", "xterm-direct")], Depth::True),
            (
                &[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")],
                Depth::True,
            ),
            (
                &[("TERM", "xterm-256color"), ("NO_COLOR", "")],
                Depth::Indexed,
            ),
            (
                &[("COLORTERM", "truecolor"), ("NO_COLOR", "1")],
                Depth::None,
            ),
        ] {
            let value = |name: &str| {
                let found = variables.iter().find(|(of, _)| *of == name)?;
                Some(found.1.to_owned())
            };
            assert_eq!(Depth::of(value), depth, "{variables:?}");
        }
    }

    #[test]
    fn grounds_differ_with_any_colours() {
        let grounds = [
            Ground::Covered,
            Ground::Open,
            Ground::Cursor(Under::Covered),
            Ground::Cursor(Under::Open),
        ];
        for depth in [Depth::None, Depth::Sixteen, Depth::Indexed, Depth::True] {
            // Blanks have no foreground, so that has to be told by the rest.
            let [covered, open, on_covered, on_open] = grounds.map(|ground| {
                let style = square(depth, Ink::Plain, ground, Shade::default());
                let is_reversed = style.attributes.has(Attribute::Reverse);
                (style.background_color, is_reversed)
            });
            assert_ne!(covered, open, "{depth:?}");
            assert_ne!(covered, on_covered, "{depth:?}");
            assert_ne!(open, on_open, "{depth:?}");
        }
    }
}
