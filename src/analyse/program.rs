//! Parses the runs of a program into answers.

use std::mem;

use super::align;
use super::kinds::{Kinds, Row};
use super::output::{LineKind, OutputLines, PieceLine};
use super::prompt::{Prompts, without_end};
use super::runs::Runs;
use super::stream_order::{errors, has_late_errors, has_misplaced_errors, interleaved};
use super::text::{lines, skeleton};
use super::trace::Trace;
use crate::game::sink::{Kind, Stream};
use crate::run::result::{End, Run};

/// A program's output, and the way the program ended.
#[derive(Debug)]
pub(super) struct ProgramOutput {
    pub(super) output: OutputLines,
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

impl ProgramOutput {
    /// Parses the runs of a case. Returns `None` if there was no run.
    pub(super) fn parse(
        runs: &Runs,
        script: &OutputLines,
        prompts: &Prompts,
        kinds: &mut Kinds,
    ) -> Option<Self> {
        let first = runs.first()?;
        let mut parser = Parser::new(first.end, prompts, kinds);
        let Some(separate) = &runs.separate else {
            parser.add(Stream::Output, &first.out);
            parser.program.has_streams = false;
            return Some(parser.program);
        };
        let segments = runs.merged.as_ref().and_then(|merged| {
            let has_ended = matches!(merged.end, End::Exited(_));
            interleaved(&merged.out, &separate.out, &separate.err, has_ended)
        });
        for (stream, text) in segments.iter().flatten() {
            parser.add(*stream, text);
        }
        let by_order = parser.program;
        let mut by_script = with_errors_of_script(separate, script, prompts, kinds);
        if segments.is_none() {
            by_script.has_order = false;
            return Some(by_script);
        }
        let texts = |output| errors(output).into_iter().map(|(_, text)| skeleton(text));
        let mut rest = texts(script);
        let is_right = texts(&by_script.output).all(|text| rest.any(|other| other == text));
        // If each stream alone is right, only the order differs.
        let is_order =
            by_script.output.bytes == script.bytes && by_order.output.bytes != script.bytes;
        let is_misplaced = is_order || is_right && has_misplaced_errors(&by_order.output, script);
        if is_misplaced || has_late_errors(&by_order.output) {
            by_script.is_out_of_order = true;
            return Some(by_script);
        }
        Some(by_order)
    }
}

/// Cuts text into lines and answers.
struct Parser<'parse> {
    prompts: &'parse Prompts,
    kinds: &'parse mut Kinds,
    program: ProgramOutput,
    /// True if the last line ends a grid, after which an answer ends if there are no prompts.
    is_after_grid: bool,
}

impl<'parse> Parser<'parse> {
    fn new(end: End, prompts: &'parse Prompts, kinds: &'parse mut Kinds) -> Self {
        let mut output = OutputLines::default();
        output.begin_answer();
        Self {
            prompts,
            kinds,
            program: ProgramOutput {
                output,
                traces: Vec::new(),
                end,
                has_streams: true,
                is_out_of_order: false,
                has_order: true,
            },
            is_after_grid: false,
        }
    }

    /// Adds text of one stream, without its stack traces.
    fn add(&mut self, stream: Stream, text: &[u8]) {
        let (text, traces) = Trace::cut_out(text);
        let mut start = 0;
        for (at, trace) in traces {
            self.add_lines(stream, &text[start..at]);
            let answer = self.program.output.answers.len() - 1;
            self.program.traces.push((answer, trace));
            start = at;
        }
        self.add_lines(stream, &text[start..]);
    }

    fn add_lines(&mut self, stream: Stream, text: &[u8]) {
        for line in lines(text) {
            match self.prompts.stream {
                Some(of_prompts) if of_prompts == stream => self.add_with_prompts(stream, line),
                None if stream == Stream::Output => self.add_without_prompts(line),
                _ => self.push(stream, line),
            }
        }
    }

    fn push(&mut self, stream: Stream, line: &[u8]) {
        let kind = self.kinds.classify(line);
        self.program.output.push(stream, line, kind);
    }

