//! How random games are drawn: wins, losses, quits, every kind of invalid line
//! and malformed seeds.

use std::ops::RangeInclusive;

use super::game::{Game, Step};
use super::ingredients::{Act, ActKind, Field, Ingredients};
use crate::edition::row::Edition;
use crate::field::minefield::{Size, Square};
use crate::field::random::Random;

/// One of so many.
fn pick(random: &mut Random, count: usize) -> usize {
    usize::try_from(random.below(count.max(1) as u64)).unwrap_or_default()
}

fn chance(random: &mut Random, one_in: u64) -> bool {
    random.below(one_in) == 0
}

/// What may be in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Everything.
    All,
    /// A seed as it should be, and no line that hardly anybody types.
    Plain,
}

/// The game of a number among those that begin with a seed.
pub(crate) fn draw(edition: &Edition, rng_seed: u64, number: u64, extent: Extent) -> Game {
    draw_with(
        edition,
        false,
        extent,
        &mut Random::numbered(rng_seed, number),
    )
}

/// The same on a field of the least size, with one mine.
pub(crate) fn draw_small(edition: &Edition, rng_seed: u64, number: u64, extent: Extent) -> Game {
    draw_with(
        edition,
        true,
        extent,
        &mut Random::numbered(!rng_seed, number),
    )
}

fn draw_with(edition: &Edition, small: bool, extent: Extent, random: &mut Random) -> Game {
    let ingredients = match extent {
        Extent::All => Ingredients::of(edition.dialect),
        Extent::Plain => &Ingredients::plain(edition.dialect),
    };
    let sides = Ingredients::sides(edition);
    let field = draw_field(sides, small || chance(random, 3), random);
    let odd_seed = match random.below(24) {
        0 | 1 => Some(malformed(ingredients, &field, random)),
        2 | 3 => odd(ingredients, &field, random),
        _ => None,
    };
    let odd_seed = odd_seed.filter(|_| extent == Extent::All);
    let mut steps = match random.below(10) {
        0..=4 => winning(ingredients, &field, random),
        5 => losing(ingredients, &field, random),
        _ => wandering(ingredients, &field, random),
    };
    if chance(random, 8) {
        let at = pick(random, steps.len() + 1);
        let end = ingredients.texts[pick(random, ingredients.texts.len())];
        steps.insert(at, Step::Text(end.into()));
    }
    // As a rule a game is left before its input ends.
    if let Some(leave) = ingredients.leave
        && !chance(random, 10)
    {
        steps.push(Step::Text(leave.into()));
    }
    Game {
        dialect: edition.dialect,
        field,
        odd_seed,
        steps,
    }
}

fn draw_field(sides: RangeInclusive<usize>, small: bool, random: &mut Random) -> Field {
    let (least, most) = sides.into_inner();
    let mut length = || {
        if small {
            least
        } else {
            least + pick(random, most - least + 1)
        }
    };
    let size = Size {
        rows: length(),
        cols: length(),
    };
    let most_mines = if small {
        1
    } else {
        1 + pick(random, size.area() / 3)
    };
    Field::from(&random.place(size, most_mines.min(size.area() - 1)))
}

/// A seed that is odd, in tokens.
fn odd(ingredients: &Ingredients, field: &Field, random: &mut Random) -> Option<Vec<String>> {
    let seed = ingredients
        .odd_seeds
        .get(pick(random, ingredients.odd_seeds.len()))?;
    Some(seed(field).split_whitespace().map(str::to_owned).collect())
}

/// A seed with something wrong in it.
fn malformed(ingredients: &Ingredients, field: &Field, random: &mut Random) -> Vec<String> {
    const WRONG: [&str; 8] = ["x", "-1", "4", "11", "1000", "5.0", "99999999999", "+"];

    let seed = (ingredients.seed)(field);
    let mut tokens: Vec<String> = seed.split_whitespace().map(str::to_owned).collect();
    let at = pick(random, tokens.len());
    if chance(random, 3) {
        tokens.truncate(at);
    } else {
        WRONG[pick(random, WRONG.len())].clone_into(&mut tokens[at]);
    }
    tokens
}

