//! A minefield with the state of each square.

use super::view::{Outcome, Shown, View};
use crate::field::{Minefield, Size, Square};

/// The spread from a revealed square without adjacent mines to its neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cascade {
    Never,
    /// Covered neighbours are revealed too, marked ones are not.
    StopsAtMarks,
    /// Covered and marked neighbours are revealed too.
    IgnoresMarks,
}

/// Number of squares in each state.
#[derive(Debug, Default)]
pub struct Tally {
    pub revealed: usize,
    /// Marked squares, with or without a mine.
    pub marked: usize,
    /// Marked squares with a mine.
    pub marked_mines: usize,
    pub guessed: usize,
}

impl Tally {
    /// Returns the counter of a state, if there is one.
    fn counter(&mut self, shown: Shown) -> Option<&mut usize> {
        match shown {
            Shown::Covered | Shown::Mine => None,
            Shown::Revealed(_) => Some(&mut self.revealed),
            Shown::Marked => Some(&mut self.marked),
            Shown::Guessed => Some(&mut self.guessed),
        }
    }
}

/// A minefield and the state of its squares, with counters that are kept up to date.
#[derive(Debug)]
pub struct Board {
    minefield: Minefield,
    /// The state of each square, row by row.
    shown: Vec<Shown>,
    tally: Tally,
}

impl Board {
    #[must_use]
    pub fn new(minefield: Minefield) -> Self {
        Self {
            shown: vec![Shown::Covered; minefield.size().area()],
            minefield,
            tally: Tally::default(),
        }
    }

    #[must_use]
    pub fn minefield(&self) -> &Minefield {
        &self.minefield
    }

    #[must_use]
    pub fn size(&self) -> Size {
        self.minefield.size()
    }

    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    #[must_use]
    pub fn shown(&self, square: Square) -> Shown {
        self.shown[self.size().index(square)]
    }

    /// Returns the states of all squares, row by row.
    #[must_use]
    pub fn squares(&self) -> &[Shown] {
        &self.shown
    }

    /// Returns what the player sees. A game in progress has no outcome.
    #[must_use]
    pub fn view(&self, outcome: Option<Outcome>) -> View<'_> {
        View::new(self.size(), &self.shown, outcome)
    }

    /// Reports whether every square without a mine is revealed.
    #[must_use]
    pub fn is_cleared(&self) -> bool {
        self.tally.revealed + self.minefield.mine_count() == self.shown.len()
    }

    /// Sets the state of a square and updates the counters.
    pub fn show(&mut self, square: Square, shown: Shown) {
        let index = self.size().index(square);
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

    /// Reveals one square: a mine, or the number of mines around it.
    pub fn reveal(&mut self, square: Square) {
        let shown = if self.minefield.is_mine(square) {
            Shown::Mine
        } else {
            Shown::Revealed(self.minefield.adjacent(square))
        };
        self.show(square, shown);
    }

    pub fn reveal_mines(&mut self) {
        let mines: Vec<_> = self.minefield.mines().collect();
        for mine in mines {
            self.show(mine, Shown::Mine);
        }
    }

    /// Marks a covered square, or removes a mark. Other squares stay as they are.
    pub fn toggle_mark(&mut self, square: Square) {
        match self.shown(square) {
            Shown::Covered => self.show(square, Shown::Marked),
            Shown::Marked => self.show(square, Shown::Covered),
            Shown::Revealed(_) | Shown::Guessed | Shown::Mine => {}
        }
    }

    /// Reveals a square without a mine, marked or not, and the squares of the cascade. Uses a loop
    /// because a recursion could be as deep as the number of squares.
    pub fn uncover(&mut self, square: Square, cascade: Cascade) {
        let size = self.size();
        let mut pending = vec![square];
        while let Some(square) = pending.pop() {
            if matches!(self.shown(square), Shown::Revealed(_)) {
                continue;
            }
            self.reveal(square);
            if cascade == Cascade::Never || self.minefield.adjacent(square) > 0 {
                continue;
            }
            for neighbour in size.neighbours(square) {
                match self.shown(neighbour) {
                    Shown::Covered => pending.push(neighbour),
                    Shown::Marked if cascade == Cascade::IgnoresMarks => pending.push(neighbour),
                    _ => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { rows: 3, cols: 5 };

    /// Returns a board with a mine in a corner and a mark on the edge.
    fn board() -> Board {
        let mut board = Board::new(Minefield::new(SIZE).with_mine(Square { row: 0, col: 4 }));
        board.toggle_mark(Square { row: 2, col: 1 });
        board
    }

    fn shown(board: &Board) -> String {
        SIZE.squares()
            .map(|square| match board.shown(square) {
                Shown::Covered => '?',
                Shown::Marked => 'X',
                Shown::Revealed(_) => '.',
                Shown::Guessed | Shown::Mine => '!',
            })
            .collect()
    }

    #[test]
    fn a_cascade_stops_at_numbers_and_marks() {
        let start = Square { row: 0, col: 0 };
        for (cascade, expected, cleared) in [
            (Cascade::Never, ".??????????X???", false),
            (Cascade::StopsAtMarks, "....?......X...", false),
            (Cascade::IgnoresMarks, "....?..........", true),
        ] {
            let mut board = board();
            board.uncover(start, cascade);
            assert_eq!(shown(&board), expected, "{cascade:?}");
            assert_eq!(board.is_cleared(), cleared, "{cascade:?}");
        }
    }

    #[test]
    fn a_removed_mark_leaves_the_square_covered() {
        let mut board = board();
        board.uncover(Square { row: 0, col: 0 }, Cascade::StopsAtMarks);
        board.toggle_mark(Square { row: 2, col: 1 });
        board.uncover(Square { row: 2, col: 4 }, Cascade::StopsAtMarks);
        assert_eq!(shown(&board), "....?......?...");
    }

    #[test]
    fn marks_are_counted_and_can_be_removed() {
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
