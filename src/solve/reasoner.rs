//! Stores facts about squares, and derives facts from one number and from two numbers.
//!
//! These two kinds of reasoning are fast, since every drawn field and every hint starts with
//! them.

use super::error::SolveError;
use super::position::{Known, Position};
use crate::field::minefield::{Size, Square};

/// The row-major index of a square.
pub(super) type Index = u32;

/// Knowledge of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SquareState {
    Unknown,
    /// The square shows a number.
    Revealed,
    /// The square shows a mine.
    VisibleMine,
    /// The square is proved to be safe.
    Safe,
    /// The square is proved to have a mine.
    Mined,
}

/// Origin of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FactCause {
    /// A number and the squares around it.
    Number(Index),
    /// Two numbers: the first needs as many more mines than the second as it has
    /// unknown squares that are not next to the second.
    Numbers(Index, Index),
    /// All arrangements of mines that agree with the position.
    Arrangements,
}

/// A proved fact about a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) square: Index,
    /// True if the square has a mine, false if it is safe.
    pub(super) mined: bool,
    pub(super) cause: FactCause,
}

/// Converts an index or a number of squares. No edition has more than `u32::MAX` squares.
pub(super) fn as_index(index: usize) -> Index {
    Index::try_from(index).unwrap_or(Index::MAX)
}

/// A first-in, first-out queue that contains each square at most once.
#[derive(Clone, Debug, Default)]
struct Queue {
    squares: Vec<Index>,
    /// Number of squares at the start of the list that have been taken.
    taken: usize,
    is_waiting: Vec<bool>,
}

impl Queue {
    fn reset(&mut self, area: usize) {
        self.squares.clear();
        self.taken = 0;
        fill(&mut self.is_waiting, area, false);
    }

    fn push(&mut self, square: Index) {
        if !std::mem::replace(&mut self.is_waiting[square as usize], true) {
            self.squares.push(square);
        }
    }

    fn pop(&mut self) -> Option<Index> {
        let Some(&square) = self.squares.get(self.taken) else {
            self.squares.clear();
            self.taken = 0;
            return None;
        };
        self.taken += 1;
        self.is_waiting[square as usize] = false;
        Some(square)
    }
}

/// Squares around a number as bits: three rows of three, [`STRIDE`] apart.
type Mask = u64;

/// Distance of the rows of a mask, in bits: enough for the masks of two numbers that share a
/// square.
const STRIDE: usize = 8;

/// The bit of the last square in a mask. If a square has bit N in the mask of a neighbour, the neighbour
/// has bit `LAST_BIT - N` in the mask of the square.
const LAST_BIT: usize = 2 * STRIDE + 2;

/// Maximum distance of two numbers that share a square, in rows and in columns.
const REACH: usize = 2;

/// The state of each square, and the facts that have been proved, in order.
#[derive(Clone, Debug)]
pub(super) struct Reasoner {
    size: Size,
    /// For each square, the mask of all squares around it.
    around: Vec<u32>,
    states: Vec<SquareState>,
    /// For each number, the mask of the unknown squares around it; 0 for other squares.
    masks: Vec<u32>,
    /// For each number, how many of these squares have a mine.
    needs: Vec<u8>,
    /// Number of unknown squares.
    unknown: usize,
    /// Number of mines that are neither visible nor proved, if the mine count is known.
    mines_left: Option<usize>,
    /// Numbers to check alone, and numbers to compare with others.
    queues: [Queue; 2],
    facts: Vec<Fact>,
}

impl Reasoner {
    /// Creates a field without revealed squares; `mines` is the mine count, if it is known.
    pub(super) fn new(size: Size, mines: Option<usize>) -> Self {
        let around = size.squares().map(|Square { row, col }| {
            let squares = size.neighbours(Square { row, col });
            let bits = squares.map(|near| (near.row + 1 - row) * STRIDE + near.col + 1 - col);
            bits.fold(0, |mask, bit| mask | 1 << bit)
        });
        let mut reasoner = Self {
            size,
            around: around.collect(),
            states: Vec::new(),
            masks: Vec::new(),
            needs: Vec::new(),
            unknown: 0,
            mines_left: mines,
            queues: Default::default(),
            facts: Vec::new(),
        };
        reasoner.reset(mines);
        reasoner
    }

    /// Covers all squares again and sets the mine count, if it is known.
    pub(super) fn reset(&mut self, mines: Option<usize>) {
        let area = self.size.area();
        fill(&mut self.states, area, SquareState::Unknown);
        fill(&mut self.masks, area, 0);
        fill(&mut self.needs, area, 0);
        for queue in &mut self.queues {
            queue.reset(area);
        }
        self.facts.clear();
        self.unknown = area;
        self.mines_left = mines;
    }

