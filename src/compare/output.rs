//! Parses a program's output into lines and answers, with stack traces removed.
//!
//! An answer ends at a prompt. A flood of output must not make the analysis slow or large, so the number of lines and
//! answers that are kept is bounded by the game's own output.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use memchr::memmem::{self, Finder};

use super::align::{self, InputLines};
use super::diff;
use super::kinds::{Kinds, skeleton};
use super::printed::{Piece, Printed, PrintedLine, What};
use super::steps;
use super::stream_order::{Segment, interleaved, is_out_of_order};
use super::tolerance::lines;
use super::trace::Trace;
use crate::edition::row::OutputFormat;
use crate::game::sink::{Kind, Stream};
use crate::run::result::{End, Run};

/// A program's output and the way it ended.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    pub(crate) printed: Printed,
    /// Exceptions, each with the number of the answer that it belongs to.
    pub(crate) traces: Vec<(usize, Trace)>,
    pub(crate) end: End,
    /// False if lines of a flood were left out.
    pub(crate) is_whole: bool,
    /// False if only the combined output is known.
    pub(crate) has_streams: bool,
    /// True if the program prints the streams in another order than the game.
    pub(crate) is_out_of_order: bool,
}

impl Output {
    /// Parses the runs of a case with the help of the game's script. Returns `None` if there was no run.
    pub(crate) fn new(
        separate: Option<&Run>,
        merged: Option<&Run>,
        script: &Printed,
        input_lines: &InputLines,
        kinds: &Kinds,
        output_format: &OutputFormat,
    ) -> Option<Self> {
        let run = separate.or(merged)?;
        let prompt = Prompt::find(run, script, kinds, output_format);
        let parse = |segments: &[Segment<'_>]| {
            let mut parser = Parser::new(script, input_lines, &prompt, kinds);
            for segment in segments {
                parser.add_without_traces(segment);
            }
            parser.printed.end_answers();
            parser
        };
        let by_script = |run: &Run| parse(&[Segment::out(&run.out)]).with_errors(&run.err, script);
        let by_order = match (separate, merged) {
            (Some(separate), Some(merged)) => {
                let has_ended = matches!(merged.end, End::Exited(_));
                interleaved(&merged.out, &separate.out, &separate.err, has_ended)
            }
            _ => None,
        };
        let mut is_out_of_order = false;
        let parser = match (separate, by_order) {
            (None, _) => parse(&[Segment::out(&run.out)]),
            (Some(separate), None) => by_script(separate),
            (Some(separate), Some(segments)) => {
                let parser = parse(&segments);
                is_out_of_order = self::is_out_of_order(&segments, &parser.printed, script);
                if is_out_of_order {
                    by_script(separate)
                } else {
                    parser
                }
            }
        };
        let mut printed = parser.printed;
        printed.status = match run.end {
            End::Exited(status) => Some(status),
            _ => None,
        };
        Some(Self {
            printed,
            traces: parser.traces,
            end: run.end,
            is_whole: parser.is_whole,
            has_streams: separate.is_some(),
            is_out_of_order,
        })
    }

    /// Reports whether an exception or a limit ended the program. Missing text in the last answer is no evidence then.
    pub(crate) fn broke_off(&self) -> bool {
        let last = self.printed.answer_count().saturating_sub(1);
        !matches!(self.end, End::Exited(_)) || self.trace_in(last).is_some()
    }

    /// Returns the exception in an answer.
    pub(crate) fn trace_in(&self, answer: usize) -> Option<&Trace> {
        let (_, trace) = self.traces.iter().find(|(number, _)| *number == answer)?;
        Some(trace)
    }
}

/// Longest line that can be learned as a program's own prompt, in bytes.
const MAX_PROMPT: usize = 200;

/// The prompt that a program prints when it waits for a line.
struct Prompt {
    /// One searcher for each text, built once.
    finders: Vec<Finder<'static>>,
    ignores_case: bool,
    /// True if a space after one of the texts belongs to the prompt.
    takes_space: bool,
}