    /// Adds a line, which may contain prompts.
    fn add_with_prompts(&mut self, stream: Stream, line: &[u8]) {
        let mut rest = line;
        while !rest.is_empty() {
            let text = without_end(rest);
            if let Some(length) = self.prompts.length_at(text) {
                let has_own_line = self.prompts.is_own_line && length == text.len();
                let length = if has_own_line { rest.len() } else { length };
                let kind = LineKind::Piece(PieceLine::new(Kind::Prompt));
                let output = &mut self.program.output;
                output.push(stream, &rest[..length], kind);
                output.begin_answer();
                rest = &rest[length..];
                continue;
            }
            // A short prompt such as `> ` also stands in cells.
            let is_row = Row::parse(text).is_some();
            let prompt = self.prompts.find_in(text).filter(|_| !is_row);
            let at = prompt.unwrap_or(rest.len());
            self.push(stream, &rest[..at]);
            rest = &rest[at..];
        }
    }

    /// Adds a line of a program without prompts: an answer ends after the blank line behind a grid.
    fn add_without_prompts(&mut self, line: &[u8]) {
        let kind = self.kinds.classify(line);
        let was_after_grid = mem::replace(&mut self.is_after_grid, kind.is(Kind::ColumnLine));
        let output = &mut self.program.output;
        if was_after_grid && kind != LineKind::Blank {
            output.begin_answer();
        }
        output.push(Stream::Output, line, kind);
        if was_after_grid && kind == LineKind::Blank {
            output.begin_answer();
        }
    }
}

/// Number of alternatives to follow to find the place of an error.
const WIDTH: usize = 65;

/// Parses standard output, and places the errors where the game prints them. An error that the game does not print follows the
/// one before; at the end of the output it belongs to the last answer.
fn with_errors_of_script(
    run: &Run,
    script: &OutputLines,
    prompts: &Prompts,
    kinds: &mut Kinds,
) -> ProgramOutput {
    // Without the order of the streams, prompts on standard error separate nothing.
    let none = Prompts::default();
    let prompts = match prompts.stream {
        Some(Stream::Error) => &none,
        _ => prompts,
    };
    let mut parser = Parser::new(run.end, prompts, kinds);
    parser.add(Stream::Output, &run.out);
    let mut program = parser.program;
    let last = program.output.answers.len() - 1;
    let (err, traces) = Trace::cut_out(&run.err);
    let traces = traces.into_iter().map(|(_, trace)| (last, trace));
    program.traces.extend(traces);
    let err: Vec<&[u8]> = lines(&err).collect();
    // An error has the blank lines before it.
    let groups = err.split_inclusive(|line| !line.trim_ascii().is_empty());
    let mut found = err.clone();
    found.retain(|text| !text.trim_ascii().is_empty());
    let expected = errors(script);
    let lengths = [expected.len(), found.len()];
    let steps = align::cheapest(lengths, WIDTH, 2, |step, _| match step {
        (Some(one), Some(other)) if expected[one].1 == found[other].trim_ascii() => 0,
        (Some(_), Some(_)) => 3,
        _ => 2,
    });
    let paired = steps
        .iter()
        .rposition(|step| step.0.is_some() && step.1.is_some())
        .map_or(0, |at| at + 1);
    let pairs = align::answers(script, &program.output);
    let mut places = vec![last; found.len()];
    let mut place = 0;
    for step in &steps[..paired] {
        let Some(other) = step.1 else { continue };
        if let Some(one) = step.0 {
            let pair = pairs.partition_point(|pair| pair.script.end <= expected[one].0);
            let answer = pairs
                .get(pair)
                .map_or(last, |pair| pair.found.start.min(last));
            place = place.max(answer);
        }
        places[other] = place;
    }
    let mut output = OutputLines::default();
    let mut groups = groups
        .zip(places.into_iter().chain([usize::MAX]))
        .peekable();
    for (number, answer) in program.output.answers.iter().enumerate() {
        output.begin_answer();
        while let Some((group, _)) = groups.next_if(|(_, place)| *place <= number) {
            for line in group {
                output.push(Stream::Error, line, kinds.classify(line));
            }
        }
        for line in answer.clone() {
            let kind = program.output.lines[line].kind;
            output.push(Stream::Output, program.output.whole(line), kind);
        }
    }
    for line in groups.flat_map(|(group, _)| group) {
        output.push(Stream::Error, line, kinds.classify(line));
    }
    program.output = output;
    program
}
