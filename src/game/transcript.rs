//! A game played in memory: every byte that it prints, with its stream, what it
//! is, and the line of input that led to it.

use super::session::{Flow, Session};
use super::sink::{Kind, Piece, Sink, Stream};
use crate::field::lines::{self, Line};

/// A stretch of what a game has printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The stream.
    pub stream: Stream,
    /// What the bytes are.
    pub kind: Kind,
    /// Where they begin in what both streams print together.
    pub start: usize,
    /// Where they end.
    pub end: usize,
    /// How many lines of input had been given, the one that led to these bytes
    /// included; 0 for what the game begins with. The end of the input counts
    /// as one more line.
    pub line: usize,
}

/// All that a game prints, in its order.
///
/// ```
/// use minesweeper_alpha::{EDITIONS, Kind, SeedFile, Setup, Stream, Transcript};
///
/// let seed = SeedFile::in_memory("seed.txt", b"5 5 1 0 0".as_slice());
/// let mut game = EDITIONS[0].start(&Setup::of_file(seed))?;
/// let played = Transcript::of(game.as_mut(), b"r 9 9\nr 0 0\n");
/// assert!(played.separate(Stream::Error).starts_with(b"\nInvalid Command: "));
/// let lost = played.entries().iter().find(|entry| entry.kind == Kind::Loss);
/// assert_eq!(lost.map(|entry| entry.line), Some(2));
/// # Ok::<(), minesweeper_alpha::StartError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    merged: Vec<u8>,
    entries: Vec<Entry>,
    line: usize,
    most: Option<usize>,
    cut: bool,
    status: Option<u8>,
}

impl Transcript {
    /// Plays a game from its opening to its end.
    #[must_use]
    pub fn of(session: &mut dyn Session, input: &[u8]) -> Self {
        Self::default().play(session, input)
    }

    /// Plays a game, or as much of it as prints `most` bytes.
    #[must_use]
    pub fn up_to(most: usize, session: &mut dyn Session, input: &[u8]) -> Self {
        let transcript = Self {
            most: Some(most),
            ..Self::default()
        };
        transcript.play(session, input)
    }

    fn play(mut self, session: &mut dyn Session, input: &[u8]) -> Self {
        session.open(&mut self);
        for line in lines::split(input).chain([Line::End]) {
            if self.cut {
                break;
            }
            self.line += 1;
            if let Flow::Ended(status) = session.line(line, &mut self) {
                self.status = Some(status);
                break;
            }
        }
        self
    }

    /// What a game that does not begin prints in its place.
    #[must_use]
    pub fn of_refusal(stream: Stream, message: &[u8], status: u8) -> Self {
        let mut transcript = Self::default();
        transcript.print(stream, message, &[Piece::new(Kind::Error, message.len())]);
        transcript.status = Some(status);
        transcript
    }

    /// How many lines of input the game was given; the end of the input counts as one
    /// more.
    pub(crate) fn lines(&self) -> usize {
        self.line
    }

    /// What both streams have printed, in the order in which it was printed.
    #[must_use]
    pub fn merged(&self) -> &[u8] {
        &self.merged
    }

    /// What one stream has printed.
    #[must_use]
    pub fn separate(&self, stream: Stream) -> Vec<u8> {
        self.entries
            .iter()
            .filter(|entry| entry.stream == stream)
            .map(|entry| &self.merged[entry.start..entry.end])
            .collect::<Vec<_>>()
            .concat()
    }

    /// The stretches of which [`Transcript::merged`] consists.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The index in [`Transcript::entries`] of the one that a byte of
    /// [`Transcript::merged`] is in, counted from 0; none if that is shorter.
    #[must_use]
    pub fn entry_at(&self, byte: usize) -> Option<usize> {
        let index = self.entries.partition_point(|entry| entry.end <= byte);
        (index < self.entries.len()).then_some(index)
    }

    /// Where in [`Transcript::merged`] a byte of what one stream has printed
    /// is, counted from 0; none if that is shorter.
    #[must_use]
    pub fn in_merged(&self, stream: Stream, byte: usize) -> Option<usize> {
        let mut before = 0;
        for entry in self.entries.iter().filter(|entry| entry.stream == stream) {
            let length = entry.end - entry.start;
            if byte < before + length {
                return Some(entry.start + byte - before);
            }
            before += length;
        }
        None
    }

    /// How many bytes one stream has printed before a byte of
    /// [`Transcript::merged`]: the inverse of [`Transcript::in_merged`].
    #[must_use]
    pub fn printed_before(&self, stream: Stream, byte: usize) -> usize {
        let before = self.entries.partition_point(|entry| entry.start < byte);
        self.entries[..before]
            .iter()
            .filter(|entry| entry.stream == stream)
            .map(|entry| entry.end.min(byte) - entry.start)
            .sum()
    }

    /// The number of rounds that was printed last before a byte of
    /// [`Transcript::merged`], or begins right there; none if the game has not
    /// told any.
    #[must_use]
    pub fn round_at(&self, byte: usize) -> Option<u64> {
        let begun = self.entries.partition_point(|entry| entry.start <= byte);
        self.entries[..begun]
            .iter()
            .rev()
            .filter(|entry| entry.kind == Kind::RoundLine)
            .find_map(|entry| {
                let text = &self.merged[entry.start..entry.end];
                let at = text.iter().position(u8::is_ascii_digit)?;
                let digits = text[at..].split(|byte| !byte.is_ascii_digit()).next()?;
                let number = str::from_utf8(digits).ok()?.parse().ok()?;
                (entry.start + at <= byte).then_some(number)
            })
    }

    /// The same game in other words: `words` returns what is printed in place of an
    /// entry's text, or none to give up.
    pub(crate) fn reworded<'text, Text: AsRef<[u8]>>(
        &'text self,
        mut words: impl FnMut(&Entry, &'text [u8]) -> Option<Text>,
    ) -> Option<Self> {
        let mut reworded = Self::default();
        for entry in &self.entries {
            let text = words(entry, &self.merged[entry.start..entry.end])?;
            let text = text.as_ref();
            reworded.line = entry.line;
            reworded.print(entry.stream, text, &[Piece::new(entry.kind, text.len())]);
        }
        Some(Self {
            line: self.line,
            cut: self.cut,
            status: self.status,
            ..reworded
        })
    }

    /// The exit status; none if the game had more to print than was wanted, or goes
    /// on after the end of its input.
    #[must_use]
    pub fn status(&self) -> Option<u8> {
        self.status.filter(|_| !self.cut)
    }
}

impl Sink for Transcript {
    fn print(&mut self, stream: Stream, bytes: &[u8], pieces: &[Piece]) {
        if self
            .most
            .is_some_and(|most| self.merged.len() + bytes.len() > most)
        {
            self.cut = true;
        }
        if self.cut {
            return;
        }
        let mut start = self.merged.len();
        self.merged.extend_from_slice(bytes);
        for piece in pieces.iter().filter(|piece| piece.length > 0) {
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
