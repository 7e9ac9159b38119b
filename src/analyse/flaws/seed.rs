//! Reads a seed as a program with flaws does.

use std::io::{Cursor, Read};

use super::table::{Check, Effect, Effects};
use crate::field::minefield::{FieldLimits, Minefield, Size, Square};
use crate::field::seed::{SeedTokens, in_range};
use crate::field::seed_error::{SeedError, SeedToken};

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
    mut source: impl Read,
    limits: &FieldLimits,
    effects: &Effects,
) -> Result<Planted, SeedError> {
    let mut start = Vec::new();
    source.by_ref().take(INSPECTED).read_to_end(&mut start)?;
    // Programs read text: in a file that is no text they find nothing.
    let no_effects = Effects::default();
    // The last character that was read may be cut.
    let is_text = str::from_utf8(&start).map_or_else(|error| error.error_len().is_none(), |_| true);
    let effects = if is_text { effects } else { &no_effects };
    if effects.has(&Effect::FirstLineSkipped) {
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
        let reads_on = self.effects.has(&Effect::MoreMinesRead);
        let mut minefield = Minefield::new(size);
        let mut has_duplicate = false;
        for mine in 1.. {
            if mine > mines && !reads_on {
                break;
            }
            match self.mine(mine, size) {
                Ok(Some(square)) if minefield.is_mine(square) => {
                    if self.effects.has(&Effect::DuplicateRefused) {
                        let col = i32::try_from(square.col).unwrap_or(0);
                        return Err(refusal(SeedToken::MineCol(mine), col));
                    }
                    has_duplicate = true;
                }
                Ok(Some(square)) => minefield = minefield.with_mine(square),
                Ok(None) => {}
                Err(error) if self.ends_mines(&error, mine > mines) => break,
                Err(error) => return Err(error),
            }
        }
        if self.effects.has(&Effect::MoreRefused) {
            let place = SeedToken::MineRow(mines + 1);
            match self.tokens.integer(place) {
                Err(SeedError::Missing { .. }) => {}
                Err(error) => return Err(error),
                Ok(more) => return Err(refusal(place, more)),
            }
        }
        Ok(Planted {
            minefield,
            has_duplicate,
        })
    }

    fn size(&self, rows: i32, cols: i32) -> Option<Size> {
        let (rows, cols) = (usize::try_from(rows).ok()?, usize::try_from(cols).ok()?);
        let (least, most) = self.limits.sides.clone().into_inner();
        let small = usize::from(rows < least) + usize::from(cols < least);
        let large = usize::from(rows > most) + usize::from(cols > most);
        if small + large == 0 {
            return self.limits.size(rows, cols);
        }
        let size = Size { rows, cols };
        let is_accepted = self.accepts(Check::AnySize) || self.accepts(Check::Size(small, large));
        let areas = 1..=self.limits.area.max(LARGEST);
        (is_accepted && areas.contains(&size.area())).then_some(size)
    }

    fn mines(&mut self, size: Size) -> Result<usize, SeedError> {
        let range = self.limits.mines(size);
        let found = self.tokens.integer(SeedToken::Mines)?;
        let number = usize::try_from(found).unwrap_or(0);
        let check = if number < *range.start() {
            Check::TooFew
        } else if number == size.area() {
            Check::Full
        } else {
            Check::TooMany
        };
        let checked = in_range(found, SeedToken::Mines, range);
        checked.or_else(|error| self.accepts(check).then_some(number).ok_or(error))
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
            Err(_) if self.accepts(Check::MineOutside) => Ok(None),
            index => index.map(Some),
        }
    }

    /// Reports whether a flaw takes a wrong mine, which may follow the last one, for the end.
    fn ends_mines(&self, error: &SeedError, is_behind: bool) -> bool {
        if is_behind && self.effects.has(&Effect::MoreEndsAtFault) {
            return true;
        }
        let (is_missing, place) = match error {
            SeedError::Missing { place } => (true, place),
            SeedError::NotAnInteger { place, .. } => (false, place),
            _ => return false,
        };
        let is_row = matches!(place, SeedToken::MineRow(_));
        match (is_missing, is_row) {
            (true, true) => is_behind || self.accepts(Check::MissingRow),
            (true, false) => self.accepts(Check::MissingColumn),
            (false, true) => self.accepts(Check::BadRow),
            (false, false) => self.accepts(Check::BadColumn),
        }
    }

    fn accepts(&self, check: Check) -> bool {
        let accepts =
            |effect: &Effect| matches!(effect, Effect::Accepts(checks) if checks.contains(&check));
        self.effects.any(accepts)
    }
}

/// Returns the error about an integer that only flaws refuse.
fn refusal(place: SeedToken, found: i32) -> SeedError {
    let found = found.to_string().into_bytes();
    SeedError::NotAnInteger { place, found }
}
