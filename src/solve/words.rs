//! Describes proofs and odds in words.

use super::{
    position::{Known, Position},
    proof::{Proof, Reason, Step},
};
use crate::{
    field::Square,
    io::{counted, listed},
};

/// Maximum number of steps of a proof that are printed.
const MAX_STEPS: usize = 8;

/// A formatter of the squares and proofs of a position.
#[derive(Debug)]
pub struct Words<'position> {
    /// Number of the first row and column in the edition.
    pub first_index: usize,
    pub position: &'position Position,
    /// Maximum number of squares that are named. Further squares are only counted.
    pub max_names: usize,
}

/// Maximum number of squares that `hint` names.
pub const MAX_NAMES: usize = 12;

impl Words<'_> {
    pub fn square(&self, square: Square) -> String {
        let row = square.row + self.first_index;
        let col = square.col + self.first_index;
        format!("({row}, {col})")
    }

    /// Lists the squares by name, with commas between them and `and` before the last.
    fn squares(&self, squares: &[Square], name: impl Fn(Square) -> String) -> String {
        let mut names: Vec<String> = squares.iter().copied().map(name).collect();
        if names.len() > self.max_names {
            let more = names.len() - self.max_names;
            names.truncate(self.max_names);
            return format!("{} and {more} more", names.join(", "));
        }
        listed(names)
    }

    fn number(&self, square: Square) -> u8 {
        let index = self.position.size().index(square);
        match self.position.squares()[index] {
            Known::Number(number) => number,
            Known::Nothing | Known::Mine => 0,
        }
    }

    /// Names a number and its square, such as `the 3 at (1, 2)`.
    fn numbered(&self, square: Square) -> String {
        format!("the {} at {}", self.number(square), self.square(square))
    }

    /// Describes a proof, with one line for each of its last steps.
    pub fn proof(&self, proof: &Proof) -> Vec<String> {
        let left_out = proof.steps.len().saturating_sub(MAX_STEPS);
        let mut lines = Vec::new();
        if left_out > 0 {
            let steps = counted(left_out, "earlier step", "earlier steps");
            lines.push(format!("Left out: {steps}; --json lists all."));
        }
        for step in &proof.steps[left_out..] {
            let reason = self.reason(step);
            let (first, rest) = reason.split_at(1);
            let facts = self.facts(step);
            lines.push(format!("{}{rest}: {facts}.", first.to_ascii_uppercase()));
        }
        lines
    }

    /// Describes the last step of a proof in a sentence, with a comment after the squares.
    pub fn conclusion(&self, proof: &Proof, comment: &str) -> String {
        let Some(step) = proof.steps.last() else {
            return String::new();
        };
        let facts = self.facts(step);
        let reason = self.reason(step);
        format!("{facts}{comment}: {reason}.")
    }

    /// Describes the reason of a step as a part of a sentence.
    fn reason(&self, step: &Step) -> String {
        match &step.reason {
            Reason::Number(number) if self.number(*number) == 0 => {
                format!("no mine is around {}", self.numbered(*number))
            }
            Reason::Number(number) if step.mined.is_empty() => {
                format!("all mines around {} are known", self.numbered(*number))
            }
            Reason::Number(number) => format!(
                "{} has no other squares left for its mines",
                self.numbered(*number)
            ),
            Reason::Numbers(first, second) if step.mined.is_empty() => format!(
                "the unknown mines around {} are all that {} needs",
                self.numbered(*first),
                self.numbered(*second)
            ),
            Reason::Numbers(first, second) => format!(
                "{} needs more mines than it can share with {}",
                self.numbered(*first),
                self.numbered(*second)
            ),
            Reason::Arrangements {
                numbers,
                with_mine_count: false,
            } => {
                let numbers = self.squares(numbers, |square| self.numbered(square));
                format!("all arrangements of mines around {numbers} agree")
            }
            Reason::Arrangements { numbers, .. } => format!(
                "all arrangements for {} and the mine count agree",
                counted(numbers.len(), "number", "numbers")
            ),
        }
    }

    /// Describes the facts that a step proves as a part of a sentence.
    fn facts(&self, step: &Step) -> String {
        let names = |squares: &[Square]| self.squares(squares, |square| self.square(square));
        let mut parts = Vec::new();
        if !step.mined.is_empty() {
            let verb = if step.mined.len() == 1 {
                "has a mine"
            } else {
                "have mines"
            };
            parts.push(format!("{} {verb}", names(&step.mined)));
        }
        if !step.safe.is_empty() {
            let verb = if step.safe.len() == 1 { "is" } else { "are" };
            parts.push(format!("{} {verb} safe", names(&step.safe)));
        }
        parts.join(", and ")
    }
}

/// Formats a probability in percent. Only certain squares have 0 % and 100 %.
pub fn percent(odds: f64) -> String {
    let percent = odds * 100.0;
    match odds {
        _ if odds <= 0.0 => "0%".to_owned(),
        _ if odds >= 1.0 => "100%".to_owned(),
        _ if percent < 1.0 => "<1%".to_owned(),
        _ if percent > 99.0 => ">99%".to_owned(),
        _ => format!("{percent:.0}%"),
    }
}
