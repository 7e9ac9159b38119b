//! Proofs: steps that each follow from numbers that are seen, and from the steps
//! before.

use std::fmt;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use serde::{Deserialize, Serialize};

use crate::field::minefield::Square;

/// The kinds of reasoning, from the simplest on; a field is as difficult as the
/// hardest kind that it needs. The names of its variants are those on the command line.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// One number.
    Trivial,
    /// Two numbers compared.
    Easy,
    /// The number of all mines, with numbers that share no squares.
    Medium,
    /// All cases.
    Hard,
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", PossibleValue::get_name))
    }
}

/// What a step follows from, besides the steps before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A number: all of its mines are known, or all other squares around it have
    /// one.
    Number(Square),
    /// Two numbers: the first needs so many more mines than the second as it has
    /// squares that the second is not next to.
    Numbers(Square, Square),
    /// The number of all mines, and numbers that share no unknown square.
    Count(Vec<Square>),
    /// All cases for the squares around these numbers, and if `count` is set, for
    /// all other squares with the number of all mines. Such a step follows from
    /// the view alone.
    Cases {
        /// The numbers.
        numbers: Vec<Square>,
        /// Whether the number of all mines matters.
        count: bool,
    },
}

impl Reason {
    /// What kind of reasoning that is.
    #[must_use]
    pub fn difficulty(&self) -> Difficulty {
        match self {
            Self::Number(_) => Difficulty::Trivial,
            Self::Numbers(..) => Difficulty::Easy,
            Self::Count(_) => Difficulty::Medium,
            Self::Cases { .. } => Difficulty::Hard,
        }
    }

    /// The numbers that it is about.
    #[must_use]
    pub fn numbers(&self) -> Vec<Square> {
        match self {
            Self::Number(number) => vec![*number],
            Self::Numbers(one, other) => vec![*one, *other],
            Self::Count(numbers) | Self::Cases { numbers, .. } => numbers.clone(),
        }
    }
}

/// A step of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it follows from.
    pub reason: Reason,
    /// The squares that have a mine, by it.
    pub mined: Vec<Square>,
    /// The squares that have none, by it.
    pub safe: Vec<Square>,
}

/// A proof that a square has a mine, or has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The square.
    pub square: Square,
    /// Whether it has a mine.
    pub mined: bool,
    /// The steps; the last one is about the square.
    pub steps: Vec<Step>,
}

impl Proof {
    /// The hardest kind of reasoning in it.
    #[must_use]
    pub fn difficulty(&self) -> Difficulty {
        self.steps
            .iter()
            .map(|step| step.reason.difficulty())
            .max()
            .unwrap_or(Difficulty::Trivial)
    }
}
