//! Parses the runs of a program into answers.

use similar::DiffOp;

use super::align::{self, AnswerPair};
use super::diff;
use super::kinds::Kinds;
use super::output::{LineKind, Output, Piece};
use super::prompt::{Prompts, without_end};
use super::streams::{Segment, interleaved};
use super::tolerance::lines;
use super::trace::Trace;
use crate::game::sink::{Kind, Stream};
use crate::run::result::{End, Run};

/// A program's output, and the way the program ended.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) output: Output,
    /// Stack traces, each with the number of its answer.
    pub(super) traces: Vec<(usize, Trace)>,
    pub(super) end: End,
    /// False if only the combined output is known.
    pub(super) has_streams: bool,
    /// True if the combined output has the text of the two streams in another order than the game prints it.
    pub(super) is_out_of_order: bool,
}

impl Program {
    /// Parses the runs of a case. Returns `None` if there was no run.
    pub(super) fn parse(
        separate: Option<&Run>,
        merged: Option<&Run>,
        script: &Output,
        prompts: &Prompts,
        kinds: &mut Kinds,
    ) -> Option<Self> {
        let Some(separate) = separate else {
            let merged = merged?;
            let segment = Segment {
                stream: Stream::Output,
                bytes: &merged.out,
            };
            let parser = Parser::new(prompts, kinds).parse(&[segment]);
            return Some(parser.into_program(merged.end, false));
        };
        let (mut by_script, is_exact) = with_errors_of_script(separate, script, prompts, kinds);
        let segments = merged.and_then(|merged| {
            let has_ended = matches!(merged.end, End::Exited(_));
            interleaved(&merged.out, &separate.out, &separate.err, has_ended)
        });
        let Some(segments) = segments else {
            return Some(by_script);
        };
        let by_order = Parser::new(prompts, kinds).parse(&segments);
        if is_exact && has_misplaced_errors(&by_order.output, script) {
            by_script.is_out_of_order = true;
            return Some(by_script);
        }
        Some(by_order.into_program(separate.end, true))
    }
}

/// Cuts text into lines and answers.
struct Parser<'parse> {
    prompts: &'parse Prompts,
    kinds: &'parse mut Kinds,
    output: Output,
    traces: Vec<(usize, Trace)>,
    /// True if the last line ends a grid, after which an answer ends if there are no prompts.
    is_after_grid: bool,
}

impl<'parse> Parser<'parse> {
    fn new(prompts: &'parse Prompts, kinds: &'parse mut Kinds) -> Self {
        let mut output = Output::default();
        output.begin_answer();
        Self {
            prompts,
            kinds,
            output,
            traces: Vec::new(),
            is_after_grid: false,
        }
    }

    fn parse(mut self, segments: &[Segment<'_>]) -> Self {
        for segment in segments {
            let (text, traces) = Trace::cut_out(segment.bytes);
            let mut start = 0;
            for (at, trace) in traces {
                self.add(segment.stream, &text[start..at]);
                self.traces.push((self.output.answers.len() - 1, trace));
                start = at;
            }
            self.add(segment.stream, &text[start..]);
        }
        self
    }

    fn add(&mut self, stream: Stream, text: &[u8]) {
        for line in lines(text) {
            match stream {
                Stream::Output => self.add_output(line),
                Stream::Error => self.push(stream, line),
            }
        }
    }

    fn push(&mut self, stream: Stream, line: &[u8]) {
        let kind = self.kinds.of(line);
        self.output.push(stream, line, kind);
    }

    /// Adds a line of standard output, which may contain prompts.
    fn add_output(&mut self, line: &[u8]) {
        if self.prompts.main.is_none() {
            self.add_without_prompts(line);
            return;
        }
        let mut rest = line;
        while !rest.is_empty() {
            let text = without_end(rest);
            if let Some(length) = self.prompts.length_at(text) {
                let has_own_line = self.prompts.is_own_line && length == text.len();
                let length = if has_own_line { rest.len() } else { length };
                let kind = LineKind::Piece(Piece::new(Kind::Prompt));
                self.output.push(Stream::Output, &rest[..length], kind);
                self.output.begin_answer();
                rest = &rest[length..];
                continue;
            }
            let at = self.prompts.find_in(text).unwrap_or(rest.len());
            self.push(Stream::Output, &rest[..at]);
            rest = &rest[at..];
        }
    }

    /// Adds a line of a program without prompts: an answer ends after the blank line behind a grid.
    fn add_without_prompts(&mut self, line: &[u8]) {
        let kind = self.kinds.of(line);
        let was_after_grid = self.is_after_grid;
        self.is_after_grid =
            matches!(kind, LineKind::Piece(piece) if piece.kind == Kind::ColumnLine);
        if was_after_grid && kind != LineKind::Blank {
            self.output.begin_answer();
        }
        self.output.push(Stream::Output, line, kind);
        if was_after_grid && kind == LineKind::Blank {
            self.output.begin_answer();
        }
    }

    fn into_program(self, end: End, has_streams: bool) -> Program {
        Program {
            output: self.output,
            traces: self.traces,
            end,
            has_streams,
            is_out_of_order: false,
        }
    }
}

/// A line of standard error, with the blank lines before it.
#[derive(Default)]
struct Block<'text> {
    lines: Vec<&'text [u8]>,
    key: &'text [u8],
}

