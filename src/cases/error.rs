//! Why cases cannot be used.

use std::path::PathBuf;

use thiserror::Error;

use crate::io::error::FileError;
use crate::io::visible::visible_path;

/// Why cases cannot be used.
#[derive(Debug, Error)]
pub(crate) enum CaseError {
    /// A path does not exist, and is not that of a seed without its ending.
    #[error(
        "{path} does not exist, and neither does {path}{ending}",
        path = visible_path(path)
    )]
    NoPath {
        /// The path as it was given.
        path: PathBuf,
        /// What the names of seeds end with.
        ending: &'static str,
    },

    /// A path leads to no case.
    #[error("{}: no case NAME{ending} found", visible_path(path))]
    NoCase {
        /// The path as it was given.
        path: PathBuf,
        /// What the names of seeds end with.
        ending: &'static str,
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

    /// Two files give a mistake different prices.
    #[error(
        "{}: [mistakes]: {name:?} has another price in another cases.toml",
        visible_path(path)
    )]
    TwoPrices {
        /// The second of them.
        path: PathBuf,
        /// The name or the beginning of one.
        name: String,
    },

    /// The file for the exit status does not hold a number.
    #[error("{}: no exit status, which is a number such as 0", visible_path(path))]
    NoStatus {
        /// The file.
        path: PathBuf,
    },

    /// A file of a case cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
}
