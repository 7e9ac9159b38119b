//! A line of input as a flawed game understands it.

use crate::edition::flaw_set::{Flaw, FlawSet};
use crate::edition::uga::command::{self, Command, Verb};
use crate::edition::uga::invalid_command::InvalidCommand;
use crate::field::minefield::{Size, Square};
use crate::field::text::{next_token, white_space_length};

/// The flaws not to know a word.
const UNKNOWN: [(&[u8], &[Flaw]); 11] = [
    (b"reveal", &[ONLY_SHORT, Flaw::REVEAL_LONG_UNKNOWN]),
    (b"r", &[ONLY_LONG, Flaw::REVEAL_SHORT_UNKNOWN]),
    (b"mark", &[ONLY_SHORT, Flaw::MARK_LONG_UNKNOWN]),
    (b"m", &[ONLY_LONG, Flaw::MARK_SHORT_UNKNOWN]),
    (b"guess", &[ONLY_SHORT, Flaw::GUESS_LONG_UNKNOWN]),
    (b"g", &[ONLY_LONG, Flaw::GUESS_SHORT_UNKNOWN]),
    (b"help", &[ONLY_SHORT, Flaw::HELP_LONG_UNKNOWN]),
    (b"h", &[ONLY_LONG, Flaw::HELP_SHORT_UNKNOWN]),
    (b"quit", &[ONLY_SHORT, Flaw::QUIT_LONG_UNKNOWN]),
    (b"q", &[ONLY_LONG, Flaw::QUIT_SHORT_UNKNOWN]),
    (NOFOG, &[Flaw::NOFOG_UNKNOWN]),
];

const NOFOG: &[u8] = b"nofog";
const ONLY_SHORT: Flaw = Flaw::ONLY_SHORT_FORMS;
const ONLY_LONG: Flaw = Flaw::ONLY_LONG_FORMS;

/// The command on a line, for a grid of this size; none if the line is accepted as
/// one that changes nothing.
///
/// # Errors
///
/// The flawed game does not accept the line.
pub(super) fn parse(
    flaws: FlawSet,
    line: &[u8],
    size: Size,
) -> Result<Option<Command>, InvalidCommand<'_>> {
    let reader = Reader { flaws, size };
    reader.command(line).map_err(|invalid| match invalid {
        InvalidCommand::NotAnInteger(_) if flaws.has(Flaw::NOT_AN_INTEGER_NOT_RECOGNIZED) => {
            InvalidCommand::NotRecognized
        }
        InvalidCommand::OutOfBounds { .. } if flaws.has(Flaw::OUT_OF_BOUNDS_NOT_RECOGNIZED) => {
            InvalidCommand::NotRecognized
        }
        _ => invalid,
    })
}

/// Whether the first word of a line is a command.
pub(super) fn begins_with_verb(line: &[u8], flaws: FlawSet) -> bool {
    first_word(line, flaws).and_then(command::verb).is_some()
}

/// Whether the first word of a line is a command for a square.
pub(super) fn is_for_square(line: &[u8], flaws: FlawSet) -> bool {
    let verb = first_word(line, flaws).and_then(command::verb);
    matches!(verb, Some(Verb::OnSquare(_)))
}

/// The words of a line.
pub(super) fn words(line: &[u8], flaws: FlawSet) -> impl Iterator<Item = &[u8]> {
    Words::of(line, flaws)
}

