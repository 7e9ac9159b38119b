//! What a command makes of a board with flaws, when the game is won, and its score.

use super::flaw_table::breaks_score;
use super::seed::Planted;
use crate::edition::flaw_set::{Flaw, FlawSet};
use crate::edition::uga::command::Command;
use crate::edition::uga::game::Effect;
use crate::edition::uga::rules::Rules;
use crate::field::minefield::{Minefield, Size, Square};
use crate::game::board::{Board, Cascade};
use crate::game::view::Shown;

/// The directions in which mines are counted, and the flaws not to look there.
const DIRECTIONS: [(isize, isize, [Flaw; 4]); 8] = [
    (
        -1,
        -1,
        [Flaw::ABOVE_LEFT_NOT_COUNTED, DIAGONALS, ABOVE, LEFT],
    ),
    (-1, 0, [Flaw::ABOVE_NOT_COUNTED, STRAIGHT, ABOVE, ABOVE]),
    (
        -1,
        1,
        [Flaw::ABOVE_RIGHT_NOT_COUNTED, DIAGONALS, ABOVE, RIGHT],
    ),
    (0, -1, [Flaw::LEFT_NOT_COUNTED, STRAIGHT, LEFT, LEFT]),
    (0, 1, [Flaw::RIGHT_NOT_COUNTED, STRAIGHT, RIGHT, RIGHT]),
    (
        1,
        -1,
        [Flaw::BELOW_LEFT_NOT_COUNTED, DIAGONALS, BELOW, LEFT],
    ),
    (1, 0, [Flaw::BELOW_NOT_COUNTED, STRAIGHT, BELOW, BELOW]),
    (
        1,
        1,
        [Flaw::BELOW_RIGHT_NOT_COUNTED, DIAGONALS, BELOW, RIGHT],
    ),
];

const DIAGONALS: Flaw = Flaw::DIAGONALS_NOT_COUNTED;
const STRAIGHT: Flaw = Flaw::STRAIGHT_NOT_COUNTED;
const ABOVE: Flaw = Flaw::ROW_ABOVE_NOT_COUNTED;
const BELOW: Flaw = Flaw::ROW_BELOW_NOT_COUNTED;
const LEFT: Flaw = Flaw::COLUMN_TO_THE_LEFT_NOT_COUNTED;
const RIGHT: Flaw = Flaw::COLUMN_TO_THE_RIGHT_NOT_COUNTED;

/// The greatest number of mines that is counted around a square.
const COUNT_STOPS: [(Flaw, u8); 4] = [
    (Flaw::COUNT_STOPS_AT_1, 1),
    (Flaw::COUNT_STOPS_AT_2, 2),
    (Flaw::COUNT_STOPS_AT_3, 3),
    (Flaw::COUNT_STOPS_AT_4, 4),
];

/// The flaws by which a square that was settled still is, whatever is done with it.
const WIN_STAYS: [Flaw; 3] = [
    Flaw::WIN_KEEPS_COUNTING,
    Flaw::WIN_REVEALED_STAYS,
    Flaw::WIN_MARKED_STAYS,
];

/// A board that is played with flaws, and the rounds completed.
#[derive(Debug)]
pub(super) struct FlawedGame {
    rules: &'static Rules,
    flaws: FlawSet,
    board: Board,
    /// The squares on which the seed has a mine once more.
    duplicates: Vec<Square>,
    rounds: u64,
    /// How many commands were invalid.
    invalid: u64,
    /// The squares that count for a win, where those of the board do not.
    counted: Vec<Square>,
}

impl FlawedGame {
    /// A game whose first round has not been played.
    pub(super) fn new(rules: &'static Rules, flaws: FlawSet, planted: Planted) -> Self {
        Self {
            rules,
            flaws,
            board: Board::new(planted.minefield),
            duplicates: planted.duplicates,
            rounds: u64::from(flaws.has(Flaw::ROUNDS_FROM_ONE)),
            invalid: 0,
            counted: Vec::new(),
        }
    }

    /// The board.
    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// The number of rounds completed, as the game tells it.
    pub(super) fn rounds(&self) -> u64 {
        if self.flaws.has(Flaw::ROUNDS_WRAP) {
            self.rounds % 10
        } else {
            self.rounds
        }
    }

    /// Notes that a command was invalid.
    pub(super) fn note_invalid(&mut self) {
        self.invalid += 1;
    }

