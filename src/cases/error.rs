//! The error type of all commands that work on test cases: `check`, `record`, `suite` and `grade`.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::io::error::{FileError, StreamError};
use crate::run::error::RunError;

/// Why cases cannot be read, run, recorded, measured or graded.
#[derive(Debug, Error)]
pub(crate) enum GradeError {
    /// The arguments, the cases, the submissions or earlier results cannot be used, for the reason
    /// in this message.
    #[error("{0}")]
    Message(String),

    /// A file cannot be read or written, or a system call failed.
    #[error(transparent)]
    File(#[from] FileError),

    /// The command cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),

    /// The report cannot be printed.
    #[error(transparent)]
    Stream(#[from] StreamError),
}

impl GradeError {
    /// An error about a file or folder that cannot be read or written.
    pub(crate) fn file(path: impl Into<PathBuf>, source: io::Error) -> Self {
        FileError::file(path, source).into()
    }

    /// Returns a function for `map_err` that names the failed operation.
    pub(crate) fn system(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| FileError::system(what)(source).into()
    }
}
