//! The order of the streams: what came out of one pipe tells where in the game
//! something is missing on standard error, or is too much there, which equal
//! messages on standard error alone do not.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use super::tolerance::{Tolerances, lines};
use crate::edition::row::Markers;
use crate::game::sink::{Kind, Stream};
use crate::game::transcript::Transcript;

/// How many tokens are compared, from the first that differs on.
const COMPARED: usize = 20_000;

/// How long the shortest way from one output to the other is looked for.
const LONGEST_SEARCH: Duration = Duration::from_millis(200);

/// The first thing that is wrong on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrongError {
    /// Where that is in what both streams print together.
    pub(crate) place: usize,
    /// Where that is in what standard error prints.
    pub(crate) byte: usize,
    /// How many lines of standard error are missing there, if nothing stands in
    /// their place.
    pub(crate) missing: usize,
    /// How many lines are too many there, if nothing else was expected.
    pub(crate) extra: usize,
}

/// What came of runs of a program whose reference has this transcript.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outputs<'run> {
    /// What the reference prints.
    pub(crate) transcript: &'run Transcript,
    /// What came out of one pipe for both streams.
    pub(crate) merged: &'run [u8],
    /// What came out on standard error alone.
    pub(crate) err: &'run [u8],
    /// Whether standard output is right.
    pub(crate) out_is_right: bool,
}

/// Finds the first thing that is wrong on standard error. None if the order
/// does not tell it, such as that of a program that keeps back one of its
/// streams.
pub(crate) fn first_wrong_error(
    outputs: Outputs<'_>,
    tolerances: &Tolerances,
    markers: &Markers,
) -> Option<WrongError> {
    let alignment = Alignment::new(outputs, tolerances, markers)?;
    let mut operations = alignment.operations.iter();
    operations.find_map(|operation| alignment.wrong_error(operation))
}

/// Finds the first line that is missing on standard output, and nothing is in its
/// place; where that is in what both streams print together. None if the order
/// does not tell it.
pub(crate) fn first_missing_output(
    outputs: Outputs<'_>,
    tolerances: &Tolerances,
    markers: &Markers,
) -> Option<usize> {
    let alignment = Alignment::new(outputs, tolerances, markers)?;
    let mut operations = alignment.operations.iter();
    operations.find_map(|operation| alignment.missing_output(operation))
}

/// Finds the first line that is missing on standard error, or too much there, by
/// standard error alone: none if lines differ in any other way.
pub(crate) fn first_wrong_line(
    transcript: &Transcript,
    expected: &[u8],
    found: &[u8],
    tolerances: &Tolerances,
    markers: &Markers,
) -> Option<WrongError> {
    let cut = |text| -> Vec<&[u8]> { lines(text).take(COMPARED + 1).collect() };
    let (expected, found) = (cut(expected), cut(found));
    if expected.len().max(found.len()) > COMPARED {
        return None;
    }
    let old = keys(&expected, tolerances, markers);
    let new = keys(&found, tolerances, markers);
    let operations = align(&old, &new);
    let mut changes = operations.iter().filter(|operation| !is_equal(operation));
    let first = changes.next()?;
    let (missing, extra) = match first {
        DiffOp::Delete { old_len, .. } => (*old_len, 0),
        DiffOp::Insert { new_len, .. } => (0, *new_len),
        _ => return None,
    };
    if changes.any(|operation| operation.tag() != first.tag()) {
        return None;
    }
    let run = match missing {
        0 => earlier(&new, &first.new_range()),
        _ => earlier(&old, &first.old_range()),
    };
    let start = first.old_range().start.saturating_sub(run);
    let byte = expected[..start].iter().map(|line| line.len()).sum();
    Some(WrongError {
        place: transcript.in_merged(Stream::Error, byte)?,
        byte,
        missing,
        extra,
    })
}

/// What has to be done to make one text of the other.
fn align(old: &[Vec<u8>], new: &[Vec<u8>]) -> Vec<DiffOp> {
    let until = Instant::now() + LONGEST_SEARCH;
    capture_diff_slices_deadline(Algorithm::Myers, old, new, Some(until))
}

