//! The last line of a seed whose field needs no guess: the square to start from. Games ignore this
//! line, because it follows the last mine.

use super::{minefield::Square, seed_file::SeedFile, tokens};

const PREFIX: &str = "no guess from ";

/// Returns the line, with its line end.
pub fn text(Square { row, col }: Square, difficulty: &str) -> String {
    format!("{PREFIX}{row} {col}, {difficulty}\n")
}

/// Reads a seed file again and returns the square in its last line, which may be out of bounds.
pub fn read(file: &SeedFile) -> Option<Square> {
    parse(&file.reread().ok()?)
}

fn parse(seed: &[u8]) -> Option<Square> {
    let line = seed.trim_ascii_end().rsplit(|&byte| byte == b'\n').next()?;
    let note = str::from_utf8(line).ok()?.strip_prefix(PREFIX)?;
    let (row, col) = note.split_once(',')?.0.split_once(' ')?;
    Some(Square {
        row: tokens::number(row)?,
        col: tokens::number(col)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_note_is_read_back() {
        let start = Square { row: 3, col: 12 };
        let seed = format!("5 20\n1\n0 0\n{}", text(start, "hard"));
        assert_eq!(parse(seed.as_bytes()), Some(start));
        assert_eq!(parse(seed.replace('\n', "\r\n").as_bytes()), Some(start));
    }

    #[test]
    fn other_last_lines_are_not_notes() {
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
            assert_eq!(parse(end.as_bytes()), None, "{end:?}");
        }
    }
}
