//! "Programming Styles", winter 2020/21: a board file, a box-drawn screen,
//! flags that toggle, and uncovering that spreads.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind, Read};

use crate::console::Console;
use crate::edition::cover::{Board, Spread, State};
use crate::edition::{BOARD_ENDING, Edition, Setup};
use crate::error::Error;
use crate::input::{Line, Lines};
use crate::minefield::{Minefield, Size, Square};
use crate::sample::{Act, Field, Kind, Sampler};
use crate::token;

/// The edition.
pub const EDITION: Edition = Edition {
    name: "wise2021",
    summary: "Programming Styles WiSe 20-21: flags, spreading, a box-drawn board (BOARD.cfg)",
    options: &[],
    generates: None,
    case_ending: BOARD_ENDING,
    prompts: &[PROMPT],
    sampler: Sampler {
        sides: 2..=8,
        seed: sample_board,
        act: sample_act,
        texts: &[
            "",
            " ",
            "1 1",
            "1 1 r",
            "0 1 R",
            "1 0 F",
            "1 1 R F",
            "x 1 R",
            "1 1.0 F",
            "  1   1  F ",
            "1\t1 R",
            "R 1 1",
        ],
        tie: None,
    },
    play: start,
};

/// The board of a random game.
fn sample_board(field: &Field) -> String {
    let Size { rows, cols } = field.size;
    let content = |square| {
        if field.mines.contains(&square) {
            '*'
        } else {
            '.'
        }
    };
    let row = |row| {
        (0..cols)
            .map(move |col| content(Square { row, col }))
            .chain(['\n'])
    };
    (0..rows).flat_map(row).collect()
}

/// The line for a move in a random game.
fn sample_act(act: &Act) -> String {
    let action = if act.kind == Kind::Reveal { "R" } else { "F" };
    format!("{} {} {action}", act.row + 1, act.col + 1)
}

/// The greatest number of rows and of columns.
const MAX_SIDE: usize = 20;

/// The greatest length of a board file in bytes: each row has its line end.
const MAX_FILE: usize = MAX_SIDE * (MAX_SIDE + 1);

const PROMPT: &str = ">";
const WON: &str = "You Won!";
const LOST: &str = "You Lost!";
const INVALID_INPUT: &str = "The provided input is not valid!";
const END_OF_INPUT: &str = "Not enough inputs!";

/// Plays the board of the first file; more of them are ignored.
fn start(setup: &Setup, console: &mut Console) -> Result<u8, Error> {
    let path = setup.files.first().ok_or(Error::NoBoard)?;
    let mut board = Board::new(load(path)?);
    let mut lines = Lines::of_standard_input()?;
    let mut message = "";
    loop {
        console.print(screen(&board, Mines::Hidden, message).as_bytes())?;
        console.print(PROMPT.as_bytes())?;
        let input = match lines.next_line(console)? {
            Line::Text(line) => parse(line, board.minefield().size()),
            Line::TooLong => None,
            Line::End => return end(&board, Mines::Hidden, END_OF_INPUT, console),
        };
        message = if input.is_some() { "" } else { INVALID_INPUT };
        match input {
            Some((square, Action::Flag)) => board.toggle_mark(square),
            Some((square, Action::Reveal)) => {
                if board.minefield().is_mine(square) {
                    return end(&board, Mines::Shown, LOST, console);
                }
                board.uncover(square, Spread::IgnoresMarks);
                if board.is_cleared() {
                    return end(&board, Mines::Hidden, WON, console);
                }
            }
            None => {}
        }
    }
}

/// Shows the board for the last time.
fn end(board: &Board, mines: Mines, message: &str, console: &mut Console) -> Result<u8, Error> {
    console.print(screen(board, mines, message).as_bytes())?;
    console.flush()?;
    Ok(0)
}

/// What is done to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Reveal,
    Flag,
}

/// Reads a row and a column, both counted from 1, and an action, with spaces
/// and nothing else between and around them.
fn parse(line: &[u8], size: Size) -> Option<(Square, Action)> {
    let mut tokens = line
        .split(|&byte| byte == b' ')
        .filter(|token| !token.is_empty());
    let mut index = |length: usize| {
        let number = usize::try_from(token::integer(tokens.next()?)?).ok()?;
        (1..=length).contains(&number).then(|| number - 1)
    };
    let square = Square {
        row: index(size.rows)?,
        col: index(size.cols)?,
    };
    let action = match tokens.next()? {
        b"R" => Action::Reveal,
        b"F" => Action::Flag,
        _ => return None,
    };
    tokens.next().is_none().then_some((square, action))
}

