//! Prints a game on the standard streams.

use crate::{
    game::{Piece, Session, Sink, Stream},
    io::{Console, StreamError},
};

/// The end of a finished game.
#[derive(Clone, Copy, Debug)]
pub struct Exit {
    pub status: u8,
    /// True if the end of input ended the game.
    pub is_eof: bool,
}

/// A sink for the standard streams.
pub(super) trait Printer: Sink {
    /// Ends the output of the opening or of a line. `exit` is set once the game is over.
    fn end_response(
        &mut self,
        session: &dyn Session,
        exit: Option<Exit>,
    ) -> Result<(), StreamError>;

    fn flush(&mut self) -> Result<(), StreamError>;
}

/// Prints the text of a game. Keeps the first error and prints nothing after it.
pub(super) struct GamePrinter<'console> {
    console: &'console mut Console,
    is_muted: bool,
    error: Option<StreamError>,
}

impl<'console> GamePrinter<'console> {
    pub fn new(console: &'console mut Console, is_muted: bool) -> Self {
        Self {
            console,
            is_muted,
            error: None,
        }
    }
}

impl Sink for GamePrinter<'_> {
    fn print(&mut self, stream: Stream, bytes: &[u8], _: &[Piece]) {
        if self.is_muted || self.error.is_some() {
            return;
        }
        let printed = match stream {
            Stream::Output => self.console.print(bytes),
            Stream::Error => self.console.print_error(bytes),
        };
        self.error = printed.err();
    }
}

impl Printer for GamePrinter<'_> {
    fn end_response(&mut self, _: &dyn Session, _: Option<Exit>) -> Result<(), StreamError> {
        self.error.take().map_or(Ok(()), Err)
    }

    fn flush(&mut self) -> Result<(), StreamError> {
        self.console.flush()
    }
}
