//! Parses the runs of a program into answers. The combined output shows the order of the streams.

use std::collections::HashSet;

use super::{
    classifier::Classifier,
    output::{LineKind, OutputLines, PieceLine},
    pairing,
    prompt::Prompts,
    runs::Runs,
    steps,
    text::{Row, lines, skeleton, without_end},
    trace::Trace,
};
use crate::{
    edition::OutputFormat,
    game::{Kind, Stream},
    run::{End, Run},
};

/// Output of a program in one case, and how the program ended.
#[derive(Debug)]
pub(super) struct ProgramOutput {
    pub output: OutputLines,
    /// Stack traces, each with the index of its answer. They are not part of the output.
    pub traces: Vec<(usize, Trace)>,
    pub end: End,
    /// False if only the combined output is known.
    pub has_streams: bool,
    /// True if the combined output has the texts of the streams in another order than the script.
    pub is_out_of_order: bool,
    /// False if errors are placed as in the script, because their own places are unknown.
    pub has_order: bool,
}

impl ProgramOutput {
    pub fn ends_with_trace(&self) -> bool {
        let last = self.traces.last();
        last.is_some_and(|(answer, _)| answer + 1 == self.output.answers.len())
    }
}

/// Maximum length of a row of a grid in a line with prompts, in bytes.
const MAX_ROW: usize = 4096;

/// Width of the alignment of errors: see [`pairing::cheapest`].
const WIDTH: usize = 65;

/// Reads the runs of a program. Recognizes the lines of the game, and the prompts of the program.
#[derive(Debug)]
pub(super) struct OutputReader {
    classifier: Classifier,
    prompts: Prompts,
}

impl OutputReader {
    /// Learns the lines of the game from scripts, and the prompts from the runs of a program.
    pub fn learn<'script>(
        scripts: impl IntoIterator<Item = &'script OutputLines>,
        runs: &[&Run],
        format: &'static OutputFormat,
    ) -> Self {
        let mut classifier = Classifier::new(scripts, format);
        let prompts = Prompts::learn(runs, &mut classifier, format);
        Self {
            classifier,
            prompts,
        }
    }

    /// Reads the runs of a case. The combined output shows the order of the streams; if it is
    /// missing or wrong, errors are placed as in the script. Returns `None` if there was no run.
    pub fn read(&mut self, runs: &Runs, script: &OutputLines) -> Option<ProgramOutput> {
        let Some(separate) = &runs.separate else {
            let merged = runs.merged.as_ref()?;
            let combined = [(Stream::Output, &merged.out[..])];
            return Some(ProgramOutput {
                has_streams: false,
                ..self.parse(combined, merged.end, self.prompts.stream)
            });
        };
        let mut by_script = self.with_errors_of_script(separate, script);
        let merged = runs.merged.as_ref();
        let Some(segments) = merged.and_then(|merged| interleaved(merged, separate)) else {
            by_script.has_order = false;
            return Some(by_script);
        };
        let by_order = self.parse(segments, separate.end, self.prompts.stream);
        let texts = |output| errors(output).into_iter().map(|(_, text)| skeleton(text));
        let mut expected = texts(script);
        // The program prints no errors but those of the game, in their order.
        let has_right_errors =
            texts(&by_script.output).all(|text| expected.any(|other| other == text));
        by_script.is_out_of_order = has_late_errors(&by_order.output)
            || has_right_errors && has_misplaced_errors(&by_order.output, script)
            // If each stream alone is right, only the order differs.
            || by_script.output.bytes == script.bytes && by_order.output.bytes != script.bytes;
        Some(if by_script.is_out_of_order {
            by_script
        } else {
            by_order
        })
    }

    /// Parses standard output and places the lines of standard error where the game prints them. An
    /// error that the game does not print follows the error before it. Errors after the last one that
    /// the game prints belong to the last answer.
    fn with_errors_of_script(&mut self, run: &Run, script: &OutputLines) -> ProgramOutput {
        // Without the order of the streams, prompts on standard error separate nothing.
        let prompt_stream = self.prompts.stream.filter(|it| *it == Stream::Output);
        let mut program = self.parse([(Stream::Output, &run.out[..])], run.end, prompt_stream);
        let last = program.output.answers.len() - 1;
        let (err, traces) = Trace::cut_out(&run.err);
        let traces = traces.into_iter().map(|(_, trace)| (last, trace));
        program.traces.extend(traces);
        let err: Vec<_> = lines(&err).collect();
        let mut printed = err.clone();
        printed.retain(|text| !text.trim_ascii().is_empty());
        let expected = errors(script);
        let lengths = [expected.len(), printed.len()];
        let mut pairs = pairing::cheapest(lengths, WIDTH, 2, |pair, _| match pair {
            (Some(i), Some(j)) if expected[i].1 == printed[j].trim_ascii() => 0,
            (Some(_), Some(_)) => 3,
            _ => 2,
        });
        let last_both = pairs.iter().rposition(|it| it.0.and(it.1).is_some());
        pairs.truncate(last_both.map_or(0, |at| at + 1));
        let answers = pairing::answers(script, &program.output);
        // Index of the answer to which each error belongs.
        let mut places = vec![last; printed.len()];
        let mut place = 0;
        for (i, j) in pairs {
            let Some(j) = j else { continue };
            if let Some(i) = i {
                let index = answers.partition_point(|pair| pair.expected.end <= expected[i].0);
                place = place.max(answers[index].found.start.min(last));
            }
            places[j] = place;
        }
        let mut output = OutputLines::default();
        // A group is an error and the blank lines before it. The last group may have only blank lines.
        let mut groups = err
            .split_inclusive(|line| !line.trim_ascii().is_empty())
            .zip(places.into_iter().chain([usize::MAX]))
            .peekable();
        for (number, answer) in program.output.answers.iter().enumerate() {
            output.begin_answer();
            while let Some((group, _)) = groups.next_if(|(_, place)| *place <= number) {
                for line in group {
                    output.push(Stream::Error, line, self.classifier.classify(line));
                }
            }
            for line in answer.clone() {
                let kind = program.output[line].kind;
                output.push(Stream::Output, program.output.whole(line), kind);
            }
        }
        for line in groups.flat_map(|(group, _)| group) {
            output.push(Stream::Error, line, self.classifier.classify(line));
        }
        program.output = output;
        program
    }

    /// Parses text of the two streams, in the order in which it was printed.
    fn parse<'text>(
        &mut self,
        segments: impl IntoIterator<Item = (Stream, &'text [u8])>,
        end: End,
        prompt_stream: Option<Stream>,
    ) -> ProgramOutput {
        let mut parser = Parser {
            reader: self,
            prompt_stream,
            program: ProgramOutput {
                output: OutputLines::default(),
                traces: Vec::new(),
                end,
                has_streams: true,
                is_out_of_order: false,
                has_order: true,
            },
            is_after_grid: false,
        };
        parser.program.output.begin_answer();
        for (stream, text) in segments {
            parser.add(stream, text);
        }
        parser.program
    }
}

