//! What the command line says about the game to play.

use super::play_option::PlayOption;
use super::start_error::StartError;
use crate::field::minefield::{FieldLimits, Minefield};
use crate::field::random::{Random, RandomField};
use crate::field::seed;
use crate::field::seed_error::SeedError;
use crate::field::seed_file::SeedFile;

/// What the command line says about the game to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The arguments that are no options: the file of the seed or board.
    pub files: Vec<SeedFile>,
    /// A random field in place of a file.
    pub random: Option<RandomField>,
    /// What random placements begin with.
    pub rng_seed: Option<u64>,
    /// The number of rows.
    pub rows: Option<usize>,
    /// The number of columns.
    pub cols: Option<usize>,
    /// The number of mines.
    pub mines: Option<usize>,
    /// Whether a square without mines around it uncovers its neighbours.
    pub cascade: bool,
}

impl Setup {
    /// The game of a file, with no options.
    #[must_use]
    pub fn of_file(file: SeedFile) -> Self {
        Self {
            files: vec![file],
            ..Self::default()
        }
    }

    /// The options that were given.
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
        .filter_map(|(option, given)| given.then_some(option))
    }

    /// The only file, if there is one.
    ///
    /// # Errors
    ///
    /// [`StartError::SeveralFiles`], and [`StartError::OptionWithFile`] if an
    /// option was given that is not among the allowed ones.
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

    /// The minefield of the only file, if there is one: a seed as the UGA
    /// editions have it, with their errors.
    ///
    /// # Errors
    ///
    /// [`StartError::SeveralFiles`] and [`StartError::OptionWithFile`], as
    /// [`Setup::file`] has them; [`StartError::SeedNotFound`] and
    /// [`StartError::SeedMalformed`] if the file is no seed.
    pub(crate) fn seed(
        &self,
        allowed: &[PlayOption],
        limits: &FieldLimits,
    ) -> Result<Option<Minefield>, StartError> {
        let Some(file) = self.file(allowed)? else {
            return Ok(None);
        };
        seed::load(file, limits)
            .map(Some)
            .map_err(|error| seed_error(file, error))
    }

    /// Random numbers, as the command line wants them.
    ///
    /// # Errors
    ///
    /// The operating system has no random numbers.
    pub(crate) fn rng(&self) -> Result<Random, StartError> {
        Ok(Random::new(self.rng_seed)?)
    }
}

/// The error for a seed file that is no seed.
pub(crate) fn seed_error(file: &SeedFile, error: SeedError) -> StartError {
    match error {
        SeedError::Unreadable(source) => StartError::SeedNotFound {
            path: file.name().to_owned(),
            source,
        },
        malformed => StartError::SeedMalformed(malformed),
    }
}