/// The next command for a game that reads word by word, as a line, and how many of the words
/// it takes; none before more of them have been typed.
pub(super) fn next_in(words: &[Vec<u8>], flaws: FlawSet, size: Size) -> Option<(Vec<u8>, usize)> {
    let reader = Reader { flaws, size };
    let word = words.first()?;
    if !matches!(reader.verb(word), Some(Verb::OnSquare(_))) {
        return Some((word.clone(), 1));
    }
    let row = words.get(1)?;
    let after_bad = |bad: usize| {
        if flaws.has(Flaw::BY_WORDS_KEEPING) {
            bad
        } else if flaws.has(Flaw::BY_WORDS_SKIPPING) {
            words.len()
        } else {
            bad + 1
        }
    };
    if reader.integer(row).is_err() {
        // The column is not looked at any more.
        return Some(([word, row, &b"0"[..]].join(&b' '), after_bad(1)));
    }
    let line = words.get(..3)?.join(&b' ');
    let is_bad = reader.integer(&words[2]).is_err();
    Some((line, if is_bad { after_bad(2) } else { 3 }))
}

/// The flaws with which a line uses up a round if its square is outside the grid.
pub(super) fn flaws_of_a_round_outside(line: &[u8], flaws: FlawSet, size: Size) -> &'static [Flaw] {
    let reader = Reader { flaws, size };
    let Some(Verb::OnSquare(command)) = first_word(line, flaws).and_then(|word| reader.verb(word))
    else {
        return &[];
    };
    match command(Square { row: 0, col: 0 }) {
        Command::Reveal(_) => &[Flaw::REVEAL_OUTSIDE_USES_ROUND],
        Command::Mark(_) => &[
            Flaw::MARK_OUTSIDE_USES_ROUND,
            Flaw::ONLY_MARK_OUTSIDE_USES_ROUND,
        ],
        _ => &[
            Flaw::MARK_OUTSIDE_USES_ROUND,
            Flaw::GUESS_OUTSIDE_USES_ROUND,
        ],
    }
}

/// Whether a line has a command for a square and fewer words than that takes.
pub(super) fn has_missing_words(line: &[u8], flaws: FlawSet) -> bool {
    is_for_square(line, flaws) && Words::of(line, flaws).count() < 3
}

/// Whether a line has a command and more words than that takes.
pub(super) fn has_extra_words(line: &[u8], flaws: FlawSet) -> bool {
    let most = match first_word(line, flaws).and_then(command::verb) {
        Some(Verb::OnSquare(_)) => 3,
        Some(Verb::Alone(_)) => 1,
        None => return false,
    };
    Words::of(line, flaws).count() > most
}

/// The flaws with which white space before a command makes it invalid.
const LEADING_SPACE: [Flaw; 2] = [Flaw::LEADING_SPACE_REFUSED, Flaw::SPLIT_AT_SPACES];

/// Those with which more than one space between words does.
const WIDE_SPACE: [Flaw; 2] = [Flaw::WIDE_SPACE_REFUSED, Flaw::SPLIT_AT_SPACES];

/// Those with which tabs and the like do.
const NO_TABS: [Flaw; 2] = [Flaw::ONLY_SPACES_SEPARATE, Flaw::SPLIT_AT_SPACES];

/// The first word of a line as a flawed game reads it.
fn first_word(line: &[u8], flaws: FlawSet) -> Option<&[u8]> {
    let is_refused = flaws.has_any(&LEADING_SPACE) && white_space_length(line) > 0;
    Words::of(line, flaws).next().filter(|_| !is_refused)
}

/// Reads lines for a grid of some size.
#[derive(Clone, Copy)]
struct Reader {
    flaws: FlawSet,
    size: Size,
}

/// A side of the grid: how many rows or columns it has, and how a flawed game takes
/// their numbers.
#[derive(Clone, Copy)]
struct Side {
    length: usize,
    /// The length that an error tells.
    told: usize,
    last_refused: Flaw,
    too_large_accepted: Flaw,
}

