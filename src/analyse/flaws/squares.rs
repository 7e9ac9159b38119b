//! The rules for squares, wins and scores, with flaws.

use super::{session::FlawedGame, table::sign};
use crate::{
    field::{Minefield, Size, Square},
    game::{Board, Shown},
};

impl FlawedGame {
    pub fn size(&self) -> Size {
        self.board.size()
    }

    pub fn has(&self, effect: &str) -> bool {
        self.effects.has(effect)
    }

    pub fn set_shown(&mut self, square: Square, shown: Shown) {
        self.board.show(square, shown);
        self.frame.set_square(square, self.displayed(square));
        self.past_signs
            .insert((self.size().index(square), sign(shown)));
    }

    /// Returns the state that the grid displays for a square.
    pub fn displayed(&self, square: Square) -> Shown {
        match self.board.shown(square) {
            Shown::Revealed(0) if self.has("zero-shown-as-blank") => Shown::Covered,
            shown => shown,
        }
    }

    pub fn shown_after(&self, verb: &str, square: Square) -> Shown {
        let before = self.board.shown(square);
        if self.has(&format!("{verb}:keeps-{}", sign(before))) {
            return before;
        }
        let is_mine = self.board.minefield().is_mine(square);
        match verb {
            "reveal" if is_mine && !self.has("loss-never-seen") => Shown::Mine,
            "reveal" => Shown::Revealed(self.adjacent(square)),
            "mark" if before == Shown::Marked && self.has("mark-toggles") => Shown::Covered,
            "mark" if self.has("mark-guesses") => Shown::Guessed,
            "guess" if !self.has("guess-marks") => Shown::Guessed,
            _ => Shown::Marked,
        }
    }

    /// Removes a mine from the board. All squares keep their states.
    pub fn remove_mine(&mut self, square: Square) {
        let minefield = self.board.minefield();
        let others = minefield.mines().filter(|&mine| mine != square);
        let mut board = Board::new(others.fold(Minefield::new(self.size()), Minefield::with_mine));
        for square in self.size().squares() {
            board.show(square, self.board.shown(square));
        }
        self.board = board;
    }

    /// Returns the number of mines that a revealed square shows.
    fn adjacent(&self, square: Square) -> u8 {
        let has = |name: &str| self.has(name);
        let Size { rows, cols } = self.size();
        let mut count = 0;
        for neighbour in self.size().neighbours(square) {
            if !self.board.minefield().is_mine(neighbour) {
                continue;
            }
            let north_south = ["n", "", "s"][neighbour.row + 1 - square.row];
            let west_east = ["w", "", "e"][neighbour.col + 1 - square.col];
            let sign = sign(self.board.shown(neighbour));
            let is_missed = has(&format!("misses:{north_south}{west_east}"))
                || has(&format!("misses:{sign}"))
                || neighbour.row == 0 && has("first-row-not-counted")
                || neighbour.col == 0 && has("first-column-not-counted")
                || neighbour.row + 1 == rows && has("last-row-not-counted")
                || neighbour.col + 1 == cols && has("last-column-not-counted");
            count += u8::from(!is_missed);
        }
        count
    }

    /// Reports whether the game is won after a command. Returns `None` if the program crashes
    /// because it checks a column that does not exist.
    pub fn is_won(&self, verb: &str) -> Option<bool> {
        let Size { rows, cols } = self.size();
        if cols > rows && self.has("win-never-seen-on-a-wide-grid")
            || self.seed.has_duplicate && self.has("duplicate-mine-prevents-win")
            || verb != "reveal" && self.has("win-seen-after-reveals-only")
            || verb != "mark" && self.has("win-seen-after-marks-only")
        {
            return Some(false);
        }
        let Some((mines, others)) = self.effects.win() else {
            return Some((self.rules.is_won)(&self.board));
        };
        let is_square = self.has("win-checks-square");
        let checked = Size {
            rows,
            cols: if is_square { rows } else { cols },
        };
        for square in checked.squares() {
            if square.col == cols {
                return None;
            }
            if !self.is_settled(square, mines, others) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Reports whether a square is in a state that a win requires: one of `mines` if the square has
    /// a mine, otherwise one of `others`.
    fn is_settled(&self, square: Square, mines: &str, others: &str) -> bool {
        let is_mine = self.board.minefield().is_mine(square);
        let signs = if is_mine { mines } else { others };
        if !self.has("win-counts-past-signs") {
            return signs.contains(sign(self.board.shown(square)));
        }
        let index = self.size().index(square);
        signs
            .chars()
            .any(|sign| self.past_signs.contains(&(index, sign)))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "flawed programs calculate with floating-point numbers, too"
    )]
    pub fn score(&self) -> String {
        // The number of rounds is 0 if no command uses up a round.
        let rounds = self.rounds.max(1);
        let points = 100 * self.size().area() as u64;
        let score = points as f64 / rounds as f64;
        for effect in &self.effects.0 {
            return match *effect {
                "score-divides-integers" => format!("{}.00", points / rounds),
                "score-one-decimal" => {
                    let tenths = (20 * points + rounds) / (2 * rounds);
                    format!("{}.{}", tenths / 10, tenths % 10)
                }
                "score-cut-off" => {
                    let cents = 100 * points / rounds;
                    format!("{}.{:02}", cents / 100, cents % 100)
                }
                "score-half-to-even" => format!("{score:.2}"),
                "score-unformatted" => format!("{score:?}"),
                "score-without-zeros-at-its-end" => {
                    format!("{:?}", (100.0 * score).round() / 100.0)
                }
                "score-rounded-to-whole-number" => format!("{:?}", score.round()),
                _ => continue,
            };
        }
        (self.rules.score)(&self.board, rounds)
    }
}
