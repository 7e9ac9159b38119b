//! Seed files: bytes to a [`Minefield`] and back, by the assignment's section
//! "Seed Files".

use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::{Range, RangeInclusive};

use thiserror::Error;

use crate::input::read_some;
use crate::minefield::{Limits, Minefield, Size, Square};
use crate::token;

/// The longest token in bytes; a longer one is malformed, so that a file
/// without white space is not read for ever.
pub const MAX_TOKEN: usize = 64 * 1024;

/// How much of the file is read at a time, in bytes.
const BLOCK: usize = 16 * 1024;

/// How much of a pipe is read byte by byte, so that what follows the seed in
/// it is left for whoever reads the pipe next. A longer seed is rare, and must
/// not take long.
const SINGLE_BYTES: usize = 64 * 1024;

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
        /// The token's place.
        place: Place,
    },

    /// A token is not a 32-bit signed integer.
    #[error("{place}: not an integer: \"{}\"", Excerpt(found))]
    NotAnInteger {
        /// The token's place.
        place: Place,
        /// The token.
        found: Vec<u8>,
    },

    /// A token is longer than [`MAX_TOKEN`] bytes.
    #[error("{place}: not an integer: longer than {MAX_TOKEN} bytes")]
    TooLong {
        /// The token's place.
        place: Place,
    },

    /// The number of mines or the place of a mine is not in its range.
    #[error("{place}: {found} is not from {} to {}", range.start(), range.end())]
    OutOfRange {
        /// The token's place.
        place: Place,
        /// The token's value.
        found: i32,
        /// What is allowed.
        range: RangeInclusive<usize>,
    },
}

/// The place of a token in a seed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
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

impl fmt::Display for Place {
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

/// Reads the seed file at `path`.
///
/// # Errors
///
/// Those of [`parse`], and that the file cannot be opened.
pub fn load(path: &OsStr, limits: &Limits) -> Result<Minefield, SeedError> {
    let file = File::open(path)?;
    let single_bytes = if file.metadata()?.is_file() {
        0
    } else {
        SINGLE_BYTES
    };
    read(SeedTokens::new(file, single_bytes), limits)
}

/// Reads a seed: tokens for the number of rows, of columns and of mines, then
/// the row and the column of each mine. They are checked in their order, and
/// nothing behind the last one is waited for.
///
/// # Errors
///
/// What [`SeedError`] says; the first token that is wrong decides.
pub fn parse(source: impl Read, limits: &Limits) -> Result<Minefield, SeedError> {
    read(SeedTokens::new(source, 0), limits)
}

fn read(mut tokens: SeedTokens<impl Read>, limits: &Limits) -> Result<Minefield, SeedError> {
    let rows = tokens.integer(Place::Rows)?;
    let cols = tokens.integer(Place::Cols)?;
    let size = match (usize::try_from(rows), usize::try_from(cols)) {
        (Ok(rows), Ok(cols)) => limits.size(rows, cols),
        _ => None,
    };
    let size = size.ok_or(Malformed::Size)?;
    let mut minefield = Minefield::new(size);
    let mines = tokens.number(Place::Mines, limits.mines(size))?;
    for mine in 1..=mines {
        let row = tokens.number(Place::MineRow(mine), 0..=size.rows - 1)?;
        let col = tokens.number(Place::MineCol(mine), 0..=size.cols - 1)?;
        minefield = minefield.with_mine(Square { row, col });
    }
    Ok(minefield)
}

/// Writes the seed of a minefield: the numbers of rows and columns on a line,
/// the number of mines on the next, and then a line for each mine.
///
/// # Errors
///
/// Those of `target`.
pub fn write(minefield: &Minefield, mut target: impl Write) -> io::Result<()> {
    let Size { rows, cols } = minefield.size();
    writeln!(target, "{rows} {cols}\n{}", minefield.mine_count())?;
    for Square { row, col } in minefield.mines() {
        writeln!(target, "{row} {col}")?;
    }
    Ok(())
}

/// Tokens read from a source, one of them in memory at a time.
struct SeedTokens<R> {
    source: R,
    block: Box<[u8]>,
    /// What of the block has been read and not yet been looked at.
    unread: Range<usize>,
    /// How many bytes are still to be read one at a time, before blocks are.
    single_bytes: usize,
}

impl<R: Read> SeedTokens<R> {
    fn new(source: R, single_bytes: usize) -> Self {
        Self {
            source,
            block: vec![0; BLOCK].into(),
            unread: 0..0,
            single_bytes,
        }
    }

    /// The next token as a number in `range`.
    fn number(&mut self, place: Place, range: RangeInclusive<usize>) -> Result<usize, SeedError> {
        let found = self.integer(place)?;
        match usize::try_from(found) {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(Malformed::OutOfRange {
                place,
                found,
                range,
            }
            .into()),
        }
    }

    /// The next token as an integer.
    fn integer(&mut self, place: Place) -> Result<i32, SeedError> {
        let token = self.token()?;
        if token.is_empty() {
            return Err(Malformed::Missing { place }.into());
        }
        if token.len() > MAX_TOKEN {
            return Err(Malformed::TooLong { place }.into());
        }
        token::integer(&token).ok_or_else(|| {
            Malformed::NotAnInteger {
                place,
                found: token,
            }
            .into()
        })
    }

