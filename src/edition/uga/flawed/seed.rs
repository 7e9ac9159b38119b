//! A seed file as a flawed game reads it.

use std::io::Read;
use std::ops::RangeInclusive;

use super::Flaws;
use super::table::Deviation as D;
use crate::field::minefield::{Limits, Minefield, Size, Square};
use crate::field::seed;
use crate::field::seed_error::{Malformed, Place, SeedError};
use crate::field::seed_file::SeedFile;
use crate::field::text::{self, Tokens};

/// The greatest number of rows and of columns that a flawed game accepts.
const LARGEST: usize = 64;

/// As much of a seed file as a flawed game reads, in bytes: no seed that it
/// could accept is longer.
const LONGEST: u64 = 1 << 20;

/// A minefield, and what a flawed game thinks of it.
#[derive(Clone, Debug)]
pub(super) struct Planted {
    pub(super) minefield: Minefield,
    /// The squares on which the seed has a mine once more.
    pub(super) duplicates: Vec<Square>,
}

/// The flaws that are in the reading of seeds. Without them it is the game's own.
const OF_SEEDS: [D; 13] = [
    D::DuplicatesCountedTwice,
    D::DuplicatePreventsWin,
    D::SizeTooSmall,
    D::SizeTooLarge,
    D::SmallestRefused,
    D::LargestRefused,
    D::TooFewMines,
    D::FullAccepted,
    D::TooManyMines,
    D::MineOutside,
    D::MineMissing,
    D::DuplicateRefused,
    D::DigitsOnly,
];

/// Reads a seed file.
///
/// # Errors
///
/// The file cannot be read, or neither the rules nor the flaws accept it.
pub(super) fn load(file: &SeedFile, limits: &Limits, flaws: Flaws) -> Result<Planted, SeedError> {
    if !flaws.has_any(&OF_SEEDS) && !flaws.has(D::MoreRefused) {
        return Ok(Planted {
            minefield: seed::load(file, limits)?,
            duplicates: Vec::new(),
        });
    }
    let mut content = Vec::new();
    file.open()?.take(LONGEST).read_to_end(&mut content)?;
    Reading {
        tokens: Tokens::new(&content),
        limits,
        flaws,
    }
    .planted()
}

struct Reading<'seed> {
    tokens: Tokens<'seed>,
    limits: &'seed Limits,
    flaws: Flaws,
}

impl Reading<'_> {
    fn planted(mut self) -> Result<Planted, SeedError> {
        let (rows, cols) = (self.integer(Place::Rows)?, self.integer(Place::Cols)?);
        let size = self.size(rows, cols).ok_or(Malformed::Size)?;
        let mines = self.mines(size)?;
        let mut planted = Planted {
            minefield: Minefield::new(size),
            duplicates: Vec::new(),
        };
        for mine in 1..=mines {
            let row = self.index(Place::MineRow(mine), size.rows);
            let col = self.index(Place::MineCol(mine), size.cols);
            let is_missing =
                |index: &Result<_, Malformed>| matches!(index, Err(Malformed::Missing { .. }));
            if self.flaws.has(D::MineMissing) && (is_missing(&row) || is_missing(&col)) {
                break;
            }
            // A mine outside the grid is nowhere.
            let (Some(row), Some(col)) = (row?, col?) else {
                continue;
            };
            let square = Square { row, col };
            if !planted.minefield.is_mine(square) {
                planted.minefield = planted.minefield.with_mine(square);
            } else if self.flaws.has(D::DuplicateRefused) {
                let place = Place::MineCol(mine);
                let found = col.to_string().into_bytes();
                return Err(Malformed::NotAnInteger { place, found }.into());
            } else {
                planted.duplicates.push(square);
            }
        }
        match self.tokens.next() {
            Some(more) if self.flaws.has(D::MoreRefused) => Err(Malformed::NotAnInteger {
                place: Place::MineRow(mines + 1),
                found: more.to_vec(),
            }
            .into()),
            _ => Ok(planted),
        }
    }

    fn size(&self, rows: i32, cols: i32) -> Option<Size> {
        let (rows, cols) = (usize::try_from(rows).ok()?, usize::try_from(cols).ok()?);
        let (mut least, mut most) = self.limits.sides.clone().into_inner();
        if self.flaws.has(D::SizeTooSmall) {
            least = 1;
        } else if self.flaws.has(D::SmallestRefused) {
            least += 1;
        }
        if self.flaws.has(D::SizeTooLarge) {
            most = most.max(LARGEST);
        } else if self.flaws.has(D::LargestRefused) {
            most -= 1;
        }
        let area = self.limits.area.max(LARGEST * LARGEST);
        let limits = Limits {
            sides: least..=most,
            area,
            ..self.limits.clone()
        };
        limits.size(rows, cols)
    }

    fn mines(&mut self, size: Size) -> Result<usize, SeedError> {
        let range = self.limits.mines(size);
        let found = self.integer(Place::Mines)?;
        let (least, most) = (to_i32(*range.start()), to_i32(*range.end()));
        let is_full = found == to_i32(size.area());
        let accepted = (least..=most).contains(&found)
            || found < least && self.flaws.has(D::TooFewMines)
            || found > most && self.flaws.has(D::TooManyMines)
            || is_full && self.flaws.has(D::FullAccepted);
        if accepted {
            return Ok(usize::try_from(found).unwrap_or(0));
        }
        Err(out_of_range(Place::Mines, found, range).into())
    }

    /// The next token as an index: none if it is outside and that is accepted.
    fn index(&mut self, place: Place, length: usize) -> Result<Option<usize>, Malformed> {
        let found = self.integer(place)?;
        let index = usize::try_from(found).ok().filter(|&index| index < length);
        if index.is_none() && !self.flaws.has(D::MineOutside) {
            return Err(out_of_range(place, found, 0..=length - 1));
        }
        Ok(index)
    }

    fn integer(&mut self, place: Place) -> Result<i32, Malformed> {
        let token = self.tokens.next().ok_or(Malformed::Missing { place })?;
        let integer = text::integer(token);
        let integer = integer.or_else(|| {
            let digits = self.flaws.has(D::DigitsOnly).then(|| leading_digits(token));
            digits.map(|digits| text::integer(digits).unwrap_or(0))
        });
        integer.ok_or_else(|| Malformed::NotAnInteger {
            place,
            found: token.to_vec(),
        })
    }
}

/// The digits that a token begins with, and a sign before them.
fn leading_digits(token: &[u8]) -> &[u8] {
    let sign = usize::from(matches!(token, [b'+' | b'-', ..]));
    let digits = token[sign..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit());
    &token[..sign + digits.count()]
}

fn out_of_range(place: Place, found: i32, range: RangeInclusive<usize>) -> Malformed {
    Malformed::OutOfRange {
        place,
        found,
        range,
    }
}

fn to_i32(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