    /// Completes a round in which nothing was done.
    pub(super) fn pass(&mut self) -> Effect {
        self.rounds += 1;
        Effect::Passed
    }

    /// Carries a command out; none if the program fails over it.
    pub(super) fn apply(&mut self, command: Command) -> Option<Effect> {
        let (square, shown, uses_no_round) = match command {
            Command::Quit => return Some(Effect::Quit),
            Command::NoFog => {
                self.rounds += u64::from(!self.flaws.has(Flaw::NOFOG_USES_NO_ROUND));
                return Some(Effect::FogLifted);
            }
            Command::Help => {
                self.rounds += u64::from(!self.flaws.has(Flaw::HELP_USES_NO_ROUND));
                return Some(Effect::Helped);
            }
            Command::Reveal(square) => (square, self.revealed(square), Flaw::REVEAL_USES_NO_ROUND),
            Command::Mark(square) => (square, self.marked(square), Flaw::MARK_USES_NO_ROUND),
            Command::Guess(square) => (square, self.guessed(square), Flaw::GUESS_USES_NO_ROUND),
        };
        let before = self.board.shown(square);
        let is_ignored = self.flaws.has(uses_no_round)
            || shown == before && self.flaws.has(Flaw::REPEAT_USES_NO_ROUND)
            || command == Command::Reveal(square)
                && matches!(before, Shown::Revealed(_))
                && self.flaws.has(Flaw::REVEAL_AGAIN_USES_NO_ROUND)
            || command == Command::Reveal(square)
                && before == Shown::Marked
                && self.flaws.has(Flaw::MARKED_REVEAL_IGNORED);
        self.rounds += u64::from(!is_ignored);
        if shown == Shown::Mine {
            return Some(Effect::Lost);
        }
        if command == Command::Guess(square) && self.flaws.has(Flaw::GUESS_REMOVES_MINE) {
            self.remove_mine(square);
        }
        self.board.show(square, shown);
        self.count(square);
        if command == Command::Reveal(square) && shown == Shown::Revealed(0) {
            if self.flaws.has(Flaw::ZERO_REVEALS_NEIGHBOURS) {
                self.reveal_around(square);
            }
            if self.flaws.has(Flaw::ZERO_REVEALS_NEXT) {
                self.reveal_next_to(square);
            }
        }
        Some(if self.is_won(command)? {
            Effect::Won
        } else {
            Effect::Changed { square, shown }
        })
    }

    /// What a square shows when it is revealed.
    fn revealed(&self, square: Square) -> Shown {
        let before = self.board.shown(square);
        let is_refused = match before {
            Shown::Marked => self.flaws.has_any(&[
                Flaw::MARKED_NOT_REVEALED,
                Flaw::MARKED_REVEAL_IGNORED,
                Flaw::SIGNS_NOT_REVEALED,
            ]),
            Shown::Guessed => self
                .flaws
                .has_any(&[Flaw::GUESSED_NOT_REVEALED, Flaw::SIGNS_NOT_REVEALED]),
            _ => false,
        };
        if is_refused {
            before
        } else if self.board.minefield().is_mine(square) && !self.flaws.has(Flaw::LOSS_NEVER) {
            Shown::Mine
        } else {
            Shown::Revealed(self.adjacent(square))
        }
    }

    /// What a square shows when it is marked.
    fn marked(&self, square: Square) -> Shown {
        let before = self.board.shown(square);
        let has = |one| self.flaws.has_any(&[one, Flaw::SHOWN_NOT_MARKED]);
        let stays = self.flaws.has(Flaw::REVEALED_STAYS);
        match before {
            Shown::Revealed(_) if has(Flaw::REVEALED_NOT_MARKED) || stays => before,
            Shown::Guessed if has(Flaw::GUESSED_NOT_MARKED) => before,
            Shown::Marked if self.flaws.has(Flaw::MARK_TOGGLES) => Shown::Covered,
            Shown::Marked => Shown::Marked,
            _ if self.flaws.has(Flaw::MARKS_LIMITED) && self.has_all_marks() => before,
            _ => Shown::Marked,
        }
    }

    /// Whether as many squares are marked as there are mines.
    fn has_all_marks(&self) -> bool {
        self.board.tally().marked >= self.board.minefield().mine_count()
    }

