//! The note behind a seed whose field can be won without guessing: the square to
//! start from. No game reads that far.

use super::minefield::Square;
use super::seed_file::SeedFile;
use super::text;

/// What the note begins with.
const START: &str = "no guess from ";

/// The note is looked for in so many bytes at the end of a file.
const LONGEST: usize = 128;

/// The note, a line.
pub(crate) fn text(Square { row, col }: Square, difficulty: &str) -> String {
    format!("{START}{row} {col}, {difficulty}\n")
}

/// The square that the last line of a seed file notes, if the file is a regular one and
/// can be read, or standard input, of which nothing is left then. The square need not be
/// on the board.
pub(crate) fn read(file: &SeedFile) -> Option<Square> {
    square(&file.end(LONGEST).ok()?)
}

/// The square that the last line of a text notes.
fn square(end: &[u8]) -> Option<Square> {
    let last = end.trim_ascii_end().rsplit(|&byte| byte == b'\n').next()?;
    let note = str::from_utf8(last).ok()?.strip_prefix(START)?;
    let (row, col) = note.split_once(',')?.0.split_once(' ')?;
    Some(Square {
        row: text::number(row)?,
        col: text::number(col)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_noted_is_read() {
        let start = Square { row: 3, col: 12 };
        let seed = format!("5 20\n1\n0 0\n{}", text(start, "hard"));
        assert_eq!(square(seed.as_bytes()), Some(start));
        assert_eq!(square(seed.replace('\n', "\r\n").as_bytes()), Some(start));
    }

    #[test]
    fn other_ends_note_nothing() {
        for end in [
            "",
            "\n",
            "5 5 1 0 0\n",
            "no guess from 1\n",
            "no guess from 1 2\n",
            "no guess from -1 2, easy\n",
            "no guess from 1 99999999999999999999, easy\n",
            "no guess from 1 2, easy\n0 0\n",
        ] {
            assert_eq!(square(end.as_bytes()), None, "{end:?}");
        }
    }
}
