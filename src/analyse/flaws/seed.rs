//! Reads a seed as a program with flaws does.

use std::io::{Cursor, Read};

use super::table::{Checks, Effect, Effects};
use crate::field::minefield::{FieldLimits, Minefield, Size, Square};
use crate::field::seed::{SeedTokens, in_range};
use crate::field::seed_error::{SeedError, SeedToken};

/// Maximum number of rows and of columns that flaws accept.
const LARGEST: usize = 64;

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
    mut source: impl Read,
    limits: &FieldLimits,
    effects: &Effects,
) -> Result<Planted, SeedError> {
    let mut start = Vec::new();
    source.by_ref().take(INSPECTED).read_to_end(&mut start)?;
    // Programs read text: in a file that is no text they find nothing.
    let no_effects = Effects::default();
    let effects = if is_text(&start) {
        effects
    } else {
        &no_effects
    };
    if effects.has(Effect::FirstLineSkipped) {
        drop_mines_on_first_line(&mut start);
    }
    let tokens = SeedTokens::new(Cursor::new(start).chain(source));
    Reader {
        tokens,
        limits,
        effects,
    }
    .planted()
}

/// Reports whether the start of a seed is UTF-8. Its last character may be cut.
fn is_text(start: &[u8]) -> bool {
    str::from_utf8(start).map_or_else(|error| error.error_len().is_none(), |_| true)
}

/// Removes the words after the number of mines from the first line.
fn drop_mines_on_first_line(seed: &mut Vec<u8>) {
    let end = memchr::memchr(b'\n', seed).unwrap_or(seed.len());
    let is_space = |at: usize| seed[at].is_ascii_whitespace();
    let mut starts = (0..end).filter(|&at| !is_space(at) && (at == 0 || is_space(at - 1)));
    if let Some(mines) = starts.nth(3) {
        seed.drain(mines..end);
    }
}

struct Reader<'seed, R> {
    tokens: SeedTokens<R>,
    limits: &'seed FieldLimits,
    effects: &'seed Effects,
}

