//! A line of input as a flawed game understands it.

use super::Flaws;
use super::table::Deviation as D;
use crate::edition::uga::command::{Command, InvalidCommand};
use crate::field::minefield::{Size, Square};
use crate::field::text::{self, Tokens};

/// What a line is to a flawed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Understood<'line> {
    /// A command.
    Command(Command),
    /// A command that is accepted and changes nothing.
    Nothing,
    /// An invalid command.
    Invalid(InvalidCommand<'line>),
}

/// What the words of a command are followed by.
enum Wants {
    Square(fn(Square) -> Command),
    Nothing(Command),
}

/// A command's long form and short form, and the flaws not to know them.
struct Word {
    long: &'static [u8],
    short: &'static [u8],
    long_unknown: D,
    short_unknown: D,
    wants: Wants,
}

const WORDS: [Word; 5] = [
    Word {
        long: b"reveal",
        short: b"r",
        long_unknown: D::RevealLongUnknown,
        short_unknown: D::RevealShortUnknown,
        wants: Wants::Square(Command::Reveal),
    },
    Word {
        long: b"mark",
        short: b"m",
        long_unknown: D::MarkLongUnknown,
        short_unknown: D::MarkShortUnknown,
        wants: Wants::Square(Command::Mark),
    },
    Word {
        long: b"guess",
        short: b"g",
        long_unknown: D::GuessLongUnknown,
        short_unknown: D::GuessShortUnknown,
        wants: Wants::Square(Command::Guess),
    },
    Word {
        long: b"help",
        short: b"h",
        long_unknown: D::HelpLongUnknown,
        short_unknown: D::HelpShortUnknown,
        wants: Wants::Nothing(Command::Help),
    },
    Word {
        long: b"quit",
        short: b"q",
        long_unknown: D::QuitLongUnknown,
        short_unknown: D::QuitShortUnknown,
        wants: Wants::Nothing(Command::Quit),
    },
];

const NOFOG: Word = Word {
    long: b"nofog",
    short: b"nofog",
    long_unknown: D::NofogUnknown,
    short_unknown: D::NofogUnknown,
    wants: Wants::Nothing(Command::NoFog),
};

