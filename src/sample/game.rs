//! A random game, as turns that can be shrunk and written in their dialect.

use super::language::{self, Turn};
use crate::{edition::Dialect, field::Minefield};

/// The seed and the input of a random game.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    pub dialect: Dialect,
    pub minefield: Minefield,
    /// Tokens of an unusual or malformed seed, which replaces the seed of the minefield.
    pub odd_seed: Option<Vec<String>>,
    pub turns: Vec<Turn>,
}

impl Game {
    pub fn seed(&self) -> String {
        match &self.odd_seed {
            Some(tokens) => tokens.join(" "),
            None => language::seed(self.dialect, &self.minefield),
        }
    }

    pub fn input(&self) -> String {
        let mut input = String::new();
        for turn in &self.turns {
            match turn {
                Turn::Command(word, square) => {
                    input += &language::command(self.dialect, word, *square);
                }
                Turn::Text(text) => input += text,
            }
            input.push('\n');
        }
        input
    }

    /// Returns the size for comparing games: the number of turns, then the number of squares.
    pub fn size(&self) -> (usize, usize) {
        (self.turns.len(), self.minefield.size().area())
    }
}

pub(super) fn tokens(seed: &str) -> Vec<String> {
    seed.split_whitespace().map(str::to_owned).collect()
}