impl<R: Read> Reader<'_, R> {
    fn planted(mut self) -> Result<Planted, SeedError> {
        let rows = self.tokens.integer(SeedToken::Rows)?;
        let cols = self.tokens.integer(SeedToken::Cols)?;
        let size = self.size(rows, cols).ok_or(SeedError::Size)?;
        let mines = self.mines(size)?;
        let reads_on = self.effects.has(Effect::MoreMinesRead)
            || self.effects.has(Effect::RestReadAsMines)
            || self.effects.has(Effect::MinesReadToTheEnd);
        let mut minefield = Minefield::new(size);
        let mut has_duplicate = false;
        for mine in 1.. {
            if mine > mines && !reads_on {
                break;
            }
            match self.mine(mine, size) {
                Ok(Some(square)) if minefield.is_mine(square) => {
                    if self.effects.has(Effect::DuplicateRefused) {
                        return Err(not_an_integer(
                            SeedToken::MineCol(mine),
                            &square.col.to_string(),
                        ));
                    }
                    has_duplicate = true;
                }
                Ok(Some(square)) => minefield = minefield.with_mine(square),
                Ok(None) => {}
                Err(error) if self.ends_mines(&error, mine > mines) => break,
                Err(error) => return Err(error),
            }
        }
        if self.effects.has(Effect::MoreRefused) {
            let place = SeedToken::MineRow(mines + 1);
            match self.tokens.integer(place) {
                Err(SeedError::Missing { .. }) => {}
                Err(error) => return Err(error),
                Ok(more) => return Err(not_an_integer(place, &more.to_string())),
            }
        }
        Ok(Planted {
            minefield,
            has_duplicate,
        })
    }

    /// Reports whether a flaw leaves out a check.
    fn accepts(&self, fault: Checks) -> bool {
        let leaves_out =
            |effect| matches!(effect, Effect::Accepts(checks) if checks.0 & fault.0 != 0);
        self.effects.any(leaves_out)
    }

    fn size(&self, rows: i32, cols: i32) -> Option<Size> {
        let (rows, cols) = (usize::try_from(rows).ok()?, usize::try_from(cols).ok()?);
        let (least, most) = self.limits.sides.clone().into_inner();
        let is_small = [rows < least, cols < least];
        let is_large = [rows > most, cols > most];
        let fault = match (is_small, is_large) {
            ([true, true], _) => Checks(Checks::SMALL.0 & !Checks::ONE_SMALL.0),
            (_, [true, true]) => Checks(Checks::LARGE.0 & !Checks::ONE_LARGE.0),
            ([false, false], [false, false]) => return self.limits.size(rows, cols),
            (_, [false, false]) => Checks::ONE_SMALL,
            ([false, false], _) => Checks::ONE_LARGE,
            _ => Checks::MIXED,
        };
        let limits = FieldLimits {
            sides: 1..=most.max(LARGEST),
            area: self.limits.area.max(LARGEST * LARGEST),
            ..self.limits.clone()
        };
        limits.size(rows, cols).filter(|_| self.accepts(fault))
    }

    fn mines(&mut self, size: Size) -> Result<usize, SeedError> {
        let range = self.limits.mines(size);
        let found = self.tokens.integer(SeedToken::Mines)?;
        let number = usize::try_from(found).unwrap_or(0);
        let fault = if number < *range.start() {
            Checks::TOO_FEW
        } else if number == size.area() {
            Checks::FULL
        } else {
            Checks(Checks::TOO_MANY.0 & !Checks::FULL.0)
        };
        match in_range(found, SeedToken::Mines, range) {
            Err(_) if self.accepts(fault) => Ok(number),
            checked => checked,
        }
    }

    /// Reads a mine. Returns `None` for one outside the grid that is accepted.
    fn mine(&mut self, mine: usize, size: Size) -> Result<Option<Square>, SeedError> {
        let row = self.index(SeedToken::MineRow(mine), size.rows)?;
        let col = self.index(SeedToken::MineCol(mine), size.cols)?;
        Ok(row.zip(col).map(|(row, col)| Square { row, col }))
    }

    fn index(&mut self, place: SeedToken, length: usize) -> Result<Option<usize>, SeedError> {
        let number = self.tokens.integer(place)?;
        match in_range(number, place, 0..=length - 1) {
            Err(_) if self.accepts(Checks::OUTSIDE) => Ok(None),
            index => index.map(Some),
        }
    }

    /// Reports whether a flaw takes a wrong mine, which may follow the last one, for the end.
    fn ends_mines(&self, error: &SeedError, is_behind: bool) -> bool {
        let fault = match error {
            SeedError::Missing {
                place: SeedToken::MineRow(_),
            } => Checks::MISSING_ROW,
            SeedError::Missing { .. } => Checks::MISSING_COLUMN,
            SeedError::NotAnInteger {
                place: SeedToken::MineRow(_),
                ..
            } => Checks::BAD_ROW,
            SeedError::NotAnInteger { .. } => Checks::BAD_COLUMN,
            _ => return is_behind && self.effects.has(Effect::MoreMinesRead),
        };
        let is_missing = matches!(error, SeedError::Missing { .. });
        self.accepts(fault)
            || is_behind && self.effects.has(Effect::MoreMinesRead)
            || is_behind
                && fault == Checks::MISSING_ROW
                && self.effects.has(Effect::RestReadAsMines)
            || fault == Checks::MISSING_ROW && self.effects.has(Effect::MinesReadToTheEnd)
            || is_missing && self.effects.has(Effect::FirstLineSkipped)
    }
}

/// Returns the error about a token that only flaws refuse.
fn not_an_integer(place: SeedToken, found: &str) -> SeedError {
    let found = found.as_bytes().to_vec();
    SeedError::NotAnInteger { place, found }
}
