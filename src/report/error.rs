//! Why a report cannot be written.

use thiserror::Error;

use crate::io::error::{FileError, StreamError};

/// Why a report cannot be written.
#[derive(Debug, Error)]
pub(crate) enum ReportError {
    /// Its file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),

    /// It cannot be printed.
    #[error(transparent)]
    Stream(#[from] StreamError),
}
