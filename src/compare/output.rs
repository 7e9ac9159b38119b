//! A program's output, brought into the form of the built-in game's: lines with their
//! streams, cut into answers behind each prompt, without the traces of exceptions.

use std::collections::HashMap;
use std::ops::Range;

use super::align;
use super::diff;
use super::kinds::{Kinds, skeleton};
use super::printed::{Piece, Printed, PrintedLine, What};
use super::stream_order::{Segment, interleaved, is_out_of_order};
use super::tolerance::lines;
use super::trace::Trace;
use crate::edition::row::OutputFormat;
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
    /// Whether all that it printed is there: of a flood of lines that are no game, not
    /// all may be.
    pub(crate) is_whole: bool,
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
        output_format: &OutputFormat,
    ) -> Option<Self> {
        let end = separate.or(merged)?.end;
        let prompt = Prompt::find(separate.or(merged)?, script, kinds, output_format);
        let cut = |segments: &[Segment<'_>]| {
            let mut cut = Cut::new();
            for segment in segments {
                cut.add_without_traces(segment, &prompt, kinds);
            }
            cut.printed.end_answers();
            cut
        };
        let by_script =
            |run: &Run| cut(&[Segment::out(&run.out)]).with_errors(&run.err, script, kinds);
        let (cut, is_out_of_order) = match (separate, merged) {
            (Some(separate), Some(merged)) => {
                let has_ended = matches!(merged.end, End::Exited(_));
                match interleaved(&merged.out, &separate.out, &separate.err, has_ended) {
                    Some(segments) => {
                        let by_order = cut(&segments);
                        if is_out_of_order(&segments, &by_order.printed, script) {
                            (by_script(separate), true)
                        } else {
                            (by_order, false)
                        }
                    }
                    None => (by_script(separate), false),
                }
            }
            (Some(separate), None) => (by_script(separate), false),
            (None, Some(merged)) => (cut(&[Segment::out(&merged.out)]), false),
            (None, None) => return None,
        };
        let mut printed = cut.printed;
        printed.status = match end {
            End::Exited(status) => Some(status),
            _ => None,
        };
        Some(Self {
            printed,
            traces: cut.traces,
            end,
            is_whole: cut.is_whole,
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

/// What a program shows when it waits for a line.
#[derive(Clone, Debug)]
struct Prompt {
    texts: Vec<Vec<u8>>,
    ignores_case: bool,
    /// Whether a space behind one of the texts is the prompt's.
    takes_space: bool,
}

impl Prompt {
    /// The game's prompts as far as they occur, with or without their white space and
    /// case; else the line that occurs most often and is nothing that the game prints.
    fn find(run: &Run, script: &Printed, kinds: &Kinds, output_format: &OutputFormat) -> Self {
        let prompts = || output_format.prompts.iter().map(|prompt| prompt.as_bytes());
        let count = |out: &[u8], text: &[u8]| memchr::memmem::find_iter(out, text).count();
        let shown = |prompt: &[u8]| {
            let (plain, all) = (prompt.trim_ascii(), count(&run.out, prompt.trim_ascii()));
            let text = if all > count(&run.out, prompt) {
                plain
            } else {
                prompt
            };
            (all > 0).then(|| text.to_vec())
        };
        let exact: Vec<Vec<u8>> = prompts().filter_map(shown).collect();
        if !exact.is_empty() {
            return Self {
                takes_space: takes_space(&run.out, &exact),
                texts: exact,
                ignores_case: false,
            };
        }
        let lower = run.out.to_ascii_lowercase();
        let similar: Vec<Vec<u8>> = prompts()
            .map(|prompt| prompt.trim_ascii().to_ascii_lowercase())
            .filter(|text| count(&lower, text) > 0)
            .collect();
        if !similar.is_empty() {
            return Self {
                takes_space: takes_space(&lower, &similar),
                texts: similar,
                ignores_case: true,
            };
        }
        let mut counts: HashMap<&[u8], usize> = HashMap::new();
        let mut before: &[u8] = b"";
        for line in run.out.split(|&byte| byte == b'\n') {
            let line = line.trim_ascii();
            // Nothing asks twice without an answer.
            if line != before && kinds.of(line) == What::Other {
                *counts.entry(line).or_default() += 1;
            }
            before = line;
        }
        let wanted = script.answer_count().saturating_sub(1).max(2);
        let most = counts.into_iter().filter(|(_, count)| *count + 1 >= wanted);
        let own = most.max_by_key(|(line, count)| (*count, *line));
        Self {
            texts: own.map(|(line, _)| line.to_vec()).into_iter().collect(),
            ignores_case: false,
            takes_space: true,
        }
    }

    /// Where the first prompt stands in a text.
    fn place(&self, text: &[u8]) -> Option<Range<usize>> {
        let lower = self.ignores_case.then(|| text.to_ascii_lowercase());
        let all = lower.as_deref().unwrap_or(text);
        let places = self.texts.iter().filter_map(|prompt| {
            let start = memchr::memmem::find(all, prompt)?;
            Some(start..start + prompt.len())
        });
        let Range { start, mut end } = places.min_by_key(|place| place.start)?;
        if self.takes_space && !text[start..end].ends_with(b" ") && text.get(end) == Some(&b' ') {
            end += 1;
        }
        Some(start..end)
    }
}

/// Whether a space behind these prompts is theirs: where nothing follows them in their line,
/// one of them has it, or none is there to tell.
fn takes_space(out: &[u8], prompts: &[Vec<u8>]) -> bool {
    let places = prompts
        .iter()
        .flat_map(|prompt| memchr::memmem::find_iter(out, prompt).map(|at| at + prompt.len()));
    let rests = places.map(|end| out[end..].split(|&byte| byte == b'\n').next());
    let mut ends = rests.flatten().filter(|rest| rest.trim_ascii().is_empty());
    match ends.next() {
        Some(first) => !first.is_empty() || ends.any(|rest| !rest.is_empty()),
        None => true,
    }
}

/// How many lines in a row that are no piece of the game are looked at: of a flood, the
/// first ones tell what it is.
pub(super) const MOST_STRAY: usize = 1_000;

/// An output that is being cut into lines and answers.
struct Cut {
    printed: Printed,
    traces: Vec<(usize, Trace)>,
    /// How many lines that are no piece of the game were added last.
    stray: usize,
    /// Whether all lines were added.
    is_whole: bool,
}

impl Cut {
    fn new() -> Self {
        let mut printed = Printed {
            has_order: true,
            ..Printed::default()
        };
        printed.begin_answer();
        Self {
            printed,
            traces: Vec::new(),
            stray: 0,
            is_whole: true,
        }
    }

    /// Adds a line, unless too many before it say nothing of the game either.
    fn push(&mut self, text: &[u8], is_ended: bool, stream: Stream, what: What) {
        self.stray = match what {
            What::Piece(_) => 0,
            What::Blank | What::Other | What::Remark => self.stray + 1,
        };
        if self.stray <= MOST_STRAY {
            self.printed.push(text, is_ended, stream, what);
        } else {
            self.is_whole = false;
        }
    }

    /// Adds a stretch of a stream, line by line.
    fn add(&mut self, stream: Stream, bytes: &[u8], prompt: &Prompt, kinds: &Kinds) {
        for line in lines(bytes) {
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            self.add_line(text, text.len() < line.len(), stream, prompt, kinds);
        }
    }

    /// Adds a stretch of a stream, and apart from it the traces of exceptions in it.
    fn add_without_traces(&mut self, segment: &Segment<'_>, prompt: &Prompt, kinds: &Kinds) {
        let (bytes, traces) = Trace::cut_out(segment.bytes);
        let mut start = 0;
        for (at, trace) in traces {
            self.add(segment.stream, &bytes[start..at], prompt, kinds);
            self.traces.push((self.printed.answer_count() - 1, trace));
            start = at;
        }
        self.add(segment.stream, &bytes[start..], prompt, kinds);
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
                self.push(&rest[..start], false, stream, what);
            }
            self.push(&rest[start..place.end], false, stream, PROMPT);
            self.printed.begin_answer();
            rest = &rest[place.end..];
        }
        if !rest.is_empty() || is_ended {
            self.push(rest, is_ended, stream, kinds.of(rest));
        }
    }

    /// The answers that show a round again with the number that it had, and nothing else
    /// that would tell why: an error does.
    fn shown_again(&self) -> Vec<usize> {
        let printed = &self.printed;
        let is_shown_again = |number: &usize| {
            let lines = printed.answer(*number).iter();
            let mut kinds = lines.filter_map(|line| match line.what {
                What::Piece(piece) => Some((piece.kind, line)),
                _ => None,
            });
            let is_help = kinds.clone().any(|(kind, _)| kind == Kind::Help);
            let round = kinds.find_map(|(kind, line)| {
                (kind == Kind::RoundLine).then(|| align::number_in(printed.text(line)))
            });
            !is_help && round.is_some_and(|round| round == printed.round_before(*number))
        };
        (1..printed.answer_count()).filter(is_shown_again).collect()
    }

    /// The same with what was printed on standard error: each line of it in one of the answers
    /// that show their round again, if there are as many, and else in the answer in which the
    /// game has the like.
    fn with_errors(mut self, err: &[u8], script: &Printed, kinds: &Kinds) -> Self {
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
        let most = 2 * wanted.len() + MOST_STRAY;
        let mut all = lines(&text);
        let lines: Vec<&[u8]> = all.by_ref().take(most).collect();
        self.is_whole &= all.next().is_none();
        let found: Vec<(usize, Vec<u8>)> = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| !line.trim_ascii().is_empty())
            .map(|(number, line)| (number, skeleton(line)))
            .collect();
        let mut answers = vec![None; lines.len()];
        let operations = diff::operations(
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
        let shown_again = self.shown_again();
        if !shown_again.is_empty() && found.len().is_multiple_of(shown_again.len()) {
            let of_each = found.len() / shown_again.len();
            self.printed.has_order |= of_each > 0;
            for (number, (line, _)) in found.iter().enumerate() {
                answers[*line] = Some(shown_again[number / of_each]);
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
    /// What a program printed, with its exceptions, if the runs of a case tell the order
    /// of its streams.
    pub(super) fn in_order(
        separate: &Run,
        merged: &Run,
        script: &Self,
        kinds: &Kinds,
        output_format: &OutputFormat,
    ) -> Option<Self> {
        let segments = interleaved(&merged.out, &separate.out, &separate.err, true)?;
        let prompt = Prompt::find(separate, script, kinds, output_format);
        let mut cut = Cut::new();
        for segment in &segments {
            cut.add(segment.stream, segment.bytes, &prompt, kinds);
        }
        cut.printed.end_answers();
        (!is_out_of_order(&segments, &cut.printed, script)).then_some(cut.printed)
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
        self.end_answers();
    }
}