/// How many errors are on standard error before a byte of both streams.
fn errors_before(transcript: &Transcript, byte: usize) -> usize {
    let entries = transcript.entries().iter();
    let before = entries.take_while(|entry| entry.end <= byte);
    let errors = before.filter(|entry| entry.stream == Stream::Error && entry.kind == Kind::Error);
    errors.count()
}

/// A text in lines, with each prompt as the end of one: what follows a prompt
/// may be of the other stream. Not many more than are compared.
fn tokens<'text>(text: &'text [u8], markers: &Markers) -> Vec<&'text [u8]> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while !rest.is_empty() && tokens.len() <= COMPARED {
        let end = (0..rest.len()).find_map(|at| {
            if rest[at] == b'\n' {
                return Some(at + 1);
            }
            let prompts = markers.prompts.iter().map(|prompt| prompt.as_bytes());
            let mut here = prompts.filter(|prompt| rest[at..].starts_with(prompt));
            here.next().map(|prompt| at + prompt.len())
        });
        let (token, left) = rest.split_at(end.unwrap_or(rest.len()));
        tokens.push(token);
        rest = left;
    }
    tokens
}

/// The tokens without what does not count.
fn keys(tokens: &[&[u8]], tolerances: &Tolerances, markers: &Markers) -> Vec<Vec<u8>> {
    let reduced = |token: &&[u8]| tolerances.reduce(markers, token);
    tokens.iter().map(reduced).collect()
}

/// What is expected and what was found, token by token.
struct Alignment<'run> {
    transcript: &'run Transcript,
    /// How many errors were right before the first token.
    errors_before: usize,
    /// Where in the transcript each token begins that is expected, and where the
    /// last one ends.
    starts: Vec<usize>,
    /// What was found.
    new: Vec<&'run [u8]>,
    old_keys: Vec<Vec<u8>>,
    new_keys: Vec<Vec<u8>>,
    /// What was found on standard error; none if all that is too much is that.
    found: Option<HashSet<&'run [u8]>>,
    operations: Vec<DiffOp>,
}

impl<'run> Alignment<'run> {
    /// Aligns what is expected with what was found, from the first line on that
    /// is wrong. None if errors are out of their order.
    fn new(outputs: Outputs<'run>, tolerances: &Tolerances, markers: &Markers) -> Option<Self> {
        let transcript = outputs.transcript;
        let (expected, found) = (transcript.merged(), outputs.merged);
        let (here, there) = tolerances.first_wrong_line(markers, expected, found);
        let mut old = tokens(&expected[here..], markers);
        let mut new = tokens(&found[there..], markers);
        let was_cut = old.len() > COMPARED || new.len() > COMPARED;
        old.truncate(COMPARED);
        new.truncate(COMPARED);
        let mut starts = vec![here];
        starts.extend(old.iter().scan(here, |end, token| {
            *end += token.len();
            Some(*end)
        }));
        let old_keys = keys(&old, tolerances, markers);
        let new_keys = keys(&new, tolerances, markers);
        let mut operations = align(&old_keys, &new_keys);
        if was_cut {
            // The end of what was compared is no end of the outputs.
            operations.pop();
        }
        let err = (!outputs.out_is_right).then(|| tokens(outputs.err, markers));
        let alignment = Self {
            transcript,
            errors_before: errors_before(transcript, here),
            starts,
            new,
            old_keys,
            new_keys,
            found: err.map(|err| err.into_iter().collect()),
            operations,
        };
        (!alignment.is_out_of_order()).then_some(alignment)
    }

    /// Whether a token that is expected is expected on standard error.
    fn is_error(&self, index: usize) -> bool {
        let entry = self.transcript.entry_at(self.starts[index]);
        entry.is_some_and(|entry| self.transcript.entries()[entry].stream == Stream::Error)
    }

