//! The fields of a series of games: that of a seed file, that of the day, or random fields.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{
    edition::{EDITIONS, Edition, Moves, table},
    error::Error,
    field::{Minefield, Random, RandomField, Size, Square},
    generate::NoGuessOptions,
    solve::Difficulty,
};

/// Default requirements of a field that needs no guess.
pub(super) const NO_GUESS: NoGuessOptions = NoGuessOptions {
    start: None,
    difficulty: None,
    deadline: Duration::from_secs(10),
};

/// A category of fields for best times.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct FieldKind {
    pub edition: String,
    #[serde(flatten)]
    pub field: RandomField,
    pub no_guess: bool,
}

/// A source of fields for a series of games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct FieldSource {
    pub kind: FieldKind,
    pub cascade: bool,
    pub difficulty: Option<Difficulty>,
    pub deadline: Duration,
    /// The number that determines the next random field; `None` for the field of a seed file.
    pub rng_seed: Option<u64>,
}

impl FieldSource {
    pub fn edition(&self) -> &'static Edition {
        let name = &self.kind.edition;
        let edition = EDITIONS.iter().find(|edition| edition.name == name);
        edition.unwrap_or_else(|| table::default())
    }

    pub fn advance(&mut self) {
        self.rng_seed = self
            .rng_seed
            .map(|seed| Random::seeded(seed).below(1 << 53));
    }

    /// Draws a random field without a mine on the first square and, if there is room, around it.
    /// The search for a field without guessing ends early once `keep_going` returns false.
    ///
    /// # Errors
    ///
    /// No field without guessing was found.
    pub fn draw(&self, start: Square, keep_going: impl Fn() -> bool) -> Result<Minefield, Error> {
        let RandomField { rows, cols, mines } = self.kind.field;
        let size = Size { rows, cols };
        let mut random = Random::seeded(self.rng_seed.unwrap_or_default());
        if self.kind.no_guess {
            let no_guess = NoGuessOptions {
                start: Some(start),
                difficulty: self.difficulty,
                deadline: self.deadline,
            };
            let limits = &self.edition().fields;
            let result = no_guess.draw(self.kind.field, limits, &mut random, keep_going);
            return Ok(result?.0);
        }
        let mut squares: Vec<Square> = size.squares().collect();
        squares.retain(|square| square.distance(start) > 1);
        if squares.len() < mines {
            squares = size.squares().collect();
            squares.retain(|&square| square != start);
        }
        Ok(random.place_among(size, &mut squares, mines))
    }
}

/// Returns the moves of an edition that the full screen can play.
///
/// # Errors
///
/// A move of the edition is not one line.
pub(super) fn moves_of(edition: &'static Edition) -> Result<&'static Moves, Error> {
    let moves = edition.moves.as_ref();
    moves.ok_or_else(|| {
        let name = edition.name;
        Error::message(format!(
            "--screen does not support the edition {name}, where a move takes several lines"
        ))
    })
}
