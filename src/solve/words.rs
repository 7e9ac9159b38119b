//! Proofs and odds in words.

use super::odds::Odds;
use super::position::{Known, Position};
use super::proof::{Proof, Reason, Step};
use crate::field::minefield::Square;
use crate::io::visible::counted;

/// How many steps of a proof are told.
const MOST_STEPS: usize = 8;

/// The greatest number that is part of a fraction that is told.
const GREATEST: u32 = 1_000_000;

/// Words for squares, as players of an edition count them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'position> {
    /// What the first row and column are called.
    pub(crate) first_index: usize,
    /// What is known of the squares.
    pub(crate) position: &'position Position,
    /// How many squares are named at most; the others are counted.
    pub(crate) most_names: usize,
}

/// How many squares are named where there is room for them.
pub(crate) const MOST_NAMES: usize = 12;

impl Words<'_> {
    /// A square.
    pub(crate) fn square(&self, square: Square) -> String {
        let (row, col) = (square.row + self.first_index, square.col + self.first_index);
        format!("({row}, {col})")
    }

    /// What a revealed square shows.
    fn number(&self, square: Square) -> u8 {
        match self.position.squares()[self.position.size().index(square)] {
            Known::Number(number) => number,
            Known::Nothing | Known::Mine => 0,
        }
    }

    fn squares(&self, squares: &[Square]) -> String {
        let names: Vec<String> = squares.iter().map(|&square| self.square(square)).collect();
        listed(&names, self.most_names)
    }

    /// A number and its square, such as `the 3 at (1, 2)`.
    fn numbered(&self, square: Square) -> String {
        format!("the {} at {}", self.number(square), self.square(square))
    }

    fn numbers(&self, numbers: &[Square]) -> String {
        let names: Vec<String> = numbers.iter().map(|&at| self.numbered(at)).collect();
        listed(&names, self.most_names)
    }

    /// A proof, a line for each of its last steps.
    pub(crate) fn proof(&self, proof: &Proof) -> Vec<String> {
        let left_out = proof.steps.len().saturating_sub(MOST_STEPS);
        let first = (left_out > 0).then(|| {
            let count = counted(left_out, "step", "steps");
            format!("First, {count} that --json lists in full.")
        });
        let last = proof.steps[left_out..].iter().map(|step| self.step(step));
        first.into_iter().chain(last).collect()
    }

    /// What a proof has found, what is to be said of that, and then the last of its reasons:
    /// a sentence.
    pub(crate) fn conclusion(&self, proof: &Proof, comment: &str) -> String {
        proof.steps.last().map_or_else(String::new, |step| {
            format!("{}{comment}: {}.", self.found(step), self.reason(step))
        })
    }

    fn step(&self, step: &Step) -> String {
        format!("{}: {}.", capitalized(&self.reason(step)), self.found(step))
    }

    /// Why a step is right, as a part of a sentence.
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
            Reason::Numbers(one, other) if step.mined.is_empty() => format!(
                "the unknown mines around {} are all that {} needs",
                self.numbered(*one),
                self.numbered(*other)
            ),
            Reason::Numbers(one, other) => format!(
                "{} needs more mines than it can share with {}",
                self.numbered(*one),
                self.numbered(*other)
            ),
            Reason::Count(numbers) if numbers.is_empty() && step.mined.is_empty() => {
                "all mines are known".to_owned()
            }
            Reason::Count(numbers) if numbers.is_empty() => {
                "as many squares are left as mines".to_owned()
            }
            Reason::Count(numbers) if step.mined.is_empty() => format!(
                "all mines that are left lie next to {}",
                self.numbers(numbers)
            ),
            Reason::Count(numbers) => format!(
                "all safe squares that are left lie next to {}",
                self.numbers(numbers)
            ),
            Reason::Cases {
                numbers,
                count: false,
            } => format!("all cases around {} agree", self.numbers(numbers)),
            Reason::Cases { numbers, .. } => format!(
                "all cases for {} and the number of all mines agree",
                counted(numbers.len(), "number", "numbers")
            ),
        }
    }

    fn found(&self, step: &Step) -> String {
        let mut parts = Vec::new();
        if !step.mined.is_empty() {
            let verb = if step.mined.len() == 1 {
                "has a mine"
            } else {
                "have mines"
            };
            parts.push(format!("{} {verb}", self.squares(&step.mined)));
        }
        if !step.safe.is_empty() {
            let verb = if step.safe.len() == 1 { "is" } else { "are" };
            parts.push(format!("{} {verb} safe", self.squares(&step.safe)));
        }
        parts.join(", and ")
    }
}

/// The probability of a mine, in percent: only what is certain is 0 or 100.
pub(crate) fn percent(odds: &Odds) -> String {
    let number = odds.number() * 100.0;
    match number {
        _ if odds.is_safe() => "0%".to_owned(),
        _ if odds.is_mined() => "100%".to_owned(),
        _ if number < 1.0 => "<1%".to_owned(),
        _ if number > 99.0 => ">99%".to_owned(),
        _ => format!("{number:.0}%"),
    }
}

/// The probability of a mine, as a fraction if that is short, and in percent.
pub(crate) fn fraction(odds: &Odds) -> String {
    let (mined, all) = odds.reduced();
    match (u32::try_from(mined), u32::try_from(all)) {
        (Ok(mined), Ok(all)) if all <= GREATEST => {
            format!("{mined} of {all}, {}", percent(odds))
        }
        _ => percent(odds),
    }
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// Names with commas between them, and `and` before the last. If there are more than `most`,
/// the others are only counted.
fn listed(names: &[String], most: usize) -> String {
    match names {
        _ if names.len() > most => {
            let shown = names[..most].join(", ");
            format!("{shown} and {} more", names.len() - most)
        }
        [] => String::new(),
        [name] => name.clone(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}
