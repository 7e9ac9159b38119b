//! The request of `check --random`.

use std::path::PathBuf;

use crate::analyse::tolerance::Tolerances;
use crate::grade::players::Setting;
use crate::report::options::Format;

/// The request of `check --random`.
#[derive(Clone, Debug)]
pub(crate) struct RandomCheck {
    /// Number of games.
    pub(crate) count: u64,
    /// Seed of the random numbers.
    pub(crate) rng_seed: Option<u64>,
    /// Whether to continue after the first cause.
    pub(crate) keep_going: bool,
    /// Folder for the smallest games that differ.
    pub(crate) save: Option<PathBuf>,
    /// Format of the report: for people, or JSON.
    pub(crate) format: Format,
    /// The command and its limits.
    pub(crate) setting: Setting,
    /// Tolerated differences.
    pub(crate) tolerances: Tolerances,
}
