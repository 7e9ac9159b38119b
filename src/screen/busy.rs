//! Background jobs during play.

use super::advice::Hint;
use super::job::Job;
use crate::field::minefield::{Minefield, Square};
use crate::solve::error::SolveError;
use crate::solve::odds::Odds;

/// A background job.
pub(super) enum Busy {
    /// Draws a field for a game that starts with this square.
    Drawing(Job<Result<Minefield, SolveError>>, Square),
    Hint(Job<Result<Hint, SolveError>>),
    Odds(Job<Result<Odds, SolveError>>),
    /// Analyses the position before the game was lost.
    Verdict(Job<Result<String, SolveError>>),
    /// Makes moves that follow from each other.
    Moving,
}

impl Busy {
    /// Returns the message during a job that any key cancels.
    pub(super) fn message(&self) -> Option<&'static str> {
        match self {
            Self::Drawing(..) => Some("Drawing a field; any key cancels."),
            Self::Hint(_) => Some("Looking for a proof; any key cancels."),
            Self::Moving => Some("Opening squares; any key stops."),
            Self::Odds(_) | Self::Verdict(_) => None,
        }
    }
}
