//! The board: what every square shows, counted as it changes, and cascades.

use super::view::Shown;
use crate::field::minefield::{Minefield, Square};

/// Whether revealing a square with no mine around it goes on to the squares
/// around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cascade {
    /// It does not.
    Never,
    /// It does, but marked squares stay as they are.
    StopsAtMarks,
    /// It does, and marks are no hindrance.
    IgnoresMarks,
}

/// How many squares show what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Squares that show how many mines are around them.
    pub(crate) revealed: usize,
    /// Squares that are marked, with a mine or without.
    pub(crate) marked: usize,
    /// Squares with a mine that are marked.
    pub(crate) marked_mines: usize,
    /// Squares that are guessed.
    pub(crate) guessed: usize,
}

impl Tally {
    /// The counter of what a square shows.
    fn counter(&mut self, shown: Shown) -> Option<&mut usize> {
        match shown {
            Shown::Covered | Shown::Mine => None,
            Shown::Revealed(_) => Some(&mut self.revealed),
            Shown::Marked => Some(&mut self.marked),
            Shown::Guessed => Some(&mut self.guessed),
        }
    }
}

/// A minefield and what its squares show.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    minefield: Minefield,
    shown: Vec<Shown>,
    tally: Tally,
}

impl Board {
    /// A board with all squares covered.
    #[must_use]
    pub(crate) fn new(minefield: Minefield) -> Self {
        Self {
            shown: vec![Shown::Covered; minefield.size().area()],
            minefield,
            tally: Tally::default(),
        }
    }

    /// The minefield.
    #[must_use]
    pub(crate) fn minefield(&self) -> &Minefield {
        &self.minefield
    }

    /// How many squares show what.
    #[must_use]
    pub(crate) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// What a square shows.
    #[must_use]
    pub(crate) fn shown(&self, square: Square) -> Shown {
        self.shown[self.minefield.size().index(square)]
    }

    /// What the squares show, row by row.
    #[must_use]
    pub(crate) fn squares(&self) -> &[Shown] {
        &self.shown
    }

    /// Whether every square without a mine is revealed.
    #[must_use]
    pub(crate) fn is_cleared(&self) -> bool {
        self.tally.revealed + self.minefield.mine_count() == self.shown.len()
    }

    /// Changes what a square shows.
    pub(crate) fn show(&mut self, square: Square, shown: Shown) {
        let index = self.minefield.size().index(square);
        let before = std::mem::replace(&mut self.shown[index], shown);
        if let Some(count) = self.tally.counter(before) {
            *count -= 1;
        }
        if let Some(count) = self.tally.counter(shown) {
            *count += 1;
        }
        if self.minefield.is_mine(square) {
            self.tally.marked_mines -= usize::from(before == Shown::Marked);
            self.tally.marked_mines += usize::from(shown == Shown::Marked);
        }
    }

    /// Reveals what a square holds: a mine, or the number of mines around it.
    pub(crate) fn reveal(&mut self, square: Square) {
        let shown = if self.minefield.is_mine(square) {
            Shown::Mine
        } else {
            Shown::Revealed(self.minefield.adjacent(square))
        };
        self.show(square, shown);
    }

    /// Reveals every mine.
    pub(crate) fn reveal_mines(&mut self) {
        let size = self.minefield.size();
        for square in size.squares() {
            if self.minefield.is_mine(square) {
                self.show(square, Shown::Mine);
            }
        }
    }

    /// Marks a covered square, or lifts its mark. Does nothing to a revealed
    /// one.
    pub(crate) fn toggle_mark(&mut self, square: Square) {
        match self.shown(square) {
            Shown::Covered => self.show(square, Shown::Marked),
            Shown::Marked => self.show(square, Shown::Covered),
            Shown::Revealed(_) | Shown::Guessed | Shown::Mine => {}
        }
    }

    /// Reveals a square that has no mine, marked or not, and what follows from
    /// that. A loop, not a recursion: a cascade may reach every square.
    pub(crate) fn uncover(&mut self, square: Square, cascade: Cascade) {
        let mut to_uncover = vec![square];
        while let Some(square) = to_uncover.pop() {
            if matches!(self.shown(square), Shown::Revealed(_)) {
                continue;
            }
            self.reveal(square);
            if cascade == Cascade::Never || self.minefield.adjacent(square) > 0 {
                continue;
            }
            let follows = |&neighbour: &Square| match self.shown(neighbour) {
                Shown::Covered => true,
                Shown::Marked => cascade == Cascade::IgnoresMarks,
                Shown::Revealed(_) | Shown::Guessed | Shown::Mine => false,
            };
            to_uncover.extend(self.minefield.size().neighbours(square).filter(follows));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::minefield::Size;

    const SIZE: Size = Size { rows: 3, cols: 5 };

    /// A board with a mine in a corner and a mark on the edge.
    fn board() -> Board {
        let mut board = Board::new(Minefield::new(SIZE).with_mine(Square { row: 0, col: 4 }));
        board.toggle_mark(Square { row: 2, col: 1 });
        board
    }

    fn shown(board: &Board) -> String {
        let letter = |square| match board.shown(square) {
            Shown::Covered => '?',
            Shown::Marked => 'X',
            Shown::Revealed(_) => '.',
            Shown::Guessed | Shown::Mine => '!',
        };
        SIZE.squares().map(letter).collect()
    }

    #[test]
    fn a_cascade_goes_as_far_as_it_should() {
        let start = Square { row: 0, col: 0 };
        for (cascade, expected, cleared) in [
            (Cascade::Never, ".?????????".to_owned() + "?X???", false),
            (
                Cascade::StopsAtMarks,
                "....?.....".to_owned() + ".X...",
                false,
            ),
            (
                Cascade::IgnoresMarks,
                "....?.....".to_owned() + ".....",
                true,
            ),
        ] {
            let mut board = board();
            board.uncover(start, cascade);
            assert_eq!(shown(&board), expected, "{cascade:?}");
            assert_eq!(board.is_cleared(), cleared, "{cascade:?}");
        }
    }

    #[test]
    fn a_mark_that_is_lifted_leaves_its_square_covered() {
        let mut board = board();
        board.uncover(Square { row: 0, col: 0 }, Cascade::StopsAtMarks);
        board.toggle_mark(Square { row: 2, col: 1 });
        board.uncover(Square { row: 2, col: 4 }, Cascade::StopsAtMarks);
        assert_eq!(shown(&board), "....?.....".to_owned() + ".?...");
    }

    #[test]
    fn marks_are_counted_and_can_be_lifted() {
        let mut board = board();
        assert_eq!(board.tally().marked, 1);
        board.toggle_mark(Square { row: 2, col: 1 });
        assert_eq!(board.tally().marked, 0);
        board.uncover(Square { row: 2, col: 1 }, Cascade::Never);
        board.toggle_mark(Square { row: 2, col: 1 });
        assert_eq!(
            (board.tally().marked, shown(&board).as_str()),
            (0, "???????????.???")
        );
    }
}
