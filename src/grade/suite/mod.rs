//! `suite`: measures how many flaws of an edition test cases catch, and writes small sets of cases.

mod choose;
mod folder;
mod measure;
pub(crate) mod report;

use std::num::NonZero;
use std::path::PathBuf;

use super::FAILED;
use crate::analyse::tolerance::Tolerances;
use crate::cases::error::GradeError;
use crate::cases::find::find;
use crate::cases::load::StoredCase;
use crate::edition::row::Edition;
use crate::grade::loaded_case::LoadedCase;
use crate::io::console::Console;
use crate::io::store::Store;
use crate::io::visible::visible_path;
use folder::Folder;
use measure::Measure;
use report::{Format, LeftOut, SuiteReport};

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

/// Maximum length of a seed or input, in bytes, and of an expected output.
const LONGEST_GIVEN: usize = 1 << 20;
const LONGEST_EXPECTED: usize = 64 << 20;

/// Measures cases, perhaps after writing them; returns the exit status.
pub(crate) fn suite(suite: &Suite, console: &mut Console) -> Result<u8, GradeError> {
    let edition = suite.edition;
    let measure = Measure::new(edition, &suite.tolerances);
    if measure.flaws.is_empty() {
        return Err(GradeError::Message(format!(
            "the edition {} has no table of flaws to measure cases with",
            edition.name
        )));
    }
    let mut left_out = Vec::new();
    let cases = match &suite.task {
        Task::Measure(paths) => read(paths, edition, &mut left_out)?,
        Task::Write {
            folder,
            size,
            rng_seed,
        } => {
            let folder = Folder::new(folder)?;
            let most = size.map_or(usize::MAX, NonZero::get);
            let chosen = choose::choose(&measure, rng_seed.unwrap_or(RNG_SEED), most);
            let cases = folder.cases(&chosen, edition);
            folder.write(&cases, edition)?;
            cases
        }
    };
    let mut report = SuiteReport::new(&measure, &cases);
    report.left_out.extend(left_out);
    report
        .left_out
        .sort_by(|one, other| one.name.cmp(&other.name));
    console.print_if_read(report.render(suite.format).as_bytes())?;
    Ok(if report.catches_all() { 0 } else { FAILED })
}

/// Reads the cases that paths lead to, apart from those that are too large to play with every flaw.
fn read(
    paths: &[PathBuf],
    edition: &Edition,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<LoadedCase>, GradeError> {
    let mut cases = Vec::new();
    for case in find(paths, edition.case_ending)? {
        let mut store = Store::new()?;
        let case = LoadedCase::read(&StoredCase::new(case, &mut store)?, &store)?;
        let mut sizes = vec![(case.seed.len(), LONGEST_GIVEN, case.case.seed.clone())];
        if let Some(input) = &case.case.input {
            sizes.push((case.input.len(), LONGEST_GIVEN, input.clone()));
        }
        for (artifact, content) in case.expected.files() {
            sizes.push((content.len(), LONGEST_EXPECTED, case.case.file(artifact)));
        }
        match sizes.iter().find(|(size, most, _)| size > most) {
            None => cases.push(case),
            Some((_, most, path)) => left_out.push(LeftOut {
                name: case.case.name,
                reason: format!("{} is larger than {} MiB", visible_path(path), most >> 20),
            }),
        }
    }
    Ok(cases)
}