    /// What a square shows when it is guessed.
    fn guessed(&self, square: Square) -> Shown {
        let before = self.board.shown(square);
        let has = |one| self.flaws.has_any(&[one, Flaw::SHOWN_NOT_GUESSED]);
        let stays = self.flaws.has(Flaw::REVEALED_STAYS);
        match before {
            Shown::Revealed(_) if has(Flaw::REVEALED_NOT_GUESSED) || stays => before,
            Shown::Marked if has(Flaw::MARKED_NOT_GUESSED) => before,
            Shown::Guessed if self.flaws.has(Flaw::GUESS_TOGGLES) => Shown::Covered,
            _ if self.flaws.has(Flaw::GUESS_MARKS) => Shown::Marked,
            _ => Shown::Guessed,
        }
    }

    fn remove_mine(&mut self, square: Square) {
        let minefield = self.board.minefield();
        let others = minefield
            .mines()
            .filter(|&mine| mine != square)
            .fold(Minefield::new(minefield.size()), Minefield::with_mine);
        let mut board = Board::new(others);
        for square in minefield.size().squares() {
            board.show(square, self.board.shown(square));
        }
        self.board = board;
    }

    /// Reveals what a cascade from a square would reveal.
    fn reveal_around(&mut self, square: Square) {
        let mut cascade = self.board.clone();
        cascade.show(square, Shown::Covered);
        cascade.uncover(square, Cascade::StopsAtMarks);
        let is_revealed = |board: &Board, square| matches!(board.shown(square), Shown::Revealed(_));
        for square in cascade.minefield().size().squares() {
            if is_revealed(&cascade, square) && !is_revealed(&self.board, square) {
                let adjacent = self.adjacent(square);
                self.board.show(square, Shown::Revealed(adjacent));
            }
        }
    }

    /// Reveals the squares next to a square, but for mines.
    fn reveal_next_to(&mut self, square: Square) {
        for other in self.board.minefield().size().neighbours(square) {
            if !self.board.minefield().is_mine(other) {
                let adjacent = self.adjacent(other);
                self.board.show(other, Shown::Revealed(adjacent));
            }
        }
    }

    /// How many mines are counted around a square: more than 8 only where mines count
    /// twice.
    fn adjacent(&self, square: Square) -> u8 {
        let size = self.board.minefield().size();
        let is_at_edge = |index: usize, length: usize| index == 0 || index + 1 == length;
        if self.flaws.has(Flaw::EDGE_SHOWS_0)
            && (is_at_edge(square.row, size.rows) || is_at_edge(square.col, size.cols))
        {
            return 0;
        }
        let most = COUNT_STOPS
            .iter()
            .find_map(|&(flaw, most)| self.flaws.has(flaw).then_some(most));
        let stops_outside = self.flaws.has(Flaw::COUNT_STOPS_OUTSIDE);
        let around = DIRECTIONS.iter().map(|(rows, cols, not_counted)| {
            let row = self.step(square.row, *rows, size.rows)?;
            let col = self.step(square.col, *cols, size.cols)?;
            Some((Square { row, col }, not_counted))
        });
        let count = around
            .take_while(|around| around.is_some() || !stops_outside)
            .flatten()
            .map(|(around, not_counted)| (self.mines_on(around), not_counted))
            // Most squares have none.
            .filter(|(mines, not_counted)| *mines > 0 && !self.flaws.has_any(*not_counted))
            .map(|(mines, _)| mines)
            .fold(0, u8::saturating_add);
        most.map_or(count, |most| most.min(count))
    }

    /// The index one step on, if there is one.
    fn step(&self, index: usize, by: isize, length: usize) -> Option<usize> {
        match index.checked_add_signed(by) {
            Some(index) if index < length => Some(index),
            Some(_) => self.flaws.has(Flaw::NEIGHBOURS_WRAP_ALL).then_some(0),
            None => self
                .flaws
                .has_any(&[Flaw::NEIGHBOURS_WRAP, Flaw::NEIGHBOURS_WRAP_ALL])
                .then(|| length - 1),
        }
    }