    /// Creates the field of a position. Fails if a number or the mine count is too small for
    /// the visible mines, or too large for the covered squares.
    pub(super) fn of(position: &Position) -> Result<Self, SolveError> {
        let mut reasoner = Self::new(position.size(), position.mines());
        for (square, known) in (0..).zip(position.squares()) {
            match known {
                Known::Nothing => {}
                Known::Number(number) => reasoner.reveal(square, *number)?,
                Known::Mine => reasoner.settle(square, SquareState::VisibleMine)?,
            }
        }
        Ok(reasoner)
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn state(&self, square: Index) -> SquareState {
        self.states[square as usize]
    }

    /// Returns the number of mines on the unknown squares around a number.
    pub(super) fn need(&self, number: Index) -> u8 {
        self.needs[number as usize]
    }

    /// Returns the number of unknown squares.
    pub(super) fn unknown(&self) -> usize {
        self.unknown
    }

    /// Returns the number of mines on all unknown squares, if the mine count is known.
    pub(super) fn mines_left(&self) -> Option<usize> {
        self.mines_left
    }

    pub(super) fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Reports whether a square shows a number with unknown squares around it.
    pub(super) fn is_open(&self, square: Index) -> bool {
        self.masks[square as usize] != 0
    }

    pub(super) fn unknown_squares(&self) -> impl Iterator<Item = Index> + '_ {
        (0..as_index(self.size.area())).filter(|&square| self.state(square) == SquareState::Unknown)
    }

