//! The rules for squares, the win and the score, with flaws.

use super::reader::verb_of;
use super::seed::Planted;
use super::table::{DIRECTIONS, Effect, Effects, Format, States, Verb, state_of};
use crate::edition::uga::command::Command;
use crate::edition::uga::game::Effect as Change;
use crate::edition::uga::rules::Rules;
use crate::field::minefield::{Minefield, Size, Square};
use crate::game::board::Board;
use crate::game::view::Shown;

/// A game between two lines of input.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) board: Board,
    /// The number of rounds, as the program counts them.
    pub(super) rounds: u64,
    /// True if the last round showed the mines.
    pub(super) shows_mines: bool,
    /// For each square, whether it was ever as a win needs it.
    was_settled: Vec<bool>,
    has_duplicate: bool,
}

impl State {
    pub(super) fn new(effects: &Effects, planted: Planted) -> Self {
        Self {
            was_settled: vec![false; planted.minefield.size().area()],
            board: Board::new(planted.minefield),
            rounds: u64::from(effects.has(Effect::FirstRoundIs1)),
            shows_mines: false,
            has_duplicate: planted.has_duplicate,
        }
    }

    pub(super) fn size(&self) -> Size {
        self.board.minefield().size()
    }

    /// Changes what a square shows.
    pub(super) fn show(&mut self, square: Square, shown: Shown) {
        self.board.show(square, shown);
        let index = self.size().index(square);
        self.was_settled[index] |= self.is_settled(square);
    }

    fn is_settled(&self, square: Square) -> bool {
        match self.board.shown(square) {
            Shown::Marked => self.board.minefield().is_mine(square),
            Shown::Revealed(_) => true,
            Shown::Covered | Shown::Guessed | Shown::Mine => false,
        }
    }

    /// Carries out a command. Returns `None` if the program fails.
    pub(super) fn apply(
        &mut self,
        rules: &Rules,
        effects: &Effects,
        command: Command,
    ) -> Option<Change> {
        let verb = verb_of(command);
        self.rounds += u64::from(verb != Verb::Quit && !effects.has(Effect::Free(verb)));
        let (Command::Reveal(square) | Command::Mark(square) | Command::Guess(square)) = command
        else {
            return Some(match command {
                Command::NoFog => Change::FogLifted,
                Command::Help => Change::Helped,
                _ => Change::Quit,
            });
        };
        let shown = self.shown_after(effects, verb, square);
        if shown == Shown::Mine {
            return Some(Change::Lost);
        }
        if verb == Verb::Guess && effects.has(Effect::GuessRemovesMine) {
            self.remove_mine(square);
        }
        self.show(square, shown);
        Some(if self.is_won(rules, effects, command)? {
            Change::Won
        } else {
            Change::Changed { square, shown }
        })
    }

    /// Returns what a square shows after a command.
    fn shown_after(&self, effects: &Effects, verb: Verb, square: Square) -> Shown {
        let before = self.board.shown(square);
        let keeps = |effect| match effect {
            Effect::Keeps(verbs, states) => verbs.contains(&verb) && states & state_of(before) != 0,
            _ => false,
        };
        if effects.any(keeps) {
            return before;
        }
        let is_mine = self.board.minefield().is_mine(square);
        match verb {
            Verb::Reveal if is_mine && !effects.has(Effect::LossUnseen) => Shown::Mine,
            Verb::Reveal => Shown::Revealed(self.adjacent(effects, square)),
            Verb::Mark if before == Shown::Marked && effects.has(Effect::MarkToggles) => {
                Shown::Covered
            }
            Verb::Guess if !effects.has(Effect::GuessMarks) => Shown::Guessed,
            _ => Shown::Marked,
        }
    }

