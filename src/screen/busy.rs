//! What takes its time while somebody plays, and what is told meanwhile.

use super::advice::Hint;
use super::job::Job;
use crate::field::minefield::{Minefield, Square};
use crate::generate::GenerateError;
use crate::solve::error::SolveError;
use crate::solve::odds::Odds;

/// What takes its time.
pub(super) enum Busy {
    /// A field is drawn for a game that begins with this square.
    Drawing(Job<Result<Minefield, GenerateError>>, Square),
    Hint(Job<Result<Hint, SolveError>>),
    Odds(Job<Result<Odds, SolveError>>),
    /// It is found out what could be known before the game was lost.
    Verdict(Job<Result<String, SolveError>>),
    /// Moves follow from each other.
    Moving,
}

impl Busy {
    /// What is told meanwhile, where any key ends it.
    pub(super) fn message(&self) -> Option<&'static str> {
        match self {
            Self::Drawing(..) => Some("Drawing a field; any key cancels."),
            Self::Hint(_) => Some("Looking for a proof; any key cancels."),
            Self::Moving => Some("Opening squares; any key stops."),
            Self::Odds(_) | Self::Verdict(_) => None,
        }
    }
}
