//! Parses a seed as a program with flaws does.

use std::{
    io::{BufRead, BufReader, Cursor, Read},
    ops::RangeInclusive,
};

use super::table::Effects;
use crate::field::{
    FieldLimits, Minefield, SeedError, SeedToken, SeedTokens, Size, Square, Tokens, seed::in_range,
};

/// Maximum number of squares of a grid that only flaws accept.
const MAX_AREA: usize = 64 * 64;

/// Maximum length of the first line for `first-line-has-no-mines`, in bytes.
const MAX_FIRST_LINE: u64 = 1 << 20;

#[derive(Debug)]
pub(super) struct FlawedSeed {
    pub minefield: Minefield,
    /// True if two mines are on one square.
    pub has_duplicate: bool,
}

impl Effects {
    /// Parses a seed.
    ///
    /// # Errors
    ///
    /// The seed cannot be read, or neither the rules nor the flaws accept it.
    pub fn parse_seed(
        &self,
        source: impl Read,
        limits: &FieldLimits,
    ) -> Result<FlawedSeed, SeedError> {
        let mut source = BufReader::new(source);
        let mut first_line = Vec::new();
        if self.has("first-line-has-no-mines") {
            let mut text = Vec::new();
            let mut start = source.by_ref().take(MAX_FIRST_LINE);
            start.read_until(b'\n', &mut text)?;
            let words: Vec<&[u8]> = Tokens::new(&text).take(3).collect();
            first_line = words.join(&b' ');
            first_line.push(b' ');
        }
        let mut tokens = SeedTokens::new(Cursor::new(first_line).chain(source));
        let rows = tokens.integer(SeedToken::Rows)?;
        let cols = tokens.integer(SeedToken::Cols)?;
        let size = self.size(rows, cols, limits).ok_or(SeedError::Size)?;
        let mines = self.mines(tokens.integer(SeedToken::Mines)?, limits.mines(size))?;
        let mine_count = mines.saturating_sub(self.has("last-mine-not-read").into());
        // The index is `None` if the mine is outside the grid and therefore ignored.
        let index = |number, token, length| match in_range(number, token, 0..=length - 1) {
            Err(_) if self.has("mine-outside-accepted") => Ok(None),
            index => index.map(Some),
        };
        let is_swapped = self.has("mine-row-and-column-swapped");
        let mut sides = [size.rows, size.cols];
        if is_swapped {
            sides.reverse();
        }
        let mut seed = FlawedSeed {
            minefield: Minefield::new(size),
            has_duplicate: false,
        };
        for mine in 1.. {
            let is_extra = mine > mine_count;
            if is_extra && !self.has("rest-of-seed-read-as-mines") {
                break;
            }
            let (row_token, col_token) = (SeedToken::MineRow(mine), SeedToken::MineCol(mine));
            let number = match tokens.integer(row_token) {
                Err(SeedError::Missing { .. }) if is_extra || self.has("missing-mine-accepted") => {
                    break;
                }
                // Programs decode the seed as text and crash at bytes that are not UTF-8.
                Err(SeedError::NotAnInteger { found, .. })
                    if self.has("bad-mine-row-ends-mines") && str::from_utf8(&found).is_ok() =>
                {
                    break;
                }
                number => number?,
            };
            let first = index(number, row_token, sides[0])?;
            let second = index(tokens.integer(col_token)?, col_token, sides[1])?;
            let square = match first.zip(second) {
                Some((col, row)) if is_swapped => Square { row, col },
                Some((row, col)) => Square { row, col },
                None => continue,
            };
            seed.has_duplicate |= seed.minefield.is_mine(square);
            seed.minefield = seed.minefield.with_mine(square);
            if seed.has_duplicate && self.has("duplicate-mine-refused") {
                return Err(SeedError::Missing { place: row_token });
            }
        }
        let place = SeedToken::MineRow(mine_count + 1);
        let mut is_at_end = || matches!(tokens.integer(place), Err(SeedError::Missing { .. }));
        if self.has("text-after-mines-refused") && !is_at_end() {
            return Err(SeedError::Missing { place });
        }
        Ok(seed)
    }

    /// Returns the size of the grid, if the rules or the flaws accept it.
    fn size(&self, rows: i32, cols: i32, limits: &FieldLimits) -> Option<Size> {
        let rows = usize::try_from(rows).ok()?;
        let cols = usize::try_from(cols).ok()?;
        let (min, max) = limits.sides.clone().into_inner();
        let small = u8::from(rows < min) + u8::from(cols < min);
        let large = u8::from(rows > max) + u8::from(cols > max);
        if small + large == 0 {
            return limits.size(rows, cols);
        }
        let size = Size { rows, cols };
        let areas = 1..=limits.area.max(MAX_AREA);
        let is_accepted = self.has(&format!("sides:{small}-{large}"))
            || limits.sides.contains(&rows) && self.has("columns-not-checked");
        (is_accepted && areas.contains(&size.area())).then_some(size)
    }

    /// Returns the number of mines, if the rules or the flaws accept it.
    fn mines(&self, count: i32, range: RangeInclusive<usize>) -> Result<usize, SeedError> {
        let mines = usize::try_from(count).unwrap_or(0);
        let effect = match count {
            0 => "zero-mines-accepted",
            ..0 => "negative-mines-accepted",
            _ if mines == range.end() + 1 => "all-squares-mined-accepted",
            _ => "excess-mines-accepted",
        };
        in_range(count, SeedToken::Mines, range)
            .or_else(|error| self.has(effect).then_some(mines).ok_or(error))
    }
}
