//! Why a share of results does not belong to a whole.

use std::path::PathBuf;

use thiserror::Error;

use crate::io::visible::visible_path;

/// Why a share does not belong to a whole.
#[derive(Debug, Error)]
pub enum Unfit {
    /// One of its submissions is in another share too.
    #[error("{name} is in another share too")]
    InAnother {
        /// The submission's name.
        name: String,
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
