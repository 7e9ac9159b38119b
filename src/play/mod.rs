//! The line loop: a game on the standard streams, whatever its edition.

use crate::edition::error::StartError;
use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::field::lines::Lines;
use crate::game::session::{Flow, Session};
use crate::game::sink::{Piece, Sink, Stream};
use crate::io::console::Console;
use crate::io::error::StreamError;
use crate::io::streams;

/// Begins a game of an edition.
///
/// # Errors
///
/// Those of the edition, and [`StartError::NoSuchOption`].
pub(crate) fn start(edition: &Edition, setup: &Setup) -> Result<Box<dyn Session>, StartError> {
    edition.check_options(setup)?;
    (edition.start)(setup)
}

/// Plays a game from its opening to its end: lines come from standard input,
/// and what is left of them is not read as commands. Returns the exit status.
///
/// Everything that was printed is out before a line is waited for.
///
/// # Errors
///
/// A failure to read standard input or to print.
pub(crate) fn play(session: &mut dyn Session, console: &mut Console) -> Result<u8, StreamError> {
    let input = streams::input().map_err(StreamError::Input)?;
    let mut lines = Lines::new(input);
    let mut out = ConsoleSink::new(console);
    session.open(&mut out);
    loop {
        let line = lines.next_line(|| out.flush(), StreamError::Input)?;
        let flow = session.line(line, &mut out);
        if let Flow::Ended(status) = flow {
            out.flush()?;
            return Ok(status);
        }
        out.check()?;
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

    /// Whether everything could be printed so far.
    fn check(&mut self) -> Result<(), StreamError> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Writes what has been printed.
    fn flush(&mut self) -> Result<(), StreamError> {
        self.check()?;
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
