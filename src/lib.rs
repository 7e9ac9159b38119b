//! Minesweeper Alpha, the CSCI-1302 assignment of the University of Georgia, in
//! three of its editions, right to the byte, and three of its relatives.
//!
//! A game is a [`Session`]: it is given lines and pushes bytes into a [`Sink`],
//! each with what it is. The games are the rows of a table, [`EDITIONS`], and
//! what the player may know of one is a [`View`]. Several loops wait for lines
//! and feed sessions: the one on the standard streams, and [`Transcript`] in
//! memory.
//!
//! ```
//! use minesweeper_alpha::{EDITIONS, SeedFile, Setup, Transcript};
//!
//! let seed = SeedFile::in_memory("seed.txt", b"5 5 1 0 0".as_slice());
//! let mut game = EDITIONS[0].start(&Setup::of_file(seed))?;
//! let played = Transcript::of(game.as_mut(), b"r 0 1\nq\n");
//! assert!(String::from_utf8_lossy(played.merged()).contains(" 0 |   | 1 |"));
//! assert_eq!(played.status(), Some(0));
//! # Ok::<(), minesweeper_alpha::StartError>(())
//! ```

#[cfg(unix)]
mod cases;
mod cli;
#[cfg(unix)]
mod compare;
mod edition;
mod error;
#[cfg(unix)]
mod explain;
mod field;
#[cfg(all(fuzzing, unix))]
#[doc(hidden)]
#[allow(clippy::expect_used, missing_docs, reason = "only fuzz targets see it")]
pub mod fuzzing;
mod game;
mod generate;
#[cfg(unix)]
mod grade;
mod io;
mod manual;
mod play;
#[cfg(unix)]
mod report;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod sample;
mod screen;
mod solve;
#[cfg(test)]
mod test_amount;

pub use edition::flaw_set::{Flaw, FlawSet};
pub use edition::play_option::PlayOption;
pub use edition::row::{
    Dialect, Edition, ErrorText, MarkingAgain, Moves, OutputFormat, Started, ToWin,
};
pub use edition::setup::Setup;
pub use edition::start_error::StartError;
pub use edition::table::EDITIONS;
pub use field::lines::Line;
pub use field::minefield::{FieldLimits, Minefield, Size, Square};
pub use field::random::{Random, RandomError, RandomField};
pub use field::seed_file::SeedFile;
pub use game::session::{Flow, Session};
pub use game::sink::{Kind, Piece, Sink, Stream};
pub use game::transcript::{Entry, Transcript};
pub use game::view::{Outcome, Shown, View};
pub use solve::error::SolveError;
pub use solve::findings::proofs;
pub use solve::no_guess::NoGuess;
pub use solve::odds::Odds;
pub use solve::player::{Played, PlayedMove, play as play_by_proofs, play_known};
pub use solve::position::{Known, Position};
pub use solve::proof::{Difficulty, Proof, Reason, Step};

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

use cli::arguments;
use cli::request::Request;
use error::Error;
use io::console::{self, Console};
use play::request::{PlayOutput, PlayRequest};

/// Does what the arguments (without the program's own name) ask for and
/// returns the exit status: that of the game, or that of the error, which has
/// then been reported.
pub fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.collect();
    let status = execute(&arguments).unwrap_or_else(|error| {
        report(&error, &arguments);
        error.status()
    });
    ExitCode::from(status)
}

