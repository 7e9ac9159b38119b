//! Renders a round of the UGA editions: the number of rounds completed, the grid and the prompt.

use std::io::Write;

use crate::{
    field::{Size, Square},
    game::{Kind, Piece, Shown, Sink, Stream},
};

/// Text before the number of rounds, after a blank line.
pub const ROUND: &str = " Rounds Completed: ";

/// Offset of the number of rounds in the frame, in bytes.
const ROUNDS_OFFSET: usize = 1 + ROUND.len();

const AFTER_ROUNDS: &[u8] = b"\n\n";

/// The prompt, which ends a round.
pub const PROMPT: &str = "minesweeper-alpha: ";

/// A rendered round. A command changes only a few bytes, so that no round is rendered again.
#[derive(Debug)]
pub struct Frame {
    bytes: Vec<u8>,
    pieces: [Piece; 7],
    /// Number of digits of the number of rounds.
    digits: usize,
    layout: GridLayout,
    /// True if the frame shows the mines.
    is_fog_lifted: bool,
}

/// Widths of the parts of the grid, in bytes. Row numbers are as wide as the largest row number;
/// column numbers and squares are as wide as the largest column number.
#[derive(Debug)]
struct GridLayout {
    row_number: usize,
    col_number: usize,
    /// A square with a space on both sides and the bar after it.
    square: usize,
    /// A row with its line end.
    row: usize,
}

impl GridLayout {
    fn new(size: Size) -> Self {
        let row_number = digits(size.rows as u64 - 1);
        let col_number = digits(size.cols as u64 - 1);
        let square = col_number + 3;
        Self {
            row_number,
            col_number,
            square,
            row: row_number + 3 + size.cols * square + 1,
        }
    }

    /// Returns the offset of a square's left edge in the grid.
    fn square(&self, square: Square) -> usize {
        square.row * self.row + self.row_number + 3 + square.col * self.square
    }
}

impl Frame {
    /// Renders the first round of a game. `columns_end` follows the last column number.
    pub fn new(size: Size, columns_end: &str) -> Self {
        let layout = GridLayout::new(size);
        let mut frame = [b"\n", ROUND.as_bytes(), b"0", AFTER_ROUNDS].concat();
        let before_grid = frame.len();
        frame.reserve((size.rows + 2) * layout.row + PROMPT.len());
        for row in 0..size.rows {
            append(&mut frame, format_args!(" {row:0$} |", layout.row_number));
            let square = format!("{:1$} |", "", layout.col_number + 1);
            frame.extend(square.as_bytes().repeat(size.cols));
            frame.push(b'\n');
        }
        let before_columns = frame.len();
        append(&mut frame, format_args!("{:1$}", "", layout.row_number + 2));
        for col in 0..size.cols {
            append(&mut frame, format_args!("  {col:0$}", layout.col_number));
            frame.push(b' ');
        }
        // Only `columns_end` follows the last number.
        frame.pop();
        frame.extend(columns_end.as_bytes());
        frame.extend(b"\n\n");
        let before_prompt = frame.len();
        frame.extend(PROMPT.as_bytes());
        Self {
            bytes: frame,
            pieces: [
                Piece::new(Kind::Blank, 1),
                Piece::new(Kind::RoundLine, before_grid - 2),
                Piece::new(Kind::Blank, 1),
                Piece::new(Kind::Grid, before_columns - before_grid),
                Piece::new(Kind::ColumnLine, before_prompt - before_columns - 1),
                Piece::new(Kind::Blank, 1),
                Piece::new(Kind::Prompt, PROMPT.len()),
            ],
            digits: 1,
            layout,
            is_fog_lifted: false,
        }
    }

    pub fn print(&self, out: &mut dyn Sink) {
        out.print(Stream::Output, &self.bytes, &self.pieces);
    }

    /// Returns the round from its first blank line to the prompt.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    pub fn set_rounds(&mut self, rounds: u64) {
        let digits = digits(rounds);
        if digits != self.digits {
            let old = ROUNDS_OFFSET..ROUNDS_OFFSET + self.digits;
            self.bytes.splice(old, std::iter::repeat_n(b'0', digits));
            // The second piece is the line with the number of rounds.
            self.pieces[1].length += digits;
            self.pieces[1].length -= self.digits;
            self.digits = digits;
        }
        let mut remaining = rounds;
        for digit in self.bytes[ROUNDS_OFFSET..][..digits].iter_mut().rev() {
            *digit = b'0' + (remaining % 10) as u8;
            remaining /= 10;
        }
    }

    pub fn set_square(&mut self, square: Square, shown: Shown) {
        // The content is right-aligned, as the column numbers are.
        let content = self.square(square) + self.layout.col_number;
        self.bytes[content] = match shown {
            Shown::Covered => b' ',
            Shown::Revealed(adjacent) => b'0' + adjacent,
            Shown::Marked => b'F',
            Shown::Guessed => b'?',
            // Never printed: revealing a mine ends the game.
            Shown::Mine => b'*',
        };
    }

    pub fn set_fog_lifted(&mut self, is_lifted: bool, mines: impl Iterator<Item = Square>) {
        if self.is_fog_lifted == is_lifted {
            return;
        }
        self.is_fog_lifted = is_lifted;
        for mine in mines {
            self.set_mine_shown(mine, is_lifted);
        }
    }

    pub fn shows_mines(&self) -> bool {
        self.is_fog_lifted
    }

    /// Shows or hides the angle brackets around a mine.
    fn set_mine_shown(&mut self, mine: Square, is_shown: bool) {
        let (left, right) = if is_shown { (b'<', b'>') } else { (b' ', b' ') };
        let square = self.square(mine);
        self.bytes[square] = left;
        self.bytes[square + self.layout.col_number + 1] = right;
    }

    /// Returns the offset of a square's left edge in the frame.
    fn square(&self, square: Square) -> usize {
        ROUNDS_OFFSET + self.digits + AFTER_ROUNDS.len() + self.layout.square(square)
    }
}

fn digits(number: u64) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

fn append(frame: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    // Writing to a `Vec` always succeeds.
    let _ = frame.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Minefield;

    #[test]
    fn the_frame_grows_with_the_number_of_rounds() {
        let size = Size { rows: 5, cols: 5 };
        let square = Square { row: 4, col: 4 };
        let minefield = Minefield::new(size).with_mine(square);
        let mut frame = Frame::new(size, " ");
        for rounds in [
            0,
            9,
            10,
            99,
            100,
            999,
            1_000,
            9_999,
            10_000,
            12_345_678_901,
            u64::MAX,
        ] {
            frame.set_rounds(rounds);
            frame.set_fog_lifted(true, minefield.mines());
            frame.set_square(square, Shown::Marked);
            let grid = " 0 |   |   |   |   |   |\n 1 |   |   |   |   |   |\n \
                        2 |   |   |   |   |   |\n 3 |   |   |   |   |   |\n \
                        4 |   |   |   |   |<F>|\n     0   1   2   3   4 \n";
            let expected = format!("\n Rounds Completed: {rounds}\n\n{grid}\nminesweeper-alpha: ");
            assert_eq!(String::from_utf8_lossy(frame.bytes()), expected);
            let lengths = frame.pieces().iter().map(|piece| piece.length);
            assert_eq!(lengths.sum::<usize>(), expected.len());
            frame.set_fog_lifted(false, minefield.mines());
            let expected = expected.replace("<F>", " F ");
            assert_eq!(String::from_utf8_lossy(frame.bytes()), expected);
        }
    }
}
