//! The line loop: a game on the standard streams, whatever its edition.

pub(crate) mod error;
mod outcome;
pub(crate) mod request;
mod rounds;

use crate::field::lines::{Line, Lines};
use crate::field::random::Random;
use crate::game::session::{Flow, Session};
use crate::game::sink::{Piece, Sink, Stream};
use crate::generate::GenerateError;
use crate::io::console::Console;
use crate::io::descriptors;
use crate::io::error::StreamError;

use error::PlayError;
use outcome::{GameEnd, ResultFile};
use request::{PlayRequest, Printed};
use rounds::RoundPrinter;

/// Begins a game and plays it to its end; returns the exit status. If a random
/// field was asked for without `--rng-seed`, the number drawn is printed on standard
/// error; so are the edition, where it was picked, and the starting square of a field
/// without guessing.
///
/// # Errors
///
/// The game does not begin, a stream fails, or the `--result` file cannot be written.
pub(crate) fn run(mut request: PlayRequest, console: &mut Console) -> Result<u8, PlayError> {
    request.edition.check_options(&request.setup)?;
    let drawn = request.edition.draw_rng_seed(&mut request.setup)?;
    let result = request
        .result
        .as_deref()
        .map(|path| ResultFile::new(path, &request.setup.files))
        .transpose()?;
    let (mut session, start) = begin(&request)?;
    let tells = request.printed != Printed::Nothing;
    if let Some(rng_seed) = drawn.filter(|_| tells) {
        console.print_error(format!("rng-seed: {rng_seed}\n").as_bytes())?;
    }
    if request.tells_edition && tells {
        console.print_error(format!("edition: {}\n", request.edition.name).as_bytes())?;
    }
    if let Some(start) = start.filter(|_| tells) {
        console.print_error(format!("start: {start}\n").as_bytes())?;
    }
    let game = session.as_mut();
    let played = match request.printed {
        Printed::Game => play(game, console),
        Printed::Rounds => play_lines(game, &mut RoundPrinter::new(request.edition.name, console)),
        Printed::Nothing => play_lines(game, &mut Nowhere),
    };
    let end = played
        .as_ref()
        .ok()
        .map(|ended| GameEnd::of(session.as_ref(), ended.by_input));
    let written = result.map(|result| result.write(&request, session.as_ref(), end, console));
    let status = match (played, end) {
        (Ok(_), Some(end)) if request.outcome_status => end.status(),
        (Err(StreamError::ReaderGone), _) if request.outcome_status => {
            return Err(PlayError::ReaderGone);
        }
        (played, _) => played?.status,
    };
    written.transpose()?;
    Ok(status)
}

/// Begins a game; of a field without guessing also returns the line that starts it.
fn begin(request: &PlayRequest) -> Result<(Box<dyn Session>, Option<String>), PlayError> {
    let PlayRequest { edition, setup, .. } = request;
    let Some((field, wanted)) = &request.no_guess else {
        return Ok((edition.start(setup)?, None));
    };
    let Some(moves) = &edition.moves else {
        return Err(PlayError::NoMoves(edition.name));
    };
    let mut random = Random::new(setup.rng_seed).map_err(GenerateError::from)?;
    let (drawn, start) = wanted.draw(*field, &edition.fields, &mut random, || true)?;
    let start = Some((moves.reveal)(start));
    Ok(((moves.begin)(setup, drawn.minefield), start))
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// Its exit status.
    pub(crate) status: u8,
    /// Whether that was because the input had ended.
    pub(crate) by_input: bool,
}

/// Plays a game from its opening to its end: lines come from standard input,
/// and what is left of them is not read as commands.
///
/// Everything that was printed is out before a line is waited for.
///
/// # Errors
///
/// A failure to read standard input or to print.
pub(crate) fn play(session: &mut dyn Session, console: &mut Console) -> Result<Ended, StreamError> {
    play_lines(session, &mut ConsoleSink::new(console))
}

/// Plays a game whose answers go there.
fn play_lines<O: Output>(session: &mut dyn Session, out: &mut O) -> Result<Ended, StreamError> {
    let input = descriptors::input().map_err(StreamError::Input)?;
    let mut lines = Lines::new(input);
    session.open(out);
    out.answered(session, None)?;
    loop {
        let line = lines.next_line(|| out.flush(), StreamError::Input)?;
        let by_input = line == Line::End;
        let ended = match session.line(line, out) {
            Flow::Ended(status) => Some(Ended { status, by_input }),
            Flow::Continue => None,
        };
        out.answered(session, ended)?;
        if let Some(ended) = ended {
            out.flush()?;
            return Ok(ended);
        }
    }
}

/// Where the answers of a game go.
trait Output: Sink {
    /// The game has answered a line, or begun, and waits or has ended.
    ///
    /// # Errors
    ///
    /// The answer could not be printed.
    fn answered(&mut self, session: &dyn Session, ended: Option<Ended>) -> Result<(), StreamError>;

    /// Writes what has been printed, before a line is waited for.
    ///
    /// # Errors
    ///
    /// It could not be written.
    fn flush(&mut self) -> Result<(), StreamError>;
}

/// Prints nothing.
struct Nowhere;

impl Sink for Nowhere {
    fn print(&mut self, _: Stream, _: &[u8], _: &[Piece]) {}
}

impl Output for Nowhere {
    fn answered(&mut self, _: &dyn Session, _: Option<Ended>) -> Result<(), StreamError> {
        Ok(())
    }

    fn flush(&mut self) -> Result<(), StreamError> {
        Ok(())
    }
}

/// Prints on the standard streams, until that fails.
struct ConsoleSink<'console> {
    console: &'console mut Console,
    failure: Option<StreamError>,
}

impl<'console> ConsoleSink<'console> {
    fn new(console: &'console mut Console) -> Self {
        Self {
            console,
            failure: None,
        }
    }
}

impl Output for ConsoleSink<'_> {
    fn answered(&mut self, _: &dyn Session, _: Option<Ended>) -> Result<(), StreamError> {
        self.failure.take().map_or(Ok(()), Err)
    }

    fn flush(&mut self) -> Result<(), StreamError> {
        self.console.flush()
    }
}

impl Sink for ConsoleSink<'_> {
    fn print(&mut self, stream: Stream, bytes: &[u8], _: &[Piece]) {
        if self.failure.is_some() {
            return;
        }
        let printed = match stream {
            Stream::Output => self.console.print(bytes),
            Stream::Error => self.console.print_error(bytes),
        };
        self.failure = printed.err();
    }
}
