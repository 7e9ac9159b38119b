//! How a game ended, for scripts: as an exit status, and as a file.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use serde::Serialize;
use serde_json::value::RawValue;

use super::error::PlayError;
use super::request::{PlayRequest, Printed};
use crate::field::seed_file::SeedFile;
use crate::game::session::Session;
use crate::game::view::Outcome;
use crate::io::atomic_file;
use crate::io::console::Console;
use crate::io::descriptors;

/// The version of the form of the file.
const VERSION: u32 = 1;

/// The path that stands for standard output.
const STANDARD_OUTPUT: &str = "-";

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum GameEnd {
    /// It was won.
    Won,
    /// It was lost.
    Lost,
    /// The player quit.
    Quit,
    /// The input ended before the game did.
    EndOfInput,
}

impl GameEnd {
    /// How a finished game ended; `input_ended` says whether the end of the input
    /// ended it.
    pub(super) fn of(session: &dyn Session, input_ended: bool) -> Self {
        match session.view().outcome() {
            Some(Outcome::Won) => Self::Won,
            Some(Outcome::Lost) => Self::Lost,
            _ if input_ended => Self::EndOfInput,
            _ => Self::Quit,
        }
    }

    /// The exit status that tells it.
    pub(super) fn status(self) -> u8 {
        match self {
            Self::Won => 0,
            Self::Lost => 10,
            Self::Quit => 11,
            Self::EndOfInput => 12,
        }
    }
}

/// What is written about a game.
#[derive(Debug, Serialize)]
struct GameResult {
    version: u32,
    edition: &'static str,
    /// None if a stream failed before the end.
    outcome: Option<GameEnd>,
    rounds: Option<u64>,
    /// Only of a game that was won.
    score: Option<Box<RawValue>>,
    /// The path of the seed file.
    seed: Option<String>,
    random: Option<RandomResult>,
}

/// What is written about a random field.
#[derive(Debug, Serialize)]
struct RandomResult {
    rows: usize,
    cols: usize,
    mines: usize,
    rng_seed: u64,
}

/// The file that is written about a game when it is over; `-` is standard output.
#[derive(Debug)]
pub(super) struct ResultFile<'path>(&'path OsStr);

impl<'path> ResultFile<'path> {
    /// A file of this path, for a game of these seed files.
    ///
    /// # Errors
    ///
    /// The path is empty, one of these files or a folder, or its folder does not exist. It
    /// is better to say so before the game than after it.
    pub(super) fn new(path: &'path OsStr, seeds: &[SeedFile]) -> Result<Self, PlayError> {
        if path == STANDARD_OUTPUT {
            return Ok(Self(path));
        }
        let file = Path::new(path);
        if let Ok(there) = file.canonicalize()
            && seeds
                .iter()
                .filter(|seed| !seed.is_standard_input())
                .any(|seed| Path::new(seed.name()).canonicalize().ok() == Some(there.clone()))
            && there.is_file()
        {
            let path = path.to_owned();
            return Err(PlayError::ResultIsSeed { path });
        }
        if path.is_empty() {
            let source = io::Error::new(io::ErrorKind::NotFound, "the path is empty");
            return Err(PlayError::file(OsStr::new("--result"), source));
        }
        let folder = if file.is_dir() {
            Err(io::ErrorKind::IsADirectory.into())
        } else {
            atomic_file::check_folder(file)
        };
        folder.map_err(|error| PlayError::file(path, error))?;
        Ok(Self(path))
    }

    /// Writes what there is to say about a game, whole or not at all. Where the path
    /// leads to a standard stream, it is printed there.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or the standard stream cannot be printed on.
    pub(super) fn write(
        self,
        request: &PlayRequest,
        session: &dyn Session,
        end: Option<GameEnd>,
        console: &mut Console,
    ) -> Result<(), PlayError> {
        let text = text(request, session, end).map_err(|error| PlayError::file(self.0, error))?;
        if self.0 == STANDARD_OUTPUT || descriptors::leads_to(self.0, descriptors::output()) {
            console.print(text.as_bytes())?;
            console.flush()?;
        } else if descriptors::leads_to(self.0, descriptors::error()) {
            console.print_error(text.as_bytes())?;
        } else {
            atomic_file::write(Path::new(self.0), text.as_bytes())
                .map_err(|error| PlayError::file(self.0, error))?;
        }
        Ok(())
    }
}

fn text(request: &PlayRequest, session: &dyn Session, end: Option<GameEnd>) -> io::Result<String> {
    let view = session.view();
    let setup = &request.setup;
    let random = (request.edition.random)(setup).zip(setup.rng_seed);
    let score = session.score().filter(|_| end == Some(GameEnd::Won));
    let seed = setup.files.first();
    let result = GameResult {
        version: VERSION,
        edition: request.edition.name,
        outcome: end,
        rounds: view.rounds(),
        score: score.map(RawValue::from_string).transpose()?,
        seed: seed.map(|file| file.name().to_string_lossy().into_owned()),
        random: random.map(|(field, rng_seed)| RandomResult {
            rows: field.rows,
            cols: field.cols,
            mines: field.mines,
            rng_seed,
        }),
    };
    // Among lines of JSON it is one more.
    let text = match request.printed {
        Printed::Rounds => serde_json::to_string(&result)?,
        Printed::Game | Printed::Nothing => serde_json::to_string_pretty(&result)?,
    };
    Ok(text + "\n")
}
