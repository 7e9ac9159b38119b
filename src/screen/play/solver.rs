//! Hints, odds and post-mortem analysis during play.

use super::Play;
use crate::field::minefield::Square;
use crate::game::view::Shown;
use crate::screen::advice;
use crate::screen::board::Highlights;
use crate::screen::busy::Busy;
use crate::screen::job::SHORT;
use crate::screen::playthrough::{Aid, Playthrough};
use crate::screen::wording::{self, FIRST_IS_SAFE, NO_GUESSES, REVEAL_HERE};
use crate::solve::odds::Odds;

impl Play {
    /// Shows how the game was lost, and starts the analysis of the last position.
    pub(super) fn lost(&mut self) {
        self.ending = wording::lost(&self.series);
        let (Some(attempt), Some(fatal)) = (self.series.attempt(), self.series.exploded()) else {
            return;
        };
        let position = attempt.position_before_last();
        let first_index = self.series.fields.moves.first_index;
        self.begin(Busy::Verdict, move |_| {
            advice::verdict(&position(), fatal, first_index)
        });
    }

    /// Shows the current hint, or starts to look for one. If the hint is already shown, makes
    /// the moves that it proves; guesses are left to the player.
    pub(super) fn hint(&mut self, shown: &str) {
        if self.series.is_over() {
            return;
        }
        if self.advice.message.is_empty() {
            return self.look_for_hint();
        }
        match self.advice.square {
            Some(square) if self.advice.message == shown => self.follow_hint(square),
            square => {
                self.viewport.cursor = square.unwrap_or(self.viewport.cursor);
                self.message.clone_from(&self.advice.message);
            }
        }
    }

    /// Makes the moves that the hint about a square proves. If the only move is to lift a wrong
    /// mark, the player has to confirm it.
    fn follow_hint(&mut self, square: Square) {
        let Highlights { mined, safe, .. } = &self.advice.highlights;
        if mined.is_empty() && safe.is_empty() {
            return self.say(NO_GUESSES);
        }
        let is_marked = |square: &Square| self.series.shown(*square) == Shown::Marked;
        if mined.is_empty() && safe.iter().all(is_marked) {
            self.viewport.cursor = square;
            return self.reveal(false);
        }
        self.series.apply(mined, safe);
        self.make_moves(SHORT);
    }

    fn look_for_hint(&mut self) {
        let Some(game) = self.series.game() else {
            return self.say(REVEAL_HERE);
        };
        let view = game.view();
        let shows = |square: &Square| view.shown(*square);
        let squares = || self.series.fields.size.squares();
        let is_untouched = !squares().any(|it| matches!(shows(&it), Shown::Revealed(_)));
        let marked: Vec<Square> = squares().filter(|it| shows(it) == Shown::Marked).collect();
        let position = game.position();
        if is_untouched && self.go_to_noted_start() {
            return;
        }
        self.series.aided(Aid::Hint);
        let first_index = self.series.fields.moves.first_index;
        self.begin(Busy::Hint, move |_| {
            advice::hint(&position, &marked, first_index)
        });
    }

    pub(super) fn toggle_odds(&mut self) {
        if self.series.is_over() {
            return;
        }
        self.advice.wants_odds = !self.advice.wants_odds;
        if self.advice.wants_odds && self.series.attempt().is_none() {
            self.say(FIRST_IS_SAFE);
        }
        self.position_has_changed();
    }

    pub(super) fn count_odds(&mut self) {
        let are_there = self.advice.odds.is_some();
        if !self.advice.wants_odds || are_there || self.series.is_over() {
            return;
        }
        if let Some(position) = self.series.game().map(Playthrough::position) {
            self.series.aided(Aid::Odds);
            self.begin(Busy::Odds, move |_| Odds::of(&position));
        }
    }
}
