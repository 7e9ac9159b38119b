//! The rules of the assignment for each kind of text, as sentences for reports.

use crate::game::sink::Kind;

/// Returns the rule since 2022 for a kind of text. For a blank line, `next` is the kind of the text
/// after it.
pub(super) fn since_2022(kind: Kind, next: Option<Kind>) -> &'static str {
    match kind {
        Kind::Banner => {
            "The welcome is printed once, before the first round, with the version of the assignment."
        }
        Kind::Blank => of_blank_line(next),
        Kind::RoundLine => {
            "The number of rounds stands on a line of its own, after one space and the words for it."
        }
        Kind::Grid => {
            "A row begins with a space and its number; a square has three characters, and a bar on both sides."
        }
        Kind::ColumnLine => {
            "The numbers of the columns, from 0, stand below their squares; the line ends in one space."
        }
        Kind::Prompt => {
            "The prompt is the program's name and a colon, with one space behind it and no line end."
        }
        Kind::Help => {
            "The list of commands has a line for each command but `nofog`, with their colons in one column."
        }
        Kind::Error => "An error is a blank line and one line of text.",
        Kind::Message => "Messages have fixed words.",
        Kind::Win => "A win prints a blank line, the picture and a blank line.",
        Kind::Score => "The score stands at the end of the picture, with two decimals.",
        Kind::Loss => "A loss prints a blank line, the words of the assignment and a blank line.",
        Kind::Quit => "Leaving the game prints a blank line and two lines of text.",
    }
}

/// Returns the rule of fall 2019, in the same way as [`since_2022`].
pub(super) fn in_2019(kind: Kind, next: Option<Kind>) -> &'static str {
    match kind {
        Kind::ColumnLine => {
            "The numbers of the columns, from 0, stand below their squares; the line ends in two spaces."
        }
        Kind::Grid => {
            "Row numbers are as wide as the largest of them, squares as the largest column number, all right-aligned."
        }
        Kind::Win => "A win prints a blank line, the picture and two blank lines.",
        Kind::Score => "The score stands at the end of the picture, without decimals.",
        Kind::Quit => "Leaving the game prints a blank line, three lines of text and a blank line.",
        _ => since_2022(kind, next),
    }
}

fn of_blank_line(next: Option<Kind>) -> &'static str {
    match next {
        Some(Kind::RoundLine) => "A blank line stands before the number of rounds.",
        Some(Kind::Grid) => "A blank line stands between the number of rounds and the grid.",
        Some(Kind::Prompt) => "A blank line stands between the grid and the prompt.",
        Some(Kind::Error) => "One blank line stands before every error.",
        Some(Kind::Help) => "A blank line stands before the list of commands.",
        Some(Kind::Banner) => "Nothing is printed before the welcome.",
        Some(Kind::ColumnLine) => "The line of column numbers stands right behind the last row.",
        Some(Kind::Score) => "The score stands at the end of the picture.",
        Some(_) => "A blank line stands before the words that end a game.",
        None => "A blank line ends a game that is won or lost.",
    }
}
