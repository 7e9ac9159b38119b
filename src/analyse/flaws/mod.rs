//! Flaws: deviations from the rules that programs are known to have. The same table names the causes of
//! differences and plays games with flaws.

mod facts;
mod judge;
mod reader;
mod seed;
mod session;
mod squares;
mod table;

pub(in crate::analyse) use judge::judge;
pub use session::start;
pub(crate) use table::Area;
#[cfg(test)]
use table::FLAWS;
pub use table::{Flaw, of_edition};

use std::collections::BTreeMap;

/// Flaws that explain answers.
#[derive(Clone, Debug)]
pub(crate) struct FlawFinding {
    /// Several flaws if the cases cannot distinguish them.
    pub(crate) flaws: Vec<&'static Flaw>,
    /// The answers that support the flaws: the indices of a case and of an answer.
    pub(crate) support: Vec<(usize, usize)>,
    /// The answers whose differences the flaws explain, and whether they are as the flaws predict.
    pub(crate) covers: BTreeMap<(usize, usize), bool>,
}

#[cfg(test)]
mod tests;
