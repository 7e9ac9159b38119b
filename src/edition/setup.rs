//! Parameters of a game, as the command line gives them.

use super::{play_option::PlayOption, start_error::StartError};
use crate::field::{FieldLimits, Minefield, Random, RandomField, SeedFile, seed};

#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Positional arguments: the seed or board file, and any surplus files.
    pub files: Vec<SeedFile>,
    /// A random field in place of a file.
    pub random: Option<RandomField>,
    pub rng_seed: Option<u64>,
    pub rows: Option<usize>,
    pub cols: Option<usize>,
    pub mines: Option<usize>,
    /// True if a square without adjacent mines uncovers its neighbours.
    pub cascade: bool,
}

impl Setup {
    /// Returns a setup with a file and no options.
    #[must_use]
    pub fn of_file(file: SeedFile) -> Self {
        Self {
            files: vec![file],
            ..Self::default()
        }
    }

    /// Returns the options that were given.
    pub(crate) fn given(&self) -> impl Iterator<Item = PlayOption> + use<> {
        [
            (PlayOption::Random, self.random.is_some()),
            (PlayOption::RngSeed, self.rng_seed.is_some()),
            (PlayOption::Rows, self.rows.is_some()),
            (PlayOption::Cols, self.cols.is_some()),
            (PlayOption::Mines, self.mines.is_some()),
            (PlayOption::Cascade, self.cascade),
        ]
        .into_iter()
        .filter_map(|(option, is_given)| is_given.then_some(option))
    }

    /// Returns the only file, if there is one.
    ///
    /// # Errors
    ///
    /// [`StartError::SeveralFiles`], or [`StartError::OptionWithFile`] for an option not `allowed`.
    pub(crate) fn file(&self, allowed: &[PlayOption]) -> Result<Option<&SeedFile>, StartError> {
        let file = match self.files.as_slice() {
            [] => return Ok(None),
            [file] => file,
            _ => return Err(StartError::SeveralFiles),
        };
        match self.given().find(|option| !allowed.contains(option)) {
            Some(option) => Err(StartError::OptionWithFile { option }),
            None => Ok(Some(file)),
        }
    }

    /// Reads the minefield of the only file, if there is one: a seed file in the format of the UGA
    /// editions, with their errors.
    ///
    /// # Errors
    ///
    /// The errors of [`Setup::file`], and [`StartError::SeedNotFound`] or
    /// [`StartError::SeedMalformed`] if the file is not a valid seed file.
    pub(crate) fn minefield(
        &self,
        allowed: &[PlayOption],
        limits: &FieldLimits,
    ) -> Result<Option<Minefield>, StartError> {
        let Some(file) = self.file(allowed)? else {
            return Ok(None);
        };
        seed::load(file, limits)
            .map(Some)
            .map_err(|error| StartError::of_seed(file, error))
    }

    /// Creates the random number generator, from the seed of `--rng-seed` if it was given.
    ///
    /// # Errors
    ///
    /// The operating system has no random numbers.
    pub(crate) fn rng(&self) -> Result<Random, StartError> {
        Random::new(self.rng_seed).map_err(StartError::Random)
    }
}
