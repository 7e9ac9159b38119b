//! What keeps a class from being graded, or its results from being merged.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::unfit::Unfit;
use crate::grade::error::GradeError;
use crate::io::error::FileError;
use crate::io::visible::visible_path;

/// What keeps a class from being graded, or its results from being merged.
#[derive(Debug, Error)]
pub(crate) enum ClassError {
    /// There is nothing to be graded.
    #[error("{}: nothing to grade, it contains no folders", visible_path(path))]
    NoSubmission {
        /// The folder of the submissions.
        path: PathBuf,
    },

    /// There are fewer submissions than shares.
    #[error("share {share}/{of} has no submission (submissions in all shares: {count})")]
    NoSubmissionInShare {
        /// The number of the share, from 1.
        share: usize,
        /// How many shares there are.
        of: usize,
        /// How many submissions there are in all of them.
        count: usize,
    },

    /// A folder for results has something else in it.
    #[error(
        "{}: neither empty nor a folder of results: give --output another folder",
        visible_path(path)
    )]
    NotResults {
        /// The folder.
        path: PathBuf,
    },

    /// A file of results is not as it was written.
    #[error(
        "{}: changed since it was written: without it the submission is graded anew",
        visible_path(path)
    )]
    NotWritten {
        /// The file.
        path: PathBuf,
    },

    /// Somebody else writes results there.
    #[error("{}: another run writes its results there", visible_path(path))]
    Busy {
        /// The folder.
        path: PathBuf,
    },

    /// One folder lies in another, which would then be graded or changed itself.
    #[error(
        "{} lies in {}: give --output another folder",
        visible_path(inner),
        visible_path(outer)
    )]
    Nested {
        /// The inner folder.
        inner: PathBuf,
        /// The outer folder.
        outer: PathBuf,
    },

    /// The folder for results is the folder of the submissions.
    #[error(
        "{}: the folder of the submissions itself: give --output another folder",
        visible_path(path)
    )]
    SameFolder {
        /// The folder.
        path: PathBuf,
    },

    /// A folder for results has those of another share or class.
    #[error(
        "{}: it has the results of another share or of other submissions",
        visible_path(path)
    )]
    OtherResults {
        /// The folder.
        path: PathBuf,
    },

    /// Shares of results do not make a whole.
    #[error("{}: {why}", visible_path(path))]
    Merge {
        /// The folder of the share.
        path: PathBuf,
        /// What is wrong with it.
        why: Unfit,
    },

    /// Cases cannot be played, or a file cannot be read or written.
    #[error(transparent)]
    Grade(GradeError),
}

impl<E> From<E> for ClassError
where
    GradeError: From<E>,
{
    fn from(error: E) -> Self {
        Self::Grade(error.into())
    }
}

impl ClassError {
    /// The exit status of the program after this error.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Grade(error) => error.status(),
            _ => 2,
        }
    }

    /// The error for a file or folder that cannot be read or written.
    pub(crate) fn file(path: impl Into<PathBuf>, source: io::Error) -> Self {
        FileError::file(path, source).into()
    }

    /// For `map_err`: names what the operating system refused.
    pub(crate) fn system(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| FileError::system(what)(source).into()
    }
}