impl Prompt {
    /// Finds the prompts of the game as far as they occur, with or without their whitespace and case. Otherwise learns the
    /// most frequent line that the game does not print.
    fn find(run: &Run, script: &Printed, kinds: &Kinds, output_format: &OutputFormat) -> Self {
        let prompts = || output_format.prompts.iter().map(|prompt| prompt.as_bytes());
        let exact: Vec<Vec<u8>> = prompts()
            .filter_map(|prompt| {
                let count = |text: &[u8]| memmem::find_iter(&run.out, text).count();
                let trimmed = prompt.trim_ascii();
                let trimmed_count = count(trimmed);
                let has_space = trimmed_count == count(prompt);
                let text = if has_space { prompt } else { trimmed };
                (trimmed_count > 0).then(|| text.to_vec())
            })
            .collect();
        if !exact.is_empty() {
            return Self::new(&exact, false, &run.out);
        }
        let lower = run.out.to_ascii_lowercase();
        let similar: Vec<Vec<u8>> = prompts()
            .map(|prompt| prompt.trim_ascii().to_ascii_lowercase())
            .filter(|text| memmem::find(&lower, text).is_some())
            .collect();
        if !similar.is_empty() {
            return Self::new(&similar, true, &lower);
        }
        let mut counts: HashMap<&[u8], usize> = HashMap::new();
        let mut before: &[u8] = b"";
        for line in lines(&run.out).take(MAX_LINES) {
            let line = line.trim_ascii();
            // A program does not ask twice without an answer in between.
            if line != before && line.len() <= MAX_PROMPT && kinds.of(line) == What::Other {
                *counts.entry(line).or_default() += 1;
            }
            before = line;
        }
        let enough = script.answer_count().saturating_sub(1).max(2);
        let own = counts
            .into_iter()
            .filter(|(_, count)| *count + 1 >= enough)
            .max_by_key(|(line, count)| (*count, *line));
        Self {
            finders: own.iter().map(|(line, _)| finder(line)).collect(),
            ignores_case: false,
            takes_space: true,
        }
    }

    fn new(texts: &[Vec<u8>], ignores_case: bool, out: &[u8]) -> Self {
        let finders: Vec<Finder<'static>> = texts.iter().map(|text| finder(text)).collect();
        Self {
            takes_space: takes_space(out, &finders),
            finders,
            ignores_case,
        }
    }

    /// Returns the prompts in a line, from left to right.
    fn places(&self, line: &[u8]) -> Vec<Range<usize>> {
        steps::count(line.len());
        let line_as_searched = if self.ignores_case {
            Cow::Owned(line.to_ascii_lowercase())
        } else {
            Cow::Borrowed(line)
        };
        let mut places: Vec<Range<usize>> = Vec::new();
        for finder in &self.finders {
            for start in finder.find_iter(&line_as_searched) {
                let mut end = start + finder.needle().len();
                let ends_in_space = line[start..end].ends_with(b" ");
                if self.takes_space && !ends_in_space && line.get(end) == Some(&b' ') {
                    end += 1;
                }
                places.push(start..end);
            }
        }
        places.sort_by_key(|place| place.start);
        let mut end = 0;
        places.retain(|place| {
            let is_free = place.start >= end;
            end = end.max(place.end);
            is_free
        });
        places
    }
}

fn finder(text: &[u8]) -> Finder<'static> {
    Finder::new(text).into_owned()
}

/// Reports whether a space after the prompts belongs to them: one of those that end their line has it, or none ends its
/// line.
fn takes_space(out: &[u8], finders: &[Finder<'_>]) -> bool {
    let mut is_at_line_end = false;
    for finder in finders {
        for start in finder.find_iter(out) {
            let rest = &out[start + finder.needle().len()..];
            let blank = rest
                .iter()
                .take_while(|byte| byte.is_ascii_whitespace() && **byte != b'\n')
                .count();
            steps::count(blank);
            if matches!(rest.get(blank), None | Some(b'\n')) {
                if blank > 0 {
                    return true;
                }
                is_at_line_end = true;
            }
        }
    }
    !is_at_line_end
}

/// Maximum number of consecutive lines to keep that are no piece of the game: the first lines of a flood show what it is.
pub(super) const MAX_UNKNOWN: usize = 1_000;

/// Maximum number of lines to keep of an output.
const MAX_LINES: usize = 1 << 20;

/// Maximum number of exceptions to keep of an output.
const MAX_TRACES: usize = 1_000;

/// Splits an output into lines and answers.
struct Parser<'case> {
    prompt: &'case Prompt,
    kinds: &'case Kinds,
    /// Maximum number of lines to keep of an answer.
    max_lines: usize,
    /// Maximum number of answers to keep besides the last.
    max_answers: usize,
    printed: Printed,
    traces: Vec<(usize, Trace)>,
    /// Number of consecutive lines, up to the last one, that are no piece of the game.
    unknown: usize,
    /// False if lines were left out.
    is_whole: bool,
}

