//! Errors of a game on the standard streams.

use std::ffi::{OsStr, OsString};
use std::io;

use thiserror::Error;

use crate::edition::start_error::StartError;
use crate::generate::GenerateError;
use crate::io::error::{StreamError, reason};

/// Why a game did not start or did not end.
#[derive(Debug, Error)]
pub(crate) enum PlayError {
    /// The game cannot start.
    #[error(transparent)]
    Start(#[from] StartError),

    /// A field that needs no guess cannot be drawn.
    #[error(transparent)]
    Field(#[from] GenerateError),

    #[error(transparent)]
    Stream(#[from] StreamError),

    /// The reader of standard output closed it, and the exit status must not look like a win.
    #[error("standard output was closed by its reader before the game was over")]
    ReaderGone,

    /// The file of `--result` cannot be written.
    #[error("{}: {}", path.display(), reason(source))]
    ResultFile { path: OsString, source: io::Error },
}

impl PlayError {
    pub(super) fn result_file(path: impl AsRef<OsStr>, source: io::Error) -> Self {
        let path = path.as_ref().to_owned();
        Self::ResultFile { path, source }
    }
}
