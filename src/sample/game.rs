//! A drawn game: a seed and an input that can be shrunk and written in their dialect.

use super::language::{self, SampleStep};
use crate::edition::row::Dialect;
use crate::field::minefield::Minefield;

/// A seed and an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) dialect: Dialect,
    pub(crate) minefield: Minefield,
    /// Tokens of an unusual or malformed seed, which replaces that of the field.
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

    /// Returns a measure to compare games by: number of steps, then number of squares.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.steps.len(), self.minefield.size().area())
    }
}

pub(super) fn tokens(seed: &str) -> Vec<String> {
    seed.split_whitespace().map(str::to_owned).collect()
}
