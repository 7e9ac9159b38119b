//! Minesweeper Alpha, the CSCI-1302 assignment of the University of Georgia,
//! in its edition v2022.sp and right to the byte.
//!
//! One direction, no way back: the command line becomes a [`cli::Request`], a
//! seed file a [`minefield::Minefield`], a line of input a
//! [`command::Command`]; [`game::Game::apply`] makes an [`game::Outcome`] of
//! it, and [`screen::Screen`] and [`console::Console`] show that.

pub mod cli;
pub mod command;
pub mod console;
pub mod error;
pub mod game;
pub mod input;
pub mod minefield;
pub mod play;
pub mod screen;
pub mod seed;
pub mod token;

use std::ffi::OsString;
use std::process::ExitCode;

use cli::Request;
use console::Console;
use error::Error;

/// Does what the arguments (without the program's own name) ask for and
/// returns the exit status: 0 when it went well, else that of
/// [`Error::status`], with the error already reported on standard error.
pub fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    match execute(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if error.status() != 0 {
                console::report(&error);
            }
            ExitCode::from(error.status())
        }
    }
}

fn execute(arguments: impl Iterator<Item = OsString>) -> Result<(), Error> {
    match cli::parse(arguments)? {
        Request::Help => print(include_bytes!("../resources/help.txt")),
        Request::Version => {
            print(concat!("minesweeper-alpha ", env!("CARGO_PKG_VERSION"), "\n").as_bytes())
        }
        Request::Play { seed } => play::play(seed),
    }
}

fn print(text: &[u8]) -> Result<(), Error> {
    let mut console = Console::new()?;
    console.print(text)?;
    console.flush()
}
