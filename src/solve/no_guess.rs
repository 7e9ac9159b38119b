//! Fields that can be won by proofs alone, from a square on.

use std::time::Duration;

use thiserror::Error;

use super::deduce::deduce;
use super::exchange;
use super::proof::Difficulty;
use super::reasoner::{Index, Reasoner, as_index};
use super::work_limit::TimeLimit;
use crate::field::minefield::{Minefield, Size, Square};
use crate::field::random::Random;

/// What a field without guessing is to be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoGuess {
    /// The numbers of rows and columns.
    pub size: Size,
    /// The number of mines.
    pub mines: usize,
    /// The square that is revealed first, which has no mine on it or around it.
    pub start: Square,
    /// The hardest kind of proof that it needs; any if none.
    pub difficulty: Option<Difficulty>,
    /// How long it may take to find one.
    pub deadline: Duration,
}

/// A field that can be won by proofs alone.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The field.
    pub minefield: Minefield,
    /// The hardest kind of proof that it needs.
    pub difficulty: Difficulty,
}

/// Says of fields that were drawn why none was taken, if so many are too easy.
fn why_none(easier: u64) -> String {
    match easier {
        0 => "none can be won without guessing".to_owned(),
        _ => format!(
            "{easier} are easier than that, and none of the others can be won without guessing"
        ),
    }
}

/// Why there is no such field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoGuessError {
    /// The start is not on the field.
    #[error("the start {} {} is outside of {} rows and {} columns", start.row, start.col, size.rows, size.cols)]
    Start {
        /// The start.
        start: Square,
        /// The size of the field.
        size: Size,
    },

    /// There are more mines than squares away from the start.
    #[error(
        "{mines} mines leave no room around the start: at most {most} with a start in row {} and column {}",
        start.row,
        start.col
    )]
    TooManyMines {
        /// The number of mines.
        mines: usize,
        /// How many there can be.
        most: usize,
        /// The start.
        start: Square,
    },

    /// None was found in time.
    #[error(
        "no field found in {:?}: of {drawn} that were drawn {}; the best was solved to {solved} %",
        deadline,
        why_none(*easier)
    )]
    Deadline {
        /// How long was looked.
        deadline: Duration,
        /// How many fields were drawn.
        drawn: u64,
        /// How many of them are won by simpler proofs.
        easier: u64,
        /// How much of the best of the others could be solved, in percent of its
        /// safe squares.
        solved: usize,
    },
}

impl NoGuess {
    /// Draws fields until one can be won as is wanted: each such field is as
    /// likely as any other.
    ///
    /// # Errors
    ///
    /// [`NoGuessError::Start`] if the start is not on the field,
    /// [`NoGuessError::TooManyMines`] if they leave no room around the start, and
    /// [`NoGuessError::Deadline`] if no such field was found in time.
    pub fn draw(&self, random: &mut Random) -> Result<Drawn, NoGuessError> {
        self.draw_while(random, || true)
    }

    /// The same, for as long as it is wanted: then it ends as if at the deadline.
    pub(crate) fn draw_while(
        &self,
        random: &mut Random,
        is_wanted: impl Fn() -> bool,
    ) -> Result<Drawn, NoGuessError> {
        let Self { size, start, .. } = *self;
        if start.row >= size.rows || start.col >= size.cols {
            return Err(NoGuessError::Start { start, size });
        }
        let is_away = |square: &Square| {
            square.row.abs_diff(start.row) > 1 || square.col.abs_diff(start.col) > 1
        };
        let mut squares: Vec<Square> = size.squares().filter(is_away).collect();
        if self.mines > squares.len() {
            return Err(NoGuessError::TooManyMines {
                mines: self.mines,
                most: squares.len(),
                start,
            });
        }
        let mut reasoner = Reasoner::new(size, Some(self.mines));
        let limit = TimeLimit::after(self.deadline);
        let (mut drawn, mut easier, mut best) = (0, 0, 0);
        loop {
            let minefield = random.place_among(size, &mut squares, self.mines);
            drawn += 1;
            let is_over = limit.is_over() || !is_wanted();
            // The last one tells at least how far one can be solved.
            if !is_over && exchange::is_possible(&minefield, start) {
                continue;
            }
            match self.solve(&minefield, &mut reasoner, limit) {
                Solved::Whole(difficulty) => {
                    if self.difficulty.is_none_or(|wanted| wanted == difficulty) {
                        return Ok(Drawn {
                            minefield,
                            difficulty,
                        });
                    }
                    easier += 1;
                }
                Solved::Part(revealed) => best = best.max(revealed),
            }
            if is_over || limit.is_over() {
                let safe = size.area() - self.mines;
                return Err(NoGuessError::Deadline {
                    deadline: self.deadline,
                    drawn,
                    easier,
                    solved: best * 100 / safe.max(1),
                });
            }
        }
    }

    /// Plays a field by proofs alone.
    fn solve(&self, minefield: &Minefield, reasoner: &mut Reasoner, limit: TimeLimit) -> Solved {
        let most = self.difficulty.unwrap_or(Difficulty::Hard);
        let safe = self.size.area() - self.mines;
        reasoner.reset(Some(self.mines));
        let mut hardest = Difficulty::Trivial;
        let mut revealed = 0;
        let mut next = 0;
        let mut reveal = |reasoner: &mut Reasoner, square: Index| {
            revealed += 1;
            let number = minefield.adjacent(reasoner.square(square));
            reasoner.reveal(square, number).map(|()| revealed)
        };
        let start = as_index(self.size.index(self.start));
        let mut done = reveal(reasoner, start).unwrap_or_default();
        loop {
            while let Some(fact) = reasoner.facts().get(next).copied() {
                next += 1;
                if !fact.mined {
                    // Numbers of a real field contradict nothing.
                    done = reveal(reasoner, fact.square).unwrap_or(done);
                }
                if next.is_multiple_of(MOVES_BETWEEN_LOOKS) && limit.is_over() {
                    return Solved::Part(done);
                }
            }
            if done == safe {
                return Solved::Whole(hardest);
            }
            match deduce(reasoner, most) {
                Ok(Some(difficulty)) => hardest = hardest.max(difficulty),
                Ok(None) | Err(_) => return Solved::Part(done),
            }
        }
    }
}

/// How many moves are made before the clock is looked at: on large fields a game
/// may last longer than the time that is given.
const MOVES_BETWEEN_LOOKS: usize = 1 << 16;

/// How far a field can be solved.
enum Solved {
    /// To its end, with proofs of this kind at most.
    Whole(Difficulty),
    /// So many squares can be revealed.
    Part(usize),
}
