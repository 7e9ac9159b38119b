//! Proofs about squares. Each step follows from visible numbers and from earlier steps.

use std::fmt;

use clap::{ValueEnum, builder::PossibleValue};
use serde::{Deserialize, Serialize};

use crate::field::Square;

/// A kind of reasoning, from the simplest to the hardest. As the difficulty of a proof or a field,
/// the hardest kind that it needs. The lower-case names are those on the command line and in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// One number.
    Trivial,
    /// Two numbers compared.
    Easy,
    /// All arrangements of mines on connected squares, together with the mine count.
    Hard,
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", PossibleValue::get_name))
    }
}

/// The reason for a step, besides earlier steps.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// One number: all mines around it are known, or all unknown squares around it have mines.
    Number(Square),
    /// Two numbers: the first needs as many more mines than the second as it has unknown
    /// squares that are not next to the second.
    Numbers(Square, Square),
    /// All arrangements of mines around these numbers and, if `with_mine_count` is set, on all
    /// other squares. Such a step needs no earlier steps.
    Arrangements {
        numbers: Vec<Square>,
        with_mine_count: bool,
    },
}

impl Reason {
    #[must_use]
    pub fn difficulty(&self) -> Difficulty {
        match self {
            Self::Number(_) => Difficulty::Trivial,
            Self::Numbers(..) => Difficulty::Easy,
            Self::Arrangements { .. } => Difficulty::Hard,
        }
    }

    /// Returns the squares of the numbers.
    #[must_use]
    pub fn numbers(&self) -> Vec<Square> {
        match self {
            Self::Number(number) => vec![*number],
            Self::Numbers(first, second) => vec![*first, *second],
            Self::Arrangements { numbers, .. } => numbers.clone(),
        }
    }
}

#[derive(Debug)]
pub struct Step {
    pub reason: Reason,
    /// The squares that the step proves to have mines.
    pub mined: Vec<Square>,
    /// The squares that the step proves to be safe.
    pub safe: Vec<Square>,
}

/// A proof that a square has a mine, or that it is safe.
#[derive(Debug)]
pub struct Proof {
    pub square: Square,
    pub mined: bool,
    /// The steps. The last step is about the square.
    pub steps: Vec<Step>,
}

impl Proof {
    /// Returns the hardest kind of reasoning in the proof.
    #[must_use]
    pub fn difficulty(&self) -> Difficulty {
        let difficulties = self.steps.iter().map(|step| step.reason.difficulty());
        difficulties.max().unwrap_or(Difficulty::Trivial)
    }
}
