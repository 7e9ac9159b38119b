//! A game to bytes: the grid and everything around it.

use std::io::Write;

use crate::game::Shown;
use crate::minefield::{Minefield, Size, Square};

/// Printed once, before the first round.
pub const WELCOME: &[u8] = include_bytes!("../resources/welcome.txt");

/// Printed for the command `help`.
pub const COMMANDS: &str = concat!("\n", include_str!("../resources/commands.txt"));

/// Printed for the command `quit` and at the end of the input.
pub const QUIT: &str = concat!("\n", include_str!("../resources/quit.txt"));

/// Printed when a mine was revealed.
pub const GAME_OVER: &str = concat!("\n", include_str!("../resources/gameover.txt"), "\n");

/// Printed when the game is won, before the score and [`AFTER_SCORE`].
pub const GAME_WON: &str = concat!("\n", include_str!("../resources/gamewon.txt"));

/// Printed after the score.
pub const AFTER_SCORE: &str = "\n\n";

const ROUNDS: &[u8] = b"\n Rounds Completed: ";
const PROMPT: &[u8] = b"\nminesweeper-alpha: ";

/// A square takes three columns and a bar.
const SQUARE_WIDTH: usize = 4;

/// What a round prints, kept as it was printed last: a command changes a byte
/// or two of it, and a round costs one copy whatever was played.
#[derive(Clone, Debug)]
pub struct Screen {
    frame: Vec<u8>,
    /// The number of digits of the number of rounds.
    digits: usize,
    size: Size,
    /// Whether the frame shows where the mines are.
    fog_lifted: bool,
}

impl Screen {
    /// The screen of a game that begins: no rounds, a blank grid.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let mut frame = ROUNDS.to_vec();
        frame.extend_from_slice(b"0\n\n");
        for row in 0..size.rows {
            append(&mut frame, format_args!(" {row} |"));
            frame.extend(b"   |".repeat(size.cols));
            frame.push(b'\n');
        }
        frame.extend_from_slice(b"   ");
        for col in 0..size.cols {
            append(&mut frame, format_args!("  {col} "));
        }
        frame.push(b'\n');
        frame.extend_from_slice(PROMPT);
        Self {
            frame,
            digits: 1,
            size,
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
        let digits = rounds.checked_ilog10().map_or(1, |log| log as usize + 1);
        let old = ROUNDS.len()..ROUNDS.len() + self.digits;
        if digits != self.digits {
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
        let centre = self.centre(square);
        self.frame[centre] = match shown {
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
            let centre = self.centre(mine);
            self.frame[centre - 1] = left;
            self.frame[centre + 1] = right;
        }
    }

    /// Where in the frame a square's own character stands.
    fn centre(&self, square: Square) -> usize {
        let grid = ROUNDS.len() + self.digits + 2;
        // A row is as wide as a square more: its number and a bar before the
        // first square. Then comes the end of the line.
        let row_length = SQUARE_WIDTH * (self.size.cols + 1) + 1;
        grid + square.row * row_length + SQUARE_WIDTH * (square.col + 1) + 1
    }
}

fn append(frame: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    // Writing to a `Vec` always succeeds.
    let _ = frame.write_fmt(text);
}