    fn mines_on(&self, square: Square) -> u8 {
        if !self.board.minefield().is_mine(square) {
            return 0;
        }
        let size = self.board.minefield().size();
        let is_on = |line: usize, length: usize, [first, last]: [[Flaw; 2]; 2]| {
            line == 0 && self.flaws.has_any(&first)
                || line + 1 == length && self.flaws.has_any(&last)
        };
        let (all_first, all_last) = (Flaw::FIRST_LINES_NOT_COUNTED, Flaw::LAST_LINES_NOT_COUNTED);
        let rows = [
            [all_first, Flaw::FIRST_ROW_NOT_COUNTED],
            [all_last, Flaw::LAST_ROW_NOT_COUNTED],
        ];
        let cols = [
            [all_first, Flaw::FIRST_COLUMN_NOT_COUNTED],
            [all_last, Flaw::LAST_COLUMN_NOT_COUNTED],
        ];
        let is_left_out = is_on(square.row, size.rows, rows)
            || is_on(square.col, size.cols, cols)
            || square.col >= size.rows && self.flaws.has(Flaw::COLUMNS_TO_ROWS);
        let hides_it: &[Flaw] = match self.board.shown(square) {
            Shown::Marked => &[Flaw::MARKED_MINES_NOT_COUNTED, Flaw::MINES_UNDER_MARKS],
            Shown::Guessed => &[Flaw::MARKED_MINES_NOT_COUNTED],
            _ => &[],
        };
        if is_left_out || self.flaws.has_any(hides_it) {
            return 0;
        }
        if !self.flaws.has(Flaw::DUPLICATES_COUNTED_TWICE) {
            return 1;
        }
        let more = self.duplicates.iter().filter(|&&other| other == square);
        u8::try_from(1 + more.count()).unwrap_or(u8::MAX)
    }

    /// Counts a square for the win, if it is settled now.
    fn count(&mut self, square: Square) {
        if !self.is_settled(square) {
            return;
        }
        let again = self.flaws.has(Flaw::WIN_COUNTS_AGAIN);
        let once = self.flaws.has_any(&WIN_STAYS) && !self.counted.contains(&square);
        if again || once {
            self.counted.push(square);
        }
    }

    /// Whether every square is settled, or was, where that counts.
    fn is_or_was_settled(&self) -> bool {
        let minefield = self.board.minefield();
        minefield.size().squares().all(|square| {
            // A square that is revealed has no mine.
            let stays = if minefield.is_mine(square) {
                Flaw::WIN_MARKED_STAYS
            } else {
                Flaw::WIN_REVEALED_STAYS
            };
            let stays = [stays, Flaw::WIN_KEEPS_COUNTING];
            self.is_settled(square) || self.flaws.has_any(&stays) && self.counted.contains(&square)
        })
    }

    /// Whether a square is as it has to be for a win.
    fn is_settled(&self, square: Square) -> bool {
        match self.board.shown(square) {
            Shown::Marked => self.board.minefield().is_mine(square),
            Shown::Revealed(_) => true,
            Shown::Covered | Shown::Guessed | Shown::Mine => false,
        }
    }

