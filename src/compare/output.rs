//! A program's output, brought into the form of the built-in game's: lines with their
//! streams, cut into answers behind each prompt, without the traces of exceptions.

use std::collections::HashMap;
use std::ops::Range;

use super::kinds::{Kinds, skeleton};
use super::printed::{Piece, Printed, PrintedLine, What};
use super::trace::Trace;
use crate::edition::row::Markers;
use crate::game::sink::{Kind, Stream};
use crate::run::result::{End, Run};

/// What a program printed, and how it ended.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    /// What it printed.
    pub(crate) printed: Printed,
    /// The exceptions that it told of, each with the number of its answer.
    pub(crate) traces: Vec<(usize, Trace)>,
    /// How it ended.
    pub(crate) end: End,
    /// Whether each stream is known, not only both together.
    pub(crate) has_streams: bool,
    /// Whether the streams are printed in another order than that of the game.
    pub(crate) is_out_of_order: bool,
}

impl Output {
    /// Reads what the runs of a case printed, by the script of the case; none if
    /// there was no run.
    pub(crate) fn new(
        separate: Option<&Run>,
        merged: Option<&Run>,
        script: &Printed,
        kinds: &Kinds,
        markers: &Markers,
    ) -> Option<Self> {
        let end = separate.or(merged)?.end;
        let prompt = Prompt::find(separate.or(merged)?, script, kinds, markers);
        let cut = |segments: &[Segment<'_>]| Cut::new(segments, &prompt, kinds);
        let by_script =
            |run: &Run| cut(&[Segment::out(&run.out)]).with_errors(&run.err, script, kinds);
        let (cut, is_out_of_order) = match (separate, merged) {
            (Some(separate), Some(merged)) => {
                match interleaved(&merged.out, &separate.out, &separate.err) {
                    Some(segments) if is_buffered(&segments) => (by_script(separate), true),
                    Some(segments) => (cut(&segments), false),
                    None => (by_script(separate), false),
                }
            }
            (Some(separate), None) => (by_script(separate), false),
            (None, Some(merged)) => (cut(&[Segment::out(&merged.out)]), false),
            (None, None) => return None,
        };
        let mut printed = cut.printed;
        printed.end_answers();
        printed.status = match end {
            End::Exited(status) => Some(status),
            _ => None,
        };
        Some(Self {
            printed,
            traces: cut.traces,
            end,
            has_streams: separate.is_some(),
            is_out_of_order,
        })
    }

    /// Whether the program broke off: with an exception, or not by itself. What it
    /// had still to print in its last answer says nothing then.
    pub(crate) fn broke_off(&self) -> bool {
        let last = self.printed.answer_count().saturating_sub(1);
        !matches!(self.end, End::Exited(_)) || self.trace_in(last).is_some()
    }

    /// The exception that an answer tells of.
    pub(crate) fn trace_in(&self, answer: usize) -> Option<&Trace> {
        let mut traces = self.traces.iter();
        traces
            .find(|(number, _)| *number == answer)
            .map(|(_, trace)| trace)
    }
}

/// A stretch of one stream.
#[derive(Clone, Copy, Debug)]
struct Segment<'run> {
    stream: Stream,
    bytes: &'run [u8],
}

impl<'run> Segment<'run> {
    fn out(bytes: &'run [u8]) -> Self {
        Self {
            stream: Stream::Output,
            bytes,
        }
    }
}

impl Segment<'_> {
    /// How much of it is standard output, in bytes.
    fn output(&self) -> usize {
        match self.stream {
            Stream::Output => self.bytes.len(),
            Stream::Error => 0,
        }
    }
}

/// The most ways at once in which two streams are tried to be interleaved.
const MOST_WAYS: usize = 32;