/// A parser that splits output into lines and answers.
struct Parser<'reader> {
    reader: &'reader mut OutputReader,
    /// Stream with the prompts that separate answers.
    prompt_stream: Option<Stream>,
    program: ProgramOutput,
    /// True if the last line ends a grid. Without prompts, an answer ends there.
    is_after_grid: bool,
}

impl Parser<'_> {
    /// Adds text of one stream. Stores its stack traces separately.
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
            match self.prompt_stream {
                Some(with_prompts) if with_prompts == stream => {
                    self.add_with_prompts(stream, line);
                }
                None if stream == Stream::Output => self.add_without_prompts(line),
                _ => self.push(stream, line),
            }
        }
    }

    fn push(&mut self, stream: Stream, line: &[u8]) {
        let kind = self.reader.classifier.classify(line);
        self.program.output.push(stream, line, kind);
    }

    fn add_with_prompts(&mut self, stream: Stream, mut rest: &[u8]) {
        while !rest.is_empty() {
            let text = without_end(rest);
            if let Some(mut length) = self.reader.prompts.length_at(text) {
                if self.reader.prompts.is_own_line && length == text.len() {
                    length = rest.len();
                }
                let kind = LineKind::Piece(PieceLine::new(Kind::Prompt));
                let (prompt, after) = rest.split_at(length);
                self.program.output.push(stream, prompt, kind);
                self.program.output.begin_answer();
                rest = after;
                continue;
            }
            // The cells of a row may contain a short prompt such as `> `.
            let is_row = text.len() <= MAX_ROW && Row::parse(text).is_some();
            let prompt = self.reader.prompts.find_in(text).filter(|_| !is_row);
            let (before, after) = rest.split_at(prompt.unwrap_or(rest.len()));
            self.push(stream, before);
            rest = after;
        }
    }

    /// Without prompts, an answer ends after a grid and the blank line that may follow.
    fn add_without_prompts(&mut self, line: &[u8]) {
        let kind = self.reader.classifier.classify(line);
        let is_blank = kind == LineKind::Blank;
        let output = &mut self.program.output;
        if self.is_after_grid && !is_blank {
            output.begin_answer();
        }
        output.push(Stream::Output, line, kind);
        if self.is_after_grid && is_blank {
            output.begin_answer();
        }
        self.is_after_grid = kind.is(Kind::ColumnLine);
    }
}

/// Maximum number of interleavings to follow at a time.
const MAX_INTERLEAVINGS: usize = 32;