fn execute(arguments: &[OsString]) -> Result<u8, Error> {
    let mut console = Console::new()?;
    if let [seed] = arguments
        && !arguments::is_about_the_program(seed)
    {
        let setup = Setup::of_file(SeedFile::on_disk(seed));
        let request = PlayRequest::new(edition::table::default(), setup);
        return play_game(request, arguments, &mut console);
    }
    #[cfg(unix)]
    if arguments == run::keeper::INVOCATION {
        return Ok(run::keeper::main());
    }
    if let Some(answer) = cli::completion::answer(arguments, arguments::definition) {
        // A shell that is told nothing offers nothing.
        console.print(&answer.unwrap_or_default())?;
        console.flush()?;
        return Ok(0);
    }
    match arguments::parse(arguments.to_vec())? {
        Request::Tell(text) => {
            console.print(text.as_bytes())?;
            console.flush()?;
            Ok(0)
        }
        Request::InstallManual(folder) => {
            manual::install(&folder)?;
            Ok(0)
        }
        Request::Play(request) => play_game(*request, arguments, &mut console),
        Request::Screen(request) => match screen::run(*request) {
            Ok(status) => Ok(status),
            Err(error) => refuse(error, arguments, Some(&mut console)),
        },
        Request::Generate(wanted) => {
            generate::generate(&wanted, &mut console)?;
            Ok(0)
        }
        Request::Hint(hint) => match solve::hint::hint(&hint, &mut console) {
            Ok(()) => Ok(0),
            Err(error) => not_to_begin(error, arguments),
        },
        Request::Solve(solve) => match solve::solution::solve(&solve, &mut console) {
            Ok(status) => Ok(status),
            Err(error) => not_to_begin(error, arguments),
        },
        #[cfg(unix)]
        Request::Check(check) => Ok(grade::check::check(&check, &mut console)?),
        #[cfg(unix)]
        Request::CheckRandom(check) => Ok(grade::random::check::check(&check, &mut console)?),
        #[cfg(unix)]
        Request::Grade(request) => Ok(grade::class::grade(&request, &mut console)?),
        #[cfg(unix)]
        Request::Merge(merge) => Ok(grade::class::merge::merge(&merge, &mut console)?),
        #[cfg(unix)]
        Request::Record(record) => Ok(grade::record::record(&record, &mut console)?),
        #[cfg(unix)]
        Request::Suite(suite) => Ok(grade::suite::suite(&suite, &mut console)?),
    }
}

/// Plays a game on the standard streams, from its opening to its end, and
/// returns the exit status: that of the game, or that of the failure of a
/// stream, which has then been reported.
pub fn play(session: &mut dyn Session) -> ExitCode {
    let played = Console::new().and_then(|mut console| play::play(session, &mut console));
    let status = played.map(|ended| ended.status);
    ExitCode::from(status.unwrap_or_else(|error| {
        let error = Error::from(error);
        report(&error, &[]);
        error.status()
    }))
}

/// Plays a game on the standard streams; returns the exit status.
fn play_game(
    request: PlayRequest,
    arguments: &[OsString],
    console: &mut Console,
) -> Result<u8, Error> {
    let outcome_status = request.outcome_status;
    let is_read_as_game = request.output == PlayOutput::Game;
    match play::run(request, console) {
        Ok(status) => Ok(status),
        Err(error) => match refuse(error, arguments, is_read_as_game.then_some(console))? {
            // Whoever wants to know how a game ended must not take it for won.
            0 if outcome_status => Ok(SEED_REFUSED),
            status => Ok(status),
        },
    }
}

/// The exit status where an edition refuses a seed with the status of a success,
/// which is then not to be mistaken for that.
const SEED_REFUSED: u8 = 3;

/// Refuses a game whose moves were asked for: never with the status of a success.
fn not_to_begin(error: impl Into<Error>, arguments: &[OsString]) -> Result<u8, Error> {
    Ok(match refuse(error, arguments, None)? {
        0 => SEED_REFUSED,
        status => status,
    })
}

/// Refuses a game: where the edition tells that on standard output, it is no
/// error of the program. What is read there as something else than a game, such as JSON, is
/// left alone.
fn refuse(
    error: impl Into<Error>,
    arguments: &[OsString],
    output: Option<&mut Console>,
) -> Result<u8, Error> {
    match error.into() {
        Error::Start(error) if error.stream() == Stream::Output => {
            if let Some(console) = output {
                console.print(&error.message())?;
                console.flush()?;
            } else {
                console::report(&error.message());
            }
            if let Some(hint) = hint_at_terminal(arguments, &error) {
                console::report(hint.as_bytes());
            }
            Ok(error.status())
        }
        error => Err(error),
    }
}

/// Reports the error that ends the program on standard error, with a hint if a
/// person reads it there.
fn report(error: &Error, arguments: &[OsString]) {
    if error.status() == 0 {
        return;
    }
    let mut message = error.message();
    if let Error::Start(error) = error
        && let Some(hint) = hint_at_terminal(arguments, error)
    {
        message.extend_from_slice(hint.as_bytes());
    }
    console::report(&message);
}

/// The hint for a person who reads standard error at a terminal, if there is one.
fn hint_at_terminal(arguments: &[OsString], error: &StartError) -> Option<String> {
    let is_read = std::io::stderr().is_terminal();
    is_read.then(|| cli::terminal_hint::hint(arguments, error))?
}
