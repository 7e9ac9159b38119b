//! The rules for squares, the win and the score, with flaws.

use super::session::FlawedSession;
use super::table::{Effect, Format, Verb, sign};
use crate::edition::uga::command::Command;
use crate::field::minefield::{Minefield, Size, Square};
use crate::game::board::Board;
use crate::game::view::Shown;

impl FlawedSession {
    pub(super) fn size(&self) -> Size {
        self.board.minefield().size()
    }

    /// Changes what a square shows.
    pub(super) fn set_shown(&mut self, square: Square, shown: Shown) {
        self.board.show(square, shown);
        let index = self.size().index(square);
        self.was_revealed[index] |= matches!(shown, Shown::Revealed(_));
        self.was_marked[index] |= shown == Shown::Marked;
    }

    /// Returns what a square shows after a command.
    pub(super) fn shown_after(&self, verb: Verb, square: Square) -> Shown {
        let before = self.board.shown(square);
        let keeps = |effect: &Effect| match effect {
            Effect::Keeps(other, states) => *other == verb && states.contains(sign(before)),
            _ => false,
        };
        if self.effects.any(keeps) {
            return before;
        }
        let is_mine = self.board.minefield().is_mine(square);
        match verb {
            Verb::Reveal if is_mine && !self.effects.has(&Effect::LossUnseen) => Shown::Mine,
            Verb::Reveal => Shown::Revealed(self.adjacent(square)),
            Verb::Mark if before == Shown::Marked && self.effects.has(&Effect::MarkToggles) => {
                Shown::Covered
            }
            Verb::Guess if !self.effects.has(&Effect::GuessMarks) => Shown::Guessed,
            _ => Shown::Marked,
        }
    }

    pub(super) fn remove_mine(&mut self, square: Square) {
        let mines = self.board.minefield().mines();
        let others = mines.filter(|&mine| mine != square);
        let minefield = others.fold(Minefield::new(self.size()), Minefield::with_mine);
        let mut board = Board::new(minefield);
        for square in self.size().squares() {
            board.show(square, self.board.shown(square));
        }
        self.board = board;
    }

    /// Counts the mines around a square.
    fn adjacent(&self, square: Square) -> u8 {
        let signs_hide = self.effects.has(&Effect::SignsHideMines);
        let mut count = 0;
        for neighbour in self.size().neighbours(square) {
            // Index in three rows of three squares, each with a space or the end after it.
            let direction = 4 * (neighbour.row + 1 - square.row) + neighbour.col + 1 - square.col;
            let is_uncounted = |effect: &Effect| match effect {
                Effect::Uncounted(directions) => {
                    directions.as_bytes().get(direction) == Some(&b'x')
                }
                _ => false,
            };
            let has_sign = matches!(self.board.shown(neighbour), Shown::Marked | Shown::Guessed);
            let is_hidden = signs_hide && has_sign || self.effects.any(is_uncounted);
            count += u8::from(self.board.minefield().is_mine(neighbour) && !is_hidden);
        }
        count
    }

    /// Reports whether the game is won after a command. Returns `None` if the program fails.
    pub(super) fn is_won(&self, command: Command) -> Option<bool> {
        let size = self.size();
        let is_wide = size.cols > size.rows;
        if is_wide && self.effects.has(&Effect::NeverWonOnWideGrid)
            || self.has_duplicate && self.effects.has(&Effect::NeverWonWithDuplicate)
        {
            return Some(false);
        }
        for effect in self.effects.iter() {
            match effect {
                Effect::WinInSquare => return self.is_square_settled(),
                Effect::Wins(mines, others) => {
                    let mut squares = size.squares();
                    return Some(squares.all(|square| self.is_settled(square, mines, others)));
                }
                _ => {}
            }
        }
        Some((self.rules.is_won)(&self.board, command))
    }

    /// Reports whether a square is in one of the states for a mine or for another square.
    fn is_settled(&self, square: Square, mines: &str, others: &str) -> bool {
        let states = if self.board.minefield().is_mine(square) {
            mines
        } else {
            others
        };
        let index = self.size().index(square);
        states.contains(sign(self.board.shown(square)))
            || self.was_revealed[index] && states.contains('o')
            || self.was_marked[index] && states.contains('f')
    }

    /// Reports whether each row is settled in as many columns as there are rows. Returns `None` if the
    /// check reaches a column that does not exist.
    fn is_square_settled(&self) -> Option<bool> {
        let Size { rows, cols } = self.size();
        for row in 0..rows {
            for col in 0..rows {
                if col == cols {
                    return None;
                }
                if !self.is_settled(Square { row, col }, "F", "0") {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    /// Returns the score of a win.
    #[expect(
        clippy::cast_precision_loss,
        reason = "programs calculate with floating-point numbers"
    )]
    pub(super) fn score(&self) -> String {
        // There is no round if no command uses one up.
        let rounds = self.rounds.max(1);
        let points = 100 * self.size().area() as u64;
        let score = points as f64 / rounds as f64;
        let mut formats = self.effects.iter().filter_map(|effect| match effect {
            Effect::Score(format) => Some(format),
            _ => None,
        });
        match formats.next() {
            None => (self.rules.score)(&self.board, rounds),
            Some(Format::OneRoundMore) => decimal(rounded(100 * points, self.rounds + 1), 2),
            Some(Format::IntegerDivision) => decimal(100 * (points / rounds), 2),
            Some(Format::Truncated) => decimal(100 * points / rounds, 2),
            Some(Format::OneDecimal) => decimal(rounded(10 * points, rounds), 1),
            Some(Format::NoDecimals) => rounded(points, rounds).to_string(),
            Some(Format::AllDecimals) => format!("{score:?}"),
            Some(Format::NoTrailingZeros) => format!("{:?}", (100.0 * score).round() / 100.0),
            Some(Format::Whole) => format!("{:?}", score.round()),
        }
    }
}

/// Divides, and rounds a half up.
fn rounded(dividend: u64, divisor: u64) -> u64 {
    (2 * dividend + divisor) / (2 * divisor)
}

/// Formats a number of tenths or hundredths.
fn decimal(number: u64, decimals: u32) -> String {
    let scale = 10_u64.pow(decimals);
    let width = decimals as usize;
    format!("{}.{:0width$}", number / scale, number % scale)
}
