//! Flaws: deviations from the rules that programs are known to have. The same table names the causes of
//! differences and plays games with flaws.

mod facts;
mod judge;
mod reader;
mod seed;
mod session;
mod squares;
mod table;

pub(crate) use facts::Aspect;
pub(crate) use judge::judge;
pub use session::start;
pub(crate) use table::Area;
#[cfg(test)]
use table::FLAWS;
pub use table::{Flaw, of_edition};

use std::collections::BTreeMap;

use crate::analyse::answers::Answer;
use crate::edition::row::Edition;

/// A case: what the program was given, and what it printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Observed<'a> {
    pub(crate) edition: &'static Edition,
    pub(crate) seed: &'a [u8],
    pub(crate) answers: &'a [Answer],
    pub(crate) end: End,
}

/// The end of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// With an exit status.
    Exited(i32),
    /// By a signal or a limit.
    Stopped,
}

/// Flaws that explain answers.
#[derive(Clone, Debug)]
pub(crate) struct FlawFinding {
    /// Several flaws if the cases cannot distinguish them.
    pub(crate) flaws: Vec<&'static Flaw>,
    /// The answers that support the flaws: the indices of a case and of an answer.
    pub(crate) support: Vec<(usize, usize)>,
}

/// The aspects of each answer that are as the flaws predict, and whether the rules predict something else. Answers have the
/// indices of their cases and in the case.
pub(crate) type Covers = BTreeMap<(usize, usize), BTreeMap<Aspect, bool>>;

#[cfg(test)]
mod tests;
