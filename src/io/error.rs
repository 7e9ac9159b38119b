//! Errors of the standard streams and of files, with their exact text.

use std::{io, path::Path};

use thiserror::Error;

use super::visible::visible_path;

#[derive(Debug, Error)]
pub enum StreamError {
    /// Standard output or standard error cannot be written.
    #[error("Output Error: {}", reason(.0))]
    Output(io::Error),

    #[error("Input Error: {}", reason(.0))]
    Input(io::Error),

    /// The reader of standard output closed the pipe. The program ends silently.
    #[error("standard output was closed by its reader")]
    ReaderGone,
}

impl StreamError {
    /// Returns the exit status of the program after this error.
    #[must_use]
    pub fn status(&self) -> u8 {
        if matches!(self, Self::ReaderGone) {
            0
        } else {
            4
        }
    }
}

/// A failure of a file, a folder or another resource of the system.
#[derive(Debug, Error)]
#[error("{name}: {}", reason(source))]
pub struct FileError {
    /// The printable path, or the name of the resource.
    name: String,
    source: io::Error,
}

impl FileError {
    pub fn file(path: impl AsRef<Path>, source: io::Error) -> Self {
        let name = visible_path(path.as_ref());
        Self { name, source }
    }

    /// Creates the error for a folder, a pipe or a device in place of a regular file.
    pub fn not_regular(path: &Path) -> Self {
        Self::file(path, io::Error::other("not a regular file"))
    }

    /// Returns a function for `map_err` that names the resource.
    pub fn system(name: &str) -> impl FnOnce(io::Error) -> Self {
        let name = name.to_owned();
        move |source| Self { name, source }
    }
}

/// Returns the operating system's message, without the error number that the standard library
/// appends and the path that `tempfile` appends after it.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").take(1).collect()
}
