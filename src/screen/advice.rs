//! What the solver says to somebody who plays: hints and odds.

use super::scene::Highlights;
use crate::field::minefield::Square;
use crate::game::view::{Shown, View};
use crate::solve::SolveError;
use crate::solve::findings::Findings;
use crate::solve::odds::Chances;
use crate::solve::position::Position;
use crate::solve::words::{self, Words};

/// What the solver has said of the squares, as long as it holds.
#[derive(Default)]
pub(super) struct Advice {
    pub(super) highlights: Highlights,
    /// Whether odds are to be shown.
    pub(super) wants_odds: bool,
    odds: Option<Box<Chances>>,
}

/// What is said of a square.
pub(super) struct Hint {
    pub(super) square: Option<Square>,
    pub(super) message: String,
}

impl Advice {
    /// The odds, if they are to be shown and have been counted.
    pub(super) fn odds(&self) -> Option<&Chances> {
        self.odds.as_deref().filter(|_| self.wants_odds)
    }

    /// Forgets what was said, as a line has been sent or taken back.
    pub(super) fn forget(&mut self) {
        self.highlights = Highlights::default();
        self.odds = None;
    }

    /// Counts the odds of a position.
    pub(super) fn count_odds(&mut self, position: &Position) -> Result<(), SolveError> {
        self.odds = None;
        self.odds = Some(Box::new(Chances::of(position)?));
        Ok(())
    }

    /// Looks for a proof, whose squares are highlighted, or else for the best guess.
    /// That a marked square has a mine is no news.
    pub(super) fn hint(
        &mut self,
        view: &View<'_>,
        position: &Position,
        first_index: usize,
    ) -> Result<Hint, SolveError> {
        let mut findings = Findings::new(position)?;
        let is_news = |square, mined: bool| !mined || view.shown(square) != Shown::Marked;
        if let Some(proof) = findings.simplest(is_news)? {
            self.highlights = Highlights::default();
            for step in &proof.steps {
                self.highlights.numbers.extend(step.reason.numbers());
                self.highlights.squares.extend(&step.mined);
                self.highlights.squares.extend(&step.safe);
            }
            let words = Words {
                first_index,
                position,
            };
            return Ok(Hint {
                square: Some(proof.square),
                message: words.proof(&proof).pop().unwrap_or_default(),
            });
        }
        let guess = findings.guess()?;
        Ok(Hint {
            message: match guess.as_ref().map(|guess| &guess.odds) {
                None => "Nothing is left to be found out.".to_owned(),
                Some(Some(odds)) => format!(
                    "Nothing can be proved. A mine is least likely here: {}.",
                    words::fraction(odds)
                ),
                Some(None) => format!("{}; this is the first unknown square.", SolveError::TooHard),
            },
            square: guess.map(|guess| guess.square),
        })
    }
}
