//! `suite`: which flaws of an edition's table test cases catch, and small sets
//! of cases that catch all that can be caught.

mod choose;
mod folder;
mod measure;
pub(crate) mod report;

use std::num::NonZero;
use std::path::{Path, PathBuf};

use super::FAILED;
use super::error::GradeError;
use crate::compare::tolerance::Tolerances;
use crate::edition::row::Edition;
use crate::io::console::Console;
use folder::Folder;
use measure::{Measure, Measurement};
use report::Format;

/// What is to be measured, or written.
#[derive(Debug)]
pub(crate) struct Suite {
    /// Where the cases are, or get.
    pub(crate) task: Task,
    /// The edition of the game.
    pub(crate) edition: &'static Edition,
    /// What is tolerated.
    pub(crate) tolerances: Tolerances,
    /// What the report looks like.
    pub(crate) format: Format,
}

/// Where the cases are, or get.
#[derive(Debug)]
pub(crate) enum Task {
    /// They are there: folders of cases, or single ones.
    Measure(Vec<PathBuf>),
    /// They are drawn and written.
    Write {
        /// The folder, which must be empty or not exist yet.
        folder: PathBuf,
        /// How many they are at most.
        size: Option<NonZero<usize>>,
        /// What drawing them begins with.
        rng_seed: Option<u64>,
    },
}

/// What drawing cases begins with if nobody says it: everybody gets the same.
const RNG_SEED: u64 = 1302;

/// Measures cases, or writes some and measures them; returns the exit status.
///
/// # Errors
///
/// [`GradeError`]: the edition has no flaws, there is no case, a file cannot be
/// read or written, or the report cannot be printed.
pub(crate) fn suite(suite: &Suite, console: &mut Console) -> Result<u8, GradeError> {
    let edition = suite.edition;
    if edition.flaws.is_empty() {
        return Err(GradeError::NoFlaws {
            edition: edition.name,
        });
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
