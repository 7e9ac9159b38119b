//! The output of a game: bytes with their stream and kind.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stream {
    Output,
    Error,
}

/// The meaning of a piece of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// The welcome banner with the version of the assignment.
    Banner,
    /// A blank line between other pieces.
    Blank,
    /// The line with the number of completed rounds.
    RoundLine,
    /// The rows of squares and the lines drawn around them, without the line of column numbers.
    Grid,
    ColumnLine,
    /// The prompt before each line of input.
    Prompt,
    Help,
    /// An error, or the response to an invalid line.
    Error,
    /// Any other text, such as the number of marks.
    Message,
    /// The end of a won game, without the score.
    Win,
    Score,
    Loss,
    /// The end of a game after a quit command or at the end of input.
    Quit,
}

/// A run of bytes of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    pub kind: Kind,
    pub length: usize,
}

impl Piece {
    #[must_use]
    pub fn new(kind: Kind, length: usize) -> Self {
        Self { kind, length }
    }
}

/// A destination for a game's output. Printing cannot fail for the game: a sink that writes to a
/// stream keeps the first error for its caller.
pub trait Sink {
    /// Prints bytes on a stream. The lengths of the pieces add up to the number of bytes.
    fn print(&mut self, stream: Stream, bytes: &[u8], pieces: &[Piece]);
}

/// Prints bytes of one kind on standard output.
pub fn print(out: &mut dyn Sink, kind: Kind, bytes: impl AsRef<[u8]>) {
    let bytes = bytes.as_ref();
    out.print(Stream::Output, bytes, &[Piece::new(kind, bytes.len())]);
}

/// Prints bytes of one kind that may start with a blank line.
pub fn print_block(out: &mut dyn Sink, stream: Stream, kind: Kind, bytes: &[u8]) {
    let blank = usize::from(bytes.starts_with(b"\n"));
    let pieces = [
        Piece::new(Kind::Blank, blank),
        Piece::new(kind, bytes.len() - blank),
    ];
    // Leaves out the blank line if there is none.
    out.print(stream, bytes, &pieces[1 - blank..]);
}
