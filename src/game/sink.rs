//! Where a game prints: bytes, each with its stream and with what it is.

use serde::{Deserialize, Serialize};

/// A standard stream that games print on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// What some bytes of a game's output are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// The welcome, with the version of the assignment in it.
    Banner,
    /// A blank line between two of the others.
    Blank,
    /// The line with the number of rounds.
    RoundLine,
    /// The squares, with whatever is drawn around them but the line of column
    /// numbers.
    Grid,
    /// The line of column numbers.
    ColumnLine,
    /// What the game waits for a line with.
    Prompt,
    /// The list of commands.
    Help,
    /// An error, or the answer to a line that makes no sense.
    Error,
    /// Other words about the game, such as the number of marks.
    Message,
    /// The end of a game that was won, without the score.
    Win,
    /// The score.
    Score,
    /// The end of a game that was lost.
    Loss,
    /// The end of a game that was left, or whose input has ended.
    Quit,
}

/// What the next bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What they are.
    pub kind: Kind,
    /// How many they are.
    pub length: usize,
}

impl Piece {
    /// So many bytes of this kind.
    #[must_use]
    pub fn new(kind: Kind, length: usize) -> Self {
        Self { kind, length }
    }
}

/// What a game prints into. Printing always succeeds as far as the game can
/// tell: a sink that fails keeps the failure for the loop around the game.
///
/// A sink that counts errors:
pub trait Sink {
    /// Prints bytes on a stream: the pieces one after the other, which are as
    /// long together as the bytes.
    fn print(&mut self, stream: Stream, bytes: &[u8], pieces: &[Piece]);
}

/// Prints bytes that are all of one kind on standard output.
pub(crate) fn print(out: &mut dyn Sink, kind: Kind, bytes: impl AsRef<[u8]>) {
    let bytes = bytes.as_ref();
    out.print(Stream::Output, bytes, &[Piece::new(kind, bytes.len())]);
}

/// Prints bytes that begin with a blank line on a stream.
pub(crate) fn print_block(out: &mut dyn Sink, stream: Stream, kind: Kind, bytes: &[u8]) {
    let blank = usize::from(bytes.starts_with(b"\n"));
    let pieces = [
        Piece::new(Kind::Blank, blank),
        Piece::new(kind, bytes.len() - blank),
    ];
    out.print(stream, bytes, &pieces[1 - blank..]);
}