/// Which stretches of the merged output are of which stream, with as few changes of
/// stream as there can be; none if the two streams do not make the merged output.
fn interleaved<'run>(merged: &'run [u8], out: &[u8], err: &[u8]) -> Option<Vec<Segment<'run>>> {
    /// A way to a place: how much of standard output lies before it, the stream of
    /// the last byte, how many changes there were and how many of them within a line,
    /// and the way it comes from.
    #[derive(Clone, Copy)]
    struct Way {
        out: usize,
        last: Stream,
        changes: (u32, u32),
        from: usize,
    }
    if merged.len() != out.len() + err.len() {
        return None;
    }
    if err.is_empty() {
        return (merged == out).then(|| vec![Segment::out(merged)]);
    }
    let start = Way {
        out: 0,
        last: Stream::Output,
        changes: (0, 0),
        from: 0,
    };
    let mut steps: Vec<Vec<Way>> = vec![vec![start]];
    for (at, byte) in merged.iter().enumerate() {
        let mut next: Vec<Way> = Vec::with_capacity(2);
        for (from, way) in steps[at].iter().enumerate() {
            for (stream, text, place) in [
                (Stream::Output, out, way.out),
                (Stream::Error, err, at - way.out),
            ] {
                if text.get(place) != Some(byte) {
                    continue;
                }
                let is_change = stream != way.last;
                let is_within = is_change && at > 0 && merged[at - 1] != b'\n';
                let way = Way {
                    out: way.out + usize::from(stream == Stream::Output),
                    last: stream,
                    changes: (
                        way.changes.0 + u32::from(is_change),
                        way.changes.1 + u32::from(is_within),
                    ),
                    from,
                };
                let is_same = |other: &Way| other.out == way.out && other.last == way.last;
                match next.iter().position(is_same) {
                    Some(other) if next[other].changes > way.changes => next[other] = way,
                    None if next.len() < MOST_WAYS => next.push(way),
                    _ => {}
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        steps.push(next);
    }
    let last = steps.last()?;
    let mut number = (0..last.len()).min_by_key(|&way| last[way].changes)?;
    let mut streams = Vec::with_capacity(merged.len());
    for step in steps[1..].iter().rev() {
        streams.push(step[number].last);
        number = step[number].from;
    }
    streams.reverse();
    let mut segments = Vec::new();
    let mut start = 0;
    for run in streams.chunk_by(PartialEq::eq) {
        segments.push(Segment {
            stream: run[0],
            bytes: &merged[start..start + run.len()],
        });
        start += run.len();
    }
    Some(segments)
}

/// The size of the blocks in which a program writes its standard output that does not
/// flush it, or a multiple of that.
const BLOCK: usize = 1024;

/// Whether standard output was written in whole blocks, so that what stands on standard
/// error comes too early.
fn is_buffered(segments: &[Segment<'_>]) -> bool {
    let mut before = 0;
    let mut is_early = false;
    let whole: usize = segments.iter().map(Segment::output).sum();
    for segment in segments {
        if segment.stream == Stream::Error {
            if before % BLOCK != 0 && before != whole {
                return false;
            }
            is_early |= before != whole;
        }
        before += segment.output();
    }
    is_early
}

/// What a program shows when it waits for a line.
#[derive(Clone, Debug)]
struct Prompt {
    text: Vec<u8>,
    ignores_case: bool,
}

impl Prompt {
    /// The game's prompt if it occurs, with or without its white space and case;
    /// else the line that occurs most often and is nothing that the game prints.
    fn find(run: &Run, script: &Printed, kinds: &Kinds, markers: &Markers) -> Self {
        let is_shown = |text: &[u8]| memchr::memmem::find(&run.out, text).is_some();
        let lower = run.out.to_ascii_lowercase();
        let prompts = markers.prompts.iter().map(|prompt| prompt.as_bytes());
        for prompt in prompts.clone() {
            for text in [prompt, prompt.trim_ascii()] {
                if is_shown(text) {
                    return Self {
                        text: text.to_vec(),
                        ignores_case: false,
                    };
                }
            }
            let text = prompt.trim_ascii().to_ascii_lowercase();
            if memchr::memmem::find(&lower, &text).is_some() {
                return Self {
                    text,
                    ignores_case: true,
                };
            }
        }
        let mut counts: HashMap<&[u8], usize> = HashMap::new();
        for line in run.out.split(|&byte| byte == b'\n') {
            let line = line.trim_ascii();
            if kinds.of(line) == What::Other {
                *counts.entry(line).or_default() += 1;
            }
        }
        let wanted = script.answer_count().saturating_sub(1).max(2);
        let most = counts.into_iter().filter(|(_, count)| *count + 1 >= wanted);
        let own = most.max_by_key(|(line, count)| (*count, *line));
        let standard = prompts.into_iter().next().unwrap_or_default();
        Self {
            text: own.map_or(standard, |(line, _)| line).to_vec(),
            ignores_case: false,
        }
    }

    /// Where the prompt stands in a text.
    fn place(&self, text: &[u8]) -> Option<Range<usize>> {
        let start = if self.ignores_case {
            memchr::memmem::find(&text.to_ascii_lowercase(), &self.text)
        } else {
            memchr::memmem::find(text, &self.text)
        }?;
        let mut end = start + self.text.len();
        if !self.text.ends_with(b" ") && text.get(end) == Some(&b' ') {
            end += 1;
        }
        Some(start..end)
    }
}

/// An output that is being cut into lines and answers.
struct Cut {
    printed: Printed,
    traces: Vec<(usize, Trace)>,
}

impl Cut {
    fn new(segments: &[Segment<'_>], prompt: &Prompt, kinds: &Kinds) -> Self {
        let mut cut = Self {
            printed: Printed {
                has_order: true,
                ..Printed::default()
            },
            traces: Vec::new(),
        };
        cut.printed.begin_answer();
        for segment in segments {
            let (bytes, traces) = Trace::cut_out(segment.bytes);
            let mut traces = traces.into_iter().peekable();
            let mut start = 0;
            while start < bytes.len() || traces.peek().is_some() {
                if traces.peek().is_some_and(|(at, _)| *at <= start)
                    && let Some((_, trace)) = traces.next()
                {
                    let answer = cut.printed.answer_count() - 1;
                    cut.traces.push((answer, trace));
                    continue;
                }
                let feed = memchr::memchr(b'\n', &bytes[start..]);
                let end = feed.map_or(bytes.len(), |feed| start + feed);
                let line = &bytes[start..end];
                let is_ended = feed.is_some();
                start = end + usize::from(is_ended);
                cut.add_line(line, is_ended, segment.stream, prompt, kinds);
            }
        }
        cut
    }

    /// Adds a line, cut behind each prompt in it.
    fn add_line(
        &mut self,
        line: &[u8],
        is_ended: bool,
        stream: Stream,
        prompt: &Prompt,
        kinds: &Kinds,
    ) {
        let mut rest = line;
        while stream == Stream::Output
            && let Some(place) = prompt.place(rest)
        {
            // White space before the prompt is the prompt's.
            let mut start = 0;
            if !rest[..place.start].trim_ascii().is_empty() {
                start = place.start;
                let what = kinds.of(&rest[..start]);
                self.printed.push(&rest[..start], false, stream, what);
            }
            self.printed
                .push(&rest[start..place.end], false, stream, PROMPT);
            self.printed.begin_answer();
            rest = &rest[place.end..];
        }
        if !rest.is_empty() || is_ended {
            self.printed.push(rest, is_ended, stream, kinds.of(rest));
        }
    }

    /// The same with what was printed on standard error, each line of it in the answer
    /// in which the game has the like.
    fn with_errors(mut self, err: &[u8], script: &Printed, kinds: &Kinds) -> Self {
        self.printed.end_answers();
        self.printed.has_order = err.is_empty();
        let (text, traces) = Trace::cut_out(err);
        let last = self.printed.answer_count() - 1;
        self.traces
            .extend(traces.into_iter().map(|(_, trace)| (last, trace)));
        let wanted: Vec<(usize, Vec<u8>)> = (0..script.answer_count())
            .flat_map(|number| script.answer(number).iter().map(move |line| (number, line)))
            .filter(|(_, line)| line.stream == Stream::Error && !line.is_blank())
            .map(|(number, line)| (number, skeleton(script.text(line))))
            .collect();
        let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
        let found: Vec<(usize, Vec<u8>)> = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| !line.trim_ascii().is_empty())
            .map(|(number, line)| (number, skeleton(line)))
            .collect();
        let mut answers = vec![None; lines.len()];
        let operations = similar::capture_diff_slices(
            similar::Algorithm::Myers,
            &wanted.iter().map(|(_, text)| text).collect::<Vec<_>>(),
            &found.iter().map(|(_, text)| text).collect::<Vec<_>>(),
        );
        for operation in operations {
            // What stands in the place of other errors answers the same lines.
            let (old, new) = (operation.old_range(), operation.new_range());
            for (old, new) in old.zip(new) {
                answers[found[new].0] = Some(wanted[old].0);
            }
        }
        let mut insertions: Vec<Vec<(&[u8], bool)>> = vec![Vec::new(); last + 1];
        let mut answer = answers.iter().flatten().next().copied().unwrap_or_default();
        // Blank lines stand before what they belong to.
        let mut blanks = Vec::new();
        for (line, known) in lines.into_iter().zip(answers) {
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            let line = (text, text.len() < line.len());
            if text.trim_ascii().is_empty() {
                blanks.push(line);
                continue;
            }
            answer = known.unwrap_or(answer).min(last);
            insertions[answer].append(&mut blanks);
            insertions[answer].push(line);
        }
        insertions[answer.min(last)].append(&mut blanks);
        self.printed.insert_errors(&insertions, kinds);
        self
    }
}

/// What a prompt is.
const PROMPT: What = What::Piece(Piece {
    kind: Kind::Prompt,
    nth: 0,
    error: None,
});

impl Printed {
    fn begin_answer(&mut self) {
        self.end_answers();
        self.answers.push(self.lines.len()..self.lines.len());
    }

    fn push(&mut self, text: &[u8], is_ended: bool, stream: Stream, what: What) {
        let start = self.bytes.len();
        let line = text.strip_suffix(b"\r").filter(|_| is_ended);
        self.bytes.extend_from_slice(line.unwrap_or(text));
        self.lines.push(PrintedLine {
            range: start..self.bytes.len(),
            is_ended,
            has_return: line.is_some(),
            stream,
            what,
        });
    }

    /// Puts lines of standard error where each answer begins.
    fn insert_errors(&mut self, insertions: &[Vec<(&[u8], bool)>], kinds: &Kinds) {
        let answers = std::mem::take(&mut self.answers);
        let lines = std::mem::take(&mut self.lines);
        for (answer, insertion) in answers.into_iter().zip(insertions) {
            self.begin_answer();
            for &(text, is_ended) in insertion {
                self.push(text, is_ended, Stream::Error, kinds.of(text));
            }
            self.lines.extend_from_slice(&lines[answer]);
        }
    }
}
