//! The result of a game for scripts: an exit status and a file.

use std::{ffi::OsStr, io, path::Path};

use serde::Serialize;
use serde_json::value::RawValue;

use super::request::{PlayOutput, PlayRequest};
use crate::{
    error::Error,
    field::{RandomField, SeedFile},
    game::{Outcome, Session},
    io::{Console, atomic_file, descriptors},
};

const VERSION: u32 = 1;

const STANDARD_OUTPUT: &str = "-";

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum GameEnd {
    Won,
    Lost,
    Quit,
    EndOfInput,
}

impl GameEnd {
    /// Returns why a finished game ended. `is_eof` is true if the end of input ended the game.
    pub fn of(session: &dyn Session, is_eof: bool) -> Self {
        match session.view().outcome() {
            Some(Outcome::Won) => Self::Won,
            Some(Outcome::Lost) => Self::Lost,
            _ if is_eof => Self::EndOfInput,
            _ => Self::Quit,
        }
    }

    /// Returns the exit status for `--outcome-status`.
    pub fn status(self) -> u8 {
        match self {
            Self::Won => 0,
            Self::Lost => 10,
            Self::Quit => 11,
            Self::EndOfInput => 12,
        }
    }
}

#[derive(Debug, Serialize)]
struct GameResult {
    version: u32,
    edition: &'static str,
    /// `null` if a stream failed before the end.
    outcome: Option<GameEnd>,
    rounds: Option<u64>,
    /// The score of a won game.
    score: Option<Box<RawValue>>,
    /// The path of the seed file.
    seed: Option<String>,
    random: Option<RandomResult>,
}

#[derive(Debug, Serialize)]
struct RandomResult {
    #[serde(flatten)]
    field: RandomField,
    rng_seed: u64,
}

/// Checks before the game that the result file can be written and is not a seed file of the game.
pub(super) fn check(path: &OsStr, seeds: &[SeedFile]) -> Result<(), Error> {
    if path == STANDARD_OUTPUT {
        return Ok(());
    }
    let file = Path::new(path);
    if let Ok(target) = file.canonicalize()
        && target.is_file()
        && is_seed(&target, seeds)
    {
        let source =
            io::Error::other("this is the seed file of the game; choose another file for --result");
        return Err(Error::file(path, source));
    }
    atomic_file::check_folder(file).map_err(|error| Error::file(path, error))
}

/// Reports whether a canonical path is that of a seed file.
fn is_seed(target: &Path, seeds: &[SeedFile]) -> bool {
    for seed in seeds {
        if seed.is_standard_input() {
            continue;
        }
        if let Ok(path) = Path::new(seed.name()).canonicalize()
            && path == target
        {
            return true;
        }
    }
    false
}

/// Writes the result atomically. If the path leads to a standard stream, prints the result on it,
/// after the output of the game.
pub(super) fn write(
    path: &OsStr,
    request: &PlayRequest,
    session: &dyn Session,
    end: Option<GameEnd>,
    console: &mut Console,
) -> Result<(), Error> {
    let text =
        result_text(request, session, end).map_err(|error| Error::file(path, error.into()))?;
    if path == STANDARD_OUTPUT || descriptors::leads_to(path, io::stdout()) {
        console.print(text.as_bytes())?;
        console.flush()?;
    } else if descriptors::leads_to(path, io::stderr()) {
        console.print_error(text.as_bytes())?;
    } else {
        atomic_file::write(Path::new(path), text.as_bytes())
            .map_err(|error| Error::file(path, error))?;
    }
    Ok(())
}

fn result_text(
    request: &PlayRequest,
    session: &dyn Session,
    end: Option<GameEnd>,
) -> Result<String, serde_json::Error> {
    let setup = &request.setup;
    let random = (request.edition.random)(setup).zip(setup.rng_seed);
    let score = session.score().filter(|_| end == Some(GameEnd::Won));
    let seed = setup.files.first();
    let result = GameResult {
        version: VERSION,
        edition: request.edition.name,
        outcome: end,
        rounds: session.view().rounds(),
        score: score.map(RawValue::from_string).transpose()?,
        seed: seed.map(|file| file.name().to_string_lossy().into_owned()),
        random: random.map(|(field, rng_seed)| RandomResult { field, rng_seed }),
    };
    let text = match request.output {
        // One line of JSON, like each round before it.
        PlayOutput::Rounds => serde_json::to_string(&result)?,
        PlayOutput::Game | PlayOutput::Nothing => serde_json::to_string_pretty(&result)?,
    };
    Ok(text + "\n")
}