impl Flaws {
    /// Understands a line for a grid of this size.
    pub(super) fn understand(self, line: &[u8], size: Size) -> Understood<'_> {
        match self.parse(line, size) {
            Ok(understood) => understood,
            Err(InvalidCommand::NotAnInteger(_)) if self.has(D::NotAnIntegerNotRecognized) => {
                Understood::Invalid(InvalidCommand::NotRecognized)
            }
            Err(InvalidCommand::OutOfBounds { .. }) if self.has(D::OutOfBoundsNotRecognized) => {
                Understood::Invalid(InvalidCommand::NotRecognized)
            }
            Err(invalid) => Understood::Invalid(invalid),
        }
    }

    fn parse(self, line: &[u8], size: Size) -> Result<Understood<'_>, InvalidCommand<'_>> {
        let tokens = self.tokens(line);
        let unknown = InvalidCommand::NotRecognized;
        let (&first, rest) = tokens.split_first().ok_or(unknown)?;
        let word = self.word(first).ok_or(unknown)?;
        let wanted = match word.wants {
            Wants::Square(_) => 2,
            Wants::Nothing(_) => 0,
        };
        let extra = match word.wants {
            Wants::Square(_) => D::ExtraWordsAfterSquare,
            Wants::Nothing(_) => D::ExtraWordsAfterWord,
        };
        let may_have_more = self.has_any(&[D::ExtraWords, extra]);
        if rest.len() < wanted && self.has(D::MissingWordsOutOfBounds) {
            // The row is looked for before there is a column to be missed.
            if let Some(row) = rest.first() {
                self.integer(row)?;
            }
            let length = tokens.len();
            let index = i32::try_from(length).unwrap_or(i32::MAX);
            return Err(InvalidCommand::OutOfBounds { index, length });
        }
        if rest.len() < wanted || rest.len() > wanted && !may_have_more {
            return Err(unknown);
        }
        match word.wants {
            Wants::Nothing(command) => Ok(Understood::Command(command)),
            Wants::Square(command) => {
                let square = self.square(rest[0], rest[1], size)?;
                Ok(square.map_or(Understood::Nothing, |square| {
                    Understood::Command(command(square))
                }))
            }
        }
    }

    /// The words of a line; none where the white space is not accepted.
    fn tokens(self, line: &[u8]) -> Vec<&[u8]> {
        let leads = text::white_space_length(line) > 0;
        let tokens: Vec<&[u8]> = if self.has(D::OnlySpacesSeparate) {
            separated(line, |byte| byte == b' ')
        } else if self.has(D::OnlyAsciiSpace) {
            separated(line, |byte| matches!(byte, b' ' | b'\t'..=b'\r'))
        } else {
            Tokens::new(line).collect()
        };
        let is_wide = || {
            let words = tokens.iter().map(|token| token.len()).sum::<usize>();
            let trimmed = line.trim_ascii().len();
            trimmed > words + tokens.len().saturating_sub(1)
        };
        if self.has(D::LeadingSpaceRefused) && leads || self.has(D::WideSpaceRefused) && is_wide() {
            return Vec::new();
        }
        tokens
    }

    fn word(self, token: &[u8]) -> Option<&'static Word> {
        let token = if self.has(D::CaseIgnored) {
            &token.to_ascii_lowercase()
        } else {
            token
        };
        if token == NOFOG.long {
            return Some(&NOFOG).filter(|_| !self.has(D::NofogUnknown));
        }
        if self.has(D::FirstLetterDecides) {
            let begins = |word: &&Word| token.starts_with(word.short);
            return WORDS.iter().find(begins);
        }
        WORDS.iter().find(|word| {
            token == word.long && !self.has_any(&[D::OnlyShortForms, word.long_unknown])
                || token == word.short && !self.has_any(&[D::OnlyLongForms, word.short_unknown])
        })
    }

    /// The square of two tokens; none if it is outside and that is accepted.
    fn square<'line>(
        self,
        row: &'line [u8],
        col: &'line [u8],
        size: Size,
    ) -> Result<Option<Square>, InvalidCommand<'line>> {
        let (row, col) = if self.has(D::SquareSwapped) {
            (col, row)
        } else {
            (row, col)
        };
        let (row, col) = if self.has(D::ColumnFirst) {
            let col = self.integer(col)?;
            (self.integer(row)?, col)
        } else {
            (self.integer(row)?, self.integer(col)?)
        };
        let (rows, cols) = if self.has(D::BoundsSwapped) {
            (size.cols, size.rows)
        } else {
            (size.rows, size.cols)
        };
        let told = self.lengths_in_error(rows, cols);
        let row_index = || self.index(row, (rows, told.0), D::LastRowRefused, D::RowTooLarge);
        let col_index = || self.index(col, (cols, told.1), D::LastColRefused, D::ColTooLarge);
        let (row, col) = if self.has(D::ColumnFirst) {
            let col = col_index()?;
            (row_index()?, col)
        } else {
            (row_index()?, col_index()?)
        };
        let (Some(row), Some(col)) = (row, col) else {
            return Ok(None);
        };
        let (row, col) = if self.has(D::SwappedAfterCheck) {
            (col, row)
        } else {
            (row, col)
        };
        // What passed a wrong check meets the array.
        for (index, length) in [(row, size.rows), (col, size.cols)] {
            if index >= length {
                let index = i32::try_from(index).unwrap_or(i32::MAX);
                return Err(InvalidCommand::OutOfBounds { index, length });
            }
        }
        Ok(Some(Square { row, col }))
    }

    fn integer(self, token: &[u8]) -> Result<i32, InvalidCommand<'_>> {
        let is_refused = self.has(D::SignRefused) && token.first() == Some(&b'+');
        let integer = text::integer(token).filter(|_| !is_refused);
        integer.ok_or(InvalidCommand::NotAnInteger(token))
    }

    /// An index of so many, of which an error tells so many; none if it is outside and
    /// that is accepted.
    fn index(
        self,
        number: i32,
        (length, told): (usize, usize),
        last_refused: D,
        too_large: D,
    ) -> Result<Option<usize>, InvalidCommand<'static>> {
        let wanted = i64::from(number) - i64::from(self.has(D::IndicesFromOne));
        let count = i64::try_from(length).unwrap_or(i64::MAX);
        let index = if wanted < 0 && wanted >= -count && self.has(D::NegativeAccepted) {
            wanted + count
        } else if wanted == count && self.has(too_large) {
            count - 1
        } else {
            wanted
        };
        let accepted = count - i64::from(self.has(last_refused));
        match usize::try_from(index) {
            Ok(index_from_zero) if index < accepted => Ok(Some(index_from_zero)),
            _ if self.has(D::OutsideIgnored) => Ok(None),
            _ => Err(InvalidCommand::OutOfBounds {
                index: number,
                length: told,
            }),
        }
    }

    /// The numbers of rows and of columns that an error tells.
    fn lengths_in_error(self, rows: usize, cols: usize) -> (usize, usize) {
        if self.has(D::LengthsSwapped) {
            (cols, rows)
        } else {
            let last = usize::from(self.has(D::LastIndexTold));
            (rows - last, cols - last)
        }
    }
}

/// What stands between separators.
fn separated(line: &[u8], is_separator: fn(u8) -> bool) -> Vec<&[u8]> {
    let parts = line.split(|&byte| is_separator(byte));
    parts.filter(|part| !part.is_empty()).collect()
}
