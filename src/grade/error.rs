//! What keeps cases from being checked, recorded or measured. Each ends the run with the
//! exit status 2, but for failures to print.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::cases::error::CaseError;
use crate::field::random::RandomError;
use crate::io::error::{FileError, StreamError};
use crate::io::visible::visible_path;
use crate::report::error::ReportError;
use crate::run::error::RunError;

/// What keeps cases from being checked, recorded or measured.
#[derive(Debug, Error)]
pub(crate) enum GradeError {
    /// An edition has no table of flaws to measure cases with.
    #[error("the edition {edition} has no table of flaws to measure cases with")]
    NoFlaws {
        /// The edition's name.
        edition: &'static str,
    },

    /// There is something already where a folder is to be written.
    #[error("{}: not an empty folder: give --write another", visible_path(path))]
    NotEmpty {
        /// The path as it was given.
        path: PathBuf,
    },

    /// A folder is to be written in the place of the current one.
    #[error("{}: the current folder cannot be replaced", visible_path(path))]
    CurrentFolder {
        /// The path as it was given.
        path: PathBuf,
    },

    /// What came of a case says nothing about the program.
    #[error("{case} could not be graded: {why}")]
    NotGraded {
        /// The case's name.
        case: String,
        /// What stood in the way.
        why: String,
    },

    /// The cases cannot be used.
    #[error(transparent)]
    Case(#[from] CaseError),

    /// A file cannot be read or written, or the system refuses what is needed.
    #[error(transparent)]
    File(#[from] FileError),

    /// The command cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),

    /// No random games can be drawn.
    #[error(transparent)]
    Random(#[from] RandomError),

    /// The report cannot be printed.
    #[error(transparent)]
    Stream(#[from] StreamError),
}

impl GradeError {
    /// The error for a file or folder that cannot be read or written.
    pub(crate) fn file(path: impl Into<PathBuf>, source: io::Error) -> Self {
        FileError::file(path, source).into()
    }

    /// For `map_err`: names what the operating system refused.
    pub(crate) fn system(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| FileError::system(what)(source).into()
    }
}

impl From<ReportError> for GradeError {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::File(error) => Self::File(error),
            ReportError::Stream(error) => Self::Stream(error),
        }
    }
}
