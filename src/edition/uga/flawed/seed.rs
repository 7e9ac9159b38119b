//! A seed file as a flawed game reads it.

use std::io::{Cursor, Read};

use super::command::swapped;
use crate::edition::flaw_set::{Flaw, FlawSet};
use crate::field::minefield::{FieldLimits, Minefield, Size, Square};
use crate::field::seed::{SeedTokens, in_range};
use crate::field::seed_error::{SeedError, SeedToken};
use crate::field::seed_file::SeedFile;

/// The greatest number of rows and of columns that a flawed game accepts.
const LARGEST: usize = 64;

/// How much of a seed a flawed game looks at before it reads it, in bytes.
const LONGEST_READ: u64 = 1 << 20;

/// A minefield, and what a flawed game thinks of it.
#[derive(Debug)]
pub(super) struct Planted {
    pub(super) minefield: Minefield,
    /// The squares on which the seed has a mine once more, where that matters.
    pub(super) duplicates: Vec<Square>,
}

/// Reads a seed file.
///
/// # Errors
///
/// The file cannot be read, or neither the rules nor the flaws accept it.
pub(super) fn load(
    file: &SeedFile,
    limits: &FieldLimits,
    flaws: FlawSet,
) -> Result<Planted, SeedError> {
    let mut rest = file.open()?;
    let mut start = Vec::new();
    rest.by_ref().take(LONGEST_READ).read_to_end(&mut start)?;
    // Programs read seeds as text: where one is none, they find nothing in it.
    let flaws = if is_text(&start) {
        flaws
    } else {
        FlawSet::default()
    };
    if flaws.has(Flaw::SEED_BY_LINES)
        && let Some((place, line)) = line_out_of_place(&start)
    {
        return Err(not_an_integer(place, &String::from_utf8_lossy(line)));
    }
    if flaws.has(Flaw::FIRST_LINE_NOT_READ) {
        drop_mines_on_first_line(&mut start);
    }
    Reading {
        tokens: SeedTokens::new(Cursor::new(start).chain(rest)),
        limits,
        flaws,
        is_past_bad: false,
    }
    .planted()
}

/// Whether the start of a seed is UTF-8; its last character may be cut.
fn is_text(start: &[u8]) -> bool {
    str::from_utf8(start).map_or_else(|error| error.error_len().is_none(), |_| true)
}

/// The first line of a seed that does not hold what a game expects that reads line by
/// line: the rows and columns, then the number of mines, then the row and the column of
/// each mine.
fn line_out_of_place(seed: &[u8]) -> Option<(SeedToken, &[u8])> {
    let words = |line: &[u8]| {
        let words = line.split(u8::is_ascii_whitespace);
        words.filter(|word| !word.is_empty()).count()
    };
    let mut lines = seed.split(|&byte| byte == b'\n');
    let mut expect = |place, count| {
        let line = lines.next().unwrap_or_default();
        if words(line) == count {
            Ok(line)
        } else {
            Err((place, line))
        }
    };
    let mut rest = || {
        expect(SeedToken::Rows, 2)?;
        let mines = expect(SeedToken::Mines, 1)?;
        let mines = str::from_utf8(mines)
            .ok()
            .and_then(|text| text.trim().parse().ok());
        for mine in 1..=mines.unwrap_or(0) {
            expect(SeedToken::MineRow(mine), 2)?;
        }
        Ok(())
    };
    rest().err()
}

/// Drops what stands on the first line of a seed behind the number of mines.
fn drop_mines_on_first_line(seed: &mut Vec<u8>) {
    let end = memchr::memchr(b'\n', seed).unwrap_or(seed.len());
    let is_start = |at: &usize| {
        let before = at.checked_sub(1).map(|before| seed[before]);
        !seed[*at].is_ascii_whitespace() && before.is_none_or(|before| before.is_ascii_whitespace())
    };
    if let Some(mines) = (0..end).filter(is_start).nth(3) {
        seed.drain(mines..end);
    }
}

/// The flaws of games that read mines behind the last one.
const READ_ON: [Flaw; 4] = [
    Flaw::MORE_MINES_READ,
    Flaw::MORE_INTEGERS_READ,
    Flaw::ALL_MINES_READ,
    Flaw::MINES_READ_TO_A_WORD,
];

