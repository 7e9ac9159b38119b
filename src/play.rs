//! The loop that joins them: lines to commands to outcomes to the console.

use std::ffi::OsString;
use std::io;

use crate::command::{self, Command};
use crate::console::Console;
use crate::error::{Error, InvalidCommand};
use crate::game::{Game, Outcome};
use crate::input::{Lines, Next};
use crate::screen::{self, Screen};
use crate::seed;

/// Plays the game of a seed file, from the welcome to its end: won, lost, quit
/// or out of input. What is left of the input is not read as commands.
///
/// # Errors
///
/// What is wrong with the seed file, before anything is printed; a failure to
/// read standard input or to print.
pub fn play(seed: OsString) -> Result<(), Error> {
    let mut game = Game::new(seed::load(seed)?);
    let size = game.minefield().size();
    let mut screen = Screen::new(size);
    let mut lines = Lines::new(io::stdin().lock());
    let mut console = Console::new()?;
    console.print(screen::WELCOME)?;
    console.print(screen.frame())?;
    loop {
        let command = match lines.take() {
            Next::Line(line) => command::parse(line, size),
            Next::TooLong => Err(InvalidCommand::NotRecognized),
            Next::End => Ok(Command::Quit),
            Next::Pending => {
                console.flush()?;
                lines.fill().map_err(Error::Input)?;
                continue;
            }
        };
        match command {
            Ok(command) => {
                let outcome = game.apply(command);
                if show(outcome, &game, &mut screen, &mut console)? == State::Over {
                    return console.flush();
                }
            }
            Err(invalid) => console.error(&invalid)?,
        }
        console.print(screen.frame())?;
    }
}

/// Whether there is another round.
#[derive(PartialEq, Eq)]
enum State {
    Playing,
    Over,
}

/// Prints what an outcome prints before the next round, and brings the screen
/// up to date for that.
fn show(
    outcome: Outcome,
    game: &Game,
    screen: &mut Screen,
    console: &mut Console,
) -> Result<State, Error> {
    match outcome {
        Outcome::Changed { square, shown } => screen.set_square(square, shown),
        Outcome::FogLifted => {}
        Outcome::Helped => console.print(screen::COMMANDS.as_bytes())?,
        Outcome::Won(score) => {
            console.print(screen::GAME_WON.as_bytes())?;
            console.print(score.to_string().as_bytes())?;
            console.print(screen::AFTER_SCORE.as_bytes())?;
            return Ok(State::Over);
        }
        Outcome::Lost => {
            console.print(screen::GAME_OVER.as_bytes())?;
            return Ok(State::Over);
        }
        Outcome::Quit => {
            console.print(screen::QUIT.as_bytes())?;
            return Ok(State::Over);
        }
    }
    screen.set_fog_lifted(outcome == Outcome::FogLifted, game.minefield());
    screen.set_rounds(game.rounds());
    Ok(State::Playing)
}