impl<'case> Parser<'case> {
    fn new(
        script: &Printed,
        input_lines: &InputLines,
        prompt: &'case Prompt,
        kinds: &'case Kinds,
    ) -> Self {
        let mut printed = Printed {
            has_order: true,
            ..Printed::default()
        };
        printed.begin_answer();
        Self {
            prompt,
            kinds,
            max_lines: 2 * script.lines.len() + MAX_UNKNOWN,
            max_answers: align::max_answers(script, input_lines),
            printed,
            traces: Vec::new(),
            unknown: 0,
            is_whole: true,
        }
    }

    /// Starts the next answer. Once there are too many, only the last one is kept of the others.
    fn begin_answer(&mut self) {
        self.printed.end_answers();
        if self.printed.answers.len() > self.max_answers {
            let number = self.printed.answers.len() - 1;
            let first_line = self.printed.answers[number].start;
            if let Some(line) = self.printed.lines.get(first_line) {
                self.printed.bytes.truncate(line.range.start);
            }
            self.printed.lines.truncate(first_line);
            self.printed.answers.truncate(number);
            while self
                .traces
                .pop_if(|(answer, _)| *answer == number)
                .is_some()
            {}
            self.is_whole = false;
        }
        self.printed.begin_answer();
    }

    fn push(&mut self, text: &[u8], is_ended: bool, stream: Stream, what: What) {
        self.unknown = match what {
            What::Piece(_) => 0,
            What::Blank | What::Other => self.unknown + 1,
        };
        let count = self.printed.lines.len();
        let answer_start = self.printed.answers.last().map_or(0, |answer| answer.start);
        if self.unknown <= MAX_UNKNOWN && count - answer_start < self.max_lines && count < MAX_LINES
        {
            self.printed.push(text, is_ended, stream, what);
        } else {
            self.is_whole = false;
        }
    }

    /// Adds a segment of a stream, line by line.
    fn add(&mut self, stream: Stream, bytes: &[u8]) {
        for line in lines(bytes) {
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            self.add_line(text, text.len() < line.len(), stream);
        }
    }

    /// Adds a segment of a stream. Exceptions in it are kept separately.
    fn add_without_traces(&mut self, segment: &Segment<'_>) {
        let (bytes, traces) = Trace::cut_out(segment.bytes);
        let mut start = 0;
        for (at, trace) in traces {
            self.add(segment.stream, &bytes[start..at]);
            if self.traces.len() < MAX_TRACES {
                self.traces.push((self.printed.answer_count() - 1, trace));
            }
            start = at;
        }
        self.add(segment.stream, &bytes[start..]);
    }

    /// Adds a line, split after each prompt in it.
    fn add_line(&mut self, line: &[u8], is_ended: bool, stream: Stream) {
        let mut start = 0;
        if stream == Stream::Output {
            for place in self.prompt.places(line) {
                // Whitespace before the prompt belongs to the prompt.
                let before = &line[start..place.start];
                if !before.trim_ascii().is_empty() {
                    self.push(before, false, stream, self.kinds.of(before));
                    start = place.start;
                }
                self.push(&line[start..place.end], false, stream, PROMPT);
                self.begin_answer();
                start = place.end;
            }
        }
        let rest = &line[start..];
        if !rest.is_empty() || is_ended {
            self.push(rest, is_ended, stream, self.kinds.of(rest));
        }
    }

    /// Returns the answers that repeat the previous number of rounds and have no list of commands: the program answers an
    /// error there.
    fn repeated_rounds(&self) -> Vec<usize> {
        let printed = &self.printed;
        let mut repeated = Vec::new();
        let mut round_before = None;
        for number in 0..printed.answer_count() {
            let is_of = |line: &&PrintedLine, kind: Kind| matches!(line.what, What::Piece(piece) if piece.kind == kind);
            let lines = || printed.answer(number).iter();
            let rounds = lines()
                .filter(|line| line.is_round_line())
                .map(|line| align::number_in(printed.text(line)));
            let is_repeated = rounds.clone().next() == Some(round_before);
            if number > 0 && is_repeated && !lines().any(|line| is_of(&line, Kind::Help)) {
                repeated.push(number);
            }
            round_before = rounds.flatten().last().or(round_before);
        }
        repeated
    }