    fn remove_mine(&mut self, square: Square) {
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
    fn adjacent(&self, effects: &Effects, square: Square) -> u8 {
        let Size { rows, cols } = self.size();
        let mut uncounted = 0;
        for effect in &effects.0 {
            if let Effect::Uncounted(directions) = effect {
                uncounted |= directions;
            }
        }
        let signs_hide = effects.has(Effect::SignsHideMines);
        let mut count = 0;
        for (direction, (down, right)) in DIRECTIONS.into_iter().enumerate() {
            let row = square
                .row
                .checked_add_signed(down)
                .filter(|&row| row < rows);
            let col = square
                .col
                .checked_add_signed(right)
                .filter(|&col| col < cols);
            let Some((row, col)) = row.zip(col) else {
                continue;
            };
            let neighbour = Square { row, col };
            let has_sign = matches!(self.board.shown(neighbour), Shown::Marked | Shown::Guessed);
            count += u8::from(
                uncounted & 1 << direction == 0
                    && self.board.minefield().is_mine(neighbour)
                    && !(signs_hide && has_sign),
            );
        }
        count
    }

    /// Reports whether the game is won after a command. Returns `None` if the program fails.
    fn is_won(&self, rules: &Rules, effects: &Effects, command: Command) -> Option<bool> {
        let size = self.size();
        let is_never = |effect| match effect {
            Effect::NeverWon => true,
            Effect::NeverWonOnWideGrid => size.cols > size.rows,
            Effect::NeverWonWithDuplicate => self.has_duplicate,
            _ => false,
        };
        if effects.any(is_never) {
            return Some(false);
        }
        if effects.has(Effect::WinInSquare) {
            return self.is_square_settled();
        }
        for &effect in &effects.0 {
            match effect {
                Effect::Wins(mines, others) => return Some(self.is_covered_by(mines, others)),
                Effect::WinKeepsAll => return Some(self.is_or_was_settled(true)),
                Effect::WinKeepsReveals => return Some(self.is_or_was_settled(false)),
                _ => {}
            }
        }
        Some((rules.is_won)(&self.board, command))
    }

    /// Reports whether all mines and all other squares are in these states.
    fn is_covered_by(&self, mines: States, others: States) -> bool {
        let minefield = self.board.minefield();
        let mut squares = self.size().squares();
        squares.all(|square| {
            let states = if minefield.is_mine(square) {
                mines
            } else {
                others
            };
            states & state_of(self.board.shown(square)) != 0
        })
    }

    fn is_or_was_settled(&self, keeps_marks: bool) -> bool {
        let minefield = self.board.minefield();
        let mut squares = self.size().squares();
        squares.all(|square| {
            let is_kept = keeps_marks || !minefield.is_mine(square);
            self.is_settled(square) || is_kept && self.was_settled[self.size().index(square)]
        })
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
                if !self.is_settled(Square { row, col }) {
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
    pub(super) fn score(&self, rules: &Rules, effects: &Effects) -> String {
        // There is no round if no command uses one up.
        let mut rounds = self.rounds.max(1);
        let mut points = 100 * self.size().area() as u64;
        let mut text = None;
        for effect in &effects.0 {
            let Effect::Score(format) = effect else {
                continue;
            };
            let score = points as f64 / rounds as f64;
            match format {
                Format::OneRoundMore => rounds = self.rounds + 1,
                Format::IntegerDivision => points = points / rounds * rounds,
                Format::Truncated => text = Some(decimal(100 * points / rounds, 2)),
                Format::OneDecimal => text = Some(decimal(rounded(10 * points, rounds), 1)),
                Format::NoDecimals => text = Some(rounded(points, rounds).to_string()),
                Format::AllDecimals => text = Some(format!("{score:?}")),
                Format::NoTrailingZeros => {
                    text = Some(format!("{:?}", (100.0 * score).round() / 100.0));
                }
                Format::Whole => text = Some(format!("{:?}", score.round())),
            }
        }
        match text {
            Some(text) => text,
            None if effects.any(|effect| matches!(effect, Effect::Score(_))) => {
                decimal(rounded(100 * points, rounds), 2)
            }
            None => (rules.score)(&self.board, rounds),
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
