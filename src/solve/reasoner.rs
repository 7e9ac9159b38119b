//! Stores facts about squares, and derives facts from one number and from two numbers.
//!
//! Both kinds of reasoning must be fast, because every drawn field and every hint starts with them.

use std::collections::VecDeque;

use super::{
    error::{SolveError, Solved},
    position::{Known, Position},
};
use crate::field::{Size, Square};

/// The index of a square among all squares, row by row.
pub(super) type Index = u32;

/// State of a square: what it shows or, if it is `Safe` or `Mined`, what has been proved about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SquareState {
    Unknown,
    Revealed,
    VisibleMine,
    Safe,
    Mined,
}

/// The reasoning that proved a fact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Basis {
    /// A number and the squares around it.
    Number(Index),
    /// Two numbers, compared as in `Reason::Numbers`.
    Numbers(Index, Index),
    /// All arrangements of mines that agree with the position.
    Arrangements,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fact {
    pub square: Index,
    /// True if the square has a mine, false if it is safe.
    pub mined: bool,
    pub basis: Basis,
}

/// Converts an index or a number of squares. No edition has more than `u32::MAX` squares.
pub(super) fn as_index(index: usize) -> Index {
    Index::try_from(index).unwrap_or(Index::MAX)
}

/// Squares around two numbers as bits. The rows are [`STRIDE`] bits apart.
type Mask = u64;

/// Distance of a mask's rows, in bits: enough for the masks of two numbers that share a square.
const STRIDE: usize = 8;

/// The bit of the lower right neighbour, the last one in a mask. If a square has bit N in the mask
/// of a neighbour, the neighbour has bit `LAST_BIT - N` in the mask of the square.
const LAST_BIT: usize = 2 * STRIDE + 2;

/// Maximum distance of two numbers that share a square, in rows and in columns.
const REACH: usize = 2;

/// The state of a square, and what is known of the squares around it.
#[derive(Clone, Copy, Debug)]
struct SquareRecord {
    state: SquareState,
    /// The mask of the unknown squares around the square.
    unknown: u32,
    /// For a number, the number of mines on these squares. For any other square, the number of
    /// known mines around it, negated.
    need: i8,
    /// True while the square is in [`Reasoner::to_compare`].
    is_waiting: bool,
}

/// The state of each square, and the facts that have been proved, in order.
#[derive(Clone, Debug)]
pub(super) struct Reasoner {
    size: Size,
    /// For each square, the mask of all squares around it.
    around: Vec<u32>,
    squares: Vec<SquareRecord>,
    unknown: usize,
    /// Number of mines that are neither visible nor proved, if the mine count is known.
    mines_left: Option<usize>,
    /// Numbers that prove facts alone: all unknown squares around them are safe, or all have mines.
    decided: Vec<Index>,
    /// Other numbers with changes around them, each at most once.
    to_compare: VecDeque<Index>,
    facts: Vec<Fact>,
}

impl Reasoner {
    /// Creates a reasoner about a covered field. `mines` is the mine count, if it is known.
    pub fn new(size: Size, mines: Option<usize>) -> Self {
        let around = size.squares().map(|Square { row, col }| {
            let squares = size.neighbours(Square { row, col });
            let bits = squares.map(|near| (near.row + 1 - row) * STRIDE + near.col + 1 - col);
            bits.fold(0, |mask, bit| mask | 1 << bit)
        });
        let mut reasoner = Self {
            size,
            around: around.collect(),
            squares: Vec::new(),
            unknown: 0,
            mines_left: mines,
            decided: Vec::new(),
            to_compare: VecDeque::new(),
            facts: Vec::new(),
        };
        reasoner.reset(mines);
        reasoner
    }

    /// Covers all squares again and sets the mine count, if it is known.
    pub fn reset(&mut self, mines: Option<usize>) {
        self.squares.clear();
        let covered = |&unknown| SquareRecord {
            state: SquareState::Unknown,
            unknown,
            need: 0,
            is_waiting: false,
        };
        self.squares.extend(self.around.iter().map(covered));
        self.decided.clear();
        self.to_compare.clear();
        self.facts.clear();
        self.unknown = self.around.len();
        self.mines_left = mines;
    }

