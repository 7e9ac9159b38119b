//! "COMP 182", project 1: commands uncover and mark squares of a random board or of a seed
//! file. The board is printed on request only.

use std::fmt::Write;

use super::{
    play_option::PlayOption,
    row::{Dialect, Edition, MarkingAgain, Moves, OutputFormat, SEED_ENDING, Started, ToWin},
    setup::Setup,
    start_error::StartError,
};
use crate::{
    field::{FieldLimits, Line, Minefield, RandomField, Size, Square, Tokens, seed, tokens},
    game::{Board, Cascade, Flow, Kind, Outcome, Piece, Session, Shown, Sink, Stream, View, print},
};

pub const EDITION: Edition = Edition {
    name: "comp182",
    summary: "COMP 182, project 1: commands show, u, m and q ([SEED] or --rows and others)",
    dialect: Dialect::Comp182,
    options: &[
        PlayOption::Rows,
        PlayOption::Cols,
        PlayOption::Mines,
        PlayOption::RngSeed,
        PlayOption::Cascade,
    ],
    fields: LIMITS,
    generates: None,
    case_ending: SEED_ENDING,
    format: OutputFormat::of_prompts(&[PROMPT]),
    random: |setup| Some(random_field(setup)),
    start,
    moves: Some(Moves {
        field: minefield,
        begin: |setup, minefield| Box::new(Comp182Session::new(setup, minefield)),
        text: seed::text,
        reveal: |square| format!("u {} {}", square.row, square.col),
        mark: |square| format!("m {} {}", square.row, square.col),
        guess: None,
        nofog: None,
        marking_again: MarkingAgain::Lifts,
        to_win: ToWin::Both,
        first_index: 0,
    }),
};

pub const DEFAULT: RandomField = RandomField::new(4, 4, 4);

const LIMITS: FieldLimits = FieldLimits {
    sides: 1..=99,
    area: 99 * 99,
    min_mines: 1,
    min_safe: 1,
};

const PROMPT: &str = "> ";
const BAD_COMMAND: &str = "bad command\n";
const LOST: &str = "You lose!\n";
const WON: &str = "You win!\n";

/// A valid line: its square, if it has one, is on the board.
#[derive(Debug)]
enum Input {
    Show,
    Uncover(Square),
    Mark(Square),
    Quit,
}

fn start(setup: &Setup) -> Started {
    Ok(Box::new(Comp182Session::new(setup, minefield(setup)?)))
}

#[derive(Debug)]
struct Comp182Session {
    board: Board,
    cascade: Cascade,
    outcome: Option<Outcome>,
}

impl Comp182Session {
    fn new(setup: &Setup, minefield: Minefield) -> Self {
        Self {
            board: Board::new(minefield),
            cascade: if setup.cascade {
                Cascade::StopsAtMarks
            } else {
                Cascade::Never
            },
            outcome: None,
        }
    }

    fn end(&mut self, outcome: Outcome, out: &mut dyn Sink) -> Flow {
        self.outcome = Some(outcome);
        match outcome {
            Outcome::Quit => {}
            Outcome::Won => {
                show(&self.board, self.board.tally().marked, out);
                print(out, Kind::Win, WON);
            }
            Outcome::Lost => {
                // Revealing all squares removes the marks, but the status line still counts them.
                let marked = self.board.tally().marked;
                for square in self.board.size().squares() {
                    self.board.reveal(square);
                }
                show(&self.board, marked, out);
                print(out, Kind::Loss, LOST);
            }
        }
        Flow::Ended(0)
    }
}

impl Session for Comp182Session {
    fn open(&mut self, out: &mut dyn Sink) {
        print(out, Kind::Prompt, PROMPT);
    }

    fn line(&mut self, line: Line<'_>, out: &mut dyn Sink) -> Flow {
        let input = match line {
            Line::Text(line) => parse(line, self.board.size()),
            Line::TooLong => None,
            Line::End => Some(Input::Quit),
        };
        match input {
            None => print(out, Kind::Error, BAD_COMMAND),
            Some(Input::Quit) => return self.end(Outcome::Quit, out),
            Some(Input::Show) => show(&self.board, self.board.tally().marked, out),
            Some(Input::Mark(square)) => self.board.toggle_mark(square),
            Some(Input::Uncover(square)) if self.board.shown(square) == Shown::Covered => {
                if self.board.minefield().is_mine(square) {
                    return self.end(Outcome::Lost, out);
                }
                self.board.uncover(square, self.cascade);
            }
            Some(Input::Uncover(_)) => {}
        }
        if is_won(&self.board) {
            return self.end(Outcome::Won, out);
        }
        print(out, Kind::Prompt, PROMPT);
        Flow::Continue
    }

