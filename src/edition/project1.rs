//! "Project One" of 2019: for each square the player answers whether it contains a mine; one
//! wrong answer loses the game.

use super::{
    play_option::PlayOption,
    row::{Dialect, Edition, OutputFormat, SEED_ENDING, Started},
    setup::Setup,
};
use crate::{
    field::{FieldLimits, Line, Minefield, Random, RandomField, Size, Square, Tokens, tokens},
    game::{Board, Flow, Kind, Outcome, Session, Shown, Sink, View, print},
};

pub const EDITION: Edition = Edition {
    name: "project1",
    summary: "Project One, 2019: say of every square whether it is a mine ([SEED] or --rng-seed)",
    dialect: Dialect::Project1,
    options: &[PlayOption::RngSeed],
    fields: LIMITS,
    generates: None,
    case_ending: SEED_ENDING,
    format: OutputFormat::of_prompts(&[PEEK, ROW, COL, MINE, ANOTHER]),
    random: |_| Some(RANDOM),
    start,
    moves: None,
};

const SIZE: Size = Size { rows: 8, cols: 8 };

const RANDOM: RandomField = RandomField::new(SIZE.rows, SIZE.cols, 10);

/// Limits of a seed file: any number of mines is allowed.
const LIMITS: FieldLimits = FieldLimits {
    sides: 8..=8,
    area: 64,
    min_mines: 0,
    min_safe: 0,
};

const PEEK: &str = "Peek at the mines? (yes/no): ";
const ROW: &str = "Row (0-7): ";
const COL: &str = "Column (0-7): ";
const MINE: &str = "Does this square contain a mine? (yes/no): ";
const GUESSED_BEFORE: &str = "That square has already been guessed.\n";
const ANOTHER: &str = "Play another game? (yes/no): ";
const LOST: &str = "You lose!\n";
const WON: &str = "You win!\n";

/// The source of minefields for the games of a session.
#[derive(Debug)]
enum Minefields {
    /// The minefield of a seed file, in every game.
    Fixed(Minefield),
    /// A new random minefield for each game.
    Random(Random),
}

impl Minefields {
    fn next(&mut self) -> Minefield {
        match self {
            Self::Fixed(minefield) => minefield.clone(),
            Self::Random(random) => random.place(SIZE, RANDOM.mines),
        }
    }
}

fn start(setup: &Setup) -> Started {
    let mut minefields = match setup.minefield(&[], &LIMITS)? {
        Some(minefield) => Minefields::Fixed(minefield),
        None => Minefields::Random(setup.rng()?),
    };
    Ok(Box::new(Project1Session {
        board: Board::new(minefields.next()),
        minefields,
        question: Question::Peek,
        has_peeked: false,
        outcome: None,
    }))
}

/// The question that the next line answers.
#[derive(Clone, Copy, Debug)]
enum Question {
    Peek,
    Row,
    Col { row: usize },
    Mine { square: Square },
    Another,
}

impl Question {
    fn text(self) -> &'static str {
        match self {
            Self::Peek => PEEK,
            Self::Row => ROW,
            Self::Col { .. } => COL,
            Self::Mine { .. } => MINE,
            Self::Another => ANOTHER,
        }
    }
}

/// A session, which consists of one or more games.
#[derive(Debug)]
struct Project1Session {
    minefields: Minefields,
    board: Board,
    question: Question,
    /// True if the last answer printed the mines.
    has_peeked: bool,
    outcome: Option<Outcome>,
}

impl Project1Session {
    /// Handles an answer and returns the next question: the same question if the answer is invalid,
    /// `None` if the player declines another game.
    fn answer(&mut self, answer: &[u8], out: &mut dyn Sink) -> Option<Question> {
        let next = match self.question {
            Question::Peek => yes_or_no(answer).map(|is_yes| {
                if is_yes {
                    self.print_mines(out);
                }
                Question::Row
            }),
            Question::Row => index(answer).map(|row| Question::Col { row }),
            Question::Col { row } => index(answer).map(|col| {
                let square = Square { row, col };
                if self.board.shown(square) == Shown::Covered {
                    return Question::Mine { square };
                }
                print(out, Kind::Error, GUESSED_BEFORE);
                Question::Row
            }),
            Question::Mine { square } => {
                yes_or_no(answer).map(|says_mine| self.guess(square, says_mine, out))
            }
            Question::Another => match yes_or_no(answer) {
                Some(false) => return None,
                Some(true) => {
                    self.board = Board::new(self.minefields.next());
                    self.outcome = None;
                    self.print_grid(out);
                    Some(Question::Peek)
                }
                None => None,
            },
        };
        Some(next.unwrap_or(self.question))
    }

