//! What is first wrong on standard error, by all that is known of a case: the
//! order of both streams, the words, and where standard output is wrong.

use std::cmp::Ordering;

use super::order::{self, WrongError};
use super::tolerance::{Tolerance, Tolerances, lines};
use super::verdict::line_feeds;
use crate::edition::row::Markers;
use crate::game::sink::{Kind, Stream};
use crate::game::transcript::{Entry, Transcript};

/// A standard error that is not as expected, and what else is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errors<'run> {
    /// What is tolerated.
    pub(super) tolerances: &'run Tolerances,
    /// How the game is followed.
    pub(super) markers: &'run Markers,
    /// What the reference prints.
    pub(super) transcript: &'run Transcript,
    /// What is expected on standard error.
    pub(super) expected: &'run [u8],
    /// What was found there.
    pub(super) found: &'run [u8],
    /// The first byte that differs in what is expected.
    pub(super) byte: usize,
    /// Where the first line begins in it that is wrong.
    pub(super) wrong_line: usize,
    /// What was found from its first line on that is wrong.
    pub(super) found_rest: &'run [u8],
    /// Whether something before that differs and is tolerated: then lines pass
    /// for each other.
    pub(super) looks_alike: bool,
    /// Whether standard output is right.
    pub(super) out_is_right: bool,
    /// The number of the line of input that led to the first difference on
    /// standard output, if there is any.
    pub(super) out_line: Option<usize>,
    /// What came out of one pipe for both streams, if there was such a run.
    pub(super) merged: Option<&'run [u8]>,
    /// Whether that is wrong.
    pub(super) merged_differs: bool,
}

impl Errors<'_> {
    /// What is first wrong. None if it is text that may come from several lines
    /// of input.
    pub(super) fn first_wrong(&self) -> Option<WrongError> {
        self.by_order()
            .or_else(|| self.on_other_stream())
            .or_else(|| self.by_words())
            .or_else(|| self.by_itself())
    }

    /// By the order of both streams. Before that all has to be right.
    fn by_order(&self) -> Option<WrongError> {
        let outputs = order::Outputs {
            transcript: self.transcript,
            merged: self.merged.filter(|_| self.merged_differs)?,
            err: self.found,
            out_is_right: self.out_is_right,
        };
        let words = self.tolerances.without(Tolerance::Message);
        let tolerances = match self.by_lines(&words) {
            Some(_) if self.looks_alike => &words,
            _ => self.tolerances,
        };
        let wrong = order::first_wrong_error(outputs, tolerances, self.markers);
        wrong.filter(|wrong| wrong.byte <= self.wrong_line)
    }

    /// Where both streams are right together, something is on the wrong one, and
    /// standard output is wrong in the same place.
    fn on_other_stream(&self) -> Option<WrongError> {
        let line = self.out_line?;
        let only_together = self.merged.is_some() && !self.merged_differs;
        only_together.then(|| self.errors_of(line).or_else(|| self.answer_to(line)))?
    }

    /// By the words of messages, where those are tolerated.
    fn by_words(&self) -> Option<WrongError> {
        let words = self.tolerances.without(Tolerance::Message);
        let wrong = self.by_lines(&words).filter(|_| self.looks_alike)?;
        let alike = || self.told_by_output(wrong.place, &words);
        let told = (wrong.missing > 0).then(alike).flatten();
        Some(told.unwrap_or(wrong))
    }

    fn by_lines(&self, tolerances: &Tolerances) -> Option<WrongError> {
        let (expected, found) = (self.expected, self.found);
        order::first_wrong_line(self.transcript, expected, found, tolerances, self.markers)
    }

    /// By standard error, and where equal errors and text that is too much leave
    /// several lines of input, by standard output.
    fn by_itself(&self) -> Option<WrongError> {
        let entries = self.transcript.entries();
        let Some(place) = self.transcript.in_merged(Stream::Error, self.byte) else {
            // Too much, anywhere after the last error.
            let before = self.line_before_extra(entries.len());
            let out_line = self.out_line.filter(|&out| out >= before);
            let answer = out_line.and_then(|line| self.answer_to(line));
            let end = entries.last().filter(|last| last.line == before);
            return answer.or_else(|| Some(self.at(end?.end)));
        };
        let own = self.transcript.entry_at(place)?;
        let lines = [self.found, self.expected].map(line_feeds);
        let told = match lines[0].cmp(&lines[1]) {
            Ordering::Less => self.told_by_output(place, self.tolerances),
            Ordering::Equal => None,
            Ordering::Greater => {
                let first = entries.partition_point(|entry| entry.line < entries[own].line);
                let between = self.line_before_extra(first)..entries[own].line;
                let out_line = self.out_line.filter(|line| between.contains(line));
                out_line.and_then(|line| self.answer_to(line))
            }
        };
        Some(told.unwrap_or(self.at(place)))
    }

    /// The errors that the line of input led to which made standard output wrong,
    /// if they are among those before a place that are all the same.
    fn told_by_output(&self, place: usize, tolerances: &Tolerances) -> Option<WrongError> {
        let own = self.transcript.entry_at(place)?;
        let (before, after) = self.transcript.entries().split_at(own);
        let text = |entry| tolerances.reduce(self.markers, self.text(entry));
        let message = after.iter().find(|entry| is_message(entry)).map(text)?;
        let before = before.iter().rev().filter(|entry| is_message(entry));
        let mut alike = before.take_while(|entry| text(entry) == message);
        let told = alike.find(|entry| Some(entry.line) == self.out_line)?;
        self.errors_of(told.line)
    }

    /// The errors that a line of input led to, as missing ones.
    fn errors_of(&self, line: usize) -> Option<WrongError> {
        let entries = self.transcript.entries().iter();
        let of_line = entries.filter(|entry| entry.stream == Stream::Error && entry.line == line);
        let missing = of_line.clone().map(|entry| line_feeds(self.text(entry)));
        Some(WrongError {
            missing: missing.sum(),
            ..self.at(of_line.clone().next()?.start)
        })
    }

    /// The beginning of what a line of input led to.
    fn answer_to(&self, line: usize) -> Option<WrongError> {
        let mut entries = self.transcript.entries().iter();
        let first = entries.find(|entry| entry.line == line)?;
        Some(self.at(first.start))
    }

    /// A place in what both streams print, of which no more is known.
    fn at(&self, place: usize) -> WrongError {
        WrongError {
            place,
            byte: self.transcript.printed_before(Stream::Error, place),
            missing: 0,
            extra: 0,
        }
    }

    /// The number of the line of input that led to the last error before an
    /// entry that is not the same as what is found too much; 0 if there is none.
    fn line_before_extra(&self, entry: usize) -> usize {
        let extra = lines(self.found_rest).find(|line| !line.trim_ascii().is_empty());
        let key = |text| self.tolerances.reduce(self.markers, text);
        let extra = extra.map(key);
        let before = self.transcript.entries()[..entry].iter();
        let mut others = before
            .rev()
            .filter(|entry| is_message(entry))
            .filter(|entry| Some(key(self.text(entry))) != extra);
        others.next().map_or(0, |entry| entry.line)
    }

    fn text(&self, entry: &Entry) -> &[u8] {
        &self.transcript.merged()[entry.start..entry.end]
    }
}

/// Whether an entry is a message on standard error.
fn is_message(entry: &Entry) -> bool {
    entry.stream == Stream::Error && entry.kind == Kind::Error
}
