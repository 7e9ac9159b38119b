//! A game of the UGA editions to bytes: the number of rounds, the grid and the
//! prompt.

use std::io::Write;

use crate::game::Shown;
use crate::minefield::{Minefield, Size, Square};

const ROUNDS: &[u8] = b"\n Rounds Completed: ";
const AFTER_ROUNDS: &[u8] = b"\n\n";

/// What a round ends with, waiting for a command.
pub const PROMPT: &str = "minesweeper-alpha: ";

/// What a round prints, kept as it was printed last: a command changes a few
/// bytes of it, and a round costs one copy whatever was played.
#[derive(Clone, Debug)]
pub struct Screen {
    frame: Vec<u8>,
    /// The number of digits of the number of rounds.
    digits: usize,
    layout: Layout,
    /// Whether the frame shows where the mines are.
    fog_lifted: bool,
}

/// How many bytes the parts of the grid take. Row numbers are as wide as the
/// greatest of them; column numbers and squares as the greatest column number.
#[derive(Clone, Copy, Debug)]
struct Layout {
    row_number: usize,
    col_number: usize,
    /// A square with the space on both sides and the bar behind.
    square: usize,
    /// A row with the end of its line.
    row: usize,
}

impl Layout {
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

    /// Where in the grid the left edge of a square is.
    fn square(&self, square: Square) -> usize {
        square.row * self.row + self.row_number + 3 + square.col * self.square
    }
}

impl Screen {
    /// The screen of a game that begins: no rounds, a blank grid.
    ///
    /// `columns_end` is what follows the last column number on its line.
    #[must_use]
    pub fn new(size: Size, columns_end: &str) -> Self {
        let layout = Layout::new(size);
        let mut frame = [ROUNDS, b"0", AFTER_ROUNDS].concat();
        frame.reserve((size.rows + 2) * layout.row + PROMPT.len());
        for row in 0..size.rows {
            append(&mut frame, format_args!(" {row:0$} |", layout.row_number));
            let square = format!("{:1$} |", "", layout.col_number + 1);
            frame.extend(square.as_bytes().repeat(size.cols));
            frame.push(b'\n');
        }
        append(&mut frame, format_args!("{:1$}", "", layout.row_number + 2));
        for col in 0..size.cols {
            append(&mut frame, format_args!("  {col:0$}", layout.col_number));
            frame.push(b' ');
        }
        frame.pop();
        frame.extend_from_slice(columns_end.as_bytes());
        frame.extend_from_slice(b"\n\n");
        frame.extend_from_slice(PROMPT.as_bytes());
        Self {
            frame,
            digits: 1,
            layout,
            fog_lifted: false,
        }
    }

    /// What the round prints, from the blank line before the number of rounds
    /// to the prompt.
    #[must_use]
    pub fn frame(&self) -> &[u8] {
        &self.frame
    }

    /// Sets the number of rounds completed.
    pub fn set_rounds(&mut self, rounds: u64) {
        let digits = digits(rounds);
        if digits != self.digits {
            let old = ROUNDS.len()..ROUNDS.len() + self.digits;
            self.frame.splice(old, std::iter::repeat_n(b'0', digits));
            self.digits = digits;
        }
        let mut rest = rounds;
        for place in self.frame[ROUNDS.len()..ROUNDS.len() + digits]
            .iter_mut()
            .rev()
        {
            *place = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
    }

    /// Sets what a square shows.
    pub fn set_square(&mut self, square: Square, shown: Shown) {
        let content = self.square(square) + self.layout.col_number;
        self.frame[content] = match shown {
            Shown::Blank => b' ',
            Shown::Revealed(adjacent) => b'0' + adjacent,
            Shown::Marked => b'F',
            Shown::Guessed => b'?',
        };
    }

    /// Shows where the mines are, or no longer does.
    pub fn set_fog_lifted(&mut self, lifted: bool, minefield: &Minefield) {
        if self.fog_lifted == lifted {
            return;
        }
        self.fog_lifted = lifted;
        let (left, right) = if lifted { (b'<', b'>') } else { (b' ', b' ') };
        for mine in minefield.mines() {
            let square = self.square(mine);
            self.frame[square] = left;
            self.frame[square + self.layout.col_number + 1] = right;
        }
    }

    /// Where in the frame the left edge of a square is.
    fn square(&self, square: Square) -> usize {
        ROUNDS.len() + self.digits + AFTER_ROUNDS.len() + self.layout.square(square)
    }
}

/// How many digits a number has.
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

    #[test]
    fn the_frame_moves_with_the_digits_of_the_rounds() {
        let size = Size { rows: 5, cols: 5 };
        let square = Square { row: 4, col: 4 };
        let minefield = Minefield::new(size).with_mine(square);
        let mut screen = Screen::new(size, " ");
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
            screen.set_rounds(rounds);
            screen.set_fog_lifted(true, &minefield);
            screen.set_square(square, Shown::Marked);
            let grid = " 0 |   |   |   |   |   |\n 1 |   |   |   |   |   |\n \
                        2 |   |   |   |   |   |\n 3 |   |   |   |   |   |\n \
                        4 |   |   |   |   |<F>|\n     0   1   2   3   4 \n";
            let expected = format!("\n Rounds Completed: {rounds}\n\n{grid}\nminesweeper-alpha: ");
            assert_eq!(String::from_utf8_lossy(screen.frame()), expected);
            screen.set_fog_lifted(false, &minefield);
            let expected = expected.replace("<F>", " F ");
            assert_eq!(String::from_utf8_lossy(screen.frame()), expected);
        }
    }
}
