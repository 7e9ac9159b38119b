//! What games are made of: fields, moves and odd lines, and how each dialect
//! writes them.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use crate::edition::row::{Dialect, Edition};
use crate::edition::setup::Setup;
use crate::field::minefield::{Minefield, Size, Square};
use crate::field::seed_file::SeedFile;

/// The size of a field and its mines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// The size.
    pub(crate) size: Size,
    /// The squares with mines, each once.
    pub(crate) mines: Vec<Square>,
}

/// What is done to a square, which need not be in the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Act {
    /// What is done.
    pub(crate) kind: ActKind,
    /// The row.
    pub(crate) row: i64,
    /// The column.
    pub(crate) col: i64,
    /// Whether the long form of the command is used.
    pub(crate) long: bool,
}

/// What is done to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActKind {
    /// It is said to be safe.
    Reveal,
    /// It is said to have a mine.
    Mark,
    /// It is supposed to have one.
    Guess,
}

/// What the games of a dialect are made of.
#[derive(Debug)]
pub(super) struct Ingredients {
    /// The greatest number of rows and of columns, if the edition has more.
    largest: usize,
    /// The seed or board of a field.
    pub(super) seed: fn(&Field) -> String,
    /// The line for a move, or several of them.
    pub(super) act: fn(&Act) -> String,
    /// What the first row and the first column are called.
    pub(super) first_index: i64,
    /// Other lines: commands without a square, and every kind of invalid one.
    pub(super) texts: Cow<'static, [&'static str]>,
    /// Seeds that are odd, valid or not, made from a field.
    pub(super) odd_seeds: &'static [fn(&Field) -> String],
    /// The line that leaves a game, if there is one.
    pub(super) leave: Option<&'static str>,
    /// The rounds after which a win has a score whose half must be rounded up,
    /// if the dialect has such scores.
    pub(super) tie: Option<fn(usize) -> Option<usize>>,
}

/// The smallest number of rows and of columns, if the edition has less: a
/// single square is no game.
const SMALLEST: usize = 2;

impl Ingredients {
    /// What the games of a dialect are made of.
    pub(super) fn of(dialect: Dialect) -> &'static Self {
        match dialect {
            Dialect::Uga => &UGA,
            Dialect::Wise2021 => &WISE2021,
            Dialect::Comp182 => &COMP182,
            Dialect::Project1 => &PROJECT1,
        }
    }

    /// The same without lines that hardly anybody types.
    pub(super) fn plain(dialect: Dialect) -> Self {
        let all = Self::of(dialect);
        let is_plain = |text: &&str| {
            let is_typed = |it: char| it.is_ascii_alphanumeric() || " -.,".contains(it);
            text.chars().all(is_typed) && text.trim() == *text && !text.contains("  ")
        };
        Self {
            texts: all.texts.iter().copied().filter(is_plain).collect(),
            ..*all
        }
    }

    /// The numbers of rows and of columns that are drawn for an edition.
    pub(super) fn sides(edition: &Edition) -> RangeInclusive<usize> {
        let sides = &edition.fields.sides;
        let largest = Self::of(edition.dialect).largest;
        SMALLEST.max(*sides.start())..=largest.min(*sides.end())
    }
}

impl Field {
    /// What stands for the field of a seed that is not read.
    pub(super) const NONE: Self = Self {
        size: Size { rows: 0, cols: 0 },
        mines: Vec::new(),
    };

    /// The field of a seed file, if the edition plays on it.
    pub(super) fn read(edition: &Edition, seed: &[u8]) -> Option<Self> {
        let name = format!("seed{}", edition.seed_file_ending());
        let file = SeedFile::in_memory(name, seed.to_vec());
        let minefield = (edition.moves?.field)(&Setup::of_file(file)).ok()?;
        Some(Self::from(&minefield))
    }

    /// The field with a mine on every square.
    pub(super) fn all_mined(&self) -> Self {
        Self {
            size: self.size,
            mines: self.size.squares().collect(),
        }
    }
}

impl From<&Minefield> for Field {
    fn from(minefield: &Minefield) -> Self {
        Self {
            size: minefield.size(),
            mines: minefield.mines().collect(),
        }
    }
}

impl Act {
    /// The square, if it can be one.
    pub(super) fn square(&self) -> Option<Square> {
        Some(Square {
            row: self.row.try_into().ok()?,
            col: self.col.try_into().ok()?,
        })
    }
}