    fn view(&self) -> View<'_> {
        let mine_count = self.board.minefield().mine_count();
        self.board
            .view(self.outcome)
            .with_mine_count(Some(mine_count))
    }
}

/// Returns the minefield of the seed file, or a random minefield.
fn minefield(setup: &Setup) -> Result<Minefield, StartError> {
    if let Some(minefield) = setup.minefield(&[PlayOption::Cascade], &LIMITS)? {
        return Ok(minefield);
    }
    random_field(setup)
        .place(&LIMITS, &mut setup.rng()?)
        .map_err(StartError::Random)
}

fn random_field(setup: &Setup) -> RandomField {
    RandomField {
        rows: setup.rows.unwrap_or(DEFAULT.rows),
        cols: setup.cols.unwrap_or(DEFAULT.cols),
        mines: setup.mines.unwrap_or(DEFAULT.mines),
    }
}

/// Reports whether every square with a mine is marked and every other square is revealed. On a
/// cleared board, only squares with mines can have marks, so the number of marks decides.
fn is_won(board: &Board) -> bool {
    board.is_cleared() && board.tally().marked == board.minefield().mine_count()
}

/// Parses a command. A line without tokens ends the game as `q` does.
fn parse(line: &[u8], size: Size) -> Option<Input> {
    let mut tokens = Tokens::new(line);
    let command = match tokens.next() {
        None | Some(b"q") => Input::Quit,
        Some(b"show") => Input::Show,
        Some(b"u") => Input::Uncover(parse_square(&mut tokens, size)?),
        Some(b"m") => Input::Mark(parse_square(&mut tokens, size)?),
        Some(_) => return None,
    };
    tokens.next().is_none().then_some(command)
}

fn parse_square(tokens: &mut Tokens, size: Size) -> Option<Square> {
    let row = parse_index(tokens, size.rows)?;
    let col = parse_index(tokens, size.cols)?;
    Some(Square { row, col })
}

fn parse_index(tokens: &mut Tokens, length: usize) -> Option<usize> {
    let number = tokens::integer(tokens.next()?)?;
    let index = usize::try_from(number).ok()?;
    (index < length).then_some(index)
}

/// Prints the status line with the number of marks, and the grid with numbers on all sides.
fn show(board: &Board, marked: usize, out: &mut dyn Sink) {
    let Size { rows, cols } = board.size();
    let row_width = (rows - 1).to_string().len();
    let col_width = (cols - 1).to_string().len();
    let mut column_line = format!("{:row_width$}  ", "");
    for col in 0..cols {
        // Writing to a `String` always succeeds.
        let _ = write!(column_line, " {col:col_width$}");
    }
    column_line.push('\n');
    let rule = format!(
        "{:row_width$}  {}\n",
        "",
        "_".repeat(cols * (col_width + 1) + 1)
    );

    let status = format!(
        "Status: {marked:02}/{:02}\n",
        board.minefield().mine_count()
    );
    let mut grid = rule.clone();
    for row in 0..rows {
        let _ = write!(grid, "{row:row_width$} |");
        for col in 0..cols {
            let character = content(board.shown(Square { row, col }));
            let _ = write!(grid, " {character:>col_width$}");
        }
        let _ = writeln!(grid, " | {row:row_width$}");
    }
    grid += &rule;
    let pieces = [
        Piece::new(Kind::Message, status.len()),
        Piece::new(Kind::Blank, 1),
        Piece::new(Kind::ColumnLine, column_line.len()),
        Piece::new(Kind::Grid, grid.len()),
        Piece::new(Kind::ColumnLine, column_line.len()),
    ];
    let text = [&status, "\n", &column_line, &grid, &column_line].concat();
    out.print(Stream::Output, text.as_bytes(), &pieces);
}

fn content(shown: Shown) -> char {
    match shown {
        Shown::Covered | Shown::Guessed => '?',
        Shown::Marked => 'X',
        Shown::Mine => '*',
        Shown::Revealed(0) => '_',
        Shown::Revealed(adjacent) => char::from(b'0' + adjacent),
    }
}
