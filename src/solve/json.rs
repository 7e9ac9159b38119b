//! The JSON of `hint` and `solve`, which `docs/solving.md` describes.

use serde::Serialize;

use super::{
    findings::Guess,
    odds::Odds,
    player::Played,
    proof::{Difficulty, Proof, Reason},
};
use crate::{
    field::{Size, Square},
    game::Outcome,
};

// Versions of the formats, raised by every change that breaks readers.
const HINT_VERSION: u32 = 2;
const SOLUTION_VERSION: u32 = 1;

/// A row and a column, in the numbering of the edition.
type Coordinates = [usize; 2];

fn coordinates(square: Square, first_index: usize) -> Coordinates {
    [square.row + first_index, square.col + first_index]
}

/// Formats a value as JSON with a line end.
pub(super) fn text(value: &impl Serialize) -> String {
    // All values here can be represented as JSON.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

#[derive(Debug, Serialize)]
pub(super) struct Solution {
    version: u32,
    won: bool,
    guesses: usize,
    moves: Vec<SolutionMove>,
}

#[derive(Debug, Serialize)]
struct SolutionMove {
    line: String,
    square: Coordinates,
    mined: bool,
    guess: bool,
}

impl Solution {
    /// Converts a game. `first_index` is the number of the first row and column in the edition.
    pub fn new(played: &Played, first_index: usize) -> Self {
        let lines = played.input.split(|&byte| byte == b'\n');
        let mut moves = Vec::new();
        for (sent, line) in played.moves.iter().zip(lines) {
            moves.push(SolutionMove {
                line: String::from_utf8_lossy(line).into_owned(),
                square: coordinates(sent.square, first_index),
                mined: sent.is_mark,
                guess: sent.is_guess,
            });
        }
        Self {
            version: SOLUTION_VERSION,
            won: played.outcome == Some(Outcome::Won),
            guesses: played.guesses,
            moves,
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct HintOutput {
    version: u32,
    #[serde(skip)]
    first_index: usize,
    wrong_marks: Vec<Coordinates>,
    moves: Vec<HintMove>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    odds: Vec<Vec<f64>>,
}

#[derive(Debug, Default, Serialize)]
struct HintMove {
    line: String,
    square: Coordinates,
    /// `None` if nothing is proved about the square.
    mined: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<Difficulty>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<ProofStep>,
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<f64>,
}

#[derive(Debug, Serialize)]
struct ProofStep {
    kind: &'static str,
    numbers: Vec<Coordinates>,
    counts_mines: bool,
    mined: Vec<Coordinates>,
    safe: Vec<Coordinates>,
}

impl HintOutput {
    /// Creates a hint without moves. `first_index` is the edition's first row and column number.
    pub fn new(first_index: usize) -> Self {
        Self {
            version: HINT_VERSION,
            first_index,
            wrong_marks: Vec::new(),
            moves: Vec::new(),
            odds: Vec::new(),
        }
    }

    fn all_coordinates(&self, squares: &[Square]) -> Vec<Coordinates> {
        squares
            .iter()
            .map(|&at| coordinates(at, self.first_index))
            .collect()
    }

    pub fn set_wrong_marks(&mut self, squares: &[Square]) {
        self.wrong_marks = self.all_coordinates(squares);
    }

    pub fn add_proof(&mut self, line: String, proof: &Proof) {
        let steps = proof.steps.iter().map(|step| ProofStep {
            kind: match step.reason {
                Reason::Number(_) => "number",
                Reason::Numbers(..) => "numbers",
                Reason::Arrangements { .. } => "cases",
            },
            numbers: self.all_coordinates(&step.reason.numbers()),
            counts_mines: matches!(
                step.reason,
                Reason::Arrangements {
                    with_mine_count: true,
                    ..
                }
            ),
            mined: self.all_coordinates(&step.mined),
            safe: self.all_coordinates(&step.safe),
        });
        self.moves.push(HintMove {
            line,
            square: coordinates(proof.square, self.first_index),
            mined: Some(proof.mined),
            difficulty: Some(proof.difficulty()),
            steps: steps.collect(),
            ..HintMove::default()
        });
    }

    /// Adds a move without its proof. `mined` is `None` for a start that the seed notes.
    pub fn add_move(&mut self, line: String, square: Square, mined: Option<bool>) {
        self.moves.push(HintMove {
            line,
            square: coordinates(square, self.first_index),
            mined,
            ..HintMove::default()
        });
    }

    pub fn add_guess(&mut self, line: String, guess: Guess) {
        self.moves.push(HintMove {
            line,
            square: coordinates(guess.square, self.first_index),
            odds: Some(guess.odds),
            ..HintMove::default()
        });
    }

    pub fn set_odds(&mut self, size: Size, odds: &Odds) {
        self.odds = (0..size.rows)
            .map(|row| {
                (0..size.cols)
                    .map(|col| odds.at(Square { row, col }))
                    .collect()
            })
            .collect();
    }
}
