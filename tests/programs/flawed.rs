//! A game of v2022.sp with a flaw, and programs that misbehave:
//! `flawed FLAW SEED_FILE_PATH`.

use std::ffi::OsStr;
use std::process::ExitCode;

use minesweeper_alpha::command::{self, Command};
use minesweeper_alpha::console::Console;
use minesweeper_alpha::edition::uga::RULES_2022_SP;
use minesweeper_alpha::error::{Error, InvalidCommand};
use minesweeper_alpha::game::{Game, Outcome};
use minesweeper_alpha::input::{Line, Lines};
use minesweeper_alpha::minefield::Size;
use minesweeper_alpha::screen::Screen;
use minesweeper_alpha::{console, seed};

/// What is wrong with the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flaw {
    /// `nofog` is not over after its round.
    NofogForEver,
    /// A column just beyond the grid is taken for the last one.
    ColumnTooLarge,
    /// An invalid command uses a round.
    InvalidUsesRound,
    /// A win is not seen when the last move is a mark.
    MarkDoesNotWin,
    /// The score is rounded half to even.
    ScoreToEven,
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [flaw, seed] = arguments.as_slice() else {
        return ExitCode::from(64);
    };
    let flaw = match flaw.to_str() {
        Some("nofog") => Flaw::NofogForEver,
        Some("column") => Flaw::ColumnTooLarge,
        Some("invalid") => Flaw::InvalidUsesRound,
        Some("mark") => Flaw::MarkDoesNotWin,
        Some("score") => Flaw::ScoreToEven,
        Some("grow") => grow(),
        _ => return ExitCode::from(64),
    };
    match play(flaw, seed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            console::report(&error);
            ExitCode::from(error.status())
        }
    }
}

/// Uses more and more memory, a page of it at a time.
fn grow() -> ! {
    let mut memory = Vec::new();
    loop {
        memory.push(vec![1_u8; 1 << 20]);
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

fn play(flaw: Flaw, seed: &OsStr) -> Result<(), Error> {
    let rules = RULES_2022_SP;
    let minefield = seed::load(seed, &rules.limits).map_err(|error| Error::seed(seed, error))?;
    let size = minefield.size();
    let mut console = Console::new()?;
    let mut game = Game::new(minefield, rules.is_won);
    let mut screen = Screen::new(size, rules.columns_end);
    let mut lines = Lines::of_standard_input()?;
    console.print(rules.welcome.as_bytes())?;
    loop {
        console.print(screen.frame())?;
        let command = match lines.next_line(&mut console)? {
            Line::Text(line) => parse(flaw, line, size),
            Line::TooLong => Err(InvalidCommand::NotRecognized),
            Line::End => Ok(Command::Quit),
        };
        let outcome = match command {
            Err(invalid) => {
                console.error(&invalid)?;
                if flaw == Flaw::InvalidUsesRound {
                    game.pass();
                    screen.set_rounds(game.rounds());
                }
                continue;
            }
            Ok(command) => game.apply(command),
        };
        let end = match outcome {
            Outcome::Won if flaw == Flaw::MarkDoesNotWin && is_mark(command) => None,
            Outcome::Won => Some(format!(
                "{}{}{}",
                rules.game_won,
                score(flaw, &game),
                rules.after_score
            )),
            Outcome::Lost => Some(rules.game_over.to_owned()),
            Outcome::Quit => Some(rules.quit.to_owned()),
            _ => None,
        };
        if let Some(text) = end {
            console.print(text.as_bytes())?;
            return console.flush();
        }
        if outcome == Outcome::Helped {
            console.print(rules.commands.as_bytes())?;
        }
        if let Outcome::Changed { square, shown } = outcome {
            screen.set_square(square, shown);
        }
        let lifted = outcome == Outcome::FogLifted;
        if lifted || flaw != Flaw::NofogForEver {
            screen.set_fog_lifted(lifted, game.minefield());
        }
        screen.set_rounds(game.rounds());
    }
}

fn parse(flaw: Flaw, line: &[u8], size: Size) -> Result<Command, InvalidCommand<'_>> {
    if flaw != Flaw::ColumnTooLarge {
        return command::parse(line, size);
    }
    let wider = Size {
        cols: size.cols + 1,
        ..size
    };
    command::parse(line, wider).map(|command| match command {
        Command::Reveal(mut square) | Command::Mark(mut square) | Command::Guess(mut square) => {
            square.col = square.col.min(size.cols - 1);
            match command {
                Command::Reveal(_) => Command::Reveal(square),
                Command::Mark(_) => Command::Mark(square),
                _ => Command::Guess(square),
            }
        }
        other => other,
    })
}

fn is_mark(command: Result<Command, InvalidCommand<'_>>) -> bool {
    matches!(command, Ok(Command::Mark(_)))
}

#[expect(clippy::cast_precision_loss, reason = "that is the flaw")]
fn score(flaw: Flaw, game: &Game) -> String {
    if flaw != Flaw::ScoreToEven {
        return (RULES_2022_SP.score)(game);
    }
    format!(
        "{:.2}",
        100.0 * game.minefield().size().area() as f64 / game.rounds() as f64
    )
}
