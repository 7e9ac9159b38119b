//! Reads and writes seed files, by the assignment's section "Seed Files".

use std::{
    fmt::Write,
    io::{self, Read},
    ops::{Range, RangeInclusive},
};

use super::{
    lines::read_some,
    minefield::{FieldLimits, Minefield, Size, Square},
    seed_error::{MAX_TOKEN, MAX_WHITE_SPACE, SeedError, SeedToken},
    seed_file::SeedFile,
    tokens,
};

/// Number of bytes read at a time.
const BLOCK: usize = 16 * 1024;

/// Reads a seed file. On standard input, reads to the end of the line too, since commands follow.
pub fn load(file: &SeedFile, limits: &FieldLimits) -> Result<Minefield, SeedError> {
    let mut source = file.open()?;
    let minefield = parse(&mut source, limits)?;
    if file.is_standard_input() {
        source.finish_line()?;
    }
    Ok(minefield)
}

/// Parses a seed: the numbers of rows, columns and mines, then the row and column of each mine.
/// Returns the error of the first wrong token. Reads nothing after the last token.
pub fn parse(source: impl Read, limits: &FieldLimits) -> Result<Minefield, SeedError> {
    let mut tokens = SeedTokens::new(source);
    let rows = tokens.integer(SeedToken::Rows)?;
    let cols = tokens.integer(SeedToken::Cols)?;
    let size = match (usize::try_from(rows), usize::try_from(cols)) {
        (Ok(rows), Ok(cols)) => limits.size(rows, cols).ok_or(SeedError::Size)?,
        _ => return Err(SeedError::Size),
    };
    let mut minefield = Minefield::new(size);
    let mines = tokens.number(SeedToken::Mines, limits.mines(size))?;
    for mine in 1..=mines {
        let row = tokens.number(SeedToken::MineRow(mine), 0..=size.rows - 1)?;
        let col = tokens.number(SeedToken::MineCol(mine), 0..=size.cols - 1)?;
        minefield = minefield.with_mine(Square { row, col });
    }
    Ok(minefield)
}

pub fn in_range(
    found: i32,
    place: SeedToken,
    range: RangeInclusive<usize>,
) -> Result<usize, SeedError> {
    match usize::try_from(found) {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(SeedError::OutOfRange {
            place,
            found,
            range,
        }),
    }
}

/// Returns the text of a seed file: a line with the numbers of rows and columns, a line with the
/// number of mines, and a line for each mine.
pub fn text(minefield: &Minefield) -> String {
    let Size { rows, cols } = minefield.size();
    let mut text = format!("{rows} {cols}\n{}\n", minefield.mine_count());
    for Square { row, col } in minefield.mines() {
        // Writing to a `String` always succeeds.
        let _ = writeln!(text, "{row} {col}");
    }
    text
}

/// A reader of the tokens of a seed. It holds one token in memory.
pub struct SeedTokens<R> {
    source: R,
    block: Box<[u8]>,
    /// The part of the block that has not been read into a token.
    rest: Range<usize>,
    token: Vec<u8>,
    /// Length of the white space since the last token, in bytes.
    white_space: usize,
}

impl<R: Read> SeedTokens<R> {
    pub fn new(source: R) -> Self {
        Self {
            source,
            block: vec![0; BLOCK].into(),
            rest: 0..0,
            token: Vec::new(),
            white_space: 0,
        }
    }

    fn number(
        &mut self,
        place: SeedToken,
        range: RangeInclusive<usize>,
    ) -> Result<usize, SeedError> {
        in_range(self.integer(place)?, place, range)
    }

    pub fn integer(&mut self, place: SeedToken) -> Result<i32, SeedError> {
        self.read_token(place)?;
        if self.token.is_empty() {
            return Err(SeedError::Missing { place });
        }
        if self.token.len() > MAX_TOKEN {
            return Err(SeedError::TooLong { place });
        }
        tokens::integer(&self.token).ok_or_else(|| {
            let found = self.token.clone();
            SeedError::NotAnInteger { place, found }
        })
    }

    /// Reads the next token into `self.token`: an empty one at the end of the file, and only the
    /// start of one that is longer than [`MAX_TOKEN`]. A white space character is recognized, and
    /// removed from the token, once its last byte has been read.
    fn read_token(&mut self, place: SeedToken) -> Result<(), SeedError> {
        self.token.clear();
        loop {
            if self.token.is_empty() {
                self.white_space += self.skip_spaces();
                if self.white_space > MAX_WHITE_SPACE {
                    return Err(SeedError::TooMuchWhiteSpace { place });
                }
            }
            let Some(byte) = self.byte()? else {
                return Ok(());
            };
            self.token.push(byte);
            let length = tokens::trailing_white_space_length(&self.token);
            if length > 0 {
                self.token.truncate(self.token.len() - length);
                if !self.token.is_empty() {
                    self.white_space = length;
                    return Ok(());
                }
                self.white_space += length;
            } else if self.token.len() > MAX_TOKEN + tokens::MAX_WHITE_SPACE_LENGTH {
                return Ok(());
            }
        }
    }

    /// Skips common white space in the block, faster than byte by byte. Returns the byte count.
    fn skip_spaces(&mut self) -> usize {
        let rest = &self.block[self.rest.clone()];
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        let length = rest.iter().take_while(is_space).count();
        self.rest.start += length;
        length
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        if self.rest.is_empty() {
            self.rest = 0..read_some(&mut self.source, &mut self.block)?;
        }
        Ok(self.rest.next().map(|at| self.block[at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: FieldLimits = FieldLimits {
        sides: 5..=10,
        area: 100,
        min_mines: 1,
        min_safe: 1,
    };

    fn message(seed: &[u8]) -> String {
        parse(seed, &LIMITS).expect_err("malformed").to_string()
    }

    #[test]
    fn any_white_space_separates_tokens() {
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
    fn the_first_wrong_token_is_reported() {
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
    fn tokens_have_a_maximum_length() {
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
    fn white_space_has_a_maximum_length() {
        let spaced = |length: usize| {
            let space = io::repeat(b' ').take(length as u64);
            let again = io::repeat(b'\n').take(length as u64);
            let seed = b"5".chain(space).chain(&b"5"[..]).chain(again);
            parse(seed.chain(&b"1 0 0"[..]), &LIMITS)
        };
        assert!(spaced(MAX_WHITE_SPACE).is_ok());
        assert_eq!(
            spaced(MAX_WHITE_SPACE + 1)
                .expect_err("too much")
                .to_string(),
            "number of columns: more than 268435456 bytes of white space before it"
        );
    }

    #[test]
    fn the_source_is_not_read_after_the_last_token() {
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
    fn a_written_seed_is_read_back() {
        let seed = "5 6\n2\n0 0\n4 5\n";
        let minefield = parse(seed.as_bytes(), &LIMITS).expect("a seed");
        assert_eq!(text(&minefield), seed);
    }
}
