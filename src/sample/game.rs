//! A drawn game: a seed and an input that can be shrunk and written in their dialect.

use super::language::{self, Step};
use crate::edition::row::{Dialect, Edition};
use crate::edition::setup::Setup;
use crate::field::lines::{self, Line};
use crate::field::minefield::{Minefield, Size};
use crate::field::seed_file::SeedFile;

/// A seed and an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) dialect: Dialect,
    pub(crate) minefield: Minefield,
    /// Tokens of an unusual or malformed seed, which replaces that of the field.
    pub(crate) odd_seed: Option<Vec<String>>,
    pub(crate) steps: Vec<Step>,
}

impl Game {
    /// Reads the seed file and the input of a case. Seeds that this module would write with other
    /// tokens are kept as tokens.
    pub(crate) fn read(edition: &Edition, seed: &[u8], input: &[u8]) -> Self {
        let dialect = edition.dialect;
        let mut steps = Vec::new();
        for line in lines::split(input) {
            if let Line::Text(text) = line {
                let text = String::from_utf8_lossy(text);
                let command = language::parse_command(dialect, &text);
                steps.push(command.unwrap_or_else(|| Step::Text(text.into_owned().into())));
            }
        }
        let tokens_read = tokens(&String::from_utf8_lossy(seed));
        let minefield = read_seed(edition, seed)
            .filter(|minefield| tokens_read == tokens(&language::seed(dialect, minefield)));
        Self {
            dialect,
            odd_seed: minefield.is_none().then_some(tokens_read),
            minefield: minefield.unwrap_or(Minefield::new(Size { rows: 0, cols: 0 })),
            steps,
        }
    }

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
                Step::Command(word, square) => {
                    input += &language::command(self.dialect, word, *square);
                }
                Step::Text(text) => input += text,
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

fn read_seed(edition: &Edition, seed: &[u8]) -> Option<Minefield> {
    let name = format!("seed{}", edition.seed_file_ending());
    let file = SeedFile::in_memory(name, seed.to_vec());
    (edition.moves?.field)(&Setup::of_file(file)).ok()
}

pub(super) fn tokens(seed: &str) -> Vec<String> {
    seed.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::table::EDITIONS;
    use crate::sample::draw::draw;

    #[test]
    fn a_written_game_is_read_back() {
        for edition in EDITIONS {
            for number in 0..200 {
                let game = draw(edition, 1, number);
                let (seed, input) = (game.seed(), game.input());
                let read = Game::read(edition, seed.as_bytes(), input.as_bytes());
                assert_eq!(read.input(), input);
                assert!(read.seed().split_whitespace().eq(seed.split_whitespace()));
                if edition.moves.is_some() && game.odd_seed.is_none() {
                    assert_eq!(read.minefield, game.minefield);
                }
            }
        }
    }
}
