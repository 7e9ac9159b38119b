//! What is proved of squares, and what follows from one number or from two of them
//! compared, as fast as that can be found out: every generated field and every hint
//! begins here.

use super::SolveError;
use super::position::{Known, Position};
use crate::field::minefield::{Size, Square};

/// The row-major index of a square.
pub(super) type Index = u32;

/// What is known of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing.
    Unknown,
    /// It shows a number.
    Revealed,
    /// It shows a mine.
    Visible,
    /// It is proved to have no mine.
    Safe,
    /// It is proved to have a mine.
    Mined,
}

/// What a fact follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    /// A number and the squares around it.
    Number(Index),
    /// Two numbers: the first needs as many more mines than the second as it has
    /// unknown squares that are not next to the second.
    Numbers(Index, Index),
    /// The number of all mines, with the numbers at this place in
    /// [`Reasoner::counted_numbers`].
    Count(usize),
    /// All cases around some numbers.
    Cases,
    /// All cases in which the number of all mines is right.
    CasesWithCount,
}

/// What is proved of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) square: Index,
    /// Whether it has a mine.
    pub(super) mined: bool,
    pub(super) cause: Cause,
}

/// No edition has so many squares that their indices need more bits.
pub(super) fn as_index(index: usize) -> Index {
    Index::try_from(index).unwrap_or(Index::MAX)
}

/// Squares to be looked at, first in, first out, each in it once at most.
#[derive(Clone, Debug, Default)]
struct Queue {
    squares: Vec<Index>,
    /// How many of them have been taken.
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

/// How far apart the rows of a mask are, in bits: wide enough for the masks of
/// two numbers that share a square.
const STRIDE: usize = 8;

/// How far apart two numbers may be that share a square.
const REACH: usize = 2;

/// What is known of a field, and what follows from it.
#[derive(Clone, Debug)]
pub(super) struct Reasoner {
    size: Size,
    states: Vec<State>,
    /// For a number, the squares around it of which nothing is known.
    masks: Vec<u32>,
    /// For a number, how many of these have a mine.
    needs: Vec<u8>,
    unknown: usize,
    mines_left: Option<usize>,
    /// Numbers to look at, alone or with others.
    queues: [Queue; 2],
    facts: Vec<Fact>,
    /// The numbers of each [`Cause::Count`].
    counted_numbers: Vec<Vec<Index>>,
    has_given_up: bool,
}

impl Reasoner {
    /// A field of which only its number of mines is known, if it is.
    pub(super) fn new(size: Size, mines: Option<usize>) -> Self {
        let mut reasoner = Self {
            size,
            states: Vec::new(),
            masks: Vec::new(),
            needs: Vec::new(),
            unknown: 0,
            mines_left: mines,
            queues: Default::default(),
            facts: Vec::new(),
            counted_numbers: Vec::new(),
            has_given_up: false,
        };
        reasoner.reset(mines);
        reasoner
    }

    /// Forgets everything but the size.
    pub(super) fn reset(&mut self, mines: Option<usize>) {
        let area = self.size.area();
        fill(&mut self.states, area, State::Unknown);
        fill(&mut self.masks, area, 0);
        fill(&mut self.needs, area, 0);
        for queue in &mut self.queues {
            queue.reset(area);
        }
        self.facts.clear();
        self.counted_numbers.clear();
        self.has_given_up = false;
        self.unknown = area;
        self.mines_left = mines;
    }

    /// A field of which so much is known; an error if a number or the number of
    /// mines contradicts it at once.
    pub(super) fn of(position: &Position) -> Result<Self, SolveError> {
        let mut reasoner = Self::new(position.size(), position.mines());
        for (square, known) in (0..).zip(position.squares()) {
            match known {
                Known::Nothing => {}
                Known::Number(number) => reasoner.reveal(square, *number)?,
                Known::Mine => reasoner.settle(square, State::Visible)?,
            }
        }
        Ok(reasoner)
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn state(&self, square: Index) -> State {
        self.states[square as usize]
    }

    /// How many mines there are among the unknown squares around a number.
    pub(super) fn need(&self, number: Index) -> u8 {
        self.needs[number as usize]
    }

    /// How many squares are unknown.
    pub(super) fn unknown(&self) -> usize {
        self.unknown
    }

    /// How many mines there are among all unknown squares, if that is known.
    pub(super) fn mines_left(&self) -> Option<usize> {
        self.mines_left
    }

    /// What was proved, in its order.
    pub(super) fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The numbers of a [`Cause::Count`].
    pub(super) fn counted_numbers(&self, place: usize) -> &[Index] {
        &self.counted_numbers[place]
    }

    /// Notes that something was too hard to be looked at.
    pub(super) fn give_up(&mut self) {
        self.has_given_up = true;
    }

    /// Whether there may be more to prove that was too hard to be looked at.
    pub(super) fn has_given_up(&self) -> bool {
        self.has_given_up
    }

    /// Whether a square shows a number with unknown squares around it.
    pub(super) fn is_open(&self, square: Index) -> bool {
        self.masks[square as usize] != 0
    }

    /// All such squares.
    pub(super) fn open_numbers(&self) -> impl Iterator<Item = Index> + '_ {
        (0..as_index(self.size.area())).filter(|&square| self.is_open(square))
    }

    /// How many of the unknown squares around a number have a mine, or have none.
    pub(super) fn around(&self, number: Index, mined: bool) -> usize {
        let (mask, need) = (self.masks[number as usize], self.needs[number as usize]);
        if mined {
            need.into()
        } else {
            mask.count_ones() as usize - usize::from(need)
        }
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
        let size = self.size;
        size.neighbours(self.square(of))
            .map(move |square| as_index(size.index(square)))
    }