struct Reading<'seed, R> {
    tokens: SeedTokens<R>,
    limits: &'seed FieldLimits,
    flaws: FlawSet,
    /// Whether a number of a mine was none, where all behind it count as 0.
    is_past_bad: bool,
}

impl<R: Read> Reading<'_, R> {
    fn planted(mut self) -> Result<Planted, SeedError> {
        let first = self.integer(SeedToken::Rows)?;
        let second = self.integer(SeedToken::Cols)?;
        let (rows, cols) = swapped(self.flaws.has(Flaw::SIZE_SWAPPED), first, second);
        let size = self.size(rows, cols).ok_or(SeedError::Size)?;
        let mines = self.mines(size)?;
        let mut planted = Planted {
            minefield: Minefield::new(size),
            duplicates: Vec::new(),
        };
        for mine in 1.. {
            if mine > mines && !self.flaws.has_any(&READ_ON) {
                break;
            }
            if self.is_past_bad {
                // This one and all behind it are on the first square.
                planted.minefield = planted.minefield.with_mine(Square { row: 0, col: 0 });
                break;
            }
            match self.mine(mine, size) {
                Ok(Some(square)) => {
                    if planted.minefield.is_mine(square) {
                        planted.duplicates.extend(self.duplicate(mine, square)?);
                    }
                    planted.minefield = planted.minefield.with_mine(square);
                }
                // A mine outside the grid is nowhere.
                Ok(None) => {}
                Err(error) if self.ends_mines(&error, mine > mines) => {
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        if self.flaws.has(Flaw::MORE_REFUSED) {
            let place = SeedToken::MineRow(mines + 1);
            match self.tokens.integer(place) {
                Err(SeedError::Missing { .. }) => {}
                Err(error) => return Err(error),
                Ok(more) => return Err(not_an_integer(place, &more)),
            }
        }
        Ok(planted)
    }

    /// Whether a flawed game takes what is wrong with a mine for the end of the mines. It may
    /// be one behind the last.
    fn ends_mines(&self, error: &SeedError, is_behind: bool) -> bool {
        if is_behind && self.flaws.has(Flaw::MORE_MINES_READ) {
            return true;
        }
        if is_behind && self.flaws.has(Flaw::MORE_INTEGERS_READ) {
            return matches!(
                error,
                SeedError::Missing {
                    place: SeedToken::MineRow(_)
                }
            );
        }
        let flaws: &[Flaw] = match error {
            SeedError::Missing {
                place: SeedToken::MineCol(_),
            } => &[Flaw::HALF_MINE, Flaw::FIRST_LINE_NOT_READ],
            SeedError::Missing { .. } => &[
                Flaw::MINE_MISSING,
                Flaw::MINE_ROW_ENDS_MINES,
                Flaw::FIRST_LINE_NOT_READ,
                Flaw::ALL_MINES_READ,
                Flaw::MINES_READ_TO_A_WORD,
            ],
            SeedError::NotAnInteger {
                place: SeedToken::MineCol(_),
                ..
            } => &[Flaw::BAD_COLUMN_ENDS_MINES],
            SeedError::NotAnInteger { .. } => &[
                Flaw::BAD_NUMBER_ENDS_MINES,
                Flaw::MINE_ROW_ENDS_MINES,
                Flaw::MINES_READ_TO_A_WORD,
            ],
            _ => &[],
        };
        self.flaws.has_any(flaws) || !flaws.is_empty() && self.flaws.has(Flaw::MINES_END_EARLY)
    }

    fn size(&self, rows: i32, cols: i32) -> Option<Size> {
        let (mut least, mut most) = self.limits.sides.clone().into_inner();
        let is_small = |side: i32| usize::try_from(side).is_ok_and(|side| side < least);
        let is_small_once = is_small(rows) != is_small(cols);
        let is_wrong =
            |side: i32| usize::try_from(side).is_ok_and(|side| side < least || side > most);
        let is_any_accepted = self.flaws.has(Flaw::SIZE_NOT_CHECKED)
            || is_wrong(rows) != is_wrong(cols) && self.flaws.has(Flaw::SIZE_WRONG_ONCE);
        if self.flaws.has(Flaw::SIZE_TOO_SMALL)
            || is_small_once && self.flaws.has(Flaw::SIZE_TOO_SMALL_ONCE)
            || is_any_accepted
        {
            least = 1;
        } else if self.flaws.has(Flaw::SMALLEST_REFUSED) {
            least += 1;
        }
        if self.flaws.has(Flaw::SIZE_TOO_LARGE) || is_any_accepted {
            most = most.max(LARGEST);
        } else if self.flaws.has(Flaw::LARGEST_REFUSED) {
            most -= 1;
        }
        let limits = FieldLimits {
            sides: least..=most,
            area: self.limits.area.max(LARGEST * LARGEST),
            ..self.limits.clone()
        };
        limits.size(usize::try_from(rows).ok()?, usize::try_from(cols).ok()?)
    }

    fn mines(&mut self, size: Size) -> Result<usize, SeedError> {
        let range = self.limits.mines(size);
        let found = self.integer(SeedToken::Mines)?;
        let is_accepted = match usize::try_from(found) {
            _ if self.flaws.has(Flaw::MINES_NOT_CHECKED) => true,
            Ok(mines) if mines == size.area() => self
                .flaws
                .has_any(&[Flaw::TOO_MANY_MINES, Flaw::FULL_ACCEPTED]),
            Ok(mines) if mines > *range.end() => self.flaws.has(Flaw::TOO_MANY_MINES),
            Ok(mines) if mines >= *range.start() => false,
            _ => self.flaws.has(Flaw::TOO_FEW_MINES),
        };
        if is_accepted {
            return Ok(usize::try_from(found).unwrap_or(0));
        }
        in_range(found, SeedToken::Mines, range)
    }

    /// The square of a mine: none if it is outside and that is accepted.
    fn mine(&mut self, mine: usize, size: Size) -> Result<Option<Square>, SeedError> {
        let is_swapped = self.flaws.has(Flaw::MINE_SWAPPED);
        let (first_length, second_length) = swapped(is_swapped, size.rows, size.cols);
        let first = self.index(SeedToken::MineRow(mine), first_length)?;
        let second = self.index(SeedToken::MineCol(mine), second_length)?;
        Ok(first.zip(second).map(|(first, second)| {
            let (row, col) = swapped(is_swapped, first, second);
            Square { row, col }
        }))
    }

    fn index(&mut self, place: SeedToken, length: usize) -> Result<Option<usize>, SeedError> {
        let counted_from = i32::from(self.flaws.has(Flaw::MINES_FROM_ONE));
        let number = self.integer(place)?.saturating_sub(counted_from);
        let index = in_range(number, place, 0..=length - 1);
        if self.flaws.has(Flaw::MINE_OUTSIDE) {
            return Ok(index.ok());
        }
        Ok(Some(index?))
    }

    /// A second mine on a square, if it is one to the flawed game.
    fn duplicate(&self, mine: usize, square: Square) -> Result<Option<Square>, SeedError> {
        if self.flaws.has(Flaw::DUPLICATE_REFUSED) {
            return Err(not_an_integer(SeedToken::MineCol(mine), &square.col));
        }
        let matters = [Flaw::DUPLICATES_COUNTED_TWICE, Flaw::DUPLICATE_PREVENTS_WIN];
        Ok(Some(square).filter(|_| self.flaws.has_any(&matters)))
    }

    fn integer(&mut self, place: SeedToken) -> Result<i32, SeedError> {
        if self.is_past_bad {
            return Ok(0);
        }
        let is_of_mine = matches!(place, SeedToken::MineRow(_) | SeedToken::MineCol(_));
        match self.tokens.integer(place) {
            Err(SeedError::NotAnInteger { .. } | SeedError::Missing { .. })
                if is_of_mine && self.flaws.has(Flaw::MINES_ZERO_FROM_BAD) =>
            {
                self.is_past_bad = true;
                Ok(0)
            }
            Err(SeedError::NotAnInteger { .. }) if self.flaws.has(Flaw::BAD_NUMBER_IS_0) => Ok(0),
            read => read,
        }
    }
}

/// The error about a token that a flawed game refuses.
fn not_an_integer(place: SeedToken, found: &impl ToString) -> SeedError {
    let found = found.to_string().into_bytes();
    SeedError::NotAnInteger { place, found }
}