const UGA: Ingredients = Ingredients {
    largest: 12,
    seed,
    act: uga_act,
    first_index: 0,
    texts: Cow::Borrowed(&[
        "nofog",
        "nofog",
        "nofog",
        "h",
        "help",
        "q",
        "quit",
        "",
        "   ",
        "\t",
        "R 0 0",
        "reveal",
        "r 0",
        "m 1",
        "r 0 0 0",
        "r x 0",
        "m 0 x",
        "g 1.5 0",
        "r 2147483648 0",
        "m 0 -1",
        "g +1 01",
        "  r   1  1  ",
        " g 0 0",
        "g  0  1",
        "\tm\t0\t0\t",
        "g\u{2003}1\u{3000}0",
        "revealing 0 0",
        "nofog 1",
        "help me",
        "quit 1",
        "fog",
        "F 0 0",
        "g 0 0 now",
        "r,0,0",
    ]),
    odd_seeds: &[
        |field| seed_with(field, field.mines.len() + 1, "0 0\n0 0\n"),
        |field| {
            let again = field.mines.first().map(mine).unwrap_or_default();
            seed_with(field, field.mines.len() + 1, &again)
        },
        |field| seed_with(field, field.mines.len(), "0 0\n1 1\n2 2\n"),
        |field| seed_with(field, field.mines.len() + 1, ""),
        |field| seed_with(field, field.mines.len() + 1, "0 99\n"),
        |field| seed_with(field, field.mines.len() + 1, "0 1x\n"),
        |field| format!("{} {}\n0\n", field.size.rows, field.size.cols),
        |field| format!("11 {}\n1\n0 0\n", field.size.cols),
        |field| format!("{} 4\n1\n0 0\n", field.size.rows),
        |field| seed(&field.all_mined()),
        |field| seed_with(&field.all_mined(), field.size.area() + 1, "0 0\n"),
    ],
    leave: Some("q"),
    tie: Some(tie),
};

const WISE2021: Ingredients = Ingredients {
    largest: 8,
    seed: board,
    act: wise2021_act,
    first_index: 1,
    texts: Cow::Borrowed(&[
        "",
        " ",
        "1 1",
        "1 1 r",
        "0 1 R",
        "1 0 F",
        "1 1 R F",
        "x 1 R",
        "1 1.0 F",
        "  1   1  F ",
        "1\t1 R",
        "R 1 1",
    ]),
    odd_seeds: &[],
    leave: None,
    tie: None,
};

const COMP182: Ingredients = Ingredients {
    largest: 12,
    seed,
    act: comp182_act,
    first_index: 0,
    texts: Cow::Borrowed(&[
        "show",
        "show",
        "show",
        "q",
        "",
        " \t",
        "u",
        "m 1",
        "u 0 0 0",
        "u x 0",
        "m 0 x",
        "SHOW",
        "show me",
        "u -1 0",
        " u  +0 00 ",
    ]),
    odd_seeds: &[],
    leave: Some("q"),
    tie: None,
};

const PROJECT1: Ingredients = Ingredients {
    largest: 8,
    seed,
    act: project1_act,
    first_index: 0,
    texts: Cow::Borrowed(&[
        "yes", "no", "YES", " No ", "maybe", "", "8", "-1", "x", "yes no", "3", "+3",
    ]),
    odd_seeds: &[],
    leave: None,
    tie: None,
};

/// The seed file of a field.
fn seed(field: &Field) -> String {
    seed_with(field, field.mines.len(), "")
}

/// The seed file of a field with another number of mines in it, and more at its end.
fn seed_with(field: &Field, count: usize, more: &str) -> String {
    let Size { rows, cols } = field.size;
    let mines: String = field.mines.iter().map(mine).collect();
    format!("{rows} {cols}\n{count}\n{mines}{more}")
}

/// The line of a seed file for a mine.
fn mine(square: &Square) -> String {
    format!("{} {}\n", square.row, square.col)
}

fn uga_act(act: &Act) -> String {
    let word = match (act.kind, act.long) {
        (ActKind::Reveal, false) => "r",
        (ActKind::Reveal, true) => "reveal",
        (ActKind::Mark, false) => "m",
        (ActKind::Mark, true) => "mark",
        (ActKind::Guess, false) => "g",
        (ActKind::Guess, true) => "guess",
    };
    format!("{word} {} {}", act.row, act.col)
}

/// A number of rounds, if there is one that is not large, after which the
/// score on so many squares is an exact half above an even last decimal.
fn tie(area: usize) -> Option<usize> {
    let thousandths = 100_000 * area;
    (area..4 * area)
        .find(|&rounds| thousandths.is_multiple_of(rounds) && thousandths / rounds % 20 == 5)
}

fn board(field: &Field) -> String {
    let Size { rows, cols } = field.size;
    let content = |square| {
        if field.mines.contains(&square) {
            '*'
        } else {
            '.'
        }
    };
    let row = |row| {
        (0..cols)
            .map(move |col| content(Square { row, col }))
            .chain(['\n'])
    };
    (0..rows).flat_map(row).collect()
}

fn wise2021_act(act: &Act) -> String {
    let action = reveals_or(act, ["R", "F"]);
    format!("{} {} {action}", act.row + 1, act.col + 1)
}

fn comp182_act(act: &Act) -> String {
    let word = reveals_or(act, ["u", "m"]);
    format!("{word} {} {}", act.row, act.col)
}

fn project1_act(act: &Act) -> String {
    let mine = reveals_or(act, ["no", "yes"]);
    format!("no\n{}\n{}\n{mine}", act.row, act.col)
}

/// The first word for a square that is revealed, or else the second.
fn reveals_or(act: &Act, [reveals, other]: [&'static str; 2]) -> &'static str {
    if act.kind == ActKind::Reveal {
        reveals
    } else {
        other
    }
}
