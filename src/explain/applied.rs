//! Causes applied to one case: what the game answers then to each line of input,
//! and where that is.

use std::collections::BTreeMap;

use super::cause::{Cause, flaws};
use super::fit::{Fit, fill, fit, stream_of};
use super::render::{Context, Rendered, render};
use super::script::Script;
use super::subject::Subject;
use super::walk::of_stream;
use crate::cases::case::Artifact;
use crate::compare::locate::{Moment, Source};
use crate::compare::tolerance::lines;
use crate::edition::row::Edition;
use crate::game::sink::{Kind, Stream};
use crate::io::visible::visible;

/// Where a program stopped.
#[derive(Clone, Copy)]
pub(super) struct Stop {
    /// The line of input whose answer it did not print to its end.
    line: usize,
    /// How many pieces of that answer it printed.
    printed: usize,
}

/// A case with causes applied.
pub(super) struct Applied<'case> {
    subject: &'case Subject,
    /// What the game prints.
    pub(super) script: Script,
    /// How far that agrees with what was found.
    pub(super) fit: Fit,
    /// What it answers to each line of input: with the words that were found
    /// where the causes leave them open.
    pub(super) answers: Answers,
}

impl<'case> Applied<'case> {
    pub(super) fn new(subject: &'case Subject, edition: &Edition, causes: &[Cause]) -> Self {
        let mut applied = Self::without_answers(subject, edition, causes);
        applied.set_answers(edition, causes, applied.stop());
        applied
    }

    /// The same where the program is known to have stopped there.
    pub(super) fn stopped_at(
        stop: Option<Stop>,
        subject: &'case Subject,
        edition: &Edition,
        causes: &[Cause],
    ) -> Self {
        let mut applied = Self::without_answers(subject, edition, causes);
        applied.set_answers(edition, causes, stop);
        applied
    }

    fn without_answers(subject: &'case Subject, edition: &Edition, causes: &[Cause]) -> Self {
        let script = subject.script(edition, flaws(causes));
        let context = context(subject, edition);
        let fit = fit(subject, &script, causes, context).with_early_end();
        Self {
            subject,
            script,
            fit,
            answers: Answers::default(),
        }
    }

    /// Where the program stopped, if it did.
    pub(super) fn stop(&self) -> Option<Stop> {
        let stop = self.fit.stop?;
        let pieces = &self.script.pieces[..stop.min(self.script.pieces.len())];
        let line = self.script.pieces.get(stop).or(pieces.last())?.line;
        let printed = pieces.iter().filter(|piece| piece.line == line);
        Some(Stop {
            line,
            printed: printed.count(),
        })
    }

    /// Sets the answers, but for what a program that stopped did not print.
    fn set_answers(&mut self, edition: &Edition, causes: &[Cause], stop: Option<Stop>) {
        let mut rendered = render(&self.script, causes, context(self.subject, edition));
        fill(&mut rendered, &self.script, self.subject, &edition.markers);
        let pieces = &self.script.pieces;
        let first_missing = stop.map(|stop| {
            let before = pieces.iter().take_while(|piece| piece.line < stop.line);
            before.count() + stop.printed
        });
        let is_printed =
            |piece: &&Rendered<'_>| first_missing.is_none_or(|missing| piece.piece < missing);
        for piece in rendered.iter().filter(is_printed) {
            let line = self.script.pieces[piece.piece].line;
            self.answers.add(line, piece.stream, &piece.bytes);
        }
    }

    /// The line of input whose answer is the last that can be compared.
    pub(super) fn last_line(&self) -> usize {
        let stopped = self.fit.stop.or(self.fit.spot.map(|spot| spot.piece));
        let piece = stopped.and_then(|piece| self.script.pieces.get(piece));
        piece.map_or(usize::MAX, |piece| piece.line)
    }