    /// Whether a token that was found and is too much is on standard error. A
    /// blank line goes with the line below it.
    fn is_found_error(&self, index: usize) -> bool {
        let Some(found) = &self.found else {
            return true;
        };
        let below = if is_blank(self.new[index]) {
            index + 1
        } else {
            index
        };
        let is_found = |token: &&[u8]| found.contains(token);
        let text = self.new.get(below).filter(|token| !is_blank(token));
        text.is_some_and(is_found) && is_found(&self.new[index])
    }

    /// Whether more errors are elsewhere than in their places.
    fn is_out_of_order(&self) -> bool {
        let mut missing: HashMap<&[u8], usize> = HashMap::new();
        let mut in_place = self.errors_before;
        for operation in &self.operations {
            let keys = operation
                .old_range()
                .filter(|&index| self.is_error(index) && !is_blank(&self.old_keys[index]))
                .map(|index| self.old_keys[index].as_slice());
            if is_equal(operation) {
                in_place += keys.count();
            } else {
                keys.for_each(|key| *missing.entry(key).or_default() += 1);
            }
        }
        let mut elsewhere = 0;
        let changes = self.operations.iter();
        for operation in changes.filter(|operation| !is_equal(operation)) {
            for key in &self.new_keys[operation.new_range()] {
                if let Some(count) = missing.get_mut(key.as_slice())
                    && *count > 0
                {
                    *count -= 1;
                    elsewhere += 1;
                }
            }
        }
        elsewhere > in_place
    }

    /// What an operation tells of standard error.
    fn wrong_error(&self, operation: &DiffOp) -> Option<WrongError> {
        if is_equal(operation) {
            return None;
        }
        let (old, new) = (operation.old_range(), operation.new_range());
        let earlier = match operation {
            DiffOp::Delete { .. } => earlier(&self.old_keys, &old),
            DiffOp::Insert { .. } => earlier(&self.new_keys, &new),
            _ => 0,
        };
        let earlier = earlier.min(old.start);
        let old = old.start - earlier..old.end - earlier;
        let new = new.start - earlier.min(new.start)..new.end - earlier.min(new.start);
        let missing = old.clone().filter(|&index| self.is_error(index)).count();
        let extra = new.filter(|&index| self.is_found_error(index)).count();
        if missing + extra == 0 {
            return None;
        }
        let first = old.clone().find(|&index| self.is_error(index));
        // What is found in place of standard output is not one of the errors
        // after that.
        let is_after_output = |first: &usize| {
            let mut before = old.start..*first;
            extra > 0 && before.any(|index| !is_blank(&self.old_keys[index]))
        };
        let first = first.filter(|first| !is_after_output(first));
        let place = self.starts[first.unwrap_or(old.start)];
        Some(WrongError {
            place,
            byte: self.transcript.printed_before(Stream::Error, place),
            missing: if extra == 0 { missing } else { 0 },
            extra: if missing == 0 { extra } else { 0 },
        })
    }

    /// Where an operation tells that lines of standard output are missing.
    fn missing_output(&self, operation: &DiffOp) -> Option<usize> {
        let DiffOp::Delete { .. } = operation else {
            return None;
        };
        let mut old = operation.old_range();
        let first = old.find(|&index| !self.is_error(index) && !is_blank(&self.old_keys[index]))?;
        Some(self.starts[first])
    }
}

fn is_equal(operation: &DiffOp) -> bool {
    matches!(operation, DiffOp::Equal { .. })
}

/// How many tokens earlier a run of them may as well begin. Only blank lines are
/// passed: before a prompt there is another line of input.
fn earlier(keys: &[Vec<u8>], run: &Range<usize>) -> usize {
    let pairs = (0..run.start).rev().zip(run.clone().rev());
    let same =
        pairs.take_while(|&(before, last)| is_blank(&keys[before]) && keys[before] == keys[last]);
    same.count()
}

fn is_blank(token: &[u8]) -> bool {
    token.iter().all(u8::is_ascii_whitespace)
}