/// Whether mines are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mines {
    Hidden,
    Shown,
}

/// The board and the banner with the message.
fn screen(board: &Board, mines: Mines, message: &str) -> String {
    let Size { rows, cols } = board.minefield().size();
    let rule = |left, middle, right| format!("{left}{}{right}\n", vec!["───"; cols].join(middle));
    let mut text = rule("┌", "┬", "┐");
    for row in 0..rows {
        if row > 0 {
            text += &rule("├", "┼", "┤");
        }
        for col in 0..cols {
            text.push_str("│ ");
            text.push(content(board, Square { row, col }, mines));
            text.push(' ');
        }
        text += "│\n";
    }
    text += &rule("└", "┴", "┘");
    let width = (4 * cols - 1).max(message.len());
    let bar = "═".repeat(width);
    text + &format!("╔{bar}╗\n║{message:width$}║\n╚{bar}╝\n")
}

/// What a square shows.
fn content(board: &Board, square: Square, mines: Mines) -> char {
    if mines == Mines::Shown && board.minefield().is_mine(square) {
        return '*';
    }
    match (board.state(square), board.minefield().adjacent(square)) {
        (State::Covered, _) => ' ',
        (State::Marked, _) => '¶',
        (State::Uncovered, 0) => '▓',
        (State::Uncovered, adjacent) => char::from(b'0' + adjacent),
    }
}

/// Reads a board file. Its name is looked at first.
fn load(path: &OsStr) -> Result<Minefield, Error> {
    let invalid = |fault| Error::BoardInvalid {
        path: path.to_owned(),
        fault,
    };
    if !is_board_name(path) {
        return Err(invalid("the name of a board file is NAME.cfg"));
    }
    let mut text = Vec::new();
    // One byte more tells that the file is too long.
    let read =
        File::open(path).and_then(|file| file.take(MAX_FILE as u64 + 1).read_to_end(&mut text));
    match read {
        Ok(_) => minefield(&text).map_err(invalid),
        Err(source) => Err(unreadable(path.to_owned(), source)),
    }
}

fn unreadable(path: OsString, source: io::Error) -> Error {
    match source.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Error::BoardNotFound { path, source },
        _ => Error::BoardUnreadable { path, source },
    }
}

/// Whether a file's name ends in `.cfg`, upper or lower case, with something
/// before that.
fn is_board_name(path: &OsStr) -> bool {
    const EXTENSION: &[u8] = b".cfg";
    let name = path
        .as_encoded_bytes()
        .rsplit(|&byte| byte == b'/')
        .next()
        .unwrap_or_default();
    name.len() > EXTENSION.len()
        && name[name.len() - EXTENSION.len()..].eq_ignore_ascii_case(EXTENSION)
}

/// Reads a board: lines of `.` and `*`, each with its end.
fn minefield(text: &[u8]) -> Result<Minefield, &'static str> {
    const TOO_LARGE: &str = "a board has at most 20 rows and 20 columns";
    if text.len() > MAX_FILE {
        return Err(TOO_LARGE);
    }
    let Some(text) = text.strip_suffix(b"\n") else {
        return Err("the last line of a board has no end, or there is none");
    };
    let rows: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let size = Size {
        rows: rows.len(),
        cols: rows[0].len(),
    };
    if rows
        .iter()
        .any(|row| row.len() != size.cols || row.is_empty())
    {
        return Err("the lines of a board have the same length and are not empty");
    }
    if size.rows > MAX_SIDE || size.cols > MAX_SIDE {
        return Err(TOO_LARGE);
    }
    let mut minefield = Minefield::new(size);
    for (square, &byte) in size.squares().zip(rows.iter().copied().flatten()) {
        match byte {
            b'.' => {}
            b'*' => minefield = minefield.with_mine(square),
            _ => return Err("a board consists of . and * only"),
        }
    }
    if size.area() < 2 || minefield.mine_count() == size.area() {
        return Err("a board has at least two squares, and not all of them are mines");
    }
    Ok(minefield)
}
