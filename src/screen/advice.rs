//! What the solver says to somebody who plays: hints, odds, and what there was to know
//! before a mine was revealed.

use super::board::Highlights;
use crate::field::minefield::Square;
use crate::solve::SolveError;
use crate::solve::findings::Findings;
use crate::solve::odds::Chances;
use crate::solve::position::{Known, Position};
use crate::solve::words::{self, Words};

/// What the solver has said of the squares, as long as it holds.
#[derive(Default)]
pub(super) struct Advice {
    pub(super) highlights: Highlights,
    /// The square that was called the best guess.
    pub(super) guess: Option<Square>,
    /// Whether odds are to be shown.
    pub(super) wants_odds: bool,
    pub(super) odds: Option<Box<Chances>>,
}

impl Advice {
    /// Keeps what a hint says of squares; its message.
    pub(super) fn told(&mut self, hint: Hint) -> String {
        let is_guess = hint.highlights.mined.is_empty() && hint.highlights.safe.is_empty();
        self.guess = hint.square.filter(|_| is_guess);
        self.highlights = hint.highlights;
        hint.message
    }

    /// Forgets what was said, as the position has changed.
    pub(super) fn forget(&mut self) {
        self.highlights = Highlights::default();
        self.guess = None;
        self.odds = None;
    }
}

/// What is said of a position.
pub(super) struct Hint {
    /// The square to look at.
    pub(super) square: Option<Square>,
    pub(super) message: String,
    /// What is proved, and from what.
    pub(super) highlights: Highlights,
}

/// Looks for the simplest proof or else for the best guess. That a marked square has
/// a mine is no news.
///
/// # Errors
///
/// The position contradicts itself.
pub(super) fn hint(
    position: &Position,
    marked: &[Square],
    first_index: usize,
) -> Result<Hint, SolveError> {
    let mut findings = Findings::new(position)?;
    let is_news = |square, mined: bool| !mined || !marked.contains(&square);
    if let Some(proof) = findings.simplest(is_news)? {
        let mut highlights = Highlights::default();
        for step in &proof.steps {
            highlights.numbers.extend(step.reason.numbers());
            let news = step.mined.iter().filter(|&&square| is_news(square, true));
            highlights.mined.extend(news);
            highlights.safe.extend(&step.safe);
        }
        let words = Words {
            first_index,
            position,
        };
        let proved = words.proof(&proof).pop().unwrap_or_default();
        return Ok(Hint {
            square: Some(proof.square),
            message: format!("{proved} H: do that"),
            highlights,
        });
    }
    let guess = findings.guess()?;
    Ok(Hint {
        message: match guess.as_ref().map(|guess| (&guess.odds, &guess.safest)) {
            None => "Nothing is left to be found out.".to_owned(),
            Some((Some(odds), None)) => format!(
                "Nothing can be proved. A mine is least likely here: {}.",
                words::fraction(odds)
            ),
            Some((Some(odds), Some((safest, least)))) => {
                let words = Words {
                    first_index,
                    position,
                };
                format!(
                    "Nothing can be proved. This is the best guess: the odds of a mine are {}; they are least at {}: {}.",
                    words::fraction(odds),
                    words.square(*safest),
                    words::fraction(least)
                )
            }
            Some((None, _)) => {
                format!("{}; this is the first unknown square.", SolveError::TooHard)
            }
        },
        square: guess.map(|guess| guess.square),
        highlights: Highlights::default(),
    })
}

/// What could have been known before a square with a mine was revealed: a sentence.
///
/// # Errors
///
/// The position contradicts itself.
pub(super) fn verdict(
    position: &Position,
    fatal: Square,
    first_index: usize,
) -> Result<String, SolveError> {
    let words = Words {
        first_index,
        position,
    };
    let is_number = |known: &Known| matches!(known, Known::Number(_));
    if !position.squares().iter().any(is_number) {
        return Ok("Nothing was known yet.".to_owned());
    }
    let mut findings = Findings::new(position)?;
    if findings
        .simplest(|square, mined| mined && square == fatal)?
        .is_some()
    {
        return Ok("You had a proof: it has a mine.".to_owned());
    }
    let mut findings = Findings::new(position)?;
    if let Some(proof) = findings.simplest(|_, mined| !mined)? {
        return Ok(format!(
            "You had a proof: {} is safe.",
            words.square(proof.square)
        ));
    }
    let Some(risks) = findings.risks(fatal)? else {
        return Ok("A guess.".to_owned());
    };
    let [taken, least] = risks.each_ref().map(words::percent);
    Ok(if taken == least {
        format!("A forced guess, {taken}.")
    } else {
        format!("A guess of {taken}; {least} was the least.")
    })
}
