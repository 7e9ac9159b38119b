//! Output as lines and answers: each line with its stream and its kind, each answer with the line of input before it. The
//! built-in game's output and a program's output have the same type, so that they can be aligned.

use std::cell::OnceCell;
use std::ops::Range;

use super::tolerance::Tolerances;
use crate::edition::row::OutputFormat;
use crate::game::sink::{Kind, Stream};
use crate::game::transcript::Transcript;

/// Output, line by line and answer by answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Printed {
    pub(super) bytes: Vec<u8>,
    /// Lines in the order in which they were printed.
    pub(crate) lines: Vec<PrintedLine>,
    /// Lines of each answer. The first answer is printed before any line of input, the last one at the end of the input.
    pub(super) answers: Vec<Range<usize>>,
    /// Exit status, if the game or program ended by itself.
    pub(crate) status: Option<i32>,
    /// True if the order of the two streams is known.
    pub(crate) has_order: bool,
    /// Cache of [`Self::news`].
    pub(super) news: OnceCell<Vec<Vec<u64>>>,
}

/// A line, or the rest of a line after a prompt or before a change of stream.
#[derive(Clone, Debug)]
pub(crate) struct PrintedLine {
    pub(super) range: Range<usize>,
    /// True if a line feed ends the line.
    pub(crate) is_ended: bool,
    /// True if a carriage return precedes the line feed. It is not part of the text.
    pub(crate) has_return: bool,
    pub(crate) stream: Stream,
    pub(crate) what: What,
}

/// Kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum What {
    /// Only whitespace.
    Blank,
    /// A line of a piece of the game.
    Piece(Piece),
    /// Text that the game does not print.
    Other,
}

/// A line of a piece of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Piece {
    pub(crate) kind: Kind,
    /// Number of the line in the piece, from 0.
    pub(crate) nth: usize,
    /// Index of an error in [`OutputFormat::errors`].
    pub(crate) error: Option<usize>,
}

impl Printed {
    pub(crate) fn of_transcript(transcript: &Transcript, output_format: &OutputFormat) -> Self {
        let mut printed = Self {
            bytes: transcript.merged().to_vec(),
            status: transcript.status().map(i32::from),
            has_order: true,
            ..Self::default()
        };
        for entry in transcript.entries() {
            printed.begin_answers(entry.line + 1);
            let mut start = entry.start;
            while start < entry.end {
                let feed = memchr::memchr(b'\n', &printed.bytes[start..entry.end]);
                let end = feed.map_or(entry.end, |feed| start + feed);
                printed.extend(start..end, feed.is_some(), entry.stream, entry.kind);
                start = end + 1;
            }
        }
        printed.begin_answers(transcript.lines() + 1);
        printed.end_answers();
        printed.number_pieces(output_format);
        printed
    }

    /// Joins each answer that does not end in a prompt with the next answer, because only prompts separate the answers of a
    /// program.
    pub(crate) fn into_seen(mut self) -> Self {
        for number in 1..self.answers.len() {
            let before = self.answers[number - 1].clone();
            let last = self.lines[before.clone()].last();
            if last.is_some_and(|line| !line.is_prompt()) {
                self.answers[number - 1].end = before.start;
                self.answers[number].start = before.start;
            }
        }
        self
    }

    /// Splits answers after each prompt. Also returns the number of parts of each answer. Returns `None` if prompts stand only
    /// at the ends of answers.
    pub(super) fn cut_at_prompts(&self) -> Option<(Self, Vec<usize>)> {
        let counts: Vec<usize> = (0..self.answers.len())
            .map(|answer| self.part_count(answer))
            .collect();
        if counts.iter().all(|&count| count == 1) {
            return None;
        }
        let mut answers = Vec::new();
        for answer in &self.answers {
            let mut start = answer.start;
            for line in answer.clone() {
                if line + 1 == answer.end || self.lines[line].is_prompt() {
                    answers.push(start..line + 1);
                    start = line + 1;
                }
            }
            if answer.is_empty() {
                answers.push(answer.clone());
            }
        }
        let cut = Self {
            answers,
            news: OnceCell::new(),
            ..self.clone()
        };
        Some((cut, counts))
    }

    /// Returns the number of parts of an answer if it is split after each prompt.
    pub(crate) fn part_count(&self, answer: usize) -> usize {
        let lines = self.answer(answer);
        let prompts = lines.iter().filter(|line| line.is_prompt()).count();
        let ends_behind_prompt = lines.last().is_some_and(|line| !line.is_prompt());
        (prompts + usize::from(ends_behind_prompt)).max(1)
    }

    /// Adds bytes of one kind, to the last line if that has not ended.
    fn extend(&mut self, range: Range<usize>, is_ended: bool, stream: Stream, kind: Kind) {
        let first = self.answers.last().map_or(0, |answer| answer.start);
        let piece = What::Piece(Piece {
            kind,
            nth: 0,
            error: None,
        });
        let is_open =
            |line: &PrintedLine| !line.is_ended && line.stream == stream && !line.is_prompt();
        let what = if self.bytes[range.clone()].trim_ascii().is_empty() {
            What::Blank
        } else {
            piece
        };
        if self.lines.len() > first
            && let Some(line) = self.lines.last_mut()
            && is_open(line)
        {
            line.range.end = range.end;
            line.is_ended = is_ended;
            if what != What::Blank {
                line.what = what;
            }
            return;
        }
        self.lines.push(PrintedLine {
            range,
            is_ended,
            has_return: false,
            stream,
            what,
        });
    }

    fn begin_answers(&mut self, count: usize) {
        while self.answers.len() < count {
            self.end_answers();
            self.answers.push(self.lines.len()..self.lines.len());
        }
    }