    /// What the game prints of an artifact.
    pub(super) fn printed(
        &self,
        artifact: Artifact,
        causes: &[Cause],
        edition: &Edition,
    ) -> Vec<u8> {
        let mut rendered = render(&self.script, causes, context(self.subject, edition));
        fill(&mut rendered, &self.script, self.subject, &edition.markers);
        let pieces = of_stream(&rendered, stream_of(artifact)).into_iter();
        pieces
            .flat_map(|(_, piece)| piece.bytes.iter().copied())
            .collect()
    }

    /// Where the game is at a piece of its script.
    pub(super) fn moment(&self, piece: usize) -> Moment {
        let pieces = &self.script.pieces;
        let line = pieces.get(piece).or(pieces.last());
        self.moment_of(line.map_or(0, |piece| piece.line), Some(piece))
    }

    /// Where the game is when it answers a line of input.
    pub(super) fn moment_of_line(&self, line: usize) -> Moment {
        let pieces = self.script.pieces.iter();
        let before = pieces.take_while(|piece| piece.line < line).count();
        self.moment_of(line, before.checked_sub(1))
    }

    /// Where the game prints first on standard error, or at all.
    pub(super) fn moment_of_first_error(&self) -> Moment {
        let mut pieces = self.script.pieces.iter();
        let error = pieces.position(|piece| piece.stream == Stream::Error);
        self.moment(error.unwrap_or(0))
    }

    /// Where the game is at a line of input, when a piece is the last that it has
    /// printed.
    fn moment_of(&self, line: usize, piece: Option<usize>) -> Moment {
        let pieces = &self.script.pieces;
        let printed = piece.map_or(0, |piece| piece + 1);
        let pieces = &pieces[..pieces.len().min(printed)];
        let mut from_end = pieces.iter().rev();
        let round = from_end.find(|piece| piece.class.kind == Kind::RoundLine);
        let digits = round.map(|round| {
            let digits = round.bytes.iter().filter(|byte| byte.is_ascii_digit());
            digits.map(|&byte| char::from(byte)).collect::<String>()
        });
        Moment {
            round: digits.and_then(|digits| digits.parse().ok()),
            lines: line,
            line: self.subject.line(line).map(visible),
            source: Source::Transcript,
        }
    }
}

fn context<'case>(subject: &'case Subject, edition: &'case Edition) -> Context<'case> {
    Context {
        subject: subject.number,
        input: &subject.input,
        lines: &subject.lines,
        markers: &edition.markers,
    }
}

/// What was printed in answer to each line of input, on each stream.
#[derive(Debug, Default)]
pub(super) struct Answers(BTreeMap<usize, [Vec<u8>; 2]>);

/// What was printed in answer to a line of input: on standard output, and on
/// standard error.
type Answer<'answers> = [&'answers [u8]; 2];

impl Answers {
    fn add(&mut self, line: usize, stream: Stream, bytes: &[u8]) {
        let answer = self.0.entry(line).or_default();
        let stream = match stream {
            Stream::Output => &mut answer[0],
            Stream::Error => &mut answer[1],
        };
        stream.extend_from_slice(bytes);
    }

    /// The answer to a line; nothing if there is none.
    pub(super) fn to(&self, line: usize) -> Answer<'_> {
        let answer = self.0.get(&line);
        answer.map_or([b"", b""], |answer| [&answer[0], &answer[1]])
    }

    /// The lines to which there is an answer here or in the others.
    pub(super) fn lines(&self, others: &Self) -> Vec<usize> {
        let mut lines: Vec<usize> = self.0.keys().chain(others.0.keys()).copied().collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Whether all that makes the answer to a line another one than `plain` is
    /// also in `printed`.
    pub(super) fn was_printed(&self, line: usize, plain: &Self, printed: &Self) -> bool {
        let (own, plain, printed) = (self.to(line), plain.to(line), printed.to(line));
        own != plain
            && (0..2).all(|stream| {
                let is_in = |text: &[u8], line: &[u8]| lines(text).any(|other| other == line);
                lines(own[stream])
                    .all(|line| is_in(plain[stream], line) || is_in(printed[stream], line))
            })
    }
}
