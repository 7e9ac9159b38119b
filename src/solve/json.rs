//! Hints and solutions as JSON; `docs/solving.md` describes it.

use serde::Serialize;

use super::findings::Guess;
use super::odds::{Chances, Odds};
use super::player::{Played, PlayedMove};
use super::proof::{Difficulty, Proof, Reason, Step};
use crate::field::minefield::{Size, Square};
use crate::game::view::Outcome;

/// The version of the formats, which changes when a reader would have to.
pub(super) const VERSION: u32 = 1;

/// A row and a column, as the game counts them.
type At = [usize; 2];

/// A text with a line end.
pub(super) fn text(value: &impl Serialize) -> String {
    // Nothing here consists of what JSON could not have.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

/// A game that was played.
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
    square: At,
    mined: bool,
    guess: bool,
}

impl Solution {
    /// What was played of a game that calls its first row and column so.
    pub(super) fn new(played: &Played, first_index: usize) -> Self {
        let lines = played.input.split(|&byte| byte == b'\n');
        let one = |(sent, line): (&PlayedMove, &[u8])| SolutionMove {
            line: String::from_utf8_lossy(line).into_owned(),
            square: [sent.square.row + first_index, sent.square.col + first_index],
            mined: sent.marks,
            guess: sent.is_guess,
        };
        Self {
            version: VERSION,
            won: played.outcome == Some(Outcome::Won),
            guesses: played.guesses,
            moves: played.moves.iter().zip(lines).map(one).collect(),
        }
    }
}

/// All that is said of a game.
#[derive(Debug, Serialize)]
pub(crate) struct Hint {
    version: u32,
    #[serde(skip)]
    first_index: usize,
    wrong_marks: Vec<At>,
    moves: Vec<Move>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    odds: Vec<Vec<f64>>,
}

#[derive(Debug, Default, Serialize)]
struct Move {
    line: String,
    square: At,
    /// Whether the square has a mine; null if that is not proved.
    mined: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<Difficulty>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<ProofStep>,
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<Fraction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    safest: Option<Safest>,
}

/// Where a mine is least likely, if that is not the best guess.
#[derive(Debug, Serialize)]
struct Safest {
    square: At,
    odds: Fraction,
}

#[derive(Debug, Serialize)]
struct ProofStep {
    kind: &'static str,
    numbers: Vec<At>,
    counts_mines: bool,
    mined: Vec<At>,
    safe: Vec<At>,
}

#[derive(Debug, Serialize)]
struct Fraction {
    mined: String,
    all: String,
    number: f64,
}

impl Fraction {
    fn of(odds: &Odds) -> Self {
        let (mined, all) = odds.reduced();
        Self {
            mined: mined.to_string(),
            all: all.to_string(),
            number: odds.number(),
        }
    }
}

impl Hint {
    /// Nothing yet, of a game that calls its first row and column so.
    pub(crate) fn new(first_index: usize) -> Self {
        Self {
            version: VERSION,
            first_index,
            wrong_marks: Vec::new(),
            moves: Vec::new(),
            odds: Vec::new(),
        }
    }

    /// All of it, with a line end.
    pub(crate) fn text(&self) -> String {
        text(self)
    }

    fn at(&self, square: Square) -> At {
        [square.row + self.first_index, square.col + self.first_index]
    }

    fn all_at(&self, squares: &[Square]) -> Vec<At> {
        squares.iter().map(|&square| self.at(square)).collect()
    }

    pub(crate) fn set_wrong_marks(&mut self, squares: &[Square]) {
        self.wrong_marks = self.all_at(squares);
    }

    /// Adds a move that is proved.
    pub(crate) fn add_proof(&mut self, line: String, proof: &Proof) {
        let step = |step: &Step| ProofStep {
            kind: kind(&step.reason),
            numbers: self.all_at(&step.reason.numbers()),
            counts_mines: matches!(
                step.reason,
                Reason::Count(_) | Reason::Cases { count: true, .. }
            ),
            mined: self.all_at(&step.mined),
            safe: self.all_at(&step.safe),
        };
        self.moves.push(Move {
            line,
            square: self.at(proof.square),
            mined: Some(proof.mined),
            difficulty: Some(proof.difficulty()),
            steps: proof.steps.iter().map(step).collect(),
            ..Move::default()
        });
    }

    /// Adds a move that is proved, without its proof.
    pub(crate) fn add_move(&mut self, line: String, square: Square, mined: bool) {
        self.moves.push(Move {
            line,
            square: self.at(square),
            mined: Some(mined),
            ..Move::default()
        });
    }

    /// Adds the square to start from.
    pub(crate) fn add_start(&mut self, line: String, square: Square) {
        self.moves.push(Move {
            line,
            square: self.at(square),
            ..Move::default()
        });
    }

    /// Adds a guess, with its odds if they are known.
    pub(crate) fn add_guess(&mut self, line: String, guess: &Guess) {
        self.moves.push(Move {
            line,
            square: self.at(guess.square),
            odds: guess.odds.as_ref().map(Fraction::of),
            safest: guess.safest.as_ref().map(|(square, odds)| Safest {
                square: self.at(*square),
                odds: Fraction::of(odds),
            }),
            ..Move::default()
        });
    }

    /// Sets the odds of all squares.
    pub(crate) fn set_odds(&mut self, size: Size, chances: &Chances) {
        let number = |row, col| chances.odds(Square { row, col }).number();
        self.odds = (0..size.rows)
            .map(|row| (0..size.cols).map(|col| number(row, col)).collect())
            .collect();
    }
}

fn kind(reason: &Reason) -> &'static str {
    match reason {
        Reason::Number(_) => "number",
        Reason::Numbers(..) => "numbers",
        Reason::Count(_) => "count",
        Reason::Cases { .. } => "cases",
    }
}
