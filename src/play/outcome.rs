//! How a game ended, for scripts: as an exit status, and as a file.

use std::ffi::OsString;
use std::io;

use serde::Serialize;
use serde_json::value::RawValue;

use super::request::PlayRequest;
use crate::game::session::Session;
use crate::game::view::Outcome;
use crate::io::atomic_file;

/// The version of the form of the file.
const VERSION: u32 = 1;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Finish {
    /// It was won.
    Won,
    /// It was lost.
    Lost,
    /// The player quit.
    Quit,
    /// The input ended before the game did.
    EndOfInput,
}

impl Finish {
    /// How a game ended that is over, after the end of the input or before.
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
    outcome: Option<Finish>,
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
    /// None if the edition does not tell it.
    mines: Option<usize>,
    rng_seed: u64,
}

/// Writes the file about a game, whole or not at all.
///
/// # Errors
///
/// The system's.
pub(super) fn write(
    file: &OsString,
    request: &PlayRequest,
    session: &dyn Session,
    end: Option<Finish>,
) -> io::Result<()> {
    let view = session.view();
    let setup = &request.setup;
    let score = session.score().filter(|_| end == Some(Finish::Won));
    let size = view.size();
    let result = GameResult {
        version: VERSION,
        edition: request.edition.name,
        outcome: end,
        rounds: view.rounds(),
        score: score.and_then(|score| RawValue::from_string(score).ok()),
        seed: setup
            .files
            .first()
            .map(|file| file.name().to_string_lossy().into_owned()),
        random: setup.rng_seed.map(|rng_seed| RandomResult {
            rows: size.rows,
            cols: size.cols,
            mines: setup.random.map(|field| field.mines).or(view.mines()),
            rng_seed,
        }),
    };
    atomic_file::write(file, |target| {
        serde_json::to_writer_pretty(&mut *target, &result)?;
        target.write_all(b"\n")
    })
}
