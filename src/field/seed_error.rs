//! What can be wrong with a seed file, by the assignment's section "Seed Files".

use std::fmt;
use std::io;
use std::ops::RangeInclusive;

use thiserror::Error;

/// The longest token in bytes; a longer one is malformed, so that a file
/// without white space is not read for ever.
pub(crate) const MAX_TOKEN: usize = 64 * 1024;

/// The most white space in one place, in bytes; a seed with more is malformed,
/// so that a file of nothing else is not read for ever.
pub(crate) const MAX_WHITE_SPACE: usize = 256 << 20;

/// Why a seed file is malformed. The text for a bad size is the course's, the
/// others name the token's place and what stands there.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum Malformed {
    /// The numbers of rows and columns are not in the edition's limits.
    #[error("Cannot create a mine field with that many rows and/or columns!")]
    Size,

    /// A token is needed and the file has ended.
    #[error("{place}: an integer is missing")]
    Missing {
        /// Which token it is.
        place: SeedToken,
    },

    /// A token is not a 32-bit signed integer.
    #[error("{place}: not an integer: \"{}\"", Excerpt(found))]
    NotAnInteger {
        /// Which token it is.
        place: SeedToken,
        /// The token.
        found: Vec<u8>,
    },

    /// A token is longer than [`MAX_TOKEN`] bytes.
    #[error("{place}: not an integer: longer than {MAX_TOKEN} bytes")]
    TooLong {
        /// Which token it is.
        place: SeedToken,
    },

    /// There is more white space before a token than [`MAX_WHITE_SPACE`] bytes.
    #[error("{place}: more than {MAX_WHITE_SPACE} bytes of white space before it")]
    TooMuchWhiteSpace {
        /// Which token it is.
        place: SeedToken,
    },

    /// The number of mines or the place of a mine is not in its range.
    #[error("{place}: {found} is not from {} to {}", range.start(), range.end())]
    OutOfRange {
        /// Which token it is.
        place: SeedToken,
        /// The token's value.
        found: i32,
        /// What is allowed.
        range: RangeInclusive<usize>,
    },
}

/// Which token of a seed file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedToken {
    /// The first token.
    Rows,
    /// The second token.
    Cols,
    /// The third token.
    Mines,
    /// The row of a mine; mines are counted from 1.
    MineRow(usize),
    /// The column of a mine; mines are counted from 1.
    MineCol(usize),
}

impl fmt::Display for SeedToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows => write!(f, "number of rows"),
            Self::Cols => write!(f, "number of columns"),
            Self::Mines => write!(f, "number of mines"),
            Self::MineRow(mine) => write!(f, "row of mine {mine}"),
            Self::MineCol(mine) => write!(f, "column of mine {mine}"),
        }
    }
}

/// The beginning of a token, fit for one line of a terminal whatever is in it.
struct Excerpt<'token>(&'token [u8]);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 24;
        let shown = &self.0[..self.0.len().min(SHOWN)];
        let rest = if shown.len() < self.0.len() {
            "..."
        } else {
            ""
        };
        write!(f, "{}{rest}", shown.escape_ascii())
    }
}

/// Why there is no minefield in what was read.
#[derive(Debug, Error)]
pub enum SeedError {
    /// It could not be read to the last token.
    #[error(transparent)]
    Unreadable(#[from] io::Error),

    /// It is not in the format.
    #[error(transparent)]
    Malformed(#[from] Malformed),
}
