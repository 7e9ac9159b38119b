//! When a flawed game is won.

use super::Flaws;
use super::seed::Planted;
use super::table::Deviation as D;
use crate::edition::uga::command::Command;
use crate::edition::uga::rules::Rules;
use crate::game::board::Board;
use crate::game::view::Shown;

impl Flaws {
    /// Whether it takes the game for won after a command.
    pub(super) fn is_won(
        self,
        rules: &Rules,
        board: &Board,
        planted: &Planted,
        command: Command,
    ) -> bool {
        let not_seen = match command {
            Command::Mark(_) => self.has(D::WinNotAfterMark),
            Command::Reveal(_) => self.has(D::WinNotAfterReveal),
            _ => false,
        };
        let is_prevented = self.has(D::DuplicatePreventsWin) && !planted.duplicates.is_empty();
        if not_seen || is_prevented || self.has(D::WinNever) {
            return false;
        }
        let (tally, minefield) = (board.tally(), board.minefield());
        let (area, mines) = (minefield.size().area(), minefield.mine_count());
        let is_guessed = |mine: &_| board.shown(*mine) == Shown::Guessed;
        let marked = if self.has(D::WinWithGuesses) {
            tally.marked_mines + minefield.mines().filter(is_guessed).count()
        } else {
            tally.marked_mines
        };
        let early = usize::from(self.has(D::WinOneEarly));
        if self.has(D::WinWithWrongMarks) {
            tally.revealed + tally.marked == area
        } else if self.has(D::WinWithoutMarks) {
            tally.revealed + mines == area
        } else if self.has(D::WinWithoutReveals) {
            marked == mines
        } else if early > 0 || self.has(D::WinWithGuesses) {
            marked == mines && tally.revealed + mines + early >= area
        } else {
            (rules.is_won)(board, command)
        }
    }
}