    /// Handles a guess and returns the next question.
    fn guess(&mut self, square: Square, says_mine: bool, out: &mut dyn Sink) -> Question {
        self.board.reveal(square);
        self.print_grid(out);
        if says_mine != self.board.minefield().is_mine(square) {
            print(out, Kind::Loss, LOST);
            self.print_mines(out);
            self.outcome = Some(Outcome::Lost);
            return Question::Another;
        }
        if self.board.squares().contains(&Shown::Covered) {
            return Question::Peek;
        }
        print(out, Kind::Win, WON);
        self.outcome = Some(Outcome::Won);
        Question::Another
    }

    fn print_grid(&self, out: &mut dyn Sink) {
        let text = grid(|square| content(self.board.shown(square)));
        print(out, Kind::Grid, text);
    }

    fn print_mines(&mut self, out: &mut dyn Sink) {
        self.has_peeked = true;
        let minefield = self.board.minefield();
        let mines = grid(|square| if minefield.is_mine(square) { 'M' } else { '-' });
        print(out, Kind::Grid, mines);
    }
}

impl Session for Project1Session {
    fn open(&mut self, out: &mut dyn Sink) {
        self.print_grid(out);
        print(out, Kind::Prompt, self.question.text());
    }

    fn line(&mut self, line: Line<'_>, out: &mut dyn Sink) -> Flow {
        self.has_peeked = false;
        let next = match line {
            Line::Text(line) => self.answer(line, out),
            Line::TooLong => Some(self.question),
            Line::End => {
                self.outcome = self.outcome.or(Some(Outcome::Quit));
                print(out, Kind::Quit, "\n");
                None
            }
        };
        let Some(question) = next else {
            return Flow::Ended(0);
        };
        self.question = question;
        print(out, Kind::Prompt, question.text());
        Flow::Continue
    }

    fn view(&self) -> View<'_> {
        // Players know the mine count of random fields, which is always the same.
        let mine_count = match self.minefields {
            Minefields::Fixed(_) => None,
            Minefields::Random(_) => Some(RANDOM.mines),
        };
        self.board.view(self.outcome).with_mine_count(mine_count)
    }

    fn peek(&self) -> Option<Vec<Square>> {
        self.has_peeked
            .then(|| self.board.minefield().mines().collect())
    }
}

/// Returns the only token of a line, or `None` if the line has no token or several.
fn word(line: &[u8]) -> Option<&[u8]> {
    let mut tokens = Tokens::new(line);
    let word = tokens.next()?;
    tokens.next().is_none().then_some(word)
}

fn yes_or_no(line: &[u8]) -> Option<bool> {
    match word(line)?.to_ascii_lowercase().as_slice() {
        b"yes" => Some(true),
        b"no" => Some(false),
        _ => None,
    }
}

fn index(line: &[u8]) -> Option<usize> {
    let number = tokens::integer(word(line)?)?;
    let index = usize::try_from(number).ok()?;
    (index < SIZE.rows).then_some(index)
}

/// Renders the grid with a character for each square.
fn grid(content: impl Fn(Square) -> char) -> String {
    let mut text = String::new();
    for square in SIZE.squares() {
        text.push(content(square));
        text.push(if square.col + 1 < SIZE.cols {
            ' '
        } else {
            '\n'
        });
    }
    text
}

fn content(shown: Shown) -> char {
    match shown {
        Shown::Covered | Shown::Marked | Shown::Guessed => '-',
        Shown::Revealed(adjacent) => char::from(b'0' + adjacent),
        Shown::Mine => 'M',
    }
}
