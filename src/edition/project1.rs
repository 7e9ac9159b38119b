//! "Project One" of 2019: for each square the player says whether there is a
//! mine; one wrong answer is the end.

use crate::console::Console;
use crate::edition::{Edition, PlayOption, SEED_ENDING, Setup};
use crate::error::Error;
use crate::input::{Line, Lines};
use crate::minefield::{Limits, Minefield, Size, Square};
use crate::random::Random;
use crate::sample::{self, Act, Kind, Sampler};
use crate::streams::Input;
use crate::token::{self, Tokens};

/// The edition.
pub const EDITION: Edition = Edition {
    name: "project1",
    summary: "Project One, 2019: say of every square whether it is a mine ([SEED] or --rng-seed)",
    options: &[PlayOption::RngSeed],
    generates: None,
    case_ending: SEED_ENDING,
    prompts: &[PEEK, ROW, COL, MINE, ANOTHER],
    sampler: Sampler {
        sides: 8..=8,
        seed: sample::seed,
        act: sample_act,
        texts: &[
            "yes", "no", "YES", " No ", "maybe", "", "8", "-1", "x", "yes no", "3", "+3",
        ],
        tie: None,
    },
    play: start,
};

/// The answers for a move in a random game.
fn sample_act(act: &Act) -> String {
    let mine = if act.kind == Kind::Reveal {
        "no"
    } else {
        "yes"
    };
    format!("no\n{}\n{}\n{mine}", act.row, act.col)
}

const SIZE: Size = Size { rows: 8, cols: 8 };

/// The number of mines of a random game.
const MINES: usize = 10;

/// A seed file has any number of mines.
const LIMITS: Limits = Limits {
    sides: 8..=8,
    area: 64,
    fewest_mines: 0,
    fewest_free: 0,
};

const PEEK: &str = "Peek at the mines? (yes/no): ";
const ROW: &str = "Row (0-7): ";
const COL: &str = "Column (0-7): ";
const MINE: &str = "Does this square contain a mine? (yes/no): ";
const GUESSED_BEFORE: &str = "That square has already been guessed.\n";
const ANOTHER: &str = "Play another game? (yes/no): ";
const LOST: &str = "You lose!\n";
const WON: &str = "You win!\n";

/// The minefields of the games of a run.
enum Minefields {
    /// That of a seed file, each time.
    Fixed(Minefield),
    /// Another random one each time.
    Random(Random),
}

impl Minefields {
    fn next(&mut self) -> Minefield {
        match self {
            Self::Fixed(minefield) => minefield.clone(),
            Self::Random(random) => random.place(SIZE, MINES),
        }
    }
}

/// Plays games until the player has had enough or the input ends.
fn start(setup: &Setup, console: &mut Console) -> Result<u8, Error> {
    let mut minefields = match setup.seed(&[], &LIMITS)? {
        Some(minefield) => Minefields::Fixed(minefield),
        None => Minefields::Random(setup.rng()?),
    };
    let mut player = Player {
        lines: Lines::of_standard_input()?,
        console,
    };
    loop {
        let finished = play(&minefields.next(), &mut player)?;
        let another = match finished {
            Some(()) => player.ask(ANOTHER, yes_or_no)?,
            None => None,
        };
        match another {
            Some(true) => {}
            Some(false) => break,
            None => {
                player.console.print(b"\n")?;
                break;
            }
        }
    }
    console.flush()?;
    Ok(0)
}

/// Plays a game; `None` if the input ends first.
fn play(minefield: &Minefield, player: &mut Player) -> Result<Option<()>, Error> {
    let mut guessed = vec![false; SIZE.area()];
    loop {
        let shown = |square| guessed[SIZE.index(square)].then(|| content(minefield, square));
        player.print(&grid(shown))?;
        if guessed.iter().all(|&guessed| guessed) {
            player.print(WON)?;
            return Ok(Some(()));
        }
        let Some((square, says_mine)) = guess(minefield, &guessed, player)? else {
            return Ok(None);
        };
        if says_mine != minefield.is_mine(square) {
            player.print(LOST)?;
            player.print(&grid(|square| minefield.is_mine(square).then_some('M')))?;
            return Ok(Some(()));
        }
        guessed[SIZE.index(square)] = true;
    }
}

/// Asks for a square and whether it contains a mine; `None` if the input ends.
fn guess(
    minefield: &Minefield,
    guessed: &[bool],
    player: &mut Player,
) -> Result<Option<(Square, bool)>, Error> {
    let Some(peek) = player.ask(PEEK, yes_or_no)? else {
        return Ok(None);
    };
    if peek {
        player.print(&grid(|square| minefield.is_mine(square).then_some('M')))?;
    }
    let square = loop {
        let Some(row) = player.ask(ROW, index)? else {
            return Ok(None);
        };
        let Some(col) = player.ask(COL, index)? else {
            return Ok(None);
        };
        let square = Square { row, col };
        if !guessed[SIZE.index(square)] {
            break square;
        }
        player.print(GUESSED_BEFORE)?;
    };
    let says_mine = player.ask(MINE, yes_or_no)?;
    Ok(says_mine.map(|says_mine| (square, says_mine)))
}

/// Who answers the questions.
struct Player<'console> {
    lines: Lines<Input>,
    console: &'console mut Console,
}

impl Player<'_> {
    fn print(&mut self, text: &str) -> Result<(), Error> {
        self.console.print(text.as_bytes())
    }

    /// Asks until an answer can be used; `None` if the input ends first.
    fn ask<T>(
        &mut self,
        question: &str,
        answer: fn(&[u8]) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        loop {
            self.print(question)?;
            let answer = match self.lines.next_line(self.console)? {
                Line::Text(line) => answer(line),
                Line::TooLong => None,
                Line::End => return Ok(None),
            };
            if answer.is_some() {
                return Ok(answer);
            }
        }
    }
}

/// The only token of a line.
fn word(line: &[u8]) -> Option<&[u8]> {
    let mut tokens = Tokens::new(line);
    let word = tokens.next()?;
    tokens.next().is_none().then_some(word)
}

fn yes_or_no(line: &[u8]) -> Option<bool> {
    let word = word(line)?;
    let is = |answer: &[u8]| word.eq_ignore_ascii_case(answer);
    (is(b"yes") || is(b"no")).then(|| is(b"yes"))
}

fn index(line: &[u8]) -> Option<usize> {
    let index = usize::try_from(token::integer(word(line)?)?).ok()?;
    (index < SIZE.rows).then_some(index)
}

/// The grid with what each square shows, `-` if that is nothing.
fn grid(shown: impl Fn(Square) -> Option<char>) -> String {
    let mut text = String::new();
    for square in SIZE.squares() {
        text.push(shown(square).unwrap_or('-'));
        text.push(if square.col + 1 < SIZE.cols {
            ' '
        } else {
            '\n'
        });
    }
    text
}

/// What a square is.
fn content(minefield: &Minefield, square: Square) -> char {
    if minefield.is_mine(square) {
        return 'M';
    }
    char::from(b'0' + minefield.adjacent(square))
}