    pub(super) fn end_answers(&mut self) {
        let end = self.lines.len();
        if let Some(last) = self.answers.last_mut() {
            last.end = end;
        }
    }

    /// Numbers the lines of each piece, and identifies errors.
    fn number_pieces(&mut self, output_format: &OutputFormat) {
        for answer in &self.answers {
            let mut before: Option<Piece> = None;
            for line in &mut self.lines[answer.clone()] {
                let What::Piece(piece) = &mut line.what else {
                    continue;
                };
                if piece.kind == Kind::Error {
                    let text = &self.bytes[line.range.clone()];
                    let mut errors = output_format.errors.iter();
                    piece.error = errors.position(|error| text.starts_with(error.text.as_bytes()));
                }
                let follows = |before: &Piece| match (before.kind, piece.kind) {
                    (Kind::Win, Kind::Score) => true,
                    (one, other) => one == other && other != Kind::Error,
                };
                piece.nth = before.filter(follows).map_or(0, |before| before.nth + 1);
                before = Some(*piece);
            }
        }
    }

    /// Reports whether two outputs are equal in every answer.
    pub(crate) fn has_same_text(&self, other: &Self) -> bool {
        self.answers == other.answers && self.prints_the_same(other)
    }

    /// Reports whether two outputs differ only in tolerated ways.
    pub(crate) fn passes_for(
        &self,
        other: &Self,
        tolerances: &Tolerances,
        output_format: &OutputFormat,
    ) -> bool {
        let streams = |printed: &Self| -> Vec<Stream> {
            printed.lines.iter().map(|line| line.stream).collect()
        };
        self.answers == other.answers
            && self.status == other.status
            && streams(self) == streams(other)
            && tolerances.pass(output_format, &self.bytes, &other.bytes)
    }

    /// Reports whether two outputs have the same bytes, streams and exit status.
    pub(crate) fn prints_the_same(&self, other: &Self) -> bool {
        let streams = |line: &PrintedLine| line.stream;
        self.bytes == other.bytes
            && self.status == other.status
            && self
                .lines
                .iter()
                .map(streams)
                .eq(other.lines.iter().map(streams))
    }

    /// Reports whether two answers have the same text and streams.
    pub(super) fn has_same_answer(&self, number: usize, other: &Self, its: usize) -> bool {
        self.has_same_lines(self.answer(number), other, other.answer(its))
    }

    fn has_same_lines(&self, own: &[PrintedLine], other: &Self, theirs: &[PrintedLine]) -> bool {
        let is_same = |(one, two): (&PrintedLine, &PrintedLine)| {
            one.stream == two.stream && self.whole(one) == other.whole(two)
        };
        own.len() == theirs.len() && own.iter().zip(theirs).all(is_same)
    }

    /// Reports whether an answer has the same text and streams as several consecutive answers of another output.
    pub(crate) fn has_same_text_in(&self, number: usize, other: &Self, its: &Range<usize>) -> bool {
        let (own, theirs) = (
            self.answer(number),
            &other.lines[other.line_range(its.clone())],
        );
        self.has_same_lines(own, other, theirs)
    }

    /// Reports whether two answers have the same text, streams and kinds of lines.
    pub(crate) fn is_same_answer(&self, number: usize, other: &Self, its: usize) -> bool {
        let lines = self.answer(number).iter().zip(other.answer(its));
        let mut kinds = lines.map(|(one, two)| one.what == two.what);
        self.has_same_answer(number, other, its) && kinds.all(|is_same| is_same)
    }

    pub(crate) fn answer_count(&self) -> usize {
        self.answers.len()
    }

    /// Returns the lines of an answer, which need not exist.
    pub(crate) fn answer(&self, number: usize) -> &[PrintedLine] {
        let lines = self.answers.get(number).cloned();
        lines.map_or(&[], |lines| &self.lines[lines])
    }

    /// Returns the numbers of the lines of some answers.
    pub(crate) fn line_range(&self, answers: Range<usize>) -> Range<usize> {
        let of = |number: usize| self.answers.get(number).cloned();
        let last = answers.end.checked_sub(1).and_then(of);
        match (of(answers.start), last) {
            (Some(first), Some(last)) if !answers.is_empty() => first.start..last.end,
            _ => self.lines.len()..self.lines.len(),
        }
    }

    /// Returns the text of some lines, with line ends.
    pub(crate) fn joined(&self, lines: Option<(usize, usize)>) -> Vec<u8> {
        let lines = lines.map_or(&[][..], |(start, end)| &self.lines[start..end]);
        lines
            .iter()
            .flat_map(|line| self.whole(line))
            .copied()
            .collect()
    }

    /// Returns the text of a line, with its line end.
    pub(super) fn whole(&self, line: &PrintedLine) -> &[u8] {
        let end = usize::from(line.has_return) + usize::from(line.is_ended);
        &self.bytes[line.range.start..line.range.end + end]
    }

    /// Returns the text of a line, without its line end.
    pub(crate) fn text(&self, line: &PrintedLine) -> &[u8] {
        &self.bytes[line.range.clone()]
    }

    pub(super) fn is_prompted_at_end(&self) -> bool {
        self.lines.last().is_some_and(PrintedLine::is_prompt)
    }
}

impl PrintedLine {
    pub(crate) fn is_prompt(&self) -> bool {
        matches!(self.what, What::Piece(piece) if piece.kind == Kind::Prompt)
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.what == What::Blank
    }

    pub(crate) fn is_error(&self) -> bool {
        matches!(self.what, What::Piece(piece) if piece.kind == Kind::Error)
    }

    pub(crate) fn is_round_line(&self) -> bool {
        matches!(self.what, What::Piece(piece) if piece.kind == Kind::RoundLine)
    }
}