/// Parses standard output, and places the errors where the game prints them. Also reports whether the game prints all of them.
fn with_errors_of_script(
    run: &Run,
    script: &Output,
    prompts: &Prompts,
    kinds: &mut Kinds,
) -> (Program, bool) {
    let segment = Segment {
        stream: Stream::Output,
        bytes: &run.out,
    };
    let mut parser = Parser::new(prompts, kinds).parse(&[segment]);
    let (err, traces) = Trace::cut_out(&run.err);
    let pairs = align::answers(script, &parser.output);
    let blocks = blocks(&err);
    let expected = errors(script);
    let count = parser.output.answers.len();
    let (places, is_exact) = places(&expected, &blocks, &pairs, count);
    let mut output = Output::default();
    let mut next = 0;
    for (number, answer) in parser.output.answers.iter().enumerate() {
        output.begin_answer();
        while next < blocks.len() && places[next] <= number {
            for line in &blocks[next].lines {
                output.push(Stream::Error, line, parser.kinds.of(line));
            }
            next += 1;
        }
        for line in answer.clone() {
            let kind = parser.output.lines[line].kind;
            let stream = parser.output.lines[line].stream;
            output.push(stream, parser.output.whole(line), kind);
        }
    }
    let last = output.answers.len() - 1;
    parser
        .traces
        .extend(traces.into_iter().map(|(_, trace)| (last, trace)));
    parser.output = output;
    (parser.into_program(run.end, true), is_exact)
}

/// Splits standard error into errors, each with the blank lines before it.
fn blocks(err: &[u8]) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = vec![Block::default()];
    for line in lines(err) {
        if let Some(last) = blocks.last_mut().filter(|last| last.key.is_empty()) {
            last.lines.push(line);
            last.key = line.trim_ascii();
            continue;
        }
        blocks.push(Block {
            lines: vec![line],
            key: line.trim_ascii(),
        });
    }
    blocks.retain(|block| !block.lines.is_empty());
    blocks
}

/// Returns the lines with text of standard error, each with its answer.
fn errors(output: &Output) -> Vec<(usize, &[u8])> {
    let mut errors = Vec::new();
    for (number, answer) in output.answers.iter().enumerate() {
        for line in answer
            .clone()
            .filter(|&line| output.lines[line].stream == Stream::Error)
        {
            let text = output.text(line).trim_ascii();
            if !text.is_empty() {
                errors.push((number, text));
            }
        }
    }
    errors
}

/// Returns the answer of the program for each of its errors, and whether the game prints all of them. An error that the game
/// does not print follows the one before; at the end of the output it belongs to the last answer.
fn places(
    expected: &[(usize, &[u8])],
    blocks: &[Block<'_>],
    pairs: &[AnswerPair],
    count: usize,
) -> (Vec<usize>, bool) {
    let keys: Vec<&[u8]> = expected.iter().map(|(_, key)| *key).collect();
    let found: Vec<&[u8]> = blocks.iter().map(|block| block.key).collect();
    let (mut places, mut matched, mut is_exact) = (Vec::new(), 0, true);
    for operation in diff::operations(&keys, &found) {
        is_exact &= matches!(operation, DiffOp::Equal { .. } | DiffOp::Delete { .. });
        let mut old = operation.old_range();
        for _ in operation.new_range() {
            let mut place = places.last().copied().unwrap_or(0);
            if let Some((answer, _)) = old.next().and_then(|error| expected.get(error)) {
                let pair = pairs.iter().find(|pair| pair.script.contains(answer));
                let own = pair.map_or(count, |pair| pair.found.start);
                place = own.min(count - 1).max(place);
                matched = places.len() + 1;
            }
            places.push(place);
        }
    }
    places[matched..].fill(count - 1);
    (places, is_exact)
}

/// Reports whether an error stands in an answer in which the game does not print it.
fn has_misplaced_errors(output: &Output, script: &Output) -> bool {
    let expected = errors(script);
    let pairs = align::answers(script, output);
    errors(output).into_iter().any(|(answer, key)| {
        let pair = pairs.iter().find(|pair| pair.found.contains(&answer));
        let is_here = |(number, other): &(usize, &[u8])| {
            *other == key && pair.is_some_and(|pair| pair.script.contains(number))
        };
        !expected.iter().any(is_here)
    })
}

/// Cuts a text at prompts.
pub(super) fn parse_text(text: &[u8], prompts: &Prompts, kinds: &mut Kinds) -> Output {
    let segment = Segment {
        stream: Stream::Output,
        bytes: text,
    };
    Parser::new(prompts, kinds).parse(&[segment]).output
}
