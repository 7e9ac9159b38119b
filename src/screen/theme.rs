//! Colours of the board. Signs carry the same information, for terminals without colours.

use ratatui_core::style::{
    Color::{self, Black, Blue, Cyan, DarkGray, Gray, Green, Magenta, Red, Reset, Yellow},
    Style,
};

use Ink::{Faint, Guess, Mark, Mine, Number, Plain, Safe};
use Paper::{Covered, Cursor, Exploded, Open};

/// Meaning of a sign on the board, which determines its colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ink {
    Plain,
    /// An unimportant sign, such as that of a covered square.
    Faint,
    Number(u8),
    Mark,
    Guess,
    Mine,
    /// A square proved to have no mine.
    Safe,
}

/// Background of a square.
#[derive(Clone, Copy)]
pub(super) enum Paper {
    Covered,
    Open,
    /// The mine that was revealed.
    Exploded,
    Cursor,
}

/// Colour depth of the terminal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Depth {
    /// `NO_COLOR` is set, or the terminal has no colours.
    None,
    /// Colours 0 to 7.
    Eight,
    Sixteen,
    /// 256 colours.
    Indexed,
    /// 24-bit colours.
    True,
}

impl Depth {
    /// Derives the depth from the environment: `NO_COLOR`, `COLORTERM`, `WT_SESSION` and `TERM`.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let has = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        let colour_term = variable("COLORTERM").unwrap_or_default();
        let terminal = variable("TERM").unwrap_or_default();
        if has("NO_COLOR") {
            Self::None
        } else if ["truecolor", "24bit"].contains(&colour_term.as_str())
            || has("WT_SESSION")
            || terminal.ends_with("-direct")
        {
            Self::True
        } else if terminal.contains("256color") {
            Self::Indexed
        } else if terminal.contains("16color") {
            Self::Sixteen
        } else if terminal.starts_with("vt") || terminal.ends_with("-m") {
            Self::None
        } else {
            Self::Eight
        }
    }

    pub fn square(self, ink: Ink, paper: Paper) -> Style {
        let is_strong = matches!(ink, Mark | Mine);
        let has_few_colours = matches!(self, Self::Eight | Self::Sixteen);
        let foreground = match paper {
            Cursor => self.pick(0, 16, Black),
            Exploded => self.pick(0xff_ffff, 231, Gray),
            // With so few colours, most are illegible on a covered square, especially red.
            Covered if has_few_colours && is_strong => Yellow,
            Covered if self == Self::Eight => Gray,
            Covered | Open => self.foreground(ink),
        };
        let background = self.background(paper);
        let style = Style::reset().fg(foreground).bg(background);
        let style = match (self, paper) {
            (Self::None, Covered) if !is_strong => style.reversed().dim(),
            (Self::None, Covered | Exploded) => style.reversed(),
            (Self::None, Cursor) => style.bold(),
            _ => style,
        };
        match ink {
            Number(_) | Mark | Mine => style.bold(),
            _ => style,
        }
    }

    fn foreground(self, ink: Ink) -> Color {
        match ink {
            Plain | Number(0 | 7..) => self.pick(0xe4_e4e4, 254, Reset),
            Faint => self.pick(0x8a_92a0, 246, Gray),
            Number(1) => self.pick(0x6c_b6ff, 75, Cyan),
            Number(2) | Safe => self.pick(0x7e_d97e, 114, Green),
            Number(4) => self.pick(0xc8_9bff, 141, Magenta),
            Number(5) => self.pick(0xff_b454, 215, Yellow),
            Number(6) => self.pick(0x5f_d7d7, 80, Blue),
            Number(3) | Mark | Mine => self.pick(0xff_7b72, 210, Red),
            Guess => self.pick(0xff_d75f, 221, Yellow),
        }
    }

    fn background(self, paper: Paper) -> Color {
        match paper {
            Covered if self == Self::Sixteen => DarkGray,
            Covered => self.pick(0x3c_4454, 238, Blue),
            Open => self.pick(0x16_181d, 233, Reset),
            Exploded => self.pick(0xc6_2828, 160, Red),
            Cursor => self.pick(0xff_d75f, 221, Yellow),
        }
    }

    /// Returns the style of the number of a row or column.
    pub fn label(self, is_of_cursor: bool) -> Style {
        if is_of_cursor {
            let color = self.pick(0xff_d75f, 221, Reset);
            Style::new().fg(color).bold()
        } else {
            Style::new().dim()
        }
    }

    /// Picks one of three equivalents: an RGB value, an index into 256 colours, or a basic colour.
    fn pick(self, rgb: u32, index: u8, ansi: Color) -> Color {
        match self {
            Self::None => Reset,
            Self::Eight | Self::Sixteen => ansi,
            Self::Indexed => Color::Indexed(index),
            Self::True => Color::from_u32(rgb),
        }
    }
}
