//! `suite`: measures which flaws of an edition test cases catch, and writes small sets of cases.

mod measure;
pub mod report;

use std::{fs, io, num::NonZero, path::PathBuf};

use crate::{
    analyse::{Tolerances, flaws, subject},
    cases::{LoadedCase, load::find},
    edition::Edition,
    error::{Error, FAILED},
    io::Console,
};
use measure::Measure;
use report::{SuiteFormat, SuiteReport};

#[derive(Debug)]
pub struct Suite {
    /// Folders of cases, or files of cases, to measure.
    pub cases: Vec<PathBuf>,
    /// An empty or new folder for new cases, which are measured instead of `cases`.
    pub write: Option<PathBuf>,
    /// Maximum number of new cases.
    pub size: Option<NonZero<usize>>,
    pub rng_seed: Option<u64>,
    pub edition: &'static Edition,
    pub tolerances: Tolerances,
    pub format: SuiteFormat,
}

/// Default seed of the random numbers, so that the cases are reproducible.
const RNG_SEED: u64 = 1302;

/// Measures cases, perhaps after writing them; returns the exit status.
pub fn suite(suite: &Suite, console: &mut Console) -> Result<u8, Error> {
    let edition = suite.edition;
    let measure = Measure {
        edition,
        tolerances: &suite.tolerances,
        flaws: flaws::of_edition(edition),
    };
    let mut cases = Vec::new();
    if let Some(folder) = &suite.write {
        let failed = |error| Error::file(folder, error);
        fs::create_dir_all(folder).map_err(failed)?;
        if fs::read_dir(folder).map_err(failed)?.next().is_some() {
            let reason = "not an empty folder: give --write another";
            return Err(failed(io::Error::other(reason)));
        }
        let max_size = suite.size.map_or(usize::MAX, NonZero::get);
        let games = measure.choose(suite.rng_seed.unwrap_or(RNG_SEED), max_size);
        let digits = games.len().to_string().len().max(2);
        for (number, game) in (1..).zip(&games) {
            let stem = folder.join(format!("flaws-{number:0digits$}"));
            let case = subject::case_of_game(&stem, game.seed(), game.input(), edition);
            case.write()?;
            cases.push(case);
        }
    } else {
        for case in find(&suite.cases, edition.case_ending, false)? {
            cases.push(LoadedCase::read(&case)?);
        }
    }
    let report = SuiteReport::new(&measure, &cases);
    console.print_if_read(report.render(suite.format))?;
    Ok(if report.catches_all() { 0 } else { FAILED })
}