    /// Adds standard error. If its lines can be shared out evenly among the answers that repeat their round, each of these
    /// gets its share. Otherwise a line is placed in the answer in which the game prints a similar one.
    fn with_errors(mut self, err: &[u8], script: &Printed) -> Self {
        self.printed.has_order = err.is_empty();
        let (text, traces) = Trace::cut_out(err);
        let last = self.printed.answer_count() - 1;
        let traces = traces.into_iter().map(|(_, trace)| (last, trace));
        self.traces.extend(traces.take(MAX_TRACES));
        let mut expected: Vec<(usize, Vec<u8>)> = Vec::new();
        for answer in 0..script.answer_count() {
            for line in script.answer(answer) {
                if line.stream == Stream::Error && !line.is_blank() {
                    expected.push((answer, skeleton(script.text(line))));
                }
            }
        }
        let mut all = lines(&text);
        let lines: Vec<&[u8]> = all
            .by_ref()
            .take(2 * expected.len() + MAX_UNKNOWN)
            .collect();
        self.is_whole &= all.next().is_none();
        let found: Vec<(usize, Vec<u8>)> = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| !line.trim_ascii().is_empty())
            .map(|(number, line)| (number, skeleton(line)))
            .collect();
        let mut answers = vec![None; lines.len()];
        let operations = diff::operations(
            &expected.iter().map(|(_, text)| text).collect::<Vec<_>>(),
            &found.iter().map(|(_, text)| text).collect::<Vec<_>>(),
        );
        for operation in operations {
            // Text that replaces other errors answers the same lines.
            for (old, new) in operation.old_range().zip(operation.new_range()) {
                answers[found[new].0] = Some(expected[old].0);
            }
        }
        let repeated = self.repeated_rounds();
        if !repeated.is_empty() && found.len().is_multiple_of(repeated.len()) {
            let share = found.len() / repeated.len();
            self.printed.has_order |= share > 0;
            for (number, (line, _)) in found.iter().enumerate() {
                answers[*line] = Some(repeated[number / share]);
            }
        }
        let mut insertions: Vec<Vec<&[u8]>> = vec![Vec::new(); last + 1];
        let mut answer = answers.iter().flatten().next().copied().unwrap_or_default();
        // Attribute blank lines to the following line.
        let mut blanks = Vec::new();
        for (line, known) in lines.into_iter().zip(answers) {
            if line.trim_ascii().is_empty() {
                blanks.push(line);
                continue;
            }
            answer = known.unwrap_or(answer).min(last);
            insertions[answer].append(&mut blanks);
            insertions[answer].push(line);
        }
        insertions[answer.min(last)].append(&mut blanks);
        self.printed.insert_errors(&insertions, self.kinds);
        self
    }
}

const PROMPT: What = What::Piece(Piece {
    kind: Kind::Prompt,
    nth: 0,
    error: None,
});

impl Printed {
    /// Parses an output, including its exceptions. Returns `None` if the runs of the case do not show the order of the
    /// streams.
    pub(super) fn in_order(
        separate: &Run,
        merged: &Run,
        script: &Self,
        input_lines: &InputLines,
        kinds: &Kinds,
        output_format: &OutputFormat,
    ) -> Option<Self> {
        let segments = interleaved(&merged.out, &separate.out, &separate.err, true)?;
        let prompt = Prompt::find(separate, script, kinds, output_format);
        let mut parser = Parser::new(script, input_lines, &prompt, kinds);
        for segment in &segments {
            parser.add(segment.stream, segment.bytes);
        }
        let mut printed = parser.printed;
        printed.end_answers();
        (!is_out_of_order(&segments, &printed, script)).then_some(printed)
    }

    fn begin_answer(&mut self) {
        self.end_answers();
        self.answers.push(self.lines.len()..self.lines.len());
    }

    fn push(&mut self, text: &[u8], is_ended: bool, stream: Stream, what: What) {
        let start = self.bytes.len();
        let line = text.strip_suffix(b"\r").filter(|_| is_ended);
        self.bytes.extend_from_slice(text);
        self.lines.push(PrintedLine {
            range: start..start + line.unwrap_or(text).len(),
            is_ended,
            has_return: line.is_some(),
            stream,
            what,
        });
        if is_ended {
            self.bytes.push(b'\n');
        }
    }

    /// Inserts lines of standard error at the start of each answer.
    fn insert_errors(&mut self, insertions: &[Vec<&[u8]>], kinds: &Kinds) {
        let answers = std::mem::take(&mut self.answers);
        let lines = std::mem::take(&mut self.lines);
        for (answer, insertion) in answers.into_iter().zip(insertions) {
            self.begin_answer();
            for line in insertion {
                let text = line.strip_suffix(b"\n").unwrap_or(line);
                self.push(text, text.len() < line.len(), Stream::Error, kinds.of(text));
            }
            self.lines.extend_from_slice(&lines[answer]);
        }
        self.end_answers();
    }
}