impl Reader {
    fn command(self, line: &[u8]) -> Result<Option<Command>, InvalidCommand<'_>> {
        if self.flaws.has(Flaw::FIRST_LETTER_HELPS_AND_QUITS) {
            match line.trim_ascii_start().first() {
                Some(b'h') => return Ok(Some(Command::Help)),
                Some(b'q') => return Ok(Some(Command::Quit)),
                _ => {}
            }
        }
        let mut words = Words::of(line, self.flaws);
        if self.flaws.has_any(&LEADING_SPACE) && white_space_length(line) > 0
            || self.flaws.has_any(&WIDE_SPACE) && words.are_wide_apart()
        {
            return Err(InvalidCommand::NotRecognized);
        }
        let verb = words.next().and_then(|word| self.verb(word));
        match verb.ok_or(InvalidCommand::NotRecognized)? {
            Verb::Alone(command) => {
                let extra = [Flaw::EXTRA_WORDS, Flaw::EXTRA_WORDS_AFTER_WORD];
                self.expect_end(words, &extra)?;
                Ok(Some(command))
            }
            Verb::OnSquare(command) => {
                let (row, col) = match (words.next(), words.next()) {
                    (Some(row), Some(col)) => (row, col),
                    (row, _) if self.flaws.has(Flaw::MISSING_NUMBERS_ARE_0) => {
                        (row.unwrap_or(b"0"), &b"0"[..])
                    }
                    (row, _) => return Err(self.missing(row)),
                };
                let are_ignored = self.flaws.has(Flaw::EXTRA_WORDS_NO_INTEGERS)
                    && words.clone().all(|word| self.integer(word).is_err());
                if !are_ignored {
                    let extra = [Flaw::EXTRA_WORDS, Flaw::EXTRA_WORDS_AFTER_SQUARE];
                    self.expect_end(words, &extra)?;
                }
                let square = self.square(command, row, col)?;
                let square = square.map(|square| self.swapped_after_check(command, square));
                Ok(square.transpose()?.map(command))
            }
        }
    }

    fn verb(self, word: &[u8]) -> Option<Verb> {
        let lower_case;
        let word = if self.flaws.has(Flaw::CASE_IGNORED) {
            lower_case = word.to_ascii_lowercase();
            &lower_case
        } else {
            word
        };
        if self.flaws.has(Flaw::FIRST_LETTER_DECIDES) && word != NOFOG {
            return command::verb(&word[..1]);
        }
        let is_unknown = UNKNOWN
            .iter()
            .any(|&(unknown, flaws)| unknown == word && self.flaws.has_any(flaws));
        command::verb(word).filter(|_| !is_unknown)
    }

    /// Expects the end of a line, unless one of these flaws passes over more words.
    fn expect_end(
        self,
        mut words: Words<'_>,
        extra: &[Flaw],
    ) -> Result<(), InvalidCommand<'static>> {
        match words.next() {
            Some(_) if !self.flaws.has_any(extra) => Err(InvalidCommand::NotRecognized),
            _ => Ok(()),
        }
    }

    /// The error about a command with a row at most.
    fn missing(self, row: Option<&[u8]>) -> InvalidCommand<'_> {
        if !self.flaws.has(Flaw::MISSING_WORDS_OUT_OF_BOUNDS) {
            return InvalidCommand::NotRecognized;
        }
        // The row is looked at before there is a column to be missed.
        match row.map(|row| self.integer(row)) {
            Some(Err(invalid)) => invalid,
            Some(Ok(_)) => InvalidCommand::OutOfBounds {
                index: 2,
                length: 2,
            },
            None => InvalidCommand::OutOfBounds {
                index: 1,
                length: 1,
            },
        }
    }

    /// The square of two words; none if it is outside and that is accepted.
    fn square<'line>(
        self,
        command: fn(Square) -> Command,
        row: &'line [u8],
        col: &'line [u8],
    ) -> Result<Option<Square>, InvalidCommand<'line>> {
        let Size { rows, cols } = self.size;
        let (row, col) = self.swapped_by(&[Flaw::SQUARE_SWAPPED], row, col);
        let (row, col) = self.in_order(|| self.integer(row), || self.integer(col))?;
        let (row, col) = self.in_next_row(row, col);
        let of_command = of_command(
            command,
            [
                Flaw::REVEAL_BOUNDS_SWAPPED,
                Flaw::MARK_BOUNDS_SWAPPED,
                Flaw::GUESS_BOUNDS_SWAPPED,
            ],
        );
        let (rows_checked, cols_checked) =
            self.swapped_by(&[Flaw::BOUNDS_SWAPPED, of_command], rows, cols);
        let (rows_told, cols_told) =
            self.swapped_by(&[Flaw::LENGTHS_SWAPPED], rows_checked, cols_checked);
        let one_less = usize::from(self.flaws.has(Flaw::LAST_INDEX_TOLD));
        let rows_side = Side {
            length: rows_checked,
            told: rows_told - one_less,
            last_refused: Flaw::LAST_ROW_REFUSED,
            too_large_accepted: Flaw::ROW_TOO_LARGE,
        };
        let cols_side = Side {
            length: cols_checked,
            told: cols_told - one_less,
            last_refused: Flaw::LAST_COL_REFUSED,
            too_large_accepted: Flaw::COL_TOO_LARGE,
        };
        let indices =
            self.in_order(|| self.index(row, rows_side), || self.index(col, cols_side))?;
        let (Some(row), Some(col)) = indices else {
            return Ok(None);
        };
        Ok(Some(Square { row, col }))
    }

    /// The square that a command changes, which may swap row and column after both have been
    /// checked.
    fn swapped_after_check(
        self,
        command: fn(Square) -> Command,
        square: Square,
    ) -> Result<Square, InvalidCommand<'static>> {
        let of_command = of_command(
            command,
            [
                Flaw::REVEAL_SWAPPED,
                Flaw::MARK_SWAPPED,
                Flaw::GUESS_SWAPPED,
            ],
        );
        let (row, col) = self.swapped_by(
            &[Flaw::SWAPPED_AFTER_CHECK, of_command],
            square.row,
            square.col,
        );
        // What has passed a wrong check meets the array.
        for (index, length) in [(row, self.size.rows), (col, self.size.cols)] {
            if index >= length {
                let index = i32::try_from(index).unwrap_or(i32::MAX);
                return Err(InvalidCommand::OutOfBounds { index, length });
            }
        }
        Ok(Square { row, col })
    }

    /// The square that a program finds that has all rows in one list.
    fn in_next_row(self, row: i32, col: i32) -> (i32, i32) {
        let [rows, cols] =
            [self.size.rows, self.size.cols].map(|side| side.try_into().unwrap_or(i32::MAX));
        let place = i64::from(row) * i64::from(cols) + i64::from(col);
        if self.flaws.has(Flaw::IN_ONE_LIST)
            && (0..i64::from(rows) * i64::from(cols)).contains(&place)
        {
            let in_list = |number: i64| i32::try_from(number).unwrap_or(i32::MAX);
            return (
                in_list(place / i64::from(cols)),
                in_list(place % i64::from(cols)),
            );
        }
        let below = row.saturating_add(col / cols);
        if self.flaws.has(Flaw::COL_IN_NEXT_ROW) && row >= 0 && col >= cols && below < rows {
            (below, col % cols)
        } else {
            (row, col)
        }
    }

    fn integer(self, word: &[u8]) -> Result<i32, InvalidCommand<'_>> {
        if self.flaws.has(Flaw::SIGN_REFUSED) && word.starts_with(b"+") {
            return Err(InvalidCommand::NotAnInteger(word));
        }
        let number = command::integer(word);
        if number.is_err() && self.flaws.has(Flaw::BAD_INDEX_IS_0) {
            return Ok(0);
        }
        if number.is_err() && self.flaws.has(Flaw::BAD_INDEX_CUT) {
            let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
            return Ok(command::integer(&word[..digits]).unwrap_or(0));
        }
        number
    }

    /// The index of a row or column; none if it is outside and that is accepted.
    fn index(self, number: i32, side: Side) -> Result<Option<usize>, InvalidCommand<'static>> {
        let length = i32::try_from(side.length).unwrap_or(i32::MAX);
        let index = number.saturating_sub(i32::from(self.flaws.has(Flaw::INDICES_FROM_ONE)));
        let index = if (-length..0).contains(&index) && self.flaws.has(Flaw::NEGATIVE_ACCEPTED) {
            index + length
        } else if index == length && self.flaws.has(side.too_large_accepted) {
            length - 1
        } else {
            index
        };
        if index == length && self.flaws.has(Flaw::JUST_OUTSIDE_IGNORED) {
            return Ok(None);
        }
        let accepted = side.length - usize::from(self.flaws.has(side.last_refused));
        match command::index(index, accepted) {
            Ok(index) => Ok(Some(index)),
            Err(_) if self.flaws.has(Flaw::OUTSIDE_IGNORED) => Ok(None),
            Err(_) => Err(InvalidCommand::OutOfBounds {
                index: number,
                length: side.told,
            }),
        }
    }

    /// Two of a kind, for rows and for columns, or the other way round by any of these flaws.
    fn swapped_by<T>(self, flaws: &[Flaw], row: T, col: T) -> (T, T) {
        swapped(self.flaws.has_any(flaws), row, col)
    }

    /// What comes of the row and of the column, looked at in their order.
    fn in_order<T, E>(
        self,
        row: impl FnOnce() -> Result<T, E>,
        col: impl FnOnce() -> Result<T, E>,
    ) -> Result<(T, T), E> {
        if self.flaws.has(Flaw::COLUMN_FIRST) {
            let col = col()?;
            Ok((row()?, col))
        } else {
            Ok((row()?, col()?))
        }
    }
}

