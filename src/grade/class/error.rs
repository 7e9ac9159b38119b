//! What keeps a class from being graded, or its results from being merged.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::grade::error::GradeError;
use crate::io::error::FileError;
use crate::io::visible::{visible, visible_path};

/// What keeps a class from being graded, or its results from being merged.
#[derive(Debug, Error)]
pub(crate) enum ClassError {
    /// There is nothing to be graded.
    #[error("{}: nothing to grade, it contains no folders", visible_path(path))]
    NoSubmission {
        /// The folder of the submissions.
        path: PathBuf,
    },

    /// There is no submission of this name.
    #[error("{}: no submission {}", visible_path(path), visible(name.as_bytes()))]
    NoSuchSubmission {
        /// The folder of the submissions.
        path: PathBuf,
        /// The name.
        name: String,
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

    /// Records of results are not as they were written.
    #[error(
        "{}: changed since it was written: grade this share again, which repeats what is missing",
        visible_path(path)
    )]
    NotWritten {
        /// The folder.
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
        why: ShareError,
    },

    /// Cases cannot be played, or a file cannot be read or written.
    #[error(transparent)]
    Grade(GradeError),
}

/// Why a share does not belong to a whole.
#[derive(Debug, Error)]
pub(crate) enum ShareError {
    /// One of its submissions is in another share too.
    #[error("{file} is in another share too")]
    InAnother {
        /// What the submission's files are called.
        file: String,
    },
    /// No share has this submission.
    #[error("no share has the submission {file}")]
    SubmissionMissing {
        /// What its files are called.
        file: String,
    },
    /// It is no folder in which results are.
    #[error("no results of a share are there")]
    NoResults,
    /// It is where the whole is to be written.
    #[error("the shares are not merged into one of them")]
    IsOutput,
    /// It was not graded to its end.
    #[error("this share is not finished")]
    Unfinished,
    /// It is a whole already.
    #[error("these results are not a share")]
    Whole,
    /// Another one has its number.
    #[error("the same share {share}/{of} as {}", visible_path(other))]
    Twice {
        /// The number of the share, from 1.
        share: usize,
        /// How many there are.
        of: usize,
        /// The folder of the other one.
        other: PathBuf,
    },
    /// It differs from the first in something else than its submissions.
    #[error("graded with other {what} than the first")]
    Other {
        /// What differs.
        what: &'static str,
    },
    /// A share is missing.
    #[error("share {share}/{of} is missing")]
    ShareMissing {
        /// The number of the share, from 1.
        share: usize,
        /// How many there are.
        of: usize,
    },
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
    /// The error for a file or folder that cannot be read or written.
    pub(crate) fn file(path: impl Into<PathBuf>, source: io::Error) -> Self {
        FileError::file(path, source).into()
    }

    /// For `map_err`: names what the operating system refused.
    pub(crate) fn system(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| FileError::system(what)(source).into()
    }
}
