//! Plays a game of any edition on the standard streams.

mod printer;
pub(crate) mod request;
mod result_file;
mod rounds;

use crate::error::Error;
use crate::field::lines::{Line, Lines};
use crate::field::random::Random;
use crate::game::session::{Flow, Session};
use crate::io::descriptors;
use crate::io::error::StreamError;
use crate::io::streams::Console;

use printer::{Ended, GamePrinter, Printer};
use request::{PlayOutput, PlayRequest};
use result_file::GameEnd;
use rounds::RoundPrinter;

/// Starts a game, plays it to its end, and returns the exit status.
///
/// Prints on standard error what the user did not choose: the number drawn for `--rng-seed`, the
/// edition, and the starting square of a field that needs no guess.
pub(crate) fn run(mut request: PlayRequest, console: &mut Console) -> Result<u8, Error> {
    request.edition.check_options(&request.setup)?;
    let rng_seed = request.edition.draw_rng_seed(&mut request.setup)?;
    if let Some(path) = &request.result {
        result_file::check(path, &request.setup.files)?;
    }
    let (mut session, start) = start(&request)?;
    if request.output != PlayOutput::Nothing {
        if let Some(rng_seed) = rng_seed {
            console.print_error(format!("rng-seed: {rng_seed}\n").as_bytes())?;
        }
        if request.announces_edition {
            console.print_error(format!("edition: {}\n", request.edition.name).as_bytes())?;
        }
        if let Some(start) = start {
            console.print_error(format!("start: {start}\n").as_bytes())?;
        }
    }
    let session = session.as_mut();
    let played = match request.output {
        PlayOutput::Game => play(session, console),
        PlayOutput::Rounds => play_lines(
            session,
            &mut RoundPrinter::new(request.edition.name, console),
        ),
        PlayOutput::Nothing => play_lines(session, &mut GamePrinter::new(console, true)),
    };
    let end = played
        .as_ref()
        .ok()
        .map(|ended| GameEnd::of(session, ended.by_input));
    let written = match &request.result {
        Some(path) => result_file::write(path, &request, session, end, console),
        None => Ok(()),
    };
    let status = match (played, end) {
        (Ok(_), Some(end)) if request.outcome_status => end.status(),
        (Err(StreamError::ReaderGone), _) if request.outcome_status => {
            // The exit status must not look like a win.
            return Err(Error::Message {
                text: "standard output was closed by its reader before the game was over".into(),
                status: 4,
            });
        }
        (played, _) => played?.status,
    };
    written?;
    Ok(status)
}

/// Starts a game. For a field that needs no guess, also returns the first command.
fn start(request: &PlayRequest) -> Result<(Box<dyn Session>, Option<String>), Error> {
    let PlayRequest { edition, setup, .. } = request;
    let (Some((field, wanted)), Some(moves)) = (&request.no_guess, &edition.moves) else {
        return Ok((edition.start(setup)?, None));
    };
    let mut random = Random::new(setup.rng_seed).map_err(Error::message)?;
    let (minefield, _, start) = wanted.draw(*field, &edition.fields, &mut random, || true)?;
    let start = Some((moves.reveal)(start));
    Ok(((moves.begin)(setup, minefield), start))
}

/// Plays a game to its end with lines from standard input. Flushes the output before each read.
/// The rest of the input is not processed.
pub(crate) fn play(session: &mut dyn Session, console: &mut Console) -> Result<Ended, StreamError> {
    play_lines(session, &mut GamePrinter::new(console, false))
}

/// Plays a game, with a printer for either its text or its rounds as JSON.
fn play_lines(session: &mut dyn Session, printer: &mut impl Printer) -> Result<Ended, StreamError> {
    let input = descriptors::input().map_err(StreamError::Input)?;
    let mut lines = Lines::new(input);
    session.open(printer);
    printer.finish(session, None)?;
    loop {
        let line = lines.next_line(|| printer.flush(), StreamError::Input)?;
        let by_input = line == Line::End;
        let ended = match session.line(line, printer) {
            Flow::Ended(status) => Some(Ended { status, by_input }),
            Flow::Continue => None,
        };
        printer.finish(session, ended)?;
        if let Some(ended) = ended {
            printer.flush()?;
            return Ok(ended);
        }
    }
}
