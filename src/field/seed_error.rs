//! Errors in seed files, by the assignment's section "Seed Files".

use std::{fmt, io, ops::RangeInclusive};

use thiserror::Error;

/// Maximum length of a token, in bytes. A longer token is malformed, so that reading ends even
/// without white space.
pub const MAX_TOKEN: usize = 64 * 1024;

/// Maximum length of white space before a token, in bytes. More is malformed, so that reading ends
/// even without tokens.
pub const MAX_WHITE_SPACE: usize = 256 << 20;

/// Beginning of the message about a malformed seed file.
pub const SEED_MALFORMED: &str = "Seed File Malformed Error: ";

/// Beginning of the message about a seed file that cannot be read.
pub const SEED_NOT_FOUND: &str = "Seed File Not Found Error: ";

/// An error in a seed file. The message for a wrong size is that of the assignment; the other
/// messages name the token and the fault.
#[derive(Debug, Error)]
pub enum SeedError {
    /// The file cannot be read up to the last token.
    #[error(transparent)]
    Unreadable(#[from] io::Error),

    /// The number of rows or columns is outside the edition's limits.
    #[error("Cannot create a mine field with that many rows and/or columns!")]
    Size,

    /// The file ends before a token.
    #[error("{place}: an integer is missing")]
    Missing { place: SeedToken },

    /// A token is not a 32-bit signed integer.
    #[error("{place}: not an integer: \"{}\"", excerpt(found))]
    NotAnInteger { place: SeedToken, found: Vec<u8> },

    /// A token is longer than [`MAX_TOKEN`].
    #[error("{place}: not an integer: longer than {MAX_TOKEN} bytes")]
    TooLong { place: SeedToken },

    /// The white space before a token is longer than [`MAX_WHITE_SPACE`].
    #[error("{place}: more than {MAX_WHITE_SPACE} bytes of white space before it")]
    TooMuchWhiteSpace { place: SeedToken },

    /// The number of mines, or a row or column of a mine, is out of range.
    #[error("{place}: {found} is not from {} to {}", range.start(), range.end())]
    OutOfRange {
        place: SeedToken,
        found: i32,
        range: RangeInclusive<usize>,
    },
}

/// A token of a seed file, named by its meaning.
#[derive(Clone, Copy, Debug)]
pub enum SeedToken {
    Rows,
    Cols,
    Mines,
    /// The row of a mine. Mines are counted from 1.
    MineRow(usize),
    /// The column of a mine. Mines are counted from 1.
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

/// Returns the start of a token, with all bytes escaped that are not printable ASCII.
fn excerpt(token: &[u8]) -> String {
    const MAX_LENGTH: usize = 24;
    match token.get(..MAX_LENGTH) {
        Some(start) if token.len() > MAX_LENGTH => format!("{}...", start.escape_ascii()),
        _ => token.escape_ascii().to_string(),
    }
}
