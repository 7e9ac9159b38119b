//! What a game prints, piece by piece, each with what it can be told by.

use std::collections::BTreeSet;

use memchr::memmem::find;

use super::scope::LineKind;
use crate::edition::row::{CommandWords, Markers};
use crate::game::sink::{Kind, Stream};
use crate::game::transcript::Transcript;

/// What a piece can be told by: two pieces of one class are the same words of
/// the game, in another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Class {
    /// What the bytes are.
    pub(crate) kind: Kind,
    /// For a blank line, what it stands before; none at the end.
    pub(crate) before: Option<Kind>,
    /// For an error, which of [`Markers::errors`] it is.
    pub(crate) error: Option<usize>,
}

/// A piece of what a game prints.
#[derive(Clone, Debug)]
pub(crate) struct ScriptPiece {
    /// The stream.
    pub(crate) stream: Stream,
    /// What it can be told by.
    pub(crate) class: Class,
    /// For a blank line, the number of the piece that it stands before; else its
    /// own.
    pub(crate) owner: usize,
    /// The piece before it that is no blank line.
    pub(crate) after: Option<Kind>,
    /// How many lines of input had been given, as in a transcript's entry.
    pub(crate) line: usize,
    /// The bytes.
    pub(crate) bytes: Vec<u8>,
}

/// What a game prints, in its order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    /// The pieces.
    pub(crate) pieces: Vec<ScriptPiece>,
    /// The exit status; none if the game was cut off.
    pub(crate) status: Option<u8>,
}

impl Script {
    /// The pieces of a transcript, with other words for some errors.
    pub(crate) fn new(
        transcript: &Transcript,
        markers: &Markers,
        other_words: &[(Vec<u8>, Vec<u8>)],
    ) -> Self {
        let mut pieces: Vec<ScriptPiece> = Vec::with_capacity(transcript.entries().len());
        let mut after = None;
        for entry in transcript.entries() {
            let mut bytes = transcript.merged()[entry.start..entry.end].to_vec();
            if entry.kind == Kind::Error
                && let Some((_, other)) = other_words.iter().find(|(own, _)| *own == bytes)
            {
                bytes.clone_from(other);
            }
            // A refusal has its blank line in front of its message.
            let blank = usize::from(entry.kind == Kind::Error && bytes.starts_with(b"\n"));
            let rest = bytes.split_off(blank);
            for (kind, bytes) in [(Kind::Blank, bytes), (entry.kind, rest)] {
                if bytes.is_empty() {
                    continue;
                }
                if kind != Kind::Blank {
                    set_what_follows(&mut pieces, kind);
                }
                let class = Class {
                    kind,
                    before: None,
                    error: (kind == Kind::Error)
                        .then(|| error_number(&bytes, markers))
                        .flatten(),
                };
                pieces.push(ScriptPiece {
                    stream: entry.stream,
                    class,
                    owner: pieces.len(),
                    after,
                    line: entry.line,
                    bytes,
                });
                if kind != Kind::Blank {
                    after = Some(kind);
                }
            }
        }
        Self {
            pieces,
            status: transcript.status(),
        }
    }

    /// The message with which the game refuses its seed, if it does.
    pub(crate) fn refusal(&self) -> Option<&ScriptPiece> {
        let mut pieces = self.pieces.iter();
        pieces.find(|piece| piece.class.kind == Kind::Error && piece.line == 0)
    }

    /// Whether a piece is the first of the answer to a line of input.
    pub(crate) fn begins_answer(&self, number: usize) -> bool {
        let line = |number: usize| self.pieces.get(number).map(|piece| piece.line);
        let before = number.checked_sub(1).and_then(line);
        line(number).is_some_and(|line| line > 0) && line(number) != before
    }
}

impl ScriptPiece {
    /// Whether any of its lines occurs in what was printed.
    pub(crate) fn occurs_in(&self, found: &[u8]) -> bool {
        let lines = self.bytes.split(|&byte| byte == b'\n');
        let mut lines = lines.map(<[u8]>::trim_ascii);
        lines.any(|line| !line.is_empty() && find(found, line).is_some())
    }
}

/// Tells blank lines at the end what they stand before.
fn set_what_follows(pieces: &mut [ScriptPiece], kind: Kind) {
    let owner = pieces.len();
    for piece in pieces.iter_mut().rev() {
        if piece.class.kind != Kind::Blank || piece.class.before.is_some() {
            break;
        }
        piece.class.before = Some(kind);
        piece.owner = owner;
    }
}

fn error_number(bytes: &[u8], markers: &Markers) -> Option<usize> {
    let mut errors = markers.errors.iter();
    errors.position(|error| bytes.starts_with(error.text.as_bytes()))
}

/// What the lines of an input are, by their numbers: 0 stands for the start, and
/// the last one for the end of the input. The transcript is that of the built-in
/// game.
pub(crate) fn line_kinds(
    input: &[u8],
    transcript: &Transcript,
    commands: &[CommandWords],
) -> Vec<LineKind> {
    use crate::field::lines::{self, Line};
    let errors = transcript.entries().iter();
    let errors = errors.filter(|entry| entry.kind == Kind::Error);
    let invalid: BTreeSet<usize> = errors.map(|entry| entry.line).collect();
    let of_line = |(index, line): (usize, Line<'_>)| match line {
        Line::Text(text) => LineKind::of(text, invalid.contains(&(index + 1)), commands),
        Line::TooLong => LineKind::TooLong,
        Line::End => LineKind::End,
    };
    let lines = lines::split(input).chain([Line::End]);
    [LineKind::Start]
        .into_iter()
        .chain(lines.enumerate().map(of_line))
        .collect()
}