    /// The unknown squares around a number.
    pub(super) fn unknown_around(&self, number: Index) -> impl Iterator<Item = Index> + use<> {
        let Square { row, col } = self.square(number);
        let (cols, mut mask) = (self.size.cols, self.masks[number as usize]);
        std::iter::from_fn(move || {
            let bit = mask.trailing_zeros() as usize;
            (mask != 0).then(|| {
                mask &= mask - 1;
                as_index((row + bit / STRIDE - 1) * cols + col + bit % STRIDE - 1)
            })
        })
    }

    /// Notes that a square shows a number.
    pub(super) fn reveal(&mut self, square: Index, number: u8) -> Result<(), SolveError> {
        self.settle(square, State::Revealed)?;
        let Square { row, col } = self.square(square);
        let (mut mask, mut mines) = (0, 0);
        for neighbour in self.neighbours(square) {
            match self.states[neighbour as usize] {
                State::Unknown => {
                    let Square { row: r, col: c } = self.square(neighbour);
                    mask |= 1_u32 << ((r + 1 - row) * STRIDE + (c + 1 - col));
                }
                State::Visible | State::Mined => mines += 1,
                State::Revealed | State::Safe => {}
            }
        }
        let need = number.checked_sub(mines).ok_or(SolveError::NoField)?;
        self.masks[square as usize] = mask;
        self.needs[square as usize] = need;
        self.queue(square)
    }

    /// Notes what is known of a square from now on. It was unknown, or it was proved
    /// safe and shows its number now; all else is a contradiction.
    fn settle(&mut self, square: Index, state: State) -> Result<(), SolveError> {
        let before = std::mem::replace(&mut self.states[square as usize], state);
        match (before, state) {
            (State::Unknown, _) => {}
            (State::Safe, State::Revealed) => return Ok(()),
            _ => return Err(SolveError::NoField),
        }
        self.unknown -= 1;
        let is_mine = matches!(state, State::Visible | State::Mined);
        if is_mine && let Some(left) = &mut self.mines_left {
            *left = left.checked_sub(1).ok_or(SolveError::NoField)?;
        }
        let Square { row, col } = self.square(square);
        for neighbour in self.neighbours(square) {
            let at = neighbour as usize;
            if self.states[at] != State::Revealed || self.masks[at] == 0 {
                continue;
            }
            let Square { row: r, col: c } = self.square(neighbour);
            self.masks[at] &= !(1 << ((row + 1 - r) * STRIDE + (col + 1 - c)));
            if is_mine {
                self.needs[at] = self.needs[at].checked_sub(1).ok_or(SolveError::NoField)?;
            }
            self.queue(neighbour)?;
        }
        Ok(())
    }

    /// Has a number looked at again.
    fn queue(&mut self, number: Index) -> Result<(), SolveError> {
        let at = number as usize;
        if u32::from(self.needs[at]) > self.masks[at].count_ones() {
            return Err(SolveError::NoField);
        }
        if self.masks[at] != 0 {
            for queue in &mut self.queues {
                queue.push(number);
            }
        }
        Ok(())
    }

    /// Adds a fact, unless it is known already.
    pub(super) fn learn(
        &mut self,
        square: Index,
        mined: bool,
        cause: Cause,
    ) -> Result<(), SolveError> {
        let state = if mined { State::Mined } else { State::Safe };
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

    /// Learns the same of some unknown squares, by the number of all mines and by
    /// numbers that these squares are not next to.
    pub(super) fn learn_by_count(
        &mut self,
        numbers: Vec<Index>,
        squares: &[Index],
        mined: bool,
    ) -> Result<(), SolveError> {
        let cause = Cause::Count(self.counted_numbers.len());
        self.counted_numbers.push(numbers);
        for &square in squares {
            self.learn(square, mined, cause)?;
        }
        Ok(())
    }

    /// Finds all that follows from one number each.
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
                self.learn(square, mined, Cause::Number(number))?;
            }
        }
        Ok(())
    }

    /// Finds the first that follows from two numbers compared, if anything does.
    pub(super) fn two_numbers(&mut self) -> Result<(), SolveError> {
        while let Some(number) = self.queues[1].pop() {
            if self.compare_around(number)? {
                // There may be more to find with it.
                self.queues[1].push(number);
                break;
            }
        }
        Ok(())
    }

    /// Compares a number with those near it, up to the first with which it proves
    /// something; whether there is one.
    fn compare_around(&mut self, number: Index) -> Result<bool, SolveError> {
        let own = Mask::from(self.masks[number as usize]) << (REACH * STRIDE + REACH);
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
                // With equal needs, the one that lies within the other is the first.
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

    /// Learns that what only the first of two numbers is next to has mines, and that
    /// what only the second is next to has none.
    fn learn_differences(&mut self, (first, second): (Index, Index)) -> Result<(), SolveError> {
        let of_first: Vec<Index> = self.unknown_around(first).collect();
        let of_second: Vec<Index> = self.unknown_around(second).collect();
        for (squares, others, mined) in [
            (&of_first, &of_second, true),
            (&of_second, &of_first, false),
        ] {
            for &square in squares.iter().filter(|square| !others.contains(square)) {
                self.learn(square, mined, Cause::Numbers(first, second))?;
            }
        }
        Ok(())
    }
}

fn fill<T: Clone>(values: &mut Vec<T>, area: usize, value: T) {
    values.clear();
    values.resize(area, value);
}
