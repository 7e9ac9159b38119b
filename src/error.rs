//! Every error of the program, whichever room it is from.

use thiserror::Error;

#[cfg(unix)]
use crate::cases::error::GradeError;
use crate::cli::usage_error::UsageError;
use crate::edition::start_error::StartError;
use crate::edition::table;
use crate::field::random::RandomError;
use crate::generate::GenerateError;
use crate::io::error::StreamError;
use crate::manual::ManualError;
use crate::play::error::PlayError;
use crate::screen::error::ScreenError;
use crate::solve::error::AdviceError;

/// What ends the program before it has done what it was asked for.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// A subcommand was used wrongly.
    #[error(transparent)]
    Usage(#[from] UsageError),

    /// A game does not begin.
    #[error(transparent)]
    Start(StartError),

    /// A game is not played, or not to its end.
    #[error(transparent)]
    Play(PlayError),

    /// No seed was written.
    #[error(transparent)]
    Generate(#[from] GenerateError),

    /// The man pages were not written.
    #[error(transparent)]
    Manual(#[from] ManualError),

    /// There is no hint, or no solution.
    #[error(transparent)]
    Advice(AdviceError),

    /// There is no full screen, or something could not be written from it.
    #[error(transparent)]
    Screen(ScreenError),

    /// Cases could not be checked, recorded, measured or graded.
    #[cfg(unix)]
    #[error(transparent)]
    Grade(GradeError),

    /// A standard stream failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
}

impl From<PlayError> for Error {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Start(error) => Self::Start(error),
            PlayError::Stream(error) => Self::Stream(error),
            _ => Self::Play(error),
        }
    }
}

impl From<AdviceError> for Error {
    fn from(error: AdviceError) -> Self {
        match error {
            AdviceError::Start(error) => Self::Start(error),
            AdviceError::Stream(error) => Self::Stream(error),
            _ => Self::Advice(error),
        }
    }
}

impl From<ScreenError> for Error {
    fn from(error: ScreenError) -> Self {
        match error {
            ScreenError::Start(error) => Self::Start(error),
            _ => Self::Screen(error),
        }
    }
}

#[cfg(unix)]
impl From<GradeError> for Error {
    fn from(error: GradeError) -> Self {
        match error {
            GradeError::Stream(error) => Self::Stream(error),
            _ => Self::Grade(error),
        }
    }
}

impl Error {
    /// The exit status of the program after this error.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Usage(_) => UsageError::STATUS,
            Self::Start(error) => error.status(),
            Self::Play(error) => error.status(),
            Self::Generate(error) => error.status(),
            Self::Manual(_) => ManualError::STATUS,
            Self::Advice(error) => error.status(),
            Self::Screen(error) => error.status(),
            #[cfg(unix)]
            Self::Grade(error) => error.status(),
            Self::Stream(error) => error.status(),
        }
    }

    /// What is printed, to the byte.
    pub(crate) fn message(&self) -> Vec<u8> {
        match self {
            Self::Start(StartError::Random(error @ RandomError::Size { rows, cols, .. }))
            | Self::Play(PlayError::Field(GenerateError::Random(
                error @ RandomError::Size { rows, cols, .. },
            ))) => size_message(error, *rows, *cols),
            Self::Start(error) => error.message(),
            Self::Stream(error) => stream_message(error),
            _ => format!("minesweeper-alpha: {self}\n").into_bytes(),
        }
    }
}

/// A size that one edition does not take may be one for another.
fn size_message(error: &RandomError, rows: usize, cols: usize) -> Vec<u8> {
    let other = table::with_random_size(rows, cols);
    let other = other.map(|edition| format!("; --edition {} takes that size", edition.name));
    format!("minesweeper-alpha: {error}{}\n", other.unwrap_or_default()).into_bytes()
}

/// A stream's failure is told as the games tell their errors, whatever was
/// printed on it.
fn stream_message(error: &StreamError) -> Vec<u8> {
    format!("\n{error}\n").into_bytes()
}