/// The moves that win, in any order, with lines between that do no harm, and
/// often with a score that is hard to round or a mark as the last move.
fn winning(ingredients: &Ingredients, field: &Field, random: &mut Random) -> Vec<Step> {
    let mut squares: Vec<Square> = field.size.squares().collect();
    for last in (1..squares.len()).rev() {
        squares.swap(last, pick(random, last + 1));
    }
    if chance(random, 2)
        && let Some(at) = squares
            .iter()
            .position(|square| field.mines.contains(square))
    {
        let mine = squares.remove(at);
        squares.push(mine);
    }
    let mut steps: Vec<Step> = squares
        .iter()
        .map(|&square| right(field, square, random))
        .collect();
    let area = field.size.area();
    let tie = ingredients
        .tie
        .and_then(|tie| tie(area))
        .filter(|_| chance(random, 2));
    let more = tie.map_or_else(|| pick(random, 6), |rounds| rounds - area);
    for _ in 0..more {
        let square = squares[pick(random, squares.len())];
        let at = pick(random, steps.len());
        // What is done twice is done no worse.
        let step = if tie.is_some() || chance(random, 2) {
            right(field, square, random)
        } else {
            other(ingredients, field, random)
        };
        steps.insert(at, step);
    }
    steps
}

/// Moves that are right, and a wrong one.
fn losing(ingredients: &Ingredients, field: &Field, random: &mut Random) -> Vec<Step> {
    let mut steps = winning(ingredients, field, random);
    steps.truncate(pick(random, 12));
    if let Some(&Square { row, col }) = field.mines.first() {
        steps.push(Step::Act(act(ActKind::Reveal, row, col, random)));
    }
    steps
}

/// Anything at all.
fn wandering(ingredients: &Ingredients, field: &Field, random: &mut Random) -> Vec<Step> {
    (0..pick(random, 25))
        .map(|_| other(ingredients, field, random))
        .collect()
}

fn act(kind: ActKind, row: usize, col: usize, random: &mut Random) -> Act {
    let signed = |index| i64::try_from(index).unwrap_or(i64::MAX);
    Act {
        kind,
        row: signed(row),
        col: signed(col),
        long: chance(random, 4),
    }
}

/// The move that a win needs on a square.
fn right(field: &Field, square: Square, random: &mut Random) -> Step {
    let kind = if field.mines.contains(&square) {
        ActKind::Mark
    } else {
        ActKind::Reveal
    };
    Step::Act(act(kind, square.row, square.col, random))
}

/// A line of any kind; most of its squares are in the field, some just outside.
fn other(ingredients: &Ingredients, field: &Field, random: &mut Random) -> Step {
    if chance(random, 2) {
        return Step::Text(ingredients.texts[pick(random, ingredients.texts.len())].into());
    }
    let kind = [ActKind::Reveal, ActKind::Mark, ActKind::Guess][pick(random, 3)];
    let size = field.size;
    let (row, col) = (pick(random, size.rows), pick(random, size.cols));
    let (row, col) = match random.below(8) {
        0 => (size.rows, col),
        1 => (row, size.cols),
        _ => (row, col),
    };
    let mut act = act(kind, row, col, random);
    if chance(random, 20) {
        act.row = -1;
    }
    Step::Act(act)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::table::EDITIONS;

    #[test]
    fn plain_games_have_nothing_that_hardly_anybody_types() {
        let is_typed = |it: char| it.is_ascii_alphanumeric() || " -.,\n".contains(it);
        let is_plain = |game: &Game| {
            let input = game.input();
            let is_spaced = |line: &str| line.trim() != line || line.contains("  ");
            game.odd_seed.is_none() && input.chars().all(is_typed) && !input.lines().any(is_spaced)
        };
        for edition in EDITIONS {
            let games = |extent| (0..300).map(move |number| draw(edition, 1, number, extent));
            assert!(games(Extent::Plain).all(|game| is_plain(&game)));
            let odd = games(Extent::All).filter(|game| !is_plain(game)).count();
            assert!(odd > 20, "{odd} in {}", edition.name);
        }
    }
}
