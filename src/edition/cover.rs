//! The covered board of the dialects `wise2021` and `comp182`: squares are
//! covered, marked or uncovered, and uncovering may spread.

use crate::minefield::{Minefield, Square};

/// What has become of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing yet.
    Covered,
    /// It is still covered, and the player supposes a mine.
    Marked,
    /// It is open for good.
    Uncovered,
}

/// Whether uncovering a square with no mine around it goes on to the squares
/// around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// It does not.
    Never,
    /// It does, but marked squares stay as they are.
    StopsAtMarks,
    /// It does, and marks are no hindrance.
    IgnoresMarks,
}

/// A minefield and the state of its squares.
#[derive(Clone, Debug)]
pub struct Board {
    minefield: Minefield,
    states: Vec<State>,
    uncovered: usize,
    marked: usize,
}

impl Board {
    /// A board with all squares covered.
    #[must_use]
    pub fn new(minefield: Minefield) -> Self {
        Self {
            states: vec![State::Covered; minefield.size().area()],
            minefield,
            uncovered: 0,
            marked: 0,
        }
    }

    /// The minefield.
    #[must_use]
    pub fn minefield(&self) -> &Minefield {
        &self.minefield
    }

    /// The state of a square.
    #[must_use]
    pub fn state(&self, square: Square) -> State {
        self.states[self.minefield.size().index(square)]
    }

    /// The number of marked squares.
    #[must_use]
    pub fn marked(&self) -> usize {
        self.marked
    }

    /// Whether every square without a mine is uncovered.
    #[must_use]
    pub fn is_cleared(&self) -> bool {
        self.uncovered + self.minefield.mine_count() == self.minefield.size().area()
    }

    /// Marks a covered square, or lifts its mark. Does nothing to an uncovered
    /// one.
    pub fn toggle_mark(&mut self, square: Square) {
        match self.state(square) {
            State::Covered => self.set(square, State::Marked),
            State::Marked => self.set(square, State::Covered),
            State::Uncovered => {}
        }
    }

    /// Uncovers a square that has no mine, marked or not, and what follows
    /// from that. A loop, not a recursion: a spread may reach every square.
    pub fn uncover(&mut self, square: Square, spread: Spread) {
        let mut to_uncover = vec![square];
        while let Some(square) = to_uncover.pop() {
            if self.state(square) == State::Uncovered {
                continue;
            }
            self.set(square, State::Uncovered);
            if spread == Spread::Never || self.minefield.adjacent(square) > 0 {
                continue;
            }
            let follows = |&neighbour: &Square| match self.state(neighbour) {
                State::Covered => true,
                State::Marked => spread == Spread::IgnoresMarks,
                State::Uncovered => false,
            };
            to_uncover.extend(self.minefield.size().neighbours(square).filter(follows));
        }
    }

    fn set(&mut self, square: Square, state: State) {
        let index = self.minefield.size().index(square);
        let before = std::mem::replace(&mut self.states[index], state);
        self.marked -= usize::from(before == State::Marked);
        self.marked += usize::from(state == State::Marked);
        self.uncovered += usize::from(state == State::Uncovered);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minefield::Size;

    const SIZE: Size = Size { rows: 3, cols: 5 };

    /// A board with a mine in a corner and a mark on the edge.
    fn board() -> Board {
        let mut board = Board::new(Minefield::new(SIZE).with_mine(Square { row: 0, col: 4 }));
        board.toggle_mark(Square { row: 2, col: 1 });
        board
    }

    fn states(board: &Board) -> String {
        let letter = |square| match board.state(square) {
            State::Covered => '?',
            State::Marked => 'X',
            State::Uncovered => '.',
        };
        SIZE.squares().map(letter).collect()
    }

    #[test]
    fn uncovering_spreads_as_far_as_it_should() {
        let start = Square { row: 0, col: 0 };
        for (spread, expected, cleared) in [
            (Spread::Never, ".?????????".to_owned() + "?X???", false),
            (
                Spread::StopsAtMarks,
                "....?.....".to_owned() + ".X...",
                false,
            ),
            (
                Spread::IgnoresMarks,
                "....?.....".to_owned() + ".....",
                true,
            ),
        ] {
            let mut board = board();
            board.uncover(start, spread);
            assert_eq!(states(&board), expected, "{spread:?}");
            assert_eq!(board.is_cleared(), cleared, "{spread:?}");
        }
    }

    #[test]
    fn a_mark_that_is_lifted_leaves_its_square_covered() {
        let mut board = board();
        board.uncover(Square { row: 0, col: 0 }, Spread::StopsAtMarks);
        board.toggle_mark(Square { row: 2, col: 1 });
        board.uncover(Square { row: 2, col: 4 }, Spread::StopsAtMarks);
        assert_eq!(states(&board), "....?.....".to_owned() + ".?...");
    }

    #[test]
    fn marks_are_counted_and_can_be_lifted() {
        let mut board = board();
        assert_eq!(board.marked(), 1);
        board.toggle_mark(Square { row: 2, col: 1 });
        assert_eq!(board.marked(), 0);
        board.uncover(Square { row: 2, col: 1 }, Spread::Never);
        board.toggle_mark(Square { row: 2, col: 1 });
        assert_eq!(
            (board.marked(), states(&board).as_str()),
            (0, "???????????.???")
        );
    }
}
