//! The language of each dialect: its seeds and commands, and unusual or invalid lines.

use std::borrow::Cow;

use crate::{
    edition::{Dialect, wise2021},
    field::{Minefield, Square, seed},
};

/// A part of the input.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// A square command: a word of the dialect, and a square that may be out of bounds.
    Command(&'static str, Square),
    Text(Cow<'static, str>),
}

/// Returns the largest number of rows or columns to draw. Some editions allow more.
pub(super) fn max_side(dialect: Dialect) -> usize {
    match dialect {
        Dialect::Uga | Dialect::Comp182 => 12,
        Dialect::Wise2021 | Dialect::Project1 => 8,
    }
}

pub(super) fn quit(dialect: Dialect) -> Option<&'static str> {
    matches!(dialect, Dialect::Uga | Dialect::Comp182).then_some("q")
}

/// Returns lines other than square commands: commands without a square, and every kind of
/// invalid line. A line that is listed more than once is drawn more often.
pub(super) fn lines(dialect: Dialect) -> impl Iterator<Item = &'static str> {
    let lines = match dialect {
        Dialect::Uga => {
            "nofog|nofog|nofog|h|help|q|quit||   |\t|R 0 0|reveal|r 0|m 1|r 0 0 0|r x 0|m 0 x|\
             g 1.5 0|r 2147483648 0|m 0 -1|r -1 0|g +1 01|  r   1  1  | g 0 0|g  0  1|\tm\t0\t0\t|\
             g\u{2003}1\u{3000}0|revealing 0 0|nofog 1|help me|quit 1|fog|F 0 0|g 0 0 now|r,0,0"
        }
        Dialect::Wise2021 => {
            "| |1 1|1 1 r|0 1 R|1 0 F|1 1 R F|x 1 R|1 1.0 F|  1   1  F |1\t1 R|R 1 1"
        }
        Dialect::Comp182 => {
            "show|show|show|q|| \t|u|m 1|u 0 0 0|u x 0|m 0 x|SHOW|show me|u -1 0| u  +0 00 "
        }
        Dialect::Project1 => "yes|no|YES| No |maybe||8|-1|x|yes no|3|+3",
    };
    lines.split('|')
}

/// Reports whether people would type such a line: common characters, and single spaces inside.
pub(super) fn is_plain(line: &str) -> bool {
    line.chars()
        .all(|character| character.is_ascii_alphanumeric() || " -.,".contains(character))
        && line.trim() == line
        && !line.contains("  ")
}

/// Returns the words of the square commands, short spellings first: reveal, then mark.
pub(super) fn words(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Uga => &["r", "m", "g", "reveal", "mark", "guess"],
        Dialect::Wise2021 => &["R", "F"],
        Dialect::Comp182 => &["u", "m"],
        Dialect::Project1 => &["no", "yes"],
    }
}

/// Writes a square command, with its line feeds if it takes several lines.
pub(super) fn command(dialect: Dialect, word: &str, Square { row, col }: Square) -> String {
    match dialect {
        Dialect::Uga | Dialect::Comp182 => format!("{word} {row} {col}"),
        Dialect::Wise2021 => format!("{} {} {word}", row + 1, col + 1),
        Dialect::Project1 => format!("no\n{row}\n{col}\n{word}"),
    }
}

/// Writes the seed or board file of a field.
pub(super) fn seed(dialect: Dialect, minefield: &Minefield) -> String {
    match dialect {
        Dialect::Wise2021 => wise2021::board_text(minefield),
        Dialect::Uga | Dialect::Comp182 | Dialect::Project1 => seed::text(minefield),
    }
}

/// Returns a small number of rounds after which the score of a won game ends in an exact half
/// behind an even digit, so that rounding half up and rounding half to even differ.
pub(super) fn rounds_for_exact_half(dialect: Dialect, area: usize) -> Option<usize> {
    if dialect != Dialect::Uga {
        return None;
    }
    // The score is 100 * area / rounds, with two decimals.
    let thousandths = 100_000 * area;
    (area..4 * area).find(|&rounds| {
        let is_exact = thousandths.is_multiple_of(rounds);
        is_exact && thousandths / rounds % 20 == 5
    })
}
