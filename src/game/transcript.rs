//! A game played in memory: its output, with the stream, kind and line of input of each byte.

use super::{
    session::{Flow, Session},
    sink::{Kind, Piece, Sink, Stream},
};
use crate::field::{Line, lines};

#[derive(Debug, PartialEq)]
pub struct Entry {
    pub stream: Stream,
    pub kind: Kind,
    /// Offset of the first byte in [`Transcript::merged`].
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
    /// Number of the line of input that these bytes respond to, from 1; 0 for everything before
    /// the first line. The end of input counts as a line.
    pub line: usize,
}

/// The complete output of a game, in the order in which it was printed.
#[derive(Debug, Default, PartialEq)]
pub struct Transcript {
    merged: Vec<u8>,
    entries: Vec<Entry>,
    /// Number of lines that the game has taken.
    line: usize,
    /// True if the game printed more than the maximum, which ended the recording.
    is_truncated: bool,
    status: Option<u8>,
}

impl Transcript {
    #[must_use]
    pub fn of(session: &mut dyn Session, input: &[u8]) -> Self {
        Self::up_to(usize::MAX, session, input)
    }

    /// Plays a game until it ends or its output exceeds `max_bytes`.
    #[must_use]
    pub fn up_to(max_bytes: usize, session: &mut dyn Session, input: &[u8]) -> Self {
        let mut out = LimitedSink {
            transcript: Self::default(),
            max_bytes,
        };
        session.open(&mut out);
        for line in lines::split(input).chain([Line::End]) {
            if out.transcript.is_truncated {
                break;
            }
            out.transcript.line += 1;
            if let Flow::Ended(status) = session.line(line, &mut out) {
                out.transcript.status = Some(status);
                break;
            }
        }
        out.transcript
    }

    /// Creates the transcript of a game that printed an error instead of starting.
    #[must_use]
    pub fn of_refusal(stream: Stream, message: &[u8], status: u8) -> Self {
        let mut transcript = Self::default();
        let piece = Piece::new(Kind::Error, message.len());
        transcript.print(stream, message, &[piece]);
        transcript.status = Some(status);
        transcript
    }

    /// Returns the number of lines that the game has taken, including the end of input.
    pub(crate) fn lines(&self) -> usize {
        self.line
    }

    /// Returns the output of both streams, in the order in which it was printed.
    #[must_use]
    pub fn merged(&self) -> &[u8] {
        &self.merged
    }

    /// Returns the output of one stream.
    #[must_use]
    pub fn separate(&self, stream: Stream) -> Vec<u8> {
        let mut text = Vec::new();
        for entry in &self.entries {
            if entry.stream == stream {
                text.extend_from_slice(&self.merged[entry.start..entry.end]);
            }
        }
        text
    }

    /// Returns the pieces of [`Transcript::merged`].
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the transcript with other texts. `words` returns an entry's new text; `None` aborts.
    pub(crate) fn reworded<'text, Text: AsRef<[u8]>>(
        &'text self,
        mut words: impl FnMut(&Entry, &'text [u8]) -> Option<Text>,
    ) -> Option<Self> {
        let mut reworded = Self::default();
        for entry in &self.entries {
            let text = words(entry, &self.merged[entry.start..entry.end])?;
            let text = text.as_ref();
            reworded.line = entry.line;
            let piece = Piece::new(entry.kind, text.len());
            reworded.print(entry.stream, text, &[piece]);
        }
        Some(Self {
            line: self.line,
            is_truncated: self.is_truncated,
            status: self.status,
            ..reworded
        })
    }

    /// Returns the exit status, unless the game was truncated or ignored the end of input.
    #[must_use]
    pub fn status(&self) -> Option<u8> {
        self.status.filter(|_| !self.is_truncated)
    }
}

impl Sink for Transcript {
    fn print(&mut self, stream: Stream, bytes: &[u8], pieces: &[Piece]) {
        let mut start = self.merged.len();
        self.merged.extend(bytes);
        for piece in pieces {
            if piece.length == 0 {
                continue;
            }
            let end = start + piece.length;
            self.entries.push(Entry {
                stream,
                kind: piece.kind,
                start,
                end,
                line: self.line,
            });
            start = end;
        }
    }
}

/// A sink that records a game up to a maximum number of bytes.
struct LimitedSink {
    transcript: Transcript,
    max_bytes: usize,
}

impl Sink for LimitedSink {
    fn print(&mut self, stream: Stream, bytes: &[u8], pieces: &[Piece]) {
        let transcript = &mut self.transcript;
        transcript.is_truncated |= bytes.len() > self.max_bytes - transcript.merged.len();
        if !transcript.is_truncated {
            transcript.print(stream, bytes, pieces);
        }
    }
}
