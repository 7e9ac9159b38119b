//! The table of editions.
//!
//! To add an edition is to add a row to [`EDITIONS`]: for one more edition of
//! the UGA assignment the [`Rules`](crate::rules::Rules) in [`uga`], for a game with a
//! loop of its own a file beside it. Nothing outside this folder asks which
//! edition is played. The dialects share [`Minefield`](crate::minefield),
//! [`Lines`](crate::input::Lines) and [`Console`].

pub mod comp182;
pub mod cover;
pub mod project1;
pub mod uga;
pub mod wise2021;

use std::ffi::OsString;

use crate::console::Console;
use crate::error::Error;
use crate::minefield::{Limits, Minefield};
use crate::random::{Random, RandomField};
use crate::sample::Sampler;
use crate::seed;

/// A game that can be played.
#[derive(Debug)]
pub struct Edition {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// The options that it has.
    pub options: &'static [PlayOption],
    /// The minefields whose seeds can be generated for it, if it has a
    /// generator.
    pub generates: Option<Limits>,
    /// What the names of the seeds of its test cases end with.
    pub case_ending: &'static str,
    /// What it shows when it waits for a line.
    pub prompts: &'static [&'static str],
    /// What random games of it are made of.
    pub sampler: Sampler,
    /// Plays it and returns the exit status.
    pub play: fn(&Setup, &mut Console) -> Result<u8, Error>,
}

/// What the names of the seeds of test cases end with.
const SEED_ENDING: &str = ".seed.txt";

/// What the names of the boards of test cases end with.
const BOARD_ENDING: &str = ".cfg";

/// All editions; the first is played when none is named.
pub static EDITIONS: &[Edition] = &[
    uga::V2022_SP,
    uga::V2025_SP,
    uga::V2019_FA,
    wise2021::EDITION,
    comp182::EDITION,
    project1::EDITION,
];

/// An option of the subcommand `play` that only some editions have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayOption {
    /// `--random ROWSxCOLSxMINES`
    Random,
    /// `--rng-seed N`
    RngSeed,
    /// `--rows N`
    Rows,
    /// `--cols N`
    Cols,
    /// `--mines N`
    Mines,
    /// `--cascade`
    Cascade,
}

impl PlayOption {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Random,
        Self::RngSeed,
        Self::Rows,
        Self::Cols,
        Self::Mines,
        Self::Cascade,
    ];

    /// The name on the command line, without the hyphens.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::RngSeed => "rng-seed",
            Self::Rows => "rows",
            Self::Cols => "cols",
            Self::Mines => "mines",
            Self::Cascade => "cascade",
        }
    }
}

/// What the command line says about the game to play.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The arguments that are no options: the file of the seed or board.
    pub files: Vec<OsString>,
    /// The options that were given.
    pub given: Vec<PlayOption>,
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
    /// The only file, if there is one.
    fn file(&self, allowed_with_it: &[PlayOption]) -> Result<Option<&OsString>, Error> {
        let file = match self.files.as_slice() {
            [] => return Ok(None),
            [file] => file,
            _ => return Err(Error::Options("more than one seed file".to_owned())),
        };
        match self
            .given
            .iter()
            .find(|option| !allowed_with_it.contains(option))
        {
            Some(option) => Err(Error::Options(format!(
                "--{} and a seed file exclude each other",
                option.name()
            ))),
            None => Ok(Some(file)),
        }
    }

    /// The minefield of the only file, if there is one: a seed as the UGA
    /// editions have it, with their errors.
    fn seed(
        &self,
        allowed_with_it: &[PlayOption],
        limits: &Limits,
    ) -> Result<Option<Minefield>, Error> {
        let Some(path) = self.file(allowed_with_it)? else {
            return Ok(None);
        };
        let minefield = seed::load(path, limits);
        minefield
            .map(Some)
            .map_err(|error| Error::seed(path, error))
    }

    /// Random numbers, as the command line wants them.
    fn rng(&self) -> Result<Random, Error> {
        Random::new(self.rng_seed)
    }
}

/// The edition of this name.
///
/// # Errors
///
/// [`Error::Options`] with the list of the known ones.
pub fn find(name: &str) -> Result<&'static Edition, Error> {
    let edition = EDITIONS.iter().find(|edition| edition.name == name);
    edition.ok_or_else(|| {
        let list = list();
        Error::Options(format!(
            "unknown edition {name:?}; known are:\n{}",
            list.trim_end()
        ))
    })
}

/// The names of all editions with what they are, a line for each.
#[must_use]
pub fn list() -> String {
    let line = |edition: &Edition| format!("{:8}  {}\n", edition.name, edition.summary);
    EDITIONS.iter().map(line).collect()
}
