//! Draws fields that can be won by proofs alone.

use std::time::{Duration, Instant};

use super::{
    deduce::deduce,
    error::{SolveError, Solved},
    proof::Difficulty,
    reasoner::{Reasoner, as_index},
};
use crate::field::{Minefield, Random, Size, Square};

/// Number of reveals between checks of the clock: a large field may take longer than the deadline.
const REVEALS_PER_CHECK: usize = 1 << 16;

/// Parameters of a field that needs no guess.
#[derive(Debug)]
pub struct NoGuess {
    pub size: Size,
    pub mines: usize,
    /// The square to reveal first. There is no mine on it or around it.
    pub start: Square,
    /// The hardest kind of proof that the field needs, or `None` for any.
    pub difficulty: Option<Difficulty>,
    /// Time limit of the search.
    pub deadline: Duration,
}

impl NoGuess {
    /// Draws fields until one needs no guess and has the requested difficulty. All such fields are
    /// equally likely. Fails with the error of the deadline once `keep_going` returns false.
    ///
    /// # Errors
    ///
    /// [`SolveError::TooManyMines`] or [`SolveError::Deadline`].
    ///
    /// # Panics
    ///
    /// Panics if the start is not on the board.
    pub fn draw(
        &self,
        random: &mut Random,
        keep_going: impl Fn() -> bool,
    ) -> Solved<(Minefield, Difficulty)> {
        let Self { size, start, .. } = *self;
        let mut squares: Vec<_> = size.squares().collect();
        squares.retain(|square| square.distance(start) > 1);
        if self.mines > squares.len() {
            return Err(SolveError::TooManyMines {
                mines: self.mines,
                limit: squares.len(),
                start,
            });
        }
        let began = Instant::now();
        let must_stop = || began.elapsed() >= self.deadline || !keep_going();
        let mut reasoner = Reasoner::new(size, Some(self.mines));
        let mut drawn = 0;
        let mut easier = 0;
        loop {
            let minefield = random.place_among(size, &mut squares, self.mines);
            drawn += 1;
            match self.solve(&minefield, &mut reasoner, must_stop) {
                Some(difficulty) if self.difficulty.is_none_or(|wanted| wanted == difficulty) => {
                    return Ok((minefield, difficulty));
                }
                Some(_) => easier += 1,
                None => {}
            }
            if must_stop() {
                return Err(SolveError::Deadline {
                    deadline: self.deadline,
                    drawn,
                    easier,
                });
            }
        }
    }

    /// Plays a field by proofs alone, up to the requested difficulty. Returns the hardest kind of
    /// proof used, or `None` if the game is not won.
    fn solve(
        &self,
        minefield: &Minefield,
        reasoner: &mut Reasoner,
        must_stop: impl Fn() -> bool,
    ) -> Option<Difficulty> {
        if has_twins(minefield) {
            return None;
        }
        let limit = self.difficulty.unwrap_or(Difficulty::Hard);
        let safe = self.size.area() - self.mines;
        reasoner.reset(Some(self.mines));
        let mut hardest = Difficulty::Trivial;
        let mut revealed = 0;
        let mut next = 0;
        let mut open = vec![as_index(self.size.index(self.start))];
        loop {
            for square in open.drain(..) {
                let number = minefield.adjacent(reasoner.square(square));
                // The numbers of a real field do not contradict each other.
                if reasoner.reveal(square, number).is_ok() {
                    revealed += 1;
                }
                if revealed % REVEALS_PER_CHECK == 0 && must_stop() {
                    return None;
                }
            }
            if revealed == safe {
                return Some(hardest);
            }
            hardest = hardest.max(deduce(reasoner, limit).ok()??);
            let facts = &reasoner.facts()[next..];
            next += facts.len();
            open.extend(
                facts
                    .iter()
                    .filter(|fact| !fact.mined)
                    .map(|fact| fact.square),
            );
        }
    }
}

/// Reports whether a mine could as well be on a safe square next to it: no other safe square is
/// next to only one of the two squares, so that all numbers would be the same. Such a field needs
/// a guess. A third of all expert fields have such squares.
fn has_twins(minefield: &Minefield) -> bool {
    let size = minefield.size();
    let shares_all = |square: Square, twin: Square| {
        let mut around = size.neighbours(square);
        around.all(|near| near.distance(twin) <= 1 || minefield.is_mine(near))
    };
    size.squares().any(|safe| {
        let rows = size.rows.min(safe.row + 2) - safe.row.saturating_sub(1);
        let cols = size.cols.min(safe.col + 2) - safe.col.saturating_sub(1);
        // At most four squares are next to both. All others around the safe square must have mines.
        // This fast check rejects most squares.
        usize::from(minefield.adjacent(safe)) + 4 >= rows * cols - 1
            && !minefield.is_mine(safe)
            && size.neighbours(safe).any(|mine| {
                minefield.is_mine(mine) && shares_all(mine, safe) && shares_all(safe, mine)
            })
    })
}
