//! Output as lines and answers. The output of the built-in game and that of a program have the same
//! type, so that they can be aligned.

use std::ops::{Index, Range};

use super::text::{self, skeleton};
use crate::{
    edition::OutputFormat,
    field::{Line, Tokens, lines},
    game::{Kind, Stream, Transcript},
};

/// Output, line by line and answer by answer.
#[derive(Clone, Debug, Default)]
pub(super) struct OutputLines {
    pub bytes: Vec<u8>,
    pub lines: Vec<OutputLine>,
    /// Lines of each answer. The first answer precedes the first line of input.
    pub answers: Vec<Range<usize>>,
    /// Whether the line of input before each answer is blank, up to the end of the input; empty if
    /// unknown.
    pub follows_blank: Vec<bool>,
}

/// A line, or the part of a line before or after a prompt or a change of stream.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutputLine {
    /// Offsets in [`OutputLines::bytes`], without the line end.
    start: u32,
    end: u32,
    pub stream: Stream,
    pub kind: LineKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum LineKind {
    /// Only whitespace.
    Blank,
    /// A line of a piece of the game.
    Piece(PieceLine),
    /// Text that the game does not print.
    Other,
    /// Text that the game does not print, and that replaces no message: the program prints it
    /// mostly where the game prints no message.
    Own,
}

/// The meaning of a line of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PieceLine {
    pub kind: Kind,
    /// Index of the line in the piece.
    pub nth: u16,
    /// Index in [`OutputFormat::errors`], if the line is a known error.
    pub error: Option<u8>,
}

impl PieceLine {
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            nth: 0,
            error: None,
        }
    }
}

impl LineKind {
    pub fn is(self, kind: Kind) -> bool {
        matches!(self, Self::Piece(piece) if piece.kind == kind)
    }
}

impl OutputLine {
    pub fn piece(&self) -> Option<PieceLine> {
        match self.kind {
            LineKind::Piece(piece) => Some(piece),
            LineKind::Blank | LineKind::Other | LineKind::Own => None,
        }
    }

    pub fn is(&self, kind: Kind) -> bool {
        self.kind.is(kind)
    }

    /// Reports whether the line is text of the game other than a round line, a grid or a prompt.
    pub fn is_message(&self) -> bool {
        self.piece().is_some_and(|piece| {
            !matches!(
                piece.kind,
                Kind::RoundLine | Kind::Grid | Kind::ColumnLine | Kind::Prompt | Kind::Blank
            )
        })
    }

    pub fn is_blank(&self) -> bool {
        self.kind == LineKind::Blank
    }
}

/// Splits input into lines. Lines that are too long become empty.
pub(super) fn input_lines(input: &[u8]) -> Vec<&[u8]> {
    let lines = lines::split(input).map(|line| match line {
        Line::Text(text) => text,
        Line::TooLong | Line::End => b"",
    });
    lines.collect()
}

impl OutputLines {
    pub fn of_transcript(transcript: &Transcript, input: &[u8], format: &OutputFormat) -> Self {
        let mut output = Self::default();
        for entry in transcript.entries() {
            output.begin_answers(entry.line + 1);
            let kind = LineKind::Piece(PieceLine::new(entry.kind));
            for line in text::lines(&transcript.merged()[entry.start..entry.end]) {
                output.extend(entry.stream, line, kind);
            }
        }
        output.begin_answers(transcript.lines() + 1);
        output.number_pieces(format);
        output.follows_blank.push(false);
        for line in lines::split(input) {
            let is_blank = matches!(line, Line::Text(text) if Tokens::new(text).next().is_none());
            output.follows_blank.push(is_blank);
        }
        output.follows_blank.push(false);
        output
    }

    /// Adds empty answers until there are at least `count`.
    fn begin_answers(&mut self, count: usize) {
        let (count, end) = (count.max(self.answers.len()), self.lines.len());
        self.answers.resize(count, end..end);
    }

    pub fn begin_answer(&mut self) {
        self.begin_answers(self.answers.len() + 1);
    }

