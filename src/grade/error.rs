//! What keeps cases from being checked, recorded or measured. Each ends the run with the
//! exit status 2, but for failures to print.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::class::unfit::Unfit;
use crate::field::random::RandomError;
use crate::io::error::{StreamError, reason};
use crate::io::visible::visible_path;
use crate::run::error::RunnerError;

/// What keeps cases from being checked, recorded or measured.
#[derive(Debug, Error)]
pub enum GradeError {
    /// A path leads to no case.
    #[error("{}: no case NAME{ending} found", visible_path(path))]
    NoCase {
        /// The path as it was given.
        path: PathBuf,
        /// What the names of seeds end with.
        ending: &'static str,
    },

    /// A program was given in the place of a case.
    #[error(
        "{}: a program, and no case: a command comes after --",
        visible_path(path)
    )]
    NoCommand {
        /// The program.
        path: PathBuf,
    },

    /// No case has a name that is wanted.
    #[error("no case matches --filter {}", filters.join(" or --filter "))]
    NoMatch {
        /// What names are matched with, made visible.
        filters: Vec<String>,
    },

    /// There are fewer cases than shares.
    #[error("share {share}/{of} has no case (cases in all shares: {count})")]
    EmptyShare {
        /// The number of the share, from 1.
        share: usize,
        /// How many shares there are.
        of: usize,
        /// How many cases there are in all of them.
        count: usize,
    },

    /// A case has no file that says what is expected.
    #[error(
        "{case}: nothing is expected: there are no files with output or status to compare with"
    )]
    NothingExpected {
        /// The case's name.
        case: String,
    },

    /// A `cases.toml` is wrong.
    #[error("{}: line {line}: {message}", visible_path(path))]
    Catalogue {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong, in one line.
        message: String,
    },

    /// The file for the exit status does not hold a number.
    #[error("{}: no exit status, which is a number such as 0", visible_path(path))]
    NoStatus {
        /// The file.
        path: PathBuf,
    },

    /// An edition has no table of flaws to measure cases with.
    #[error("the edition {edition} has no table of flaws to measure cases with")]
    NoFlaws {
        /// The edition's name.
        edition: &'static str,
    },

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

    /// The command cannot be run.
    #[error(transparent)]
    Runner(#[from] RunnerError),

    /// The operating system refuses what is needed.
    #[error("{what}: {}", reason(source))]
    System {
        /// What was tried.
        what: &'static str,
        /// What the operating system says.
        source: io::Error,
    },

    /// No random games can be drawn.
    #[error(transparent)]
    Random(#[from] RandomError),

    /// The report cannot be printed.
    #[error(transparent)]
    Stream(#[from] StreamError),
}

impl GradeError {
    /// The exit status of the program after this error.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::Stream(error) => error.status(),
            _ => 2,
        }
    }

    /// The error for a file or folder that cannot be read or written.
    pub(crate) fn file(path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self::File {
            path: path.into(),
            source,
        }
    }

    /// Makes an error of what the operating system refuses.
    pub(crate) fn system(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::System { what, source }
    }
}
