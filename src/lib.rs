//! The CSCI-1302 assignment Minesweeper Alpha of the University of Georgia and five other
//! editions, with tools for grading.
//!
//! A game is a `Session`, which receives lines and writes into a `Sink`. The games are the
//! rows of the table `EDITIONS`. `cli` parses the command line and calls the other modules.
mod analyse;
mod cases;
mod cli;
mod edition;
mod error;
mod field;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
#[path = "../fuzz/entry_points.rs"]
pub mod fuzzing;
mod game;
mod generate;
mod grade;
mod io;
mod parallel;
mod play;
mod report;
mod run;
mod sample;
mod screen;
mod solve;
#[cfg(test)]
#[path = "../tests/support/amount.rs"]
mod test_amount;

use std::{ffi::OsString, io::IsTerminal, process::ExitCode};

use error::Error;
use io::ordered_streams::{self, Console};

/// Items for the tests, benchmarks and fuzz targets of this package.
#[doc(hidden)]
pub mod internal {
    pub use crate::{
        analyse::{
            Flaw,
            flaws::{of_edition as flaws_of, start as start_flawed},
        },
        edition::{EDITIONS, Edition, Setup, StartError},
        field::{Line, Minefield, Random, SeedFile, Size, Square},
        game::{Entry, Kind, Outcome, Piece, Session, Shown, Sink, Stream, Transcript},
        screen::Screen,
        solve::{
            Difficulty, Known, NoGuess, Odds, Position, Proof, Reason, SolveError, Step,
            findings::proofs,
            player::{play as play_by_proofs, play_known},
        },
    };

    /// Plays a game on the standard streams and returns the exit status.
    pub fn play(session: &mut dyn Session) -> std::process::ExitCode {
        let console = crate::Console::new();
        let exit = console.and_then(|mut console| crate::play::play_as_text(session, &mut console));
        let status = exit.map(|exit| exit.status).map_err(crate::Error::from);
        crate::exit_code(status, &[])
    }
}

/// Runs the program with the arguments that follow its name. Reports errors, and returns the exit
/// status.
pub fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.collect();
    exit_code(execute(&arguments), &arguments)
}

fn execute(arguments: &[OsString]) -> Result<u8, Error> {
    // Supervisors and launchers of tested programs are processes of this program, too.
    if let Some(status) = run::serve_if_child(arguments) {
        return Ok(status);
    }
    let mut console = Console::new()?;
    let result = cli::run(arguments, &mut console);
    if let Err(error) = &result
        && error.is_on_output()
    {
        console.print_if_read(error.bytes())?;
    }
    result
}

/// Converts a result to an exit status. Reports an error on standard error unless `execute` has
/// printed the error on standard output. Adds a hint if a user reads standard error at a terminal.
fn exit_code(result: Result<u8, Error>, arguments: &[OsString]) -> ExitCode {
    let status = result.unwrap_or_else(|error| {
        let mut message = Vec::new();
        if !error.is_on_output() {
            message = error.bytes();
        }
        if let Error::Start { error, .. } = &error
            && std::io::stderr().is_terminal()
        {
            message.extend(cli::hint(error, arguments).into_bytes());
        }
        ordered_streams::report(&message);
        error.status()
    });
    ExitCode::from(status)
}