    /// Creates a reasoner about a position. Fails if a number is too small for the visible mines
    /// around it or too large for the covered squares, or if the mine count is too small.
    pub fn of(position: &Position) -> Solved<Self> {
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

    pub fn size(&self) -> Size {
        self.size
    }

    pub fn state(&self, square: Index) -> SquareState {
        self.squares[square as usize].state
    }

    /// Returns the number of mines on the unknown squares around a number.
    pub fn need(&self, number: Index) -> u8 {
        self.squares[number as usize].need.unsigned_abs()
    }

    pub fn unknown(&self) -> usize {
        self.unknown
    }

    /// Returns the number of mines on all unknown squares, if the mine count is known.
    pub fn mines_left(&self) -> Option<usize> {
        self.mines_left
    }

    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Reports whether a square shows a number with unknown squares around it.
    pub fn is_open(&self, square: Index) -> bool {
        let SquareRecord { state, unknown, .. } = self.squares[square as usize];
        state == SquareState::Revealed && unknown != 0
    }

    pub fn squares(&self) -> impl Iterator<Item = Index> + use<> {
        0..as_index(self.size.area())
    }

    pub fn unknown_squares(&self) -> impl Iterator<Item = Index> {
        self.squares()
            .filter(|&square| self.state(square) == SquareState::Unknown)
    }

    pub fn open_numbers(&self) -> impl Iterator<Item = Index> {
        self.squares().filter(|&square| self.is_open(square))
    }

    pub fn square(&self, index: Index) -> Square {
        Square {
            row: index as usize / self.size.cols,
            col: index as usize % self.size.cols,
        }
    }

    pub fn index(&self, square: Square) -> Index {
        as_index(self.size.index(square))
    }

    pub fn neighbours(&self, of: Index) -> impl Iterator<Item = Index> + use<> {
        self.squares_of_mask(of, self.around[of as usize])
            .map(|(square, _)| square)
    }

    pub fn unknown_around(&self, number: Index) -> impl Iterator<Item = Index> + use<> {
        self.squares_of_mask(number, self.squares[number as usize].unknown)
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
    pub fn reveal(&mut self, square: Index, number: u8) -> Solved<()> {
        self.settle(square, SquareState::Revealed)?;
        let need = &mut self.squares[square as usize].need;
        *need = need.saturating_add_unsigned(number);
        self.queue(square)
    }

    /// Sets the state of a square that was unknown, or reveals a square that was proved to be safe.
    /// Every other change is a contradiction.
    fn settle(&mut self, square: Index, state: SquareState) -> Solved<()> {
        let before = std::mem::replace(&mut self.squares[square as usize].state, state);
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
            let near = &mut self.squares[neighbour as usize];
            near.unknown &= !(1 << (LAST_BIT - bit));
            near.need -= i8::from(is_mine);
            if near.state == SquareState::Revealed {
                self.queue(neighbour)?;
            }
        }
        Ok(())
    }

    /// Queues a number after a change around it.
    fn queue(&mut self, number: Index) -> Solved<()> {
        let changed = &mut self.squares[number as usize];
        let need = u32::try_from(changed.need).map_err(|_| SolveError::Contradiction)?;
        let unknown = changed.unknown.count_ones();
        if need > unknown {
            return Err(SolveError::Contradiction);
        }
        let is_decided = need == 0 || need == unknown;
        if is_decided && unknown > 0 {
            self.decided.push(number);
        } else if !is_decided && !std::mem::replace(&mut changed.is_waiting, true) {
            self.to_compare.push_back(number);
        }
        Ok(())
    }

    /// Adds a fact, unless it is already known.
    pub fn learn(&mut self, square: Index, mined: bool, basis: Basis) -> Solved<()> {
        let state = if mined {
            SquareState::Mined
        } else {
            SquareState::Safe
        };
        if self.state(square) == state {
            return Ok(());
        }
        self.settle(square, state)?;
        self.facts.push(Fact {
            square,
            mined,
            basis,
        });
        Ok(())
    }

    /// Derives all facts that follow from one number each.
    pub fn one_number(&mut self) -> Solved<()> {
        let mut next = 0;
        while let Some(&number) = self.decided.get(next) {
            next += 1;
            let mined = self.need(number) != 0;
            for square in self.unknown_around(number) {
                self.learn(square, mined, Basis::Number(number))?;
            }
        }
        self.decided.clear();
        Ok(())
    }

    /// Derives the facts that follow from the next pair of numbers that proves any.
    pub fn two_numbers(&mut self) -> Solved<()> {
        while let Some(number) = self.to_compare.pop_front() {
            self.squares[number as usize].is_waiting = false;
            if self.compare_around(number)? {
                // Other pairs may contain the number as well.
                return self.queue(number);
            }
        }
        Ok(())
    }

    /// Compares a number with those near it until a pair proves a fact. Reports whether one does.
    fn compare_around(&mut self, number: Index) -> Solved<bool> {
        if !self.is_open(number) {
            return Ok(false);
        }
        let SquareRecord {
            unknown,
            need: own_need,
            ..
        } = self.squares[number as usize];
        // The mask of this number is in the middle, so that the masks of all near numbers fit.
        let own = Mask::from(unknown) << (REACH * STRIDE + REACH);
        let Square { row, col } = self.square(number);
        for r in row.saturating_sub(REACH)..self.size.rows.min(row + REACH + 1) {
            for c in col.saturating_sub(REACH)..self.size.cols.min(col + REACH + 1) {
                let other = as_index(r * self.size.cols + c);
                if other == number || !self.is_open(other) {
                    continue;
                }
                let SquareRecord { unknown, need, .. } = self.squares[other as usize];
                let mask = Mask::from(unknown) << ((r + REACH - row) * STRIDE + (c + REACH - col));
                if own & mask == 0 {
                    continue;
                }
                // The first number needs more mines. If both need the same number, it is the one
                // whose unknown squares are a subset.
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
    fn learn_differences(&mut self, (first, second): (Index, Index)) -> Solved<()> {
        let of_first: Vec<Index> = self.unknown_around(first).collect();
        let of_second: Vec<Index> = self.unknown_around(second).collect();
        for (squares, others, mined) in [
            (&of_first, &of_second, true),
            (&of_second, &of_first, false),
        ] {
            for &square in squares.iter().filter(|square| !others.contains(square)) {
                self.learn(square, mined, Basis::Numbers(first, second))?;
            }
        }
        Ok(())
    }
}
