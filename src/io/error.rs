//! Failures of the standard streams and of files, with their exact text, and the
//! operating system's words for a failure.

use std::io;
#[cfg(unix)]
use std::path::PathBuf;

use thiserror::Error;

#[cfg(unix)]
use super::visible::visible_path;

/// What goes wrong with a standard stream.
#[derive(Debug, Error)]
pub enum StreamError {
    /// Something could not be printed.
    #[error("Output Error: {}", reason(.0))]
    Output(#[source] io::Error),

    /// Standard input cannot be read.
    #[error("Input Error: {}", reason(.0))]
    Input(#[source] io::Error),

    /// Standard output was closed by its reader. That is no failure: nothing is
    /// reported.
    #[error("standard output was closed by its reader")]
    ReaderGone,
}

impl StreamError {
    /// The exit status of the program after this error.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::ReaderGone => 0,
            Self::Output(_) | Self::Input(_) => 4,
        }
    }
}

/// What goes wrong with a file or folder, or with the system around it.
#[cfg(unix)]
#[derive(Debug, Error)]
pub(crate) enum FileError {
    /// Something else stands where there has to be a regular file.
    #[error("{}: not a regular file", visible_path(path))]
    NotRegular {
        /// The path.
        path: PathBuf,
    },

    /// A file or folder cannot be read or written.
    #[error("{}: {}", visible_path(path), reason(source))]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },

    /// The operating system refuses what is needed.
    #[error("{what}: {}", reason(source))]
    System {
        /// What was tried.
        what: &'static str,
        /// What the operating system says.
        source: io::Error,
    },
}

#[cfg(unix)]
impl FileError {
    /// The error for a file or folder that cannot be read or written.
    pub(crate) fn file(path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self::File {
            path: path.into(),
            source,
        }
    }

    /// For `map_err`: names what the operating system refused.
    pub(crate) fn system(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::System { what, source }
    }
}

/// The operating system's own text, without the number that Rust adds to it and
/// the path that `tempfile` adds behind that.
pub(crate) fn reason(error: &io::Error) -> String {
    let mut text = error.to_string();
    if let Some(end) = text.find(" (os error ") {
        text.truncate(end);
    }
    text
}