/// The flaw that a command for a square has, of those of `reveal`, `mark` and `guess`.
fn of_command(command: fn(Square) -> Command, [reveal, mark, guess]: [Flaw; 3]) -> Flaw {
    match command(Square { row: 0, col: 0 }) {
        Command::Reveal(_) => reveal,
        Command::Mark(_) => mark,
        _ => guess,
    }
}

/// Two of a kind, for rows and for columns, or the other way round.
pub(super) fn swapped<T>(is_swapped: bool, row: T, col: T) -> (T, T) {
    if is_swapped { (col, row) } else { (row, col) }
}

/// The words of a line.
#[derive(Clone)]
struct Words<'line> {
    rest: &'line [u8],
    white_space_length: fn(&[u8]) -> usize,
}

impl<'line> Words<'line> {
    fn of(line: &'line [u8], flaws: FlawSet) -> Self {
        let only_spaces_between = flaws.has(Flaw::ONLY_SPACES_BETWEEN);
        Self {
            rest: if only_spaces_between {
                line.trim_ascii()
            } else {
                line
            },
            white_space_length: if only_spaces_between || flaws.has_any(&NO_TABS) {
                |bytes| usize::from(bytes.starts_with(b" "))
            } else if flaws.has(Flaw::ONLY_ASCII_SPACE) {
                |bytes| usize::from(matches!(bytes, [b' ' | b'\t'..=b'\r', ..]))
            } else {
                white_space_length
            },
        }
    }

    /// Whether there is more than one character of white space between two of them.
    fn are_wide_apart(&self) -> bool {
        let mut words = self.clone();
        words.next();
        let mut gap = words.rest;
        while let Some(word) = words.next() {
            let length = gap.len() - word.len() - words.rest.len();
            let is_first_byte = |byte: &&u8| **byte & 0xC0 != 0x80;
            if gap[..length].iter().filter(is_first_byte).count() > 1 {
                return true;
            }
            gap = words.rest;
        }
        false
    }
}

impl<'line> Iterator for Words<'line> {
    type Item = &'line [u8];

    fn next(&mut self) -> Option<&'line [u8]> {
        next_token(&mut self.rest, self.white_space_length)
    }
}
