//! "COMP 182", project 1: uncover and mark on a board that is random unless a
//! seed file fixes it, shown on demand only.

use crate::console::Console;
use crate::edition::cover::{Board, Spread, State};
use crate::edition::{Edition, PlayOption, SEED_ENDING, Setup};
use crate::error::Error;
use crate::input::{Line, Lines};
use crate::minefield::{Limits, Minefield, Size, Square};
use crate::random::RandomField;
use crate::sample::{self, Act, Kind, Sampler};
use crate::token::{self, Tokens};
use std::fmt::Write;

/// The edition.
pub const EDITION: Edition = Edition {
    name: "comp182",
    summary: "COMP 182, project 1: commands show, u, m and q ([SEED] or --rows and others)",
    options: &[
        PlayOption::Rows,
        PlayOption::Cols,
        PlayOption::Mines,
        PlayOption::RngSeed,
        PlayOption::Cascade,
    ],
    generates: None,
    case_ending: SEED_ENDING,
    prompts: &[PROMPT],
    sampler: Sampler {
        sides: 2..=12,
        seed: sample::seed,
        act: sample_act,
        texts: &[
            "show",
            "show",
            "show",
            "q",
            "",
            " \t",
            "u",
            "m 1",
            "u 0 0 0",
            "u x 0",
            "m 0 x",
            "SHOW",
            "show me",
            "u -1 0",
            " u  +0 00 ",
        ],
        tie: None,
    },
    play: start,
};

/// The line for a move in a random game.
fn sample_act(act: &Act) -> String {
    let word = if act.kind == Kind::Reveal { "u" } else { "m" };
    format!("{word} {} {}", act.row, act.col)
}

/// The random board that is played if nothing else is asked for.
const DEFAULT: RandomField = RandomField {
    rows: 4,
    cols: 4,
    mines: 4,
};

const LIMITS: Limits = Limits {
    sides: 1..=99,
    area: 99 * 99,
    fewest_mines: 1,
    fewest_free: 1,
};

const PROMPT: &str = "> ";
const BAD_COMMAND: &str = "bad command\n";
const LOST: &str = "You lose!\n";
const WON: &str = "You win!\n";

/// A valid command: its square, if it has one, is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Command {
    Show,
    Uncover(Square),
    Mark(Square),
    Quit,
}

/// Plays a game to its end.
fn start(setup: &Setup, console: &mut Console) -> Result<u8, Error> {
    let mut board = Board::new(minefield(setup)?);
    let spread = if setup.cascade {
        Spread::StopsAtMarks
    } else {
        Spread::Never
    };
    let mut lines = Lines::of_standard_input()?;
    loop {
        console.print(PROMPT.as_bytes())?;
        let command = match lines.next_line(console)? {
            Line::Text(line) => parse(line, board.minefield().size()),
            Line::TooLong => None,
            Line::End => Some(Command::Quit),
        };
        match command {
            None => console.print(BAD_COMMAND.as_bytes())?,
            Some(Command::Quit) => break,
            Some(Command::Show) => console.print(show(&board, Cells::AsTheyAre).as_bytes())?,
            Some(Command::Mark(square)) => board.toggle_mark(square),
            Some(Command::Uncover(square)) if board.state(square) != State::Covered => {}
            Some(Command::Uncover(square)) if board.minefield().is_mine(square) => {
                console.print(show(&board, Cells::AllUncovered).as_bytes())?;
                console.print(LOST.as_bytes())?;
                break;
            }
            Some(Command::Uncover(square)) => board.uncover(square, spread),
        }
        if is_won(&board) {
            console.print(show(&board, Cells::AsTheyAre).as_bytes())?;
            console.print(WON.as_bytes())?;
            break;
        }
    }
    console.flush()?;
    Ok(0)
}

/// The minefield of the seed file, or else a random one.
fn minefield(setup: &Setup) -> Result<Minefield, Error> {
    if let Some(minefield) = setup.seed(&[PlayOption::Cascade], &LIMITS)? {
        return Ok(minefield);
    }
    let field = RandomField {
        rows: setup.rows.unwrap_or(DEFAULT.rows),
        cols: setup.cols.unwrap_or(DEFAULT.cols),
        mines: setup.mines.unwrap_or(DEFAULT.mines),
    };
    field.place(&LIMITS, &mut setup.rng()?)
}

/// Every square with a mine is marked, and every other one is uncovered: then
/// there are no marks but those.
fn is_won(board: &Board) -> bool {
    board.is_cleared() && board.marked() == board.minefield().mine_count()
}

/// Reads a command. A line without tokens ends the game as `q` does.
fn parse(line: &[u8], size: Size) -> Option<Command> {
    let mut tokens = Tokens::new(line);
    let index = |tokens: &mut Tokens, length: usize| {
        let index = usize::try_from(token::integer(tokens.next()?)?).ok()?;
        (index < length).then_some(index)
    };
    let square = |tokens: &mut Tokens| {
        Some(Square {
            row: index(tokens, size.rows)?,
            col: index(tokens, size.cols)?,
        })
    };
    let command = match tokens.next() {
        None | Some(b"q") => Command::Quit,
        Some(b"show") => Command::Show,
        Some(b"u") => Command::Uncover(square(&mut tokens)?),
        Some(b"m") => Command::Mark(square(&mut tokens)?),
        Some(_) => return None,
    };
    tokens.next().is_none().then_some(command)
}

/// Which cells are shown covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cells {
    AsTheyAre,
    AllUncovered,
}

/// The numbers of marks and mines, and the grid with its numbers on all sides.
fn show(board: &Board, cells: Cells) -> String {
    let Size { rows, cols } = board.minefield().size();
    let row_width = (rows - 1).to_string().len();
    let col_width = (cols - 1).to_string().len();
    let numbers: Vec<String> = (0..cols).map(|col| format!("{col:col_width$}")).collect();
    let numbers = format!("{:row_width$}   {}\n", "", numbers.join(" "));
    let rule = format!(
        "{:row_width$}  {}\n",
        "",
        "_".repeat(cols * (col_width + 1) + 1)
    );

    let mut text = format!(
        "Status: {:02}/{:02}\n\n",
        board.marked(),
        board.minefield().mine_count()
    );
    text += &numbers;
    text += &rule;
    for row in 0..rows {
        // Writing to a `String` always succeeds.
        let _ = write!(text, "{row:row_width$} |");
        for col in 0..cols {
            let cell = content(board, Square { row, col }, cells);
            let _ = write!(text, " {cell:>col_width$}");
        }
        let _ = writeln!(text, " | {row:row_width$}");
    }
    text + &rule + &numbers
}

/// What a cell shows.
fn content(board: &Board, square: Square, cells: Cells) -> char {
    match (board.state(square), cells) {
        (State::Covered, Cells::AsTheyAre) => '?',
        (State::Marked, Cells::AsTheyAre) => 'X',
        _ if board.minefield().is_mine(square) => '*',
        _ => match board.minefield().adjacent(square) {
            0 => '_',
            adjacent => char::from(b'0' + adjacent),
        },
    }
}
