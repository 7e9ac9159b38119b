//! What random games are made of, for each dialect.

use std::ops::RangeInclusive;

use super::game::{Act, Field, Game, Kind, Step};
use crate::edition::row::{Dialect, Edition};
use crate::field::minefield::{Size, Square};

/// What the games of a dialect are made of.
#[derive(Debug)]
pub(crate) struct Sampler {
    /// The greatest number of rows and of columns, if the edition has more.
    largest: usize,
    /// The seed or board of a field.
    seed: fn(&Field) -> String,
    /// The lines for a move.
    act: fn(&Act) -> String,
    /// Other lines: commands without a square, and every kind of invalid one.
    pub(crate) texts: &'static [&'static str],
    /// Seeds that are odd, valid or not, made from a field.
    pub(crate) odd_seeds: &'static [fn(&Field) -> String],
    /// The line that leaves a game, if there is one.
    pub(crate) leave: Option<&'static str>,
    /// The rounds after which a win has a score whose half must be rounded up,
    /// if the dialect has such scores.
    pub(crate) tie: Option<fn(usize) -> Option<usize>>,
}

/// The smallest number of rows and of columns, if the edition has less: a
/// single square is no game.
const SMALLEST: usize = 2;

impl Sampler {
    /// What the games of an edition are made of.
    pub(crate) fn of(edition: &Edition) -> &'static Self {
        match edition.dialect {
            Dialect::Uga => &UGA,
            Dialect::Wise2021 => &WISE2021,
            Dialect::Comp182 => &COMP182,
            Dialect::Project1 => &PROJECT1,
        }
    }

    /// The numbers of rows and of columns that are drawn for an edition.
    pub(crate) fn sides(&self, edition: &Edition) -> RangeInclusive<usize> {
        let sides = &edition.fields.sides;
        SMALLEST.max(*sides.start())..=self.largest.min(*sides.end())
    }

    /// The seed or board of a field.
    pub(crate) fn seed_of_field(&self, field: &Field) -> String {
        (self.seed)(field)
    }

    /// The seed file of a game.
    pub(crate) fn seed(&self, game: &Game) -> String {
        match &game.malformed {
            Some(tokens) => tokens.join(" "),
            None => (self.seed)(&game.field),
        }
    }

    /// The input file of a game.
    pub(crate) fn input(&self, game: &Game) -> String {
        let line = |step: &Step| match step {
            Step::Act(act) => (self.act)(act),
            Step::Text(text) => text.clone().into_owned(),
        };
        game.steps.iter().map(|step| line(step) + "\n").collect()
    }
}

const UGA: Sampler = Sampler {
    largest: 12,
    seed,
    act: uga_act,
    texts: &[
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
    ],
    odd_seeds: &[
        |field| seed_with(field, field.mines.len() + 1, "0 0\n".repeat(2).as_str()),
        |field| seed_with(field, field.mines.len() + 1, &first_mine(field)),
        |field| seed_with(field, field.mines.len(), "0 0\n1 1\n2 2\n"),
        |field| seed_with(field, field.mines.len() + 1, ""),
        |field| seed_with(field, field.mines.len() + 1, "0 99\n"),
        |field| seed_with(field, field.mines.len() + 1, "0 1x\n"),
        |field| format!("{} {}\n0\n", field.size.rows, field.size.cols),
        |field| format!("11 {}\n1\n0 0\n", field.size.cols),
        |field| format!("{} 4\n1\n0 0\n", field.size.rows),
        |field| seed(&all_mined(field)),
        |field| seed_with(&all_mined(field), field.size.area() + 1, "0 0\n"),
    ],
    leave: Some("q"),
    tie: Some(tie),
};

const WISE2021: Sampler = Sampler {
    largest: 8,
    seed: board,
    act: wise2021_act,
    texts: &[
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
    ],
    odd_seeds: &[],
    leave: None,
    tie: None,
};

const COMP182: Sampler = Sampler {
    largest: 12,
    seed,
    act: comp182_act,
    texts: &[
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
    ],
    odd_seeds: &[],
    leave: Some("q"),
    tie: None,
};

const PROJECT1: Sampler = Sampler {
    largest: 8,
    seed,
    act: project1_act,
    texts: &[
        "yes", "no", "YES", " No ", "maybe", "", "8", "-1", "x", "yes no", "3", "+3",
    ],
    odd_seeds: &[],
    leave: None,
    tie: None,
};

/// The seed file of a field, as the UGA editions have it.
fn seed(field: &Field) -> String {
    let Size { rows, cols } = field.size;
    let mines = field
        .mines
        .iter()
        .map(|mine| format!("{} {}\n", mine.row, mine.col));
    format!("{rows} {cols}\n{}\n", field.mines.len()) + &mines.collect::<Vec<_>>().concat()
}

/// The seed of a field with another number of mines in it, and more behind.
fn seed_with(field: &Field, count: usize, more: &str) -> String {
    let Size { rows, cols } = field.size;
    let mines = field
        .mines
        .iter()
        .map(|mine| format!("{} {}\n", mine.row, mine.col));
    let mines = mines.collect::<Vec<_>>().concat();
    format!("{rows} {cols}\n{count}\n{mines}{more}")
}

/// The line for the first mine of a field.
fn first_mine(field: &Field) -> String {
    let first = field.mines.first();
    first.map_or_else(String::new, |mine| format!("{} {}\n", mine.row, mine.col))
}

/// A field of the same size with mines everywhere.
fn all_mined(field: &Field) -> Field {
    Field {
        size: field.size,
        mines: field.size.squares().collect(),
    }
}

/// The line for a move in a random game.
fn uga_act(act: &Act) -> String {
    let word = match (act.kind, act.long) {
        (Kind::Reveal, false) => "r",
        (Kind::Reveal, true) => "reveal",
        (Kind::Mark, false) => "m",
        (Kind::Mark, true) => "mark",
        (Kind::Guess, false) => "g",
        (Kind::Guess, true) => "guess",
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

/// The board of a random game.
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

/// The line for a move in a random game.
fn wise2021_act(act: &Act) -> String {
    let action = if act.kind == Kind::Reveal { "R" } else { "F" };
    format!("{} {} {action}", act.row + 1, act.col + 1)
}

/// The line for a move in a random game.
fn comp182_act(act: &Act) -> String {
    let word = if act.kind == Kind::Reveal { "u" } else { "m" };
    format!("{word} {} {}", act.row, act.col)
}

/// The answers for a move in a random game.
fn project1_act(act: &Act) -> String {
    let mine = if act.kind == Kind::Reveal {
        "no"
    } else {
        "yes"
    };
    format!("no\n{}\n{}\n{mine}", act.row, act.col)
}
