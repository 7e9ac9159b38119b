//! Plays a game of any edition on the standard streams.

mod printer;
mod request;
mod result_file;
mod rounds;

pub use request::{PlayOutput, PlayRequest};

use crate::{
    error::Error,
    field::{Line, Lines},
    game::{Flow, Session},
    io::{Console, StreamError, descriptors},
};

use printer::{Exit, GamePrinter, Printer};
use result_file::GameEnd;
use rounds::RoundPrinter;

/// Starts a game, plays it to its end, and returns the exit status.
///
/// Prints on standard error what the program chose for the user: the number for `--rng-seed`, the
/// edition, and the first command on a field that needs no guess.
pub fn run(mut request: PlayRequest, console: &mut Console) -> Result<u8, Error> {
    request.edition.check_options(&request.setup)?;
    let rng_seed = request.edition.draw_rng_seed(&mut request.setup)?;
    if let Some(path) = &request.result {
        result_file::check(path, &request.setup.files)?;
    }
    let (mut game, first_command) = start(&request)?;
    let edition = request.edition.name;
    if request.output != PlayOutput::Nothing {
        if let Some(rng_seed) = rng_seed {
            let line = format!("rng-seed: {rng_seed}\n");
            console.print_error(line.as_bytes())?;
        }
        if request.announces_edition {
            let line = format!("edition: {edition}\n");
            console.print_error(line.as_bytes())?;
        }
        if let Some(command) = first_command {
            let line = format!("start: {command}\n");
            console.print_error(line.as_bytes())?;
        }
    }
    let session = game.as_mut();
    let result = match request.output {
        PlayOutput::Game => play_as_text(session, console),
        PlayOutput::Rounds => {
            let mut printer = RoundPrinter::new(edition, console);
            play_lines(session, &mut printer)
        }
        PlayOutput::Nothing => {
            let mut printer = GamePrinter::new(console, true);
            play_lines(session, &mut printer)
        }
    };
    let end = result
        .as_ref()
        .ok()
        .map(|exit| GameEnd::of(session, exit.is_eof));
    let written = match &request.result {
        Some(path) => result_file::write(path, &request, session, end, console),
        None => Ok(()),
    };
    let status = match (result, end) {
        (Ok(_), Some(end)) if request.has_outcome_status => end.status(),
        (result, _) => result?.status,
    };
    written?;
    Ok(status)
}

/// Starts a game. For a field that needs no guess, also returns the first command.
fn start(request: &PlayRequest) -> Result<(Box<dyn Session>, Option<String>), Error> {
    let PlayRequest { edition, setup, .. } = request;
    let (Some((field, no_guess)), Some(moves)) = (&request.no_guess, &edition.moves) else {
        return Ok((edition.start(setup)?, None));
    };
    let mut random = setup.rng()?;
    let (minefield, _, square) = no_guess.draw(*field, &edition.fields, &mut random, || true)?;
    let session = (moves.begin)(setup, minefield);
    Ok((session, Some((moves.reveal)(square))))
}

/// Plays a game to its end with the output of the assignment.
pub fn play_as_text(session: &mut dyn Session, console: &mut Console) -> Result<Exit, StreamError> {
    play_lines(session, &mut GamePrinter::new(console, false))
}

/// Plays a game to its end with lines from standard input. Flushes the output before each read.
/// Input after the end of the game is ignored.
fn play_lines(session: &mut dyn Session, printer: &mut impl Printer) -> Result<Exit, StreamError> {
    let input = descriptors::input().map_err(StreamError::Input)?;
    let mut lines = Lines::new(input);
    session.open(printer);
    printer.end_response(session, None)?;
    loop {
        let line = lines.next_line(|| printer.flush(), StreamError::Input)?;
        let is_eof = line == Line::End;
        let exit = match session.line(line, printer) {
            Flow::Ended(status) => Some(Exit { status, is_eof }),
            Flow::Continue => None,
        };
        printer.end_response(session, exit)?;
        if let Some(exit) = exit {
            printer.flush()?;
            return Ok(exit);
        }
    }
}
