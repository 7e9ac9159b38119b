//! The loop of the UGA editions: lines to commands to outcomes to the console.

use crate::command::{self, Command};
use crate::console::Console;
use crate::error::{Error, InvalidCommand};
use crate::game::{Game, Outcome};
use crate::input::{Line, Lines};
use crate::minefield::Minefield;
use crate::rules::{InvalidLine, Rules};
use crate::screen::Screen;

/// Plays a game from the welcome to its end: won, lost, quit or out of input.
/// What is left of the input is not read as commands.
///
/// # Errors
///
/// A failure to read standard input or to print.
pub fn play(rules: &Rules, minefield: Minefield, console: &mut Console) -> Result<(), Error> {
    let size = minefield.size();
    let mut game = Game::new(minefield, rules.is_won);
    let mut screen = Screen::new(size, rules.columns_end);
    let mut lines = Lines::of_standard_input()?;
    console.print(rules.welcome.as_bytes())?;
    loop {
        console.print(screen.frame())?;
        let command = match lines.next_line(console)? {
            Line::Text(line) => command::parse(line, size),
            Line::TooLong => Err(InvalidCommand::NotRecognized),
            Line::End => Ok(Command::Quit),
        };
        let outcome = match (command, rules.invalid_line) {
            (Ok(command), _) => game.apply(command),
            (Err(_), InvalidLine::CompletesRound(text)) => {
                console.print(text.as_bytes())?;
                game.pass()
            }
            (Err(invalid), InvalidLine::RestartsRound) => {
                console.error(&invalid)?;
                continue;
            }
        };
        let end = match outcome {
            Outcome::Changed { square, shown } => {
                screen.set_square(square, shown);
                None
            }
            Outcome::Helped => {
                console.print(rules.commands.as_bytes())?;
                None
            }
            Outcome::FogLifted | Outcome::Passed => None,
            Outcome::Won => Some(format!(
                "{}{}{}",
                rules.game_won,
                (rules.score)(&game),
                rules.after_score
            )),
            Outcome::Lost => Some(rules.game_over.to_owned()),
            Outcome::Quit => Some(rules.quit.to_owned()),
        };
        if let Some(text) = end {
            console.print(text.as_bytes())?;
            return console.flush();
        }
        screen.set_fog_lifted(outcome == Outcome::FogLifted, game.minefield());
        screen.set_rounds(game.rounds());
    }
}
