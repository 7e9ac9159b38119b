//! A random game, as steps that can be shrunk and written in their dialect.

use super::language::{self, SampleStep};
use crate::edition::row::Dialect;
use crate::field::minefield::Minefield;

/// The seed and the input of a random game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) dialect: Dialect,
    pub(crate) minefield: Minefield,
    /// Tokens of an unusual or malformed seed, which replaces the seed of the minefield.
    pub(crate) odd_seed: Option<Vec<String>>,
    pub(crate) steps: Vec<SampleStep>,
}

impl Game {
    /// Returns the content of the seed file.
    pub(crate) fn seed(&self) -> String {
        match &self.odd_seed {
            Some(tokens) => tokens.join(" "),
            None => language::seed(self.dialect, &self.minefield),
        }
    }

    pub(crate) fn input(&self) -> String {
        let mut input = String::new();
        for step in &self.steps {
            match step {
                SampleStep::Command(word, square) => {
                    input += &language::command(self.dialect, word, *square);
                }
                SampleStep::Text(text) => input += text,
            }
            input.push('\n');
        }
        input
    }

    /// Returns the size for comparing games: the number of steps, then the number of squares.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.steps.len(), self.minefield.size().area())
    }
}

/// Returns the tokens of a seed.
pub(super) fn tokens(seed: &str) -> Vec<String> {
    seed.split_whitespace().map(str::to_owned).collect()
}
