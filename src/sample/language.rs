//! Seeds and commands as each dialect writes them, and unusual or invalid ones.

use super::game::{CommandKind, SquareCommand};
use crate::edition::row::Dialect;
use crate::field::minefield::{Minefield, Size, Square};

/// Returns the largest number of rows or columns to draw. Some editions allow more.
pub(super) fn max_side(dialect: Dialect) -> usize {
    match dialect {
        Dialect::Uga | Dialect::Comp182 => 12,
        Dialect::Wise2021 | Dialect::Project1 => 8,
    }
}

/// Returns the command that quits a game.
pub(super) fn quit(dialect: Dialect) -> Option<&'static str> {
    matches!(dialect, Dialect::Uga | Dialect::Comp182).then_some("q")
}

/// Returns lines other than square commands: commands without a square, and every kind of
/// invalid line. A line that is listed more than once is drawn more often.
pub(super) fn lines(dialect: Dialect) -> impl Iterator<Item = &'static str> {
    let lines = match dialect {
        Dialect::Uga => {
            "nofog|nofog|nofog|h|help|q|quit||   |\t|R 0 0|reveal|r 0|m 1|r 0 0 0|r x 0|m 0 x|\
             g 1.5 0|r 2147483648 0|m 0 -1|g +1 01|  r   1  1  | g 0 0|g  0  1|\tm\t0\t0\t|\
             g\u{2003}1\u{3000}0|revealing 0 0|nofog 1|help me|quit 1|fog|F 0 0|g 0 0 now|r,0,0"
        }
        Dialect::Wise2021 => {
            "| |1 1|1 1 r|0 1 R|1 0 F|1 1 R F|x 1 R|1 1.0 F|  1   1  F |1\t1 R|R 1 1"
        }
        Dialect::Comp182 => {
            "show|show|show|q|| \t|u|m 1|u 0 0 0|u x 0|m 0 x|SHOW|show me|u -1 0| u  +0 00 "
        }
        Dialect::Project1 => "yes|no|YES| No |maybe||8|-1|x|yes no|3|+3",
    };
    lines.split('|')
}

/// Writes a square command, with its line feeds if it takes several lines.
pub(super) fn command(dialect: Dialect, command: &SquareCommand) -> String {
    let SquareCommand { kind, row, col, .. } = *command;
    let is_reveal = kind == CommandKind::Reveal;
    match dialect {
        Dialect::Uga => {
            let word = match (kind, command.is_long) {
                (CommandKind::Reveal, false) => "r",
                (CommandKind::Reveal, true) => "reveal",
                (CommandKind::Mark, false) => "m",
                (CommandKind::Mark, true) => "mark",
                (CommandKind::Guess, false) => "g",
                (CommandKind::Guess, true) => "guess",
            };
            format!("{word} {row} {col}")
        }
        Dialect::Wise2021 => {
            let word = if is_reveal { "R" } else { "F" };
            format!("{} {} {word}", row + 1, col + 1)
        }
        Dialect::Comp182 => {
            let word = if is_reveal { "u" } else { "m" };
            format!("{word} {row} {col}")
        }
        Dialect::Project1 => {
            let has_mine = if is_reveal { "no" } else { "yes" };
            format!("no\n{row}\n{col}\n{has_mine}")
        }
    }
}

/// Reads a square command that is written as [`command`] writes it.
pub(super) fn parse_command(dialect: Dialect, line: &str) -> Option<SquareCommand> {
    let words = line.split(' ');
    let numbers: Vec<i64> = words.filter_map(|word| word.parse().ok()).collect();
    let &[row, col] = numbers.as_slice() else {
        return None;
    };
    let first_index = i64::from(dialect == Dialect::Wise2021);
    let (row, col) = (row.checked_sub(first_index)?, col.checked_sub(first_index)?);
    [CommandKind::Reveal, CommandKind::Mark, CommandKind::Guess]
        .into_iter()
        .flat_map(|kind| [(kind, false), (kind, true)])
        .map(|(kind, is_long)| SquareCommand {
            kind,
            row,
            col,
            is_long,
        })
        .find(|parsed| command(dialect, parsed) == line)
}

/// Writes the seed or board file of a field.
pub(super) fn seed(dialect: Dialect, minefield: &Minefield) -> String {
    if dialect == Dialect::Wise2021 {
        board(minefield)
    } else {
        seed_with(minefield, minefield.mine_count(), "")
    }
}

fn board(minefield: &Minefield) -> String {
    let mut board = String::new();
    let Size { rows, cols } = minefield.size();
    for row in 0..rows {
        for col in 0..cols {
            let is_mine = minefield.is_mine(Square { row, col });
            board.push(if is_mine { '*' } else { '.' });
        }
        board.push('\n');
    }
    board
}

/// Writes a seed that announces `count` mines and has more text after those of the field.
fn seed_with(minefield: &Minefield, count: usize, more: &str) -> String {
    let Size { rows, cols } = minefield.size();
    let mines: String = minefield.mines().map(mine_line).collect();
    format!("{rows} {cols}\n{count}\n{mines}{more}")
}

fn mine_line(square: Square) -> String {
    format!("{} {}\n", square.row, square.col)
}

/// Returns unusual seeds of a field, some of them malformed.
pub(super) fn odd_seeds(dialect: Dialect, minefield: &Minefield) -> Vec<String> {
    if dialect != Dialect::Uga {
        return Vec::new();
    }
    let Size { rows, cols } = minefield.size();
    let count = minefield.mine_count();
    let squares = minefield.size().squares();
    let all_mined = squares.fold(minefield.clone(), Minefield::with_mine);
    let first_again = minefield.mines().next().map(mine_line).unwrap_or_default();
    vec![
        seed_with(minefield, count + 1, "0 0\n0 0\n"),
        seed_with(minefield, count + 1, &first_again),
        seed_with(minefield, count, "0 0\n1 1\n2 2\n"),
        seed_with(minefield, count + 1, ""),
        seed_with(minefield, count + 1, "0 99\n"),
        seed_with(minefield, count + 1, "0 1x\n"),
        format!("{rows} {cols}\n0\n"),
        format!("11 {cols}\n1\n0 0\n"),
        format!("{rows} 4\n1\n0 0\n"),
        seed(dialect, &all_mined),
        seed_with(&all_mined, rows * cols + 1, "0 0\n"),
    ]
}

/// Returns a small number of rounds after which the score of a won game ends in an exact half,
/// which has to be rounded up to an odd digit.
pub(super) fn rounds_of_half(dialect: Dialect, area: usize) -> Option<usize> {
    let thousandths = 100_000 * area;
    (area..4 * area)
        .filter(|_| dialect == Dialect::Uga)
        .find(|&rounds| thousandths.is_multiple_of(rounds) && thousandths / rounds % 20 == 5)
}