    pub(super) fn open_numbers(&self) -> impl Iterator<Item = Index> + '_ {
        (0..as_index(self.size.area())).filter(|&square| self.is_open(square))
    }

    pub(super) fn square(&self, index: Index) -> Square {
        Square {
            row: index as usize / self.size.cols,
            col: index as usize % self.size.cols,
        }
    }

    pub(super) fn index(&self, square: Square) -> Index {
        as_index(self.size.index(square))
    }

    pub(super) fn neighbours(&self, of: Index) -> impl Iterator<Item = Index> + use<> {
        self.squares_of_mask(of, self.around[of as usize])
            .map(|(square, _)| square)
    }

    pub(super) fn unknown_around(&self, number: Index) -> impl Iterator<Item = Index> + use<> {
        self.squares_of_mask(number, self.masks[number as usize])
            .map(|(square, _)| square)
    }

    /// Returns the squares of a mask around a square, each with its bit.
    fn squares_of_mask(
        &self,
        of: Index,
        mut mask: u32,
    ) -> impl Iterator<Item = (Index, usize)> + use<> {
        let cols = self.size.cols;
        std::iter::from_fn(move || {
            let bit = mask.trailing_zeros() as usize;
            (mask != 0).then(|| {
                mask &= mask - 1;
                // Bit 0 is one row up and one column to the left.
                let square = of as usize + bit / STRIDE * cols + bit % STRIDE - cols - 1;
                (as_index(square), bit)
            })
        })
    }

    /// Records that a square shows a number.
    pub(super) fn reveal(&mut self, square: Index, number: u8) -> Result<(), SolveError> {
        self.settle(square, SquareState::Revealed)?;
        let (mut mask, mut mines) = (0, 0);
        for (neighbour, bit) in self.squares_of_mask(square, self.around[square as usize]) {
            match self.states[neighbour as usize] {
                SquareState::Unknown => mask |= 1_u32 << bit,
                SquareState::VisibleMine | SquareState::Mined => mines += 1,
                SquareState::Revealed | SquareState::Safe => {}
            }
        }
        let need = number.checked_sub(mines).ok_or(SolveError::Contradiction)?;
        self.masks[square as usize] = mask;
        self.needs[square as usize] = need;
        self.queue(square)
    }

    /// Sets the state of a square that was unknown, or that was proved safe and is revealed
    /// now. Every other change is a contradiction.
    fn settle(&mut self, square: Index, state: SquareState) -> Result<(), SolveError> {
        let before = std::mem::replace(&mut self.states[square as usize], state);
        match (before, state) {
            (SquareState::Unknown, _) => {}
            (SquareState::Safe, SquareState::Revealed) => return Ok(()),
            _ => return Err(SolveError::Contradiction),
        }
        self.unknown -= 1;
        let is_mine = matches!(state, SquareState::VisibleMine | SquareState::Mined);
        if is_mine && let Some(left) = &mut self.mines_left {
            *left = left.checked_sub(1).ok_or(SolveError::Contradiction)?;
        }
        for (neighbour, bit) in self.squares_of_mask(square, self.around[square as usize]) {
            let at = neighbour as usize;
            if self.states[at] != SquareState::Revealed || self.masks[at] == 0 {
                continue;
            }
            self.masks[at] &= !(1 << (LAST_BIT - bit));
            if is_mine {
                self.needs[at] = self.needs[at]
                    .checked_sub(1)
                    .ok_or(SolveError::Contradiction)?;
            }
            self.queue(neighbour)?;
        }
        Ok(())
    }

    /// Queues a number after a change next to it.
    fn queue(&mut self, number: Index) -> Result<(), SolveError> {
        let at = number as usize;
        if u32::from(self.needs[at]) > self.masks[at].count_ones() {
            return Err(SolveError::Contradiction);
        }
        if self.masks[at] != 0 {
            for queue in &mut self.queues {
                queue.push(number);
            }
        }
        Ok(())
    }

    /// Adds a fact, unless it is already known.
    pub(super) fn learn(
        &mut self,
        square: Index,
        mined: bool,
        cause: FactCause,
    ) -> Result<(), SolveError> {
        let state = if mined {
            SquareState::Mined
        } else {
            SquareState::Safe
        };
        if self.states[square as usize] == state {
            return Ok(());
        }
        self.settle(square, state)?;
        self.facts.push(Fact {
            square,
            mined,
            cause,
        });
        Ok(())
    }

    /// Derives all facts that follow from one number each.
    pub(super) fn one_number(&mut self) -> Result<(), SolveError> {
        while let Some(number) = self.queues[0].pop() {
            let at = number as usize;
            let need = u32::from(self.needs[at]);
            let mined = match need {
                0 => false,
                _ if need == self.masks[at].count_ones() => true,
                _ => continue,
            };
            for square in self.unknown_around(number) {
                self.learn(square, mined, FactCause::Number(number))?;
            }
        }
        Ok(())
    }

    /// Derives the facts that follow from one pair of numbers, if there is such a pair.
    pub(super) fn two_numbers(&mut self) -> Result<(), SolveError> {
        while let Some(number) = self.queues[1].pop() {
            if self.compare_around(number)? {
                // Other pairs may contain the number as well.
                self.queues[1].push(number);
                break;
            }
        }
        Ok(())
    }

    /// Compares a number with the numbers near it, up to the first pair that proves a fact.
    /// Reports whether there is such a pair.
    fn compare_around(&mut self, number: Index) -> Result<bool, SolveError> {
        let own = Mask::from(self.masks[number as usize]) << (REACH * STRIDE + REACH);
        if own == 0 {
            return Ok(false);
        }
        let own_need = self.needs[number as usize];
        let Square { row, col } = self.square(number);
        for r in row.saturating_sub(REACH)..self.size.rows.min(row + REACH + 1) {
            for c in col.saturating_sub(REACH)..self.size.cols.min(col + REACH + 1) {
                let other = as_index(r * self.size.cols + c);
                if other == number {
                    continue;
                }
                let need = self.needs[other as usize];
                let mask = Mask::from(self.masks[other as usize])
                    << ((r + REACH - row) * STRIDE + (c + REACH - col));
                if own & mask == 0 {
                    continue;
                }
                // If both need the same, the first is the one whose squares are a subset.
                let is_first = own_need > need || (own_need == need && own & !mask == 0);
                let (mined, safe, pair) = if is_first {
                    (own & !mask, mask & !own, (number, other))
                } else {
                    (mask & !own, own & !mask, (other, number))
                };
                let more_mines = u32::from(own_need.abs_diff(need));
                if mined.count_ones() == more_mines && mined | safe != 0 {
                    self.learn_differences(pair)?;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Learns that the squares only next to the first of two numbers have mines, and that the
    /// squares only next to the second are safe.
    fn learn_differences(&mut self, (first, second): (Index, Index)) -> Result<(), SolveError> {
        let of_first: Vec<Index> = self.unknown_around(first).collect();
        let of_second: Vec<Index> = self.unknown_around(second).collect();
        for (squares, others, mined) in [
            (&of_first, &of_second, true),
            (&of_second, &of_first, false),
        ] {
            for &square in squares.iter().filter(|square| !others.contains(square)) {
                self.learn(square, mined, FactCause::Numbers(first, second))?;
            }
        }
        Ok(())
    }
}

fn fill<T: Clone>(values: &mut Vec<T>, area: usize, value: T) {
    values.clear();
    values.resize(area, value);
}
