//! `suite`: measures how many flaws of an edition test cases catch, and writes small sets of cases.

mod choose;
mod folder;
mod measure;
pub(crate) mod report;

use std::num::NonZero;
use std::path::{Path, PathBuf};

use super::FAILED;
use crate::analyse::flaws;
use crate::analyse::tolerance::Tolerances;
use crate::cases::error::GradeError;
use crate::edition::row::Edition;
use crate::io::console::Console;
use folder::Folder;
use measure::{Measure, Measurement};
use report::Format;

/// The request of `suite`.
#[derive(Debug)]
pub(crate) struct Suite {
    /// Whether to measure or to write cases.
    pub(crate) task: Task,
    /// The edition of the game.
    pub(crate) edition: &'static Edition,
    /// Tolerated differences.
    pub(crate) tolerances: Tolerances,
    /// Format of the report.
    pub(crate) format: Format,
}

/// Whether to measure or to write cases.
#[derive(Debug)]
pub(crate) enum Task {
    /// Measure these folders of cases, or files of cases.
    Measure(Vec<PathBuf>),
    /// Draw, write and measure cases.
    Write {
        /// An empty or new folder.
        folder: PathBuf,
        /// Maximum number of cases.
        size: Option<NonZero<usize>>,
        /// Seed of the random numbers.
        rng_seed: Option<u64>,
    },
}

/// Default seed of the random numbers, so that the cases are reproducible.
const RNG_SEED: u64 = 1302;

/// Measures cases, perhaps after writing them; returns the exit status.
pub(crate) fn suite(suite: &Suite, console: &mut Console) -> Result<u8, GradeError> {
    let edition = suite.edition;
    if flaws::of_edition(edition).is_empty() {
        return Err(GradeError::Message(format!(
            "the edition {} has no table of flaws to measure cases with",
            edition.name
        )));
    }
    let measure = Measure::new(edition, &suite.tolerances);
    let measurement = match &suite.task {
        Task::Measure(paths) => measure.files(paths)?,
        Task::Write {
            folder,
            size,
            rng_seed,
        } => write(measure, folder, *size, rng_seed.unwrap_or(RNG_SEED))?,
    };
    let report = report::report(&measurement, suite.format);
    console.print_if_read(report.as_bytes())?;
    Ok(if measurement.catches_all() { 0 } else { FAILED })
}

/// Draws cases, writes them and measures them.
fn write(
    measure: Measure<'_>,
    path: &Path,
    size: Option<NonZero<usize>>,
    rng_seed: u64,
) -> Result<Measurement, GradeError> {
    let folder = Folder::new(path)?;
    let chosen = choose::choose(measure, rng_seed, size.map_or(usize::MAX, NonZero::get));
    let cases = folder.cases(&chosen, measure.edition());
    folder.write(&cases, measure.edition())?;
    Ok(measure.loaded(&cases))
}