/// Maximum number of changes of stream in all interleavings together.
const MAX_CHANGES: usize = 1 << 20;

/// An interleaving of the two streams that yields the combined output up to some byte.
#[derive(Clone, Copy)]
struct Interleaving {
    /// Number of bytes of standard output.
    out: usize,
    /// Stream of the last byte.
    stream: Stream,
    /// Number of changes of stream, and number of these changes in the middle of a line.
    cost: (usize, usize),
    last_change: usize,
}

/// Splits the combined output into segments of the two streams, with as few changes of stream as
/// possible. Returns `None` if the streams do not add up to the combined output, or if the limits
/// are reached. A program that did not exit may have printed more on its streams.
fn interleaved<'run>(
    merged: &'run Run,
    Run { out, err, .. }: &Run,
) -> Option<Vec<(Stream, &'run [u8])>> {
    let total = out.len() + err.len();
    let has_exited = matches!(merged.end, End::Exited(_));
    let merged = &merged.out;
    if merged.len() > total || has_exited && merged.len() < total {
        return None;
    }
    // The offset and the stream of each change, and the index of the change before it.
    let mut changes = vec![(0, Stream::Output, 0)];
    let mut current = vec![Interleaving {
        out: 0,
        stream: Stream::Output,
        cost: (0, 0),
        last_change: 0,
    }];
    for (at, &byte) in merged.iter().enumerate() {
        steps::count_in_tests(current.len());
        let mut next = Vec::<Interleaving>::with_capacity(current.len());
        let is_line_start = at == 0 || merged[at - 1] == b'\n';
        for before in &current {
            for stream in [Stream::Output, Stream::Error] {
                let printed = match stream {
                    Stream::Output => out.get(before.out),
                    Stream::Error => err.get(at - before.out),
                };
                if printed != Some(&byte) {
                    continue;
                }
                let mut advanced = Interleaving { stream, ..*before };
                advanced.out += usize::from(stream == Stream::Output);
                let is_change = stream != before.stream;
                if is_change {
                    advanced.cost.0 += 1;
                    advanced.cost.1 += usize::from(!is_line_start);
                    advanced.last_change = changes.len();
                }
                let mut others = next.iter();
                match others.position(|it| it.out == advanced.out && it.stream == stream) {
                    Some(other) if next[other].cost > advanced.cost => next[other] = advanced,
                    None if next.len() < MAX_INTERLEAVINGS => next.push(advanced),
                    _ => continue,
                }
                if is_change {
                    changes.push((at, stream, before.last_change));
                }
            }
        }
        if next.is_empty() || changes.len() > MAX_CHANGES {
            return None;
        }
        current = next;
    }
    let best = current.into_iter().min_by_key(|it| it.cost)?;
    let mut segments = Vec::new();
    let mut end = merged.len();
    let mut change = best.last_change;
    while end > 0 {
        let (start, stream, before) = changes[change];
        segments.push((stream, &merged[start..end]));
        (end, change) = (start, before);
    }
    segments.reverse();
    Some(segments)
}

/// Returns the lines with text on standard error, each with the index of its answer.
fn errors(output: &OutputLines) -> Vec<(usize, &[u8])> {
    let mut errors = Vec::new();
    for (number, line) in output.lines.iter().enumerate() {
        let text = output.text(number).trim_ascii();
        if line.stream == Stream::Error && !text.is_empty() {
            errors.push((output.answer_of(number), text));
        }
    }
    errors
}

/// Reports whether the program printed its errors, at least two, only at the end of the output,
/// although there were enough earlier answers for them.
fn has_late_errors(output: &OutputLines) -> bool {
    let errors = errors(output);
    let last = output.answers.len() - 1;
    let end = output.lines.last();
    errors.len() > 1
        && last > errors.len()
        && errors.iter().all(|(answer, _)| *answer == last)
        && end.is_some_and(|line| line.stream == Stream::Error)
}

/// Reports whether an error is misplaced: it follows a piece of the game or is in the first answer,
/// and the game does not print the error there.
fn has_misplaced_errors(output: &OutputLines, script: &OutputLines) -> bool {
    let pairs = pairing::answers(script, output);
    let mut expected = HashSet::new();
    for (answer, text) in errors(script) {
        let pair = pairs.partition_point(|pair| pair.expected.end <= answer);
        expected.insert((pair, skeleton(text)));
    }
    errors(output).into_iter().any(|(answer, text)| {
        let pair = pairs.partition_point(|pair| pair.found.end <= answer);
        let lines = &output.lines[output.answers[answer].clone()];
        let mut before = lines.iter().take_while(|it| it.stream == Stream::Output);
        let follows_text = answer == 0 || before.any(|it| it.piece().is_some());
        follows_text && !expected.contains(&(pair, skeleton(text)))
    })
}
