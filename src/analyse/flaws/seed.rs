//! Reads a seed as a program with flaws does.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::ops::RangeInclusive;

use super::table::Effects;
use crate::field::minefield::{FieldLimits, Minefield, Size, Square};
use crate::field::seed::{SeedTokens, in_range};
use crate::field::seed_error::{SeedError, SeedToken};
use crate::field::text::Tokens;

/// Maximum number of squares that flaws accept.
const LARGEST: usize = 64 * 64;

/// Number of bytes of a seed that are inspected before it is read.
const INSPECTED: u64 = 1 << 20;

/// A minefield read from a seed.
#[derive(Clone, Debug)]
pub(super) struct Planted {
    pub(super) minefield: Minefield,
    pub(super) has_duplicate: bool,
}

/// Reads a seed.
///
/// # Errors
///
/// Neither the rules nor the flaws accept the seed.
pub(super) fn read(
    source: impl Read,
    limits: &FieldLimits,
    effects: &Effects,
) -> Result<Planted, SeedError> {
    let mut source = BufReader::new(source);
    let mut first_line = Vec::new();
    if effects.has("first-line-has-no-mines") {
        let mut text = Vec::new();
        let mut start = source.by_ref().take(INSPECTED);
        start.read_until(b'\n', &mut text)?;
        for word in Tokens::new(&text).take(3) {
            first_line.extend([word, b" "].concat());
        }
    }
    let mut tokens = SeedTokens::new(Cursor::new(first_line).chain(source));
    let rows = tokens.integer(SeedToken::Rows)?;
    let cols = tokens.integer(SeedToken::Cols)?;
    let size = size(rows, cols, limits, effects).ok_or(SeedError::Size)?;
    let found = tokens.integer(SeedToken::Mines)?;
    let mines = mines(found, limits.mines(size), effects)?
        .saturating_sub(effects.has("last-mine-not-read").into());
    let index = |number, place, length| match in_range(number, place, 0..=length - 1) {
        Err(_) if effects.has("mine-outside-accepted") => Ok(None),
        index => index.map(Some),
    };
    let is_swapped = effects.has("mine-row-and-column-swapped");
    let mut sides = [size.rows, size.cols];
    if is_swapped {
        sides.reverse();
    }
    let mut planted = Planted {
        minefield: Minefield::new(size),
        has_duplicate: false,
    };
    for mine in 1.. {
        let is_behind = mine > mines;
        if is_behind && !effects.has("rest-of-seed-read-as-mines") {
            break;
        }
        let (place, place_of_col) = (SeedToken::MineRow(mine), SeedToken::MineCol(mine));
        let number = match tokens.integer(place) {
            Err(SeedError::Missing { .. }) if is_behind || effects.has("missing-mine-accepted") => {
                break;
            }
            // Programs read text, and fail at bytes that are no text.
            Err(SeedError::NotAnInteger { found, .. })
                if effects.has("bad-mine-row-ends-mines") && str::from_utf8(&found).is_ok() =>
            {
                break;
            }
            number => number?,
        };
        let first = index(number, place, sides[0])?;
        let second = index(tokens.integer(place_of_col)?, place_of_col, sides[1])?;
        let square = match first.zip(second) {
            Some((col, row)) if is_swapped => Square { row, col },
            Some((row, col)) => Square { row, col },
            None => continue,
        };
        planted.has_duplicate |= planted.minefield.is_mine(square);
        planted.minefield = planted.minefield.with_mine(square);
        if planted.has_duplicate && effects.has("duplicate-mine-refused") {
            return Err(SeedError::Missing { place });
        }
    }
    let place = SeedToken::MineRow(mines + 1);
    let mut has_end = || matches!(tokens.integer(place), Err(SeedError::Missing { .. }));
    if effects.has("text-after-mines-refused") && !has_end() {
        return Err(SeedError::Missing { place });
    }
    Ok(planted)
}

fn size(rows: i32, cols: i32, limits: &FieldLimits, effects: &Effects) -> Option<Size> {
    let (rows, cols) = (usize::try_from(rows).ok()?, usize::try_from(cols).ok()?);
    let (least, most) = limits.sides.clone().into_inner();
    let small = usize::from(rows < least) + usize::from(cols < least);
    let large = usize::from(rows > most) + usize::from(cols > most);
    if small + large == 0 {
        return limits.size(rows, cols);
    }
    let is_accepted = effects.has(&format!("{small}-small-{large}-large"));
    let size = Size { rows, cols };
    let areas = 1..=limits.area.max(LARGEST);
    (is_accepted && areas.contains(&size.area())).then_some(size)
}

fn mines(found: i32, range: RangeInclusive<usize>, effects: &Effects) -> Result<usize, SeedError> {
    let number = usize::try_from(found).unwrap_or(0);
    let flaw = if number < *range.start() {
        "too-few-mines-accepted"
    } else if number == range.end() + 1 {
        "all-squares-mined-accepted"
    } else {
        "excess-mines-accepted"
    };
    in_range(found, SeedToken::Mines, range)
        .or_else(|error| effects.has(flaw).then_some(number).ok_or(error))
}