    /// Adds a line or a part of a line. Appends to the last line of the answer if that has not
    /// ended, is on the same stream, and is no prompt.
    fn extend(&mut self, stream: Stream, text: &[u8], kind: LineKind) {
        let first = self.answers.last().map_or(0, |answer| answer.start);
        let is_ended = self.bytes.ends_with(b"\n");
        match self.lines[first..].last_mut() {
            Some(line) if !is_ended && line.stream == stream && !line.is(Kind::Prompt) => {
                self.bytes.extend(text);
                line.end += offset(text.len()) - u32::from(text.ends_with(b"\n"));
                if !text.trim_ascii().is_empty() {
                    line.kind = kind;
                }
            }
            _ => self.push(stream, text, kind),
        }
    }

    /// Adds a line, with its line end if it has one. A line of whitespace is blank whatever the
    /// kind, unless it is a prompt.
    pub fn push(&mut self, stream: Stream, text: &[u8], kind: LineKind) {
        let start = offset(self.bytes.len());
        self.bytes.extend(text);
        let unended = text.strip_suffix(b"\n");
        let plain = unended.map_or(text, |line| line.strip_suffix(b"\r").unwrap_or(line));
        let is_blank = plain.trim_ascii().is_empty() && !kind.is(Kind::Prompt);
        self.lines.push(OutputLine {
            start,
            end: start + offset(plain.len()),
            stream,
            kind: if is_blank { LineKind::Blank } else { kind },
        });
        if let Some(answer) = self.answers.last_mut() {
            answer.end = self.lines.len();
        }
    }

    /// Numbers the lines of each piece, and identifies errors.
    fn number_pieces(&mut self, format: &OutputFormat) {
        for answer in &self.answers {
            let mut before: Option<PieceLine> = None;
            for line in &mut self.lines[answer.clone()] {
                let LineKind::Piece(piece) = &mut line.kind else {
                    continue;
                };
                if piece.kind == Kind::Error {
                    let text = &self.bytes[line.start as usize..line.end as usize];
                    piece.error = error_index(&skeleton(text), format);
                }
                // The score ends the last line of the picture of a win. Each error is a piece of
                // its own.
                if let Some(before) = before
                    && (piece.kind == Kind::Score
                        || piece.kind == before.kind && piece.kind != Kind::Error)
                {
                    piece.nth = before.nth + 1;
                }
                before = Some(*piece);
            }
        }
    }

    /// Reports whether there is any text of the game besides errors.
    pub fn has_game(&self) -> bool {
        let mut pieces = self.lines.iter().filter_map(OutputLine::piece);
        pieces.any(|piece| piece.kind != Kind::Error)
    }

    /// Returns the text of a line, without its line end.
    pub fn text(&self, line: usize) -> &[u8] {
        let OutputLine { start, end, .. } = self[line];
        &self.bytes[start as usize..end as usize]
    }

    /// Returns the text of a line, with its line end.
    pub fn whole(&self, line: usize) -> &[u8] {
        &self.bytes[self.line_start(line)..self.line_start(line + 1)]
    }

    /// Returns the name of a line's stream, and the line with its end.
    pub fn on_stream(&self, line: usize) -> (&'static str, &[u8]) {
        let name = match self[line].stream {
            Stream::Output => "standard output",
            Stream::Error => "standard error",
        };
        (name, self.whole(line))
    }

    fn line_start(&self, line: usize) -> usize {
        let line = self.lines.get(line);
        line.map_or(self.bytes.len(), |line| line.start as usize)
    }

    /// Returns the lines of some answers, which need not exist.
    pub fn lines_of(&self, answers: &Range<usize>) -> Range<usize> {
        let [start, end] = [answers.start, answers.end].map(|answer| {
            let lines = self.answers.get(answer);
            lines.map_or(self.lines.len(), |lines| lines.start)
        });
        start..end
    }

    pub fn answer_of(&self, line: usize) -> usize {
        self.answers.partition_point(|answer| answer.end <= line)
    }
}

impl Index<usize> for OutputLines {
    type Output = OutputLine;

    fn index(&self, line: usize) -> &OutputLine {
        &self.lines[line]
    }
}

/// Returns the index in [`OutputFormat::errors`] of the error with which a line begins, given the
/// skeleton of the line.
pub(super) fn error_index(line: &[u8], format: &OutputFormat) -> Option<u8> {
    let mut errors = format.errors.iter();
    let index = errors.position(|error| line.starts_with(&skeleton(error.text.as_bytes())))?;
    u8::try_from(index).ok()
}

/// Converts an offset. Outputs are truncated to far less than 4 GiB before they are analysed.
fn offset(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
