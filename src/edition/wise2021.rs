//! "Programming Styles", winter 2020/21: a board file, a box-drawn board, flags that toggle,
//! and uncovering that spreads to neighbours.

use std::{
    ffi::{OsStr, OsString},
    io::{self, ErrorKind, Read},
};

use super::{
    row::{BOARD_ENDING, Dialect, Edition, MarkingAgain, Moves, OutputFormat, Started, ToWin},
    setup::Setup,
    start_error::StartError,
};
use crate::{
    field::{FieldLimits, Line, Minefield, SeedFile, Size, Square, tokens},
    game::{Board, Cascade, Flow, Kind, Outcome, Piece, Session, Shown, Sink, Stream, View},
};

pub const EDITION: Edition = Edition {
    name: "wise2021",
    summary: "Programming Styles WiSe 20-21: flags, spreading, a box-drawn board (BOARD.cfg)",
    dialect: Dialect::Wise2021,
    options: &[],
    fields: FieldLimits {
        sides: 1..=MAX_SIDE,
        area: MAX_SIDE * MAX_SIDE,
        min_mines: 0,
        min_safe: 1,
    },
    generates: None,
    case_ending: BOARD_ENDING,
    format: OutputFormat::of_prompts(&[PROMPT]),
    // The menu of the full screen sets it. The command line accepts no `--random` here.
    random: |setup| setup.random,
    start,
    moves: Some(Moves {
        field,
        begin: |_, minefield| Box::new(Wise2021Session::new(minefield)),
        text: board_text,
        reveal: |square| format!("{} {} R", square.row + 1, square.col + 1),
        mark: |square| format!("{} {} F", square.row + 1, square.col + 1),
        guess: None,
        nofog: None,
        marking_again: MarkingAgain::LiftsOptionally,
        to_win: ToWin::Reveals,
        first_index: 1,
    }),
};

const MAX_SIDE: usize = 20;

/// Maximum length of a board file, in bytes: each row has a line end.
const MAX_FILE: usize = MAX_SIDE * (MAX_SIDE + 1);

const PROMPT: &str = ">";
const WON: &str = "You Won!";
const LOST: &str = "You Lost!";
const INVALID_INPUT: &str = "The provided input is not valid!";
const END_OF_INPUT: &str = "Not enough inputs!";

/// Begins a game on the board of the first file. Further files are ignored.
fn start(setup: &Setup) -> Started {
    Ok(Box::new(Wise2021Session::new(field(setup)?)))
}

fn field(setup: &Setup) -> Result<Minefield, StartError> {
    load(setup.files.first().ok_or(StartError::NoBoard)?)
}

#[derive(Debug)]
struct Wise2021Session {
    board: Board,
    outcome: Option<Outcome>,
}

impl Wise2021Session {
    fn new(minefield: Minefield) -> Self {
        Self {
            board: Board::new(minefield),
            outcome: None,
        }
    }

    /// Prints the board, a message and a prompt, which may be empty.
    fn print(&self, message: &str, kind: Kind, prompt: &str, out: &mut dyn Sink) {
        let board = grid(&self.board);
        let banner = banner(message, self.board.size());
        let pieces = [
            Piece::new(Kind::Grid, board.len()),
            Piece::new(kind, banner.len()),
            Piece::new(Kind::Prompt, prompt.len()),
        ];
        let screen = [&board, &banner, prompt].concat();
        let piece_count = if prompt.is_empty() { 2 } else { 3 };
        out.print(Stream::Output, screen.as_bytes(), &pieces[..piece_count]);
    }

    /// Prints the board, a message and the prompt, and continues the game.
    fn ask(&self, message: &str, kind: Kind, out: &mut dyn Sink) -> Flow {
        self.print(message, kind, PROMPT, out);
        Flow::Continue
    }

    /// Ends the game and prints the final board, without a prompt.
    fn end(&mut self, outcome: Outcome, out: &mut dyn Sink) -> Flow {
        let (message, kind) = match outcome {
            Outcome::Won => (WON, Kind::Win),
            Outcome::Lost => (LOST, Kind::Loss),
            Outcome::Quit => (END_OF_INPUT, Kind::Quit),
        };
        if outcome == Outcome::Lost {
            self.board.reveal_mines();
        }
        self.outcome = Some(outcome);
        self.print(message, kind, "", out);
        Flow::Ended(0)
    }
}

impl Session for Wise2021Session {
    fn open(&mut self, out: &mut dyn Sink) {
        self.ask("", Kind::Message, out);
    }

