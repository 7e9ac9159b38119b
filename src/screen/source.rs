//! The fields of a series of games: the field of a seed, the field of a day, or random fields.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::error::ScreenError;
use crate::edition::play_option::PlayOption;
use crate::edition::row::{Edition, Moves};
use crate::edition::table::{self, EDITIONS};
use crate::field::minefield::{Minefield, Size, Square};
use crate::field::random::{Random, RandomField};
use crate::generate::WithoutGuessing;
use crate::solve::error::SolveError;
use crate::solve::proof::Difficulty;

/// The defaults of a field that needs no guess.
pub(super) const NO_GUESS: WithoutGuessing = WithoutGuessing {
    start: None,
    difficulty: None,
    deadline: Duration::from_secs(10),
};

/// A class of fields with comparable results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FieldKind {
    pub(super) edition: String,
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) mines: usize,
    /// True if the fields need no guess.
    pub(super) no_guess: bool,
}

impl FieldKind {
    pub(super) fn new(edition: &Edition, field: RandomField, no_guess: bool) -> Self {
        let RandomField { rows, cols, mines } = field;
        Self {
            edition: edition.name.to_owned(),
            rows,
            cols,
            mines,
            no_guess,
        }
    }
}

/// The fields of a series of games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct FieldSource {
    pub(super) kind: FieldKind,
    pub(super) cascade: bool,
    pub(super) difficulty: Option<Difficulty>,
    pub(super) deadline: Duration,
    /// The number that determines the next random field, or the field of a day.
    pub(super) rng_seed: Option<u64>,
    /// True if all games are played on the same field.
    pub(super) is_fixed: bool,
    /// True if the field has a seed file.
    pub(super) has_file: bool,
}

impl FieldSource {
    pub(super) fn edition(&self) -> &'static Edition {
        let has_name = |edition: &&Edition| edition.name == self.kind.edition;
        let edition = EDITIONS.iter().find(has_name);
        edition.unwrap_or_else(|| table::default())
    }

    /// # Errors
    ///
    /// A move of the edition is not one line.
    pub(super) fn moves(&self) -> Result<&'static Moves, ScreenError> {
        moves_of(self.edition())
    }

    pub(super) fn field(&self) -> RandomField {
        let FieldKind {
            rows, cols, mines, ..
        } = self.kind;
        RandomField { rows, cols, mines }
    }

    /// Proceeds to the next random field.
    pub(super) fn advance(&mut self) {
        self.rng_seed = self
            .rng_seed
            .map(|seed| Random::seeded(seed).below(1 << 53));
    }

    /// Draws a random field around the first square, which has no mine; neither have its
    /// neighbours, if there is room.
    ///
    /// # Errors
    ///
    /// No field without guessing was found.
    pub(super) fn draw(
        &self,
        start: Square,
        is_wanted: &AtomicBool,
    ) -> Result<Minefield, SolveError> {
        let RandomField { rows, cols, mines } = self.field();
        let size = Size { rows, cols };
        let mut random = Random::seeded(self.rng_seed.unwrap_or_default());
        if self.kind.no_guess {
            let no_guess = WithoutGuessing {
                start: Some(start),
                difficulty: self.difficulty,
                deadline: self.deadline,
            };
            let limits = &self.edition().fields;
            let is_wanted = || is_wanted.load(Ordering::Relaxed);
            return Ok(no_guess
                .draw(self.field(), limits, &mut random, is_wanted)?
                .0);
        }
        let mut squares = Vec::new();
        for min_distance in [2, 1, 0] {
            squares = size
                .squares()
                .filter(|at| {
                    let [down, right] = [at.row.abs_diff(start.row), at.col.abs_diff(start.col)];
                    down.max(right) >= min_distance
                })
                .collect();
            if squares.len() >= mines {
                break;
            }
        }
        Ok(random.place_among(size, &mut squares, mines))
    }

    /// Returns the command that plays on the random field that was drawn around a square, or on
    /// the next one.
    pub(super) fn command(&self, start: Option<Square>) -> Option<String> {
        let rng_seed = self.rng_seed?;
        let RandomField { rows, cols, mines } = self.field();
        let mut command = format!(
            "minesweeper-alpha play --screen --edition {}",
            self.kind.edition
        );
        if self.cascade {
            command += " --cascade";
        }
        command += &if self.edition().options.contains(&PlayOption::Random) {
            format!(" --random {rows}x{cols}x{mines}")
        } else {
            format!(" --rows {rows} --cols {cols} --mines {mines}")
        };
        if self.kind.no_guess {
            command += " --no-guess";
        }
        if let Some(difficulty) = self.difficulty {
            command += &format!(" --difficulty {difficulty}");
        }
        command += &format!(" --rng-seed {rng_seed}");
        if let Some(Square { row, col }) = start {
            command += &format!(" --start {row},{col}");
        }
        Some(command)
    }
}

/// # Errors
///
/// A move of the edition is not one line.
pub(super) fn moves_of(edition: &'static Edition) -> Result<&'static Moves, ScreenError> {
    let moves = edition.moves.as_ref();
    moves.ok_or(ScreenError::NoMoves(edition.name))
}