    /// The next token; empty at the end of the file, and cut off somewhere
    /// above [`MAX_TOKEN`].
    fn token(&mut self) -> io::Result<Vec<u8>> {
        let mut token = Vec::new();
        while let Some(byte) = self.byte()? {
            token.push(byte);
            let space = token::trailing_white_space_length(&token);
            if space > 0 {
                token.truncate(token.len() - space);
                if !token.is_empty() {
                    break;
                }
            } else if token.len() > MAX_TOKEN + token::LONGEST_WHITE_SPACE {
                break;
            }
        }
        Ok(token)
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        if self.unread.is_empty() {
            let most = if self.single_bytes > 0 { 1 } else { BLOCK };
            self.single_bytes = self.single_bytes.saturating_sub(1);
            self.unread = 0..read_some(&mut self.source, &mut self.block[..most])?;
        }
        Ok(self.unread.next().map(|at| self.block[at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits {
        sides: 5..=10,
        area: 100,
        fewest_mines: 1,
        fewest_free: 1,
    };

    fn message(seed: &[u8]) -> String {
        parse(seed, &LIMITS).expect_err("malformed").to_string()
    }

    #[test]
    fn a_seed_may_be_spaced_in_any_way() {
        for seed in [
            "5 6 2 0 0 4 5",
            "\n5\t6 \u{2003}2\r\n0 0\n+4\u{3000}005\n",
            "5 6 3 0 0 4 5 -0 0 ignored",
        ] {
            let minefield = parse(seed.as_bytes(), &LIMITS).expect("a seed");
            assert_eq!(minefield.size(), Size { rows: 5, cols: 6 });
            let mines: Vec<_> = minefield.mines().collect();
            assert_eq!(
                mines,
                [Square { row: 0, col: 0 }, Square { row: 4, col: 5 }],
                "{seed:?}"
            );
        }
    }

    #[test]
    fn the_first_fault_is_named() {
        const SIZE: &str = "Cannot create a mine field with that many rows and/or columns!";
        for (seed, expected) in [
            ("", "number of rows: an integer is missing"),
            ("11", "number of columns: an integer is missing"),
            ("11 x", "number of columns: not an integer: \"x\""),
            ("4 5", SIZE),
            ("5 11", SIZE),
            ("-5 5 1 0 0", SIZE),
            ("5 5", "number of mines: an integer is missing"),
            ("5 5 0", "number of mines: 0 is not from 1 to 24"),
            ("5 5 25", "number of mines: 25 is not from 1 to 24"),
            ("10 10 -1", "number of mines: -1 is not from 1 to 99"),
            ("5 5 2 0 0 1", "column of mine 2: an integer is missing"),
            ("5 5 2 0 0 5 x", "row of mine 2: 5 is not from 0 to 4"),
            ("5 6 1 0 6", "column of mine 1: 6 is not from 0 to 5"),
            ("5 6 1 0.5 6", "row of mine 1: not an integer: \"0.5\""),
            (
                "\u{feff}5 5",
                "number of rows: not an integer: \"\\xef\\xbb\\xbf5\"",
            ),
        ] {
            assert_eq!(message(seed.as_bytes()), expected, "{seed:?}");
        }
        assert_eq!(
            message(b"5\0\x1b\xff 5"),
            "number of rows: not an integer: \"5\\x00\\x1b\\xff\""
        );
        let long = "number of rows: not an integer: \"xxxxxxxxxxxxxxxxxxxxxxxx...\"";
        assert_eq!(message(&vec![b'x'; MAX_TOKEN]), long);
    }

    #[test]
    fn a_token_has_a_longest_length() {
        let padded = |length| {
            let mut seed = vec![b'0'; length - 1];
            seed.extend_from_slice("5\u{2003}5 1 0 0".as_bytes());
            parse(seed.as_slice(), &LIMITS)
        };
        assert!(padded(MAX_TOKEN).is_ok());
        let error = padded(MAX_TOKEN + 1).expect_err("too long").to_string();
        assert_eq!(
            error,
            "number of rows: not an integer: longer than 65536 bytes"
        );
        assert_eq!(
            parse(io::repeat(0), &LIMITS)
                .expect_err("too long")
                .to_string(),
            error
        );
    }

    #[test]
    fn nothing_behind_the_last_token_is_read() {
        struct Refuse;
        impl Read for Refuse {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::Other.into())
            }
        }
        assert!(parse(b"5 5 1 0 0\n".chain(Refuse), &LIMITS).is_ok());
        assert!(matches!(
            parse(b"5 5 1 0 0".chain(Refuse), &LIMITS),
            Err(SeedError::Unreadable(_))
        ));
    }

    #[test]
    fn a_seed_that_is_written_can_be_read() {
        let seed = "5 6\n2\n0 0\n4 5\n";
        let minefield = parse(seed.as_bytes(), &LIMITS).expect("a seed");
        let mut written = Vec::new();
        write(&minefield, &mut written).expect("writing to memory");
        assert_eq!(written, seed.as_bytes());
    }
}