    /// Whether so many squares of each row are settled as there are rows; none if there
    /// are not so many.
    fn is_square_settled(&self) -> Option<bool> {
        let Size { rows, cols } = self.board.minefield().size();
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

    /// Whether the game is taken for won after a command; none if the program fails
    /// over that.
    fn is_won(&self, command: Command) -> Option<bool> {
        let flaws = self.flaws;
        let is_missed = match command {
            Command::Mark(_) => flaws.has(Flaw::WIN_NOT_AFTER_MARK),
            Command::Reveal(_) => flaws.has(Flaw::WIN_NOT_AFTER_REVEAL),
            _ => false,
        };
        let is_prevented = flaws.has(Flaw::DUPLICATE_PREVENTS_WIN) && !self.duplicates.is_empty();
        let Size { rows, cols } = self.board.minefield().size();
        let is_too_wide = cols > rows && flaws.has(Flaw::WIN_NEVER_WIDE);
        if is_missed || is_prevented || is_too_wide || flaws.has(Flaw::WIN_NEVER) {
            return Some(false);
        }
        if flaws.has(Flaw::WIN_IN_A_SQUARE) {
            return self.is_square_settled();
        }
        let (tally, minefield) = (self.board.tally(), self.board.minefield());
        let (area, mines) = (minefield.size().area(), minefield.mine_count());
        let is_guessed = |mine: &Square| self.board.shown(*mine) == Shown::Guessed;
        let marked = if flaws.has(Flaw::WIN_WITH_GUESSES) {
            tally.marked_mines + minefield.mines().filter(is_guessed).count()
        } else {
            tally.marked_mines
        };
        let early = usize::from(flaws.has(Flaw::WIN_ONE_EARLY));
        Some(if flaws.has(Flaw::WIN_COUNTS_AGAIN) {
            let is_mine = |square: &&Square| minefield.is_mine(**square);
            let marks = self.counted.iter().filter(is_mine).count();
            marks == mines && self.counted.len() == area
        } else if flaws.has_any(&WIN_STAYS) {
            self.is_or_was_settled()
        } else if flaws.has(Flaw::WIN_WITH_WRONG_MARKS) {
            tally.revealed + tally.marked == area
        } else if flaws.has(Flaw::WIN_WITHOUT_BLANKS) {
            tally.revealed + tally.marked + tally.guessed == area
        } else if flaws.has(Flaw::WIN_WITHOUT_FREE_BLANKS) {
            let guessed_mines = minefield.mines().filter(is_guessed).count();
            let on_mines = tally.marked_mines + guessed_mines;
            tally.revealed + tally.marked + tally.guessed - on_mines + mines == area
        } else if flaws.has(Flaw::WIN_WITHOUT_MARKS) {
            self.board.is_cleared()
        } else if flaws.has(Flaw::WIN_BY_MARKS_ALONE) {
            marked == mines && tally.marked == tally.marked_mines
        } else if flaws.has(Flaw::WIN_WITHOUT_REVEALS) {
            marked == mines
        } else if flaws.has(Flaw::WIN_WITH_FREE_GUESSES) {
            let guessed_mines = minefield.mines().filter(is_guessed).count();
            let guessed = tally.guessed - guessed_mines;
            marked == mines && tally.revealed + guessed + mines == area
        } else if flaws.has_any(&[Flaw::WIN_ONE_EARLY, Flaw::WIN_WITH_GUESSES]) {
            marked == mines && tally.revealed + mines + early >= area
        } else {
            (self.rules.is_won)(&self.board, command)
        })
    }

    /// The score of a game that is won now.
    pub(super) fn score(&self) -> String {
        if breaks_score(self.flaws) {
            return self.flawed_score();
        }
        // Where no command uses up a round there may be none.
        (self.rules.score)(&self.board, self.rounds.max(1))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "flawed programs reckon with floating-point numbers"
    )]
    fn flawed_score(&self) -> String {
        let flaws = self.flaws;
        let size = self.board.minefield().size();
        let area = if flaws.has(Flaw::SCORE_SQUARE) {
            size.rows * size.rows
        } else {
            size.area()
        };
        let factor = if flaws.has(Flaw::SCORE_NOT_PERCENT) {
            1
        } else {
            100
        };
        // Where no command uses up a round there may be none.
        let invalid = if flaws.has(Flaw::SCORE_COUNTS_INVALID) {
            self.invalid
        } else {
            0
        };
        let rounds = (self.rounds + invalid + u64::from(flaws.has(Flaw::SCORE_ONE_MORE)))
            .saturating_sub(u64::from(flaws.has(Flaw::SCORE_ONE_LESS)))
            .max(1);
        let points = (factor * area) as u64;
        let points = if flaws.has(Flaw::SCORE_WHOLE) {
            points / rounds * rounds
        } else {
            points
        };
        let score = points as f64 / rounds as f64;
        if flaws.has(Flaw::SCORE_UNFORMATTED) {
            return format!("{score:?}");
        }
        if flaws.has(Flaw::SCORE_WITHOUT_ZEROS) {
            let hundredths = if flaws.has(Flaw::SCORE_HALF_EVEN) {
                (100.0 * score).round_ties_even()
            } else {
                (100.0 * score).round()
            };
            return format!("{:?}", hundredths / 100.0);
        }
        if flaws.has(Flaw::SCORE_ROUNDED) {
            return format!("{:?}", score.round());
        }
        let decimals: u32 = if flaws.has(Flaw::SCORE_ONE_DECIMAL) {
            1
        } else if flaws.has(Flaw::SCORE_NO_DECIMALS) {
            0
        } else {
            2
        };
        let width = decimals as usize;
        if flaws.has(Flaw::SCORE_HALF_EVEN) {
            // What Rust's own formatting does.
            return format!("{score:.width$}");
        }
        let scale = 10_u64.pow(decimals);
        let half = if flaws.has(Flaw::SCORE_TRUNCATED) {
            0
        } else {
            rounds
        };
        let units = (2 * points * scale + half) / (2 * rounds);
        match decimals {
            0 => units.to_string(),
            _ => format!("{}.{:0width$}", units / scale, units % scale),
        }
    }
}
