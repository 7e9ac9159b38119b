//! The rules of the assignment for each kind of text, as sentences for reports.

use crate::game::Kind;

/// Returns the rule since 2022 for a kind of text. `next` is the kind after a blank line.
pub(super) fn since_2022(kind: Kind, next: Option<Kind>) -> &'static str {
    match kind {
        Kind::Banner => {
            "The banner is printed once, before the first round, with the version of the assignment."
        }
        Kind::Blank => of_blank_line(next),
        Kind::RoundLine => {
            "The number of rounds is on a line of its own, after one space and its label."
        }
        Kind::Grid => {
            "A row begins with a space and its number; a square has three characters, and a bar on both sides."
        }
        Kind::ColumnLine => {
            "The numbers of the columns, from 0, are below their squares; the line ends in one space."
        }
        Kind::Prompt => {
            "The prompt is the program's name and a colon, followed by one space and no line feed."
        }
        Kind::Help => {
            "The list of commands has a line for each command except `nofog`; the colons are aligned."
        }
        Kind::Error => "An error is a blank line and one line of text.",
        Kind::Message => "The assignment fixes the words of messages.",
        Kind::Win => "A win prints a blank line, the picture and a blank line.",
        Kind::Score => "The score is at the end of the picture, with two decimals.",
        Kind::Loss => "A loss prints a blank line, the text of the assignment and a blank line.",
        Kind::Quit => "Quitting prints a blank line and two lines of text.",
    }
}

/// Returns the rule of fall 2019, in the same way as [`since_2022`].
pub(super) fn in_2019(kind: Kind, next: Option<Kind>) -> &'static str {
    match kind {
        Kind::ColumnLine => {
            "The numbers of the columns, from 0, are below their squares; the line ends in two spaces."
        }
        Kind::Grid => {
            "Row numbers are as wide as the largest of them, squares as the largest column number, all right-aligned."
        }
        Kind::Win => "A win prints a blank line, the picture and two blank lines.",
        Kind::Score => "The score is at the end of the picture, without decimals.",
        Kind::Quit => "Quitting prints a blank line, three lines of text and a blank line.",
        _ => since_2022(kind, next),
    }
}

fn of_blank_line(next: Option<Kind>) -> &'static str {
    match next {
        Some(Kind::RoundLine) => "There is a blank line before the number of rounds.",
        Some(Kind::Grid) => "There is a blank line between the number of rounds and the grid.",
        Some(Kind::Prompt) => "There is a blank line between the grid and the prompt.",
        Some(Kind::Error) => "There is one blank line before every error.",
        Some(Kind::Help) => "There is a blank line before the list of commands.",
        Some(Kind::Banner) => "Nothing is printed before the banner.",
        Some(Kind::ColumnLine) => "The line of column numbers follows the last row directly.",
        Some(Kind::Score) => "The score is at the end of the picture.",
        _ => "There is a blank line before the text that ends a game.",
    }
}
