//! The games that suites are chosen from: random ones, and what they hardly ever
//! have, such as seeds with two mines on one square or white space of other
//! scripts.

use super::loaded::Candidate;
use crate::edition::row::{Dialect, Edition};
use crate::field::minefield::Size;
use crate::field::random::Random;
use crate::grade::random::draw;
use crate::grade::random::game::{Act, Field, Game, Kind, Step};
use crate::grade::random::sampler::Sampler;

/// How many games are drawn: with fewer some flaws are missed, with more the
/// suites get no smaller.
const COUNT: usize = 1_000;

/// What is put into the random games of a dialect.
#[derive(Debug)]
struct Additions {
    /// Commands on the first square, which go before the game: it is still won
    /// if it was.
    first: &'static [&'static str],
    /// Lines that are invalid, and go anywhere.
    invalid: &'static [&'static str],
    /// Seeds that games can be played on.
    playable: &'static [fn(&Field) -> String],
    /// Seeds that must be refused.
    malformed: &'static [fn(&Field) -> String],
}

impl Additions {
    fn of(edition: &Edition) -> &'static Self {
        match edition.dialect {
            Dialect::Uga => &UGA,
            Dialect::Wise2021 | Dialect::Comp182 | Dialect::Project1 => &NONE,
        }
    }
}

/// Editions without flaws have no suites.
const NONE: Additions = Additions {
    first: &[],
    invalid: &[],
    playable: &[],
    malformed: &[],
};

const UGA: Additions = Additions {
    first: &[
        "m +0 +0",
        "\tm\t0\t0",
        "g  0   0",
        " g 0 0",
        "g\u{2003}0\u{2003}0",
        "mark 0 0",
        "guess 0 0",
        "nofog",
        "help",
        "h",
    ],
    invalid: &[
        "",
        "   ",
        "R 0 0",
        "NOFOG",
        "revealing 0 0",
        "fog",
        "r 0",
        "m 0 0 0",
        "m 0 0 now",
        "nofog now",
        "help me",
        "quit now",
        "g y x",
        "m 98 99",
        "m -1 -1",
        "r 1.5 0",
        "r 0x1 0",
    ],
    playable: &[
        |field| with_mines(field, field.mines.len() + 1, "0 0\n0 0\n"),
        |field| {
            let first = field.mines.first().map(|mine| (mine.row, mine.col));
            let (row, col) = first.unwrap_or_default();
            with_mines(field, field.mines.len() + 1, &format!("{row} {col}\n"))
        },
        |field| with_mines(field, field.mines.len(), "more\n"),
        |field| with_mines(field, field.mines.len(), "0 0\n1 1\n2 2\n3 3\n"),
    ],
    malformed: &[
        |field| all_mined(field.size, 0),
        |field| all_mined(field.size, 1),
        |field| format!("{} {}\n0\n", field.size.rows, field.size.cols),
        |field| format!("{} {}\n-1\n", field.size.rows, field.size.cols),
        |field| format!("4 {}\n1\n0 0\n", field.size.cols),
        |field| format!("{} 4\n1\n0 0\n", field.size.rows),
        |field| format!("11 {}\n1\n0 0\n", field.size.cols),
        |field| format!("{} 11\n1\n0 0\n", field.size.rows),
        |field| with_mines(field, field.mines.len() + 1, "0 99\n"),
        |field| with_mines(field, field.mines.len() + 1, ""),
        |field| with_mines(field, field.mines.len() + 1, "0 0x\n"),
        |field| format!("{}.5 5\n1\n0 0\n", field.size.rows),
    ],
};

/// A seed of the UGA editions with this number of mines, and with more behind
/// its mines.
fn with_mines(field: &Field, count: usize, more: &str) -> String {
    let Size { rows, cols } = field.size;
    let mines = field.mines.iter();
    let mines = mines.map(|mine| format!("{} {}\n", mine.row, mine.col));
    let mines = mines.collect::<Vec<_>>().concat();
    format!("{rows} {cols}\n{count}\n{mines}{more}")
}

/// A seed of the UGA editions with a mine on every square, and so many more on
/// the first.
fn all_mined(size: Size, more: usize) -> String {
    let mines = size.squares().collect();
    let field = Field { size, mines };
    with_mines(&field, size.area() + more, &"0 0\n".repeat(more))
}

/// Draws the games, the same for the same number.
pub(crate) fn draw(edition: &Edition, rng_seed: u64) -> Vec<Candidate> {
    let mut random = Random::seeded(rng_seed);
    let (sampler, additions) = (Sampler::of(edition), Additions::of(edition));
    let candidate = |_| {
        let small = chance(&mut random, 3);
        let mut game = draw::draw(edition, small, &mut random);
        let seed = match random.below(4) {
            0 => one(additions.malformed, &mut random),
            1 => one(additions.playable, &mut random),
            _ => None,
        };
        let seed = seed.map_or_else(|| sampler.seed(&game), |seed| seed(&game.field));
        if chance(&mut random, 2) {
            hesitate(&mut game);
        }
        if chance(&mut random, 2) {
            enrich(&mut game, additions, &mut random);
        }
        Candidate {
            seed: seed.into_bytes(),
            input: sampler.input(&game).into_bytes(),
        }
    };
    (0..COUNT).map(candidate).collect()
}

fn chance(random: &mut Random, one_in: u64) -> bool {
    random.below(one_in) == 0
}

fn one<T: Copy>(of: &[T], random: &mut Random) -> Option<T> {
    let number = random.below(of.len().max(1) as u64);
    of.get(usize::try_from(number).ok()?).copied()
}

/// Guesses and marks the last square before it gets what is right for it: a win
/// must not be seen too early.
fn hesitate(game: &mut Game) {
    if let Some(Step::Act(last)) = game.steps.pop() {
        for kind in [Kind::Guess, Kind::Mark] {
            let act = Act {
                kind,
                ..last.clone()
            };
            game.steps.push(Step::Act(act));
        }
        game.steps.push(Step::Act(last));
    }
}

/// Puts some of the additional lines into a game, each with the same chance.
fn enrich(game: &mut Game, additions: &Additions, random: &mut Random) {
    for &line in additions.invalid {
        if chance(random, 2) {
            let at = random.below(game.steps.len() as u64 + 1);
            let at = usize::try_from(at).unwrap_or_default();
            game.steps.insert(at, Step::Text(line.into()));
        }
    }
    for &line in additions.first {
        if chance(random, 2) {
            game.steps.insert(0, Step::Text(line.into()));
        }
    }
}
