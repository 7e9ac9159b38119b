//! Minesweeper Alpha, the CSCI-1302 assignment of the University of Georgia, in
//! three of its editions, right to the byte, and three of its relatives.
//!
//! One direction, no way back: the command line becomes a [`cli::Request`], a
//! seed file a [`minefield::Minefield`], a line of input a
//! [`command::Command`]; [`game::Game::apply`] makes an [`game::Outcome`] of
//! it, and [`screen::Screen`] and [`console::Console`] show that. The games are
//! the rows of a table, [`edition::EDITIONS`].

#[cfg(unix)]
pub mod check;
pub mod cli;
pub mod command;
pub mod console;
pub mod edition;
pub mod error;
pub mod game;
pub mod generate;
pub mod input;
pub mod minefield;
pub mod play;
pub mod random;
pub mod rules;
pub mod sample;
pub mod screen;
pub mod seed;
pub mod streams;
pub mod token;
pub mod whole_file;

use std::ffi::OsString;
use std::process::ExitCode;

use cli::Request;
use console::Console;
use error::Error;

/// Does what the arguments (without the program's own name) ask for and
/// returns the exit status: that of the game, or that of
/// [`Error::status`], with the error already reported on standard error.
pub fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let status = execute(arguments).unwrap_or_else(|error| {
        if error.status() != 0 {
            console::report(&error);
        }
        error.status()
    });
    ExitCode::from(status)
}

fn execute(arguments: impl Iterator<Item = OsString>) -> Result<u8, Error> {
    let request = cli::parse(arguments)?;
    let mut console = Console::new()?;
    match request {
        Request::Play(edition, setup) => (edition.play)(&setup, &mut console),
        Request::Generate(seed) => generate::generate(&seed, &mut console).map(|()| 0),
        #[cfg(unix)]
        Request::Cases(task) => check::run_task(task, &mut console),
        Request::Tell(text) => {
            console.print(text.as_bytes())?;
            console.flush()?;
            Ok(0)
        }
    }
}
