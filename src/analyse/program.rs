//! Parses the runs of a program into answers.

use super::align::{self, AnswerPair};
use super::kinds::{Kinds, Row, skeleton};
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
    /// True if the combined output shows after which line of input an error was printed.
    pub(super) has_order: bool,
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
            let parser = Parser::of_output(&merged.out, prompts, kinds);
            return Some(parser.into_program(merged.end, false));
        };
        let (mut by_script, is_exact) = with_errors_of_script(separate, script, prompts, kinds);
        let segments = merged.and_then(|merged| {
            let has_ended = matches!(merged.end, End::Exited(_));
            interleaved(&merged.out, &separate.out, &separate.err, has_ended)
        });
        let Some(segments) = segments else {
            by_script.has_order = false;
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

    fn of_output(bytes: &[u8], prompts: &'parse Prompts, kinds: &'parse mut Kinds) -> Self {
        let stream = Stream::Output;
        Self::new(prompts, kinds).parse(&[Segment { stream, bytes }])
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
            // A short prompt such as `> ` also stands in cells.
            let is_row = Row::parse(text).is_some();
            let at = self.prompts.find_in(text).filter(|_| !is_row);
            let at = at.unwrap_or(rest.len());
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
            has_order: true,
        }
    }
}

/// Number of alternatives to follow to find the place of an error.
const WIDTH: usize = 65;

/// Parses standard output, and places the errors where the game prints them. Also reports whether the game prints all of them.
/// An error that the game does not print follows the one before; at the end of the output it belongs to the last answer.
fn with_errors_of_script(
    run: &Run,
    script: &Output,
    prompts: &Prompts,
    kinds: &mut Kinds,
) -> (Program, bool) {
    let mut parser = Parser::of_output(&run.out, prompts, kinds);
    let (err, traces) = Trace::cut_out(&run.err);
    let err: Vec<&[u8]> = lines(&err).collect();
    let has_text = |line: &usize| !err[*line].trim_ascii().is_empty();
    let found: Vec<usize> = (0..err.len()).filter(has_text).collect();
    let pairs = align::answers(script, &parser.output);
    let expected = errors(script);
    let last = parser.output.answers.len() - 1;
    let is_same = |one: usize, other: usize| expected[one].1 == err[found[other]].trim_ascii();
    let lengths = [expected.len(), found.len()];
    let steps = align::cheapest(lengths, WIDTH, 2, |step| match step {
        (Some(one), Some(other)) if is_same(one, other) => 0,
        (Some(_), Some(_)) => 3,
        _ => 2,
    });
    let mut places = vec![last; found.len()];
    let (mut place, mut is_exact) = (0, true);
    let paired = steps
        .iter()
        .rposition(|step| matches!(step, (Some(_), Some(_))));
    for step in &steps[..paired.map_or(0, |last| last + 1)] {
        if let (Some(one), Some(_)) = *step {
            let before = |pair: &AnswerPair| pair.script.end <= expected[one].0;
            let pair = pairs.get(pairs.partition_point(before));
            // Each error has a round of its own, so that the order of the streams is all that differs.
            is_exact &= pair.is_some_and(|pair| pair.script.len() == 1 && !pair.found.is_empty());
            place = pair
                .map_or(last, |pair| pair.found.start.min(last))
                .max(place);
        }
        if let Some(other) = step.1 {
            places[other] = place;
        }
    }
    for step in &steps {
        is_exact &= match *step {
            (Some(one), Some(other)) => skeleton(expected[one].1) == skeleton(err[found[other]]),
            (one, _) => one.is_some(),
        };
    }
    let mut output = Output::default();
    let (mut next, mut start) = (0, 0);
    for (number, answer) in parser.output.answers.iter().enumerate() {
        output.begin_answer();
        while next < found.len() && places[next] <= number {
            // An error has the blank lines before it.
            for line in &err[start..=found[next]] {
                output.push(Stream::Error, line, parser.kinds.of(line));
            }
            start = found[next] + 1;
            next += 1;
        }
        for line in answer.clone() {
            let kind = parser.output.lines[line].kind;
            output.push(Stream::Output, parser.output.whole(line), kind);
        }
    }
    for line in &err[start..] {
        output.push(Stream::Error, line, parser.kinds.of(line));
    }
    let traces = traces.into_iter().map(|(_, trace)| (last, trace));
    parser.traces.extend(traces);
    parser.output = output;
    (parser.into_program(run.end, true), is_exact)
}

/// Returns the lines with text of standard error, each with its answer.
fn errors(output: &Output) -> Vec<(usize, &[u8])> {
    let mut errors = Vec::new();
    for (number, answer) in output.answers.iter().enumerate() {
        for line in answer.clone() {
            let text = output.text(line).trim_ascii();
            if output.lines[line].stream == Stream::Error && !text.is_empty() {
                errors.push((number, text));
            }
        }
    }
    errors
}

/// Reports whether an error stands in an answer in which the game does not print it.
fn has_misplaced_errors(output: &Output, script: &Output) -> bool {
    let expected = errors(script);
    let pairs = align::answers(script, output);
    errors(output).into_iter().any(|(answer, key)| {
        let pair = pairs.get(pairs.partition_point(|pair| pair.found.end <= answer));
        let script = pair.map_or(0..0, |pair| pair.script.clone());
        let start = expected.partition_point(|(number, _)| *number < script.start);
        let mut here = expected[start..]
            .iter()
            .take_while(|(number, _)| *number < script.end);
        !here.any(|(_, other)| skeleton(other) == skeleton(key))
    })
}

/// Cuts a text at prompts.
pub(super) fn parse_text(text: &[u8], prompts: &Prompts, kinds: &mut Kinds) -> Output {
    Parser::of_output(text, prompts, kinds).output
}