    fn line(&mut self, line: Line<'_>, out: &mut dyn Sink) -> Flow {
        let input = match line {
            Line::Text(line) => parse(line, self.board.size()),
            Line::TooLong => None,
            Line::End => return self.end(Outcome::Quit, out),
        };
        match input {
            None => return self.ask(INVALID_INPUT, Kind::Error, out),
            Some((square, Action::Flag)) => self.board.toggle_mark(square),
            Some((square, Action::Reveal)) => {
                if self.board.minefield().is_mine(square) {
                    return self.end(Outcome::Lost, out);
                }
                self.board.uncover(square, Cascade::IgnoresMarks);
                if self.board.is_cleared() {
                    return self.end(Outcome::Won, out);
                }
            }
        }
        self.ask("", Kind::Message, out)
    }

    fn view(&self) -> View<'_> {
        self.board.view(self.outcome)
    }
}

/// A command on a square.
#[derive(Debug)]
enum Action {
    Reveal,
    Flag,
}

/// Parses a row and a column, both from 1, and an action, with only spaces between and around them.
fn parse(line: &[u8], size: Size) -> Option<(Square, Action)> {
    let mut tokens = line
        .split(|&byte| byte == b' ')
        .filter(|token| !token.is_empty());
    let mut index = |length: usize| {
        let number = tokens::integer(tokens.next()?)?;
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        (index < length).then_some(index)
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

/// Renders the board with box-drawing characters.
fn grid(board: &Board) -> String {
    let Size { rows, cols } = board.size();
    let mut text = rule("┌", "┬", "┐", cols);
    for row in 0..rows {
        if row > 0 {
            text += &rule("├", "┼", "┤", cols);
        }
        for col in 0..cols {
            text.push_str("│ ");
            text.push(match board.shown(Square { row, col }) {
                Shown::Covered | Shown::Guessed => ' ',
                Shown::Marked => '¶',
                Shown::Revealed(0) => '▓',
                Shown::Revealed(adjacent) => char::from(b'0' + adjacent),
                Shown::Mine => '*',
            });
            text.push(' ');
        }
        text += "│\n";
    }
    text + &rule("└", "┴", "┘", cols)
}

fn rule(left: &str, middle: &str, right: &str, cols: usize) -> String {
    format!("{left}{}{right}\n", vec!["───"; cols].join(middle))
}

/// Renders a message in a box that is at least as wide as the board.
fn banner(message: &str, size: Size) -> String {
    let width = (4 * size.cols - 1).max(message.len());
    let bar = "═".repeat(width);
    format!("╔{bar}╗\n║{message:width$}║\n╚{bar}╝\n")
}

/// Reads a board file. A bad name is reported before the file is opened.
fn load(file: &SeedFile) -> Result<Minefield, StartError> {
    let path = file.name();
    let invalid = |fault| StartError::BoardInvalid {
        path: path.to_owned(),
        fault,
    };
    if !is_board_name(path) {
        return Err(invalid("the name of a board file is NAME.cfg"));
    }
    let mut board = Vec::new();
    // One byte more than allowed, to recognize a file that is too long.
    let read = file
        .open()
        .and_then(|source| source.take(MAX_FILE as u64 + 1).read_to_end(&mut board));
    match read {
        Ok(_) => minefield(&board).map_err(invalid),
        Err(source) => Err(open_error(path.to_owned(), source)),
    }
}

fn open_error(path: OsString, source: io::Error) -> StartError {
    match source.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            StartError::BoardNotFound { path, source }
        }
        _ => StartError::BoardUnreadable { path, source },
    }
}

/// Reports whether a file name is `.cfg`, in any case, after at least one other character.
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

pub fn board_text(minefield: &Minefield) -> String {
    let size = minefield.size();
    let mut text = String::new();
    for square in size.squares() {
        text.push(if minefield.is_mine(square) { '*' } else { '.' });
        if square.col + 1 == size.cols {
            text.push('\n');
        }
    }
    text
}

/// Parses a board: lines of `.` and `*`, each with a line end.
fn minefield(board: &[u8]) -> Result<Minefield, &'static str> {
    const TOO_LARGE: &str = "a board has at most 20 rows and 20 columns";
    if board.len() > MAX_FILE {
        return Err(TOO_LARGE);
    }
    let Some(board) = board.strip_suffix(b"\n") else {
        return Err("the last line of a board has no end, or there is none");
    };
    let rows: Vec<&[u8]> = board.split(|&byte| byte == b'\n').collect();
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
