//! A game to be tried: a seed and an input, in a form that can be made smaller
//! and written in the language of its dialect.

use std::borrow::Cow;

use super::ingredients::{Act, ActKind, Field, Ingredients};
use crate::edition::row::{Dialect, Edition};
use crate::field::lines::{self, Line};

/// A seed and an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// The language of both.
    pub(crate) dialect: Dialect,
    /// The field.
    pub(crate) field: Field,
    /// The tokens of an odd seed, which may be malformed, in place of that of the
    /// field.
    pub(crate) odd_seed: Option<Vec<String>>,
    /// The input.
    pub(crate) steps: Vec<Step>,
}

/// Some of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A move.
    Act(Act),
    /// Another line.
    Text(Cow<'static, str>),
}

impl Game {
    /// The game of a seed file and an input of an edition. A seed that would be
    /// written with other tokens is odd, and so is every seed of an edition without
    /// moves; its white space is lost.
    pub(crate) fn read(edition: &Edition, seed: &[u8], input: &[u8]) -> Self {
        let step = |line| match line {
            Line::Text(text) => Some(Step::read(edition.dialect, &String::from_utf8_lossy(text))),
            Line::TooLong | Line::End => None,
        };
        let text = String::from_utf8_lossy(seed);
        let mut game = Self {
            dialect: edition.dialect,
            field: Field::read(edition, seed).unwrap_or(Field::NONE),
            odd_seed: None,
            steps: lines::split(input).filter_map(step).collect(),
        };
        if !text.split_whitespace().eq(game.seed().split_whitespace()) {
            game.field = Field::NONE;
            game.odd_seed = Some(text.split_whitespace().map(str::to_owned).collect());
        }
        game
    }

    /// The seed file.
    pub(crate) fn seed(&self) -> String {
        match &self.odd_seed {
            Some(tokens) => tokens.join(" "),
            None => (Ingredients::of(self.dialect).seed)(&self.field),
        }
    }

    /// The input.
    pub(crate) fn input(&self) -> String {
        let act = Ingredients::of(self.dialect).act;
        let line = |step: &Step| match step {
            Step::Act(step) => act(step) + "\n",
            Step::Text(text) => format!("{text}\n"),
        };
        self.steps.iter().map(line).collect()
    }

    /// How large the game is: its lines first.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.steps.len(), self.field.size.area())
    }
}

impl Step {
    /// The move that a line is if it is written as moves are here, or its text.
    fn read(dialect: Dialect, line: &str) -> Self {
        let ingredients = Ingredients::of(dialect);
        let numbers: Vec<i64> = line
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        let act = |(kind, long)| match numbers[..] {
            [row, col] => Some(Act {
                kind,
                row: row.checked_sub(ingredients.first_index)?,
                col: col.checked_sub(ingredients.first_index)?,
                long,
            }),
            _ => None,
        };
        [ActKind::Reveal, ActKind::Mark, ActKind::Guess]
            .into_iter()
            .flat_map(|kind| [(kind, false), (kind, true)])
            .filter_map(act)
            .find(|act| (ingredients.act)(act) == line)
            .map_or_else(|| Self::Text(line.to_owned().into()), Self::Act)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::table::EDITIONS;
    use crate::sample::draw::{Extent, draw};

    #[test]
    fn what_is_written_is_read_again() {
        for edition in EDITIONS {
            for number in 0..200 {
                let game = draw(edition, 1, number, Extent::All);
                let (seed, input) = (game.seed(), game.input());
                let read = Game::read(edition, seed.as_bytes(), input.as_bytes());
                assert_eq!(read.input(), input);
                assert!(read.seed().split_whitespace().eq(seed.split_whitespace()));
                if edition.moves.is_some() && game.odd_seed.is_none() {
                    assert_eq!(read.field, game.field);
                }
            }
        }
    }
}
