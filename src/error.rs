//! Every error of the program, whichever room it is from.

use thiserror::Error;

use crate::cli::error::UsageError;
use crate::edition::error::StartError;
use crate::edition::table;
use crate::field::random::RandomError;
use crate::generate::GenerateError;
#[cfg(unix)]
use crate::grade::class::error::ClassError;
#[cfg(unix)]
use crate::grade::error::GradeError;
use crate::io::error::StreamError;
use crate::play::error::PlayError;
use crate::screen::error::ScreenError;
use crate::solve::error::AdviceError;

/// What ends the program before it has done what it was asked for.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// A subcommand was used wrongly.
    #[error(transparent)]
    Usage(#[from] UsageError),

    /// A game is not played, or not to its end.
    #[error(transparent)]
    Play(#[from] PlayError),

    /// No seed was written.
    #[error(transparent)]
    Generate(#[from] GenerateError),

    /// There is no hint, or no solution.
    #[error(transparent)]
    Advice(#[from] AdviceError),

    /// There is no full screen, or something could not be written from it.
    #[error(transparent)]
    Screen(#[from] ScreenError),

    /// Cases could not be checked or recorded.
    #[cfg(unix)]
    #[error(transparent)]
    Grade(#[from] GradeError),

    /// A class could not be graded, or its results merged.
    #[cfg(unix)]
    #[error(transparent)]
    Class(#[from] ClassError),

    /// A standard stream failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
}

impl Error {
    /// The exit status of the program after this error.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Usage(_) => UsageError::STATUS,
            Self::Play(error) => error.status(),
            Self::Generate(error) => error.status(),
            Self::Advice(error) => error.status(),
            Self::Screen(error) => error.status(),
            #[cfg(unix)]
            Self::Grade(error) => error.status(),
            #[cfg(unix)]
            Self::Class(error) => error.status(),
            Self::Stream(error) => error.status(),
        }
    }

    /// What is printed, to the byte.
    pub(crate) fn message(&self) -> Vec<u8> {
        match self {
            Self::Play(
                PlayError::Start(StartError::Random(error @ RandomError::Size { rows, cols, .. }))
                | PlayError::Field(GenerateError::Random(
                    error @ RandomError::Size { rows, cols, .. },
                )),
            )
            | Self::Screen(ScreenError::Start(StartError::Random(
                error @ RandomError::Size { rows, cols, .. },
            ))) => size_message(error, *rows, *cols),
            Self::Play(PlayError::Start(error))
            | Self::Advice(AdviceError::Start(error))
            | Self::Screen(ScreenError::Start(error)) => error.message(),
            Self::Advice(AdviceError::Stream(error)) | Self::Play(PlayError::Stream(error)) => {
                stream_message(error)
            }
            #[cfg(unix)]
            Self::Grade(GradeError::Stream(error))
            | Self::Class(ClassError::Grade(GradeError::Stream(error))) => stream_message(error),
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
