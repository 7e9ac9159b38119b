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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    merged: Vec<u8>,
    entries: Vec<Entry>,
    line: usize,
    cut: bool,
    status: Option<u8>,
}

impl Transcript {
    /// Plays a game from its opening to its end.
    #[must_use]
    pub fn of(session: &mut dyn Session, input: &[u8]) -> Self {
        Self::up_to(usize::MAX, session, input)
    }

    /// Plays a game, or as much of it as prints `most` bytes.
    #[must_use]
    pub fn up_to(most: usize, session: &mut dyn Session, input: &[u8]) -> Self {
        let nothing = Self::default();
        let played = nothing.other(most, session, input);
        played.unwrap_or(nothing)
    }

    /// Plays another game, or as much of it as prints `most` bytes; none if it prints what
    /// this one has printed.
    pub(crate) fn other(
        &self,
        most: usize,
        session: &mut dyn Session,
        input: &[u8],
    ) -> Option<Self> {
        let mut played = Follower::new(self, most);
        session.open(&mut played);
        for line in lines::split(input).chain([Line::End]) {
            if played.own.cut {
                break;
            }
            played.own.line += 1;
            if let Flow::Ended(status) = session.line(line, &mut played) {
                played.own.status = Some(status);
                break;
            }
        }
        played.into_other()
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

/// A game that is played beside another that was played before: as long as it prints the
/// same, nothing is copied.
struct Follower<'game> {
    /// The game that was played before.
    game: &'game Transcript,
    /// How many of its entries have been printed again; none once anything else was.
    entries: Option<usize>,
    /// What is not as in that game.
    own: Transcript,
    /// How many bytes may be printed.
    most: usize,
}

impl<'game> Follower<'game> {
    fn new(game: &'game Transcript, most: usize) -> Self {
        Self {
            game,
            entries: Some(0),
            own: Transcript::default(),
            most,
        }
    }

    /// How many bytes have been printed.
    fn length(&self) -> usize {
        let last = self.entries.map(|entries| entries.checked_sub(1));
        match last {
            Some(last) => last.map_or(0, |last| self.game.entries[last].end),
            None => self.own.merged.len(),
        }
    }

    /// Whether the other game goes on with these bytes. What has been printed of it is longer
    /// then.
    fn follows(&mut self, stream: Stream, bytes: &[u8], pieces: &[Piece]) -> bool {
        let start = self.length();
        let same = self.game.merged.get(start..start + bytes.len());
        let Some(entries) = self.entries.filter(|_| same == Some(bytes)) else {
            return false;
        };
        let pieces = pieces.iter().filter(|piece| piece.length > 0);
        let its = self.game.entries[entries..].iter();
        let same = pieces.clone().zip(its).take_while(|(piece, entry)| {
            let length = entry.end - entry.start;
            (entry.stream, entry.kind, entry.line) == (stream, piece.kind, self.own.line)
                && length == piece.length
        });
        let count = same.count();
        let follows = count == pieces.count();
        if follows {
            self.entries = Some(entries + count);
        }
        follows
    }

    /// Copies what both games have printed.
    fn part(&mut self) {
        let length = self.length();
        if let Some(entries) = self.entries.take() {
            self.own.merged = self.game.merged[..length].to_vec();
            self.own.entries = self.game.entries[..entries].to_vec();
        }
    }

    /// What was printed; none if that is what the other game has printed.
    fn into_other(mut self) -> Option<Transcript> {
        let (game, own) = (self.game, &self.own);
        let is_same = self.entries == Some(game.entries.len())
            && (own.line, own.cut, own.status) == (game.line, game.cut, game.status);
        if is_same {
            return None;
        }
        self.part();
        Some(self.own)
    }
}

impl Sink for Follower<'_> {
    fn print(&mut self, stream: Stream, bytes: &[u8], pieces: &[Piece]) {
        self.own.cut |= bytes.len() > self.most - self.length();
        if self.own.cut || self.follows(stream, bytes, pieces) {
            return;
        }
        self.part();
        self.own.print(stream, bytes, pieces);
    }
}
