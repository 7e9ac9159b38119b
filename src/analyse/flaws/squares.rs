//! The rules for squares, wins and scores, with flaws.

use super::{effects::sign, session::FlawedSession};
use crate::{
    edition::Command,
    field::{Minefield, Size, Square},
    game::{Board, Shown},
};

impl FlawedSession {
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// Sets the state of a square.
    pub fn set_shown(&mut self, square: Square, shown: Shown) {
        self.board.show(square, shown);
        self.frame.set_square(square, self.displayed(square));
        let index = self.size().index(square);
        let past_signs = self.past_signs.entry(index).or_default();
        past_signs.insert(sign(shown));
    }

    /// Returns the state that the grid displays for a square.
    pub fn displayed(&self, square: Square) -> Shown {
        match self.board.shown(square) {
            Shown::Revealed(0) if self.effects.has("zero-shown-as-blank") => Shown::Covered,
            shown => shown,
        }
    }

    /// Returns the state of a square after a command.
    pub fn shown_after(&self, verb: &'static str, square: Square) -> Shown {
        let before = self.board.shown(square);
        if self.effects.has(&format!("{verb}:keeps-{}", sign(before))) {
            return before;
        }
        let has = |name| self.effects.has(name);
        let is_mine = self.board.minefield().is_mine(square);
        match verb {
            "reveal" if is_mine && !has("loss-never-seen") => Shown::Mine,
            "reveal" => Shown::Revealed(self.adjacent(square)),
            "mark" if before == Shown::Marked && has("mark-toggles") => Shown::Covered,
            "mark" if has("mark-guesses") => Shown::Guessed,
            "guess" if !has("guess-marks") => Shown::Guessed,
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
        let has = |name: &str| self.effects.has(name);
        let Size { rows, cols } = self.size();
        let mut count = 0;
        for neighbour in self.size().neighbours(square) {
            if !self.board.minefield().is_mine(neighbour) {
                continue;
            }
            let north_south = ["n", "", "s"][neighbour.row + 1 - square.row];
            let west_east = ["w", "", "e"][neighbour.col + 1 - square.col];
            let sign = sign(self.board.shown(neighbour));
            let is_uncounted = has(&format!("uncounted:{north_south}{west_east}"))
                || has(&format!("uncounted:{sign}"))
                || neighbour.row == 0 && has("first-row-not-counted")
                || neighbour.col == 0 && has("first-column-not-counted")
                || neighbour.row + 1 == rows && has("last-row-not-counted")
                || neighbour.col + 1 == cols && has("last-column-not-counted");
            count += u8::from(!is_uncounted);
        }
        count
    }

    /// Reports whether the game is won after a command. Returns `None` if the program crashes
    /// because it checks a column that does not exist.
    pub fn is_won(&self, command: Command) -> Option<bool> {
        let Size { rows, cols } = self.size();
        if cols > rows && self.effects.has("win-never-seen-on-a-wide-grid")
            || self.seed.has_duplicate && self.effects.has("duplicate-mine-prevents-win")
            || self.effects.has("win-seen-after-reveals-only")
                && !matches!(command, Command::Reveal(_))
            || self.effects.has("win-seen-after-marks-only") && !matches!(command, Command::Mark(_))
        {
            return Some(false);
        }
        let Some((mines, others)) = self.effects.win() else {
            return Some((self.rules.is_won)(&self.board));
        };
        let is_square = self.effects.has("win-checks-as-many-columns-as-rows");
        let checked_cols = if is_square { rows } else { cols };
        for index in 0..rows * checked_cols {
            let (row, col) = (index / checked_cols, index % checked_cols);
            if col == cols {
                return None;
            }
            if !self.is_settled(Square { row, col }, mines, others) {
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
        if !self.effects.has("win-counts-undone-signs") {
            return signs.contains(sign(self.board.shown(square)));
        }
        let past_signs = self.past_signs.get(&self.size().index(square));
        past_signs.is_some_and(|past| past.iter().any(|&sign| signs.contains(sign)))
    }

    /// Returns the score of a win.
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
