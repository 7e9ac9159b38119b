//! Causes that are worth a try where a subject differs first.

use super::cause::{Cause, Edit, Target};
use super::extras::asides;
use super::fit::{Fit, stream_of};
use super::propose;
use super::render::render;
use super::scope::Scope;
use super::script::Script;
use super::search::Search;
use crate::cases::case::Artifact;
use crate::edition::flaw::FlawSet;
use crate::game::sink::Stream;
use crate::io::bytes::replaced;

impl Search<'_> {
    /// The flaws that show first where a subject differs first.
    pub(super) fn flaws_at(&mut self, subject: usize) -> Vec<Cause> {
        let Some(spot) = self.fits[subject].spot else {
            return Vec::new();
        };
        let pieces = &self.scripts[subject].pieces;
        let line = pieces.get(spot.piece).map(|piece| piece.line);
        if self.shows[subject].is_none() {
            let plain = self.script(subject, FlawSet::default());
            let all = self.edition.flaws.iter();
            let shows = all
                .map(|flaw| {
                    let flawed = self.script(subject, FlawSet::default().with(flaw));
                    first_line(&plain, &flawed)
                })
                .collect();
            self.shows[subject] = Some(shows);
        }
        let shows = self.shows[subject].as_deref().unwrap_or_default();
        // Other flaws may have moved it, but not to the front.
        let is_near = |shown: usize| line.is_none_or(|line| shown <= line);
        let flaws = self.edition.flaws.iter().zip(shows);
        flaws
            .filter(|(_, shown)| shown.is_some_and(is_near))
            .map(|(flaw, _)| Cause::Flaw(flaw))
            .collect()
    }

    /// The piece at which something is left: as the order of both streams has it, where
    /// one of them does not tell it.
    fn place(&self, subject: usize) -> Option<usize> {
        let Fit { spot, merged, .. } = self.fits[subject];
        let spot = spot?;
        let is_error = spot.artifact == Artifact::Err;
        Some(merged.filter(|_| is_error).unwrap_or(spot.piece))
    }

    /// Changes of text that could explain the first difference of a subject; those of
    /// text that belongs nowhere also as narrowed to where it was seen.
    pub(super) fn edits_at(&self, subject: usize) -> Vec<Edit> {
        let Some(mut spot) = self.fits[subject].spot else {
            return Vec::new();
        };
        let script = &self.scripts[subject];
        let Some(mut found) = self.subjects[subject].output(spot.artifact) else {
            return Vec::new();
        };
        // Carriage returns that have a cause already are no part of any text.
        let causes = self.causes_but_returns(stream_of(spot.artifact));
        let without_returns;
        if causes.len() < self.causes.len() {
            let without = |text: &[u8]| replaced(text, b"\r\n", b"\n");
            spot.start = without(&found[..spot.start]).len();
            without_returns = without(found);
            found = &without_returns;
        }
        let rendered = render(script, &causes, self.context(subject));
        let line = self
            .place(subject)
            .and_then(|place| script.pieces.get(place));
        let line = line.and_then(|piece| self.subjects[subject].line(piece.line));
        let markers = &self.edition.markers;
        let mut edits = propose::edits(found, spot, line, script, &rendered, markers);
        let of_answers = edits.iter().filter(|edit| edit.target == Target::Answer);
        let of_answers: Vec<Edit> = of_answers.cloned().collect();
        edits.extend(self.narrowed(subject, &of_answers));
        // Few programs print them before the first line of input too.
        let merged = self.fits[subject].merged;
        let asides = asides(found, spot, merged, line, script, &rendered);
        let narrowed = self.narrowed(subject, &asides);
        edits.extend(asides);
        edits.extend(narrowed);
        edits
    }

    /// The causes, but for carriage returns on a stream, or on any if there is none.
    fn causes_but_returns(&self, stream: Option<Stream>) -> Vec<Cause> {
        let is_other = |cause: &&Cause| match cause {
            Cause::CarriageReturns(of) => of.is_some() && stream.is_some() && *of != stream,
            _ => true,
        };
        self.causes.iter().filter(is_other).cloned().collect()
    }

    /// The same changes, but only in the situation in which they were seen.
    pub(super) fn narrowed(&self, subject: usize, edits: &[Edit]) -> Vec<Edit> {
        let Some(piece) = self.place(subject) else {
            return Vec::new();
        };
        let lines = &self.subjects[subject].lines;
        let script = &self.scripts[subject];
        let mut all = Vec::new();
        for edit in edits.iter().filter(|edit| edit.is_wide()) {
            let scopes = propose::scopes(script, piece, lines, edit.target);
            all.extend(scopes.into_iter().map(|scope| Edit {
                scope,
                ..edit.clone()
            }));
        }
        all
    }

    /// The same changes, but only in this place.
    pub(super) fn only_here(&self, subject: usize) -> Vec<Edit> {
        let script = &self.scripts[subject];
        let Some(place) = self.place(subject) else {
            return Vec::new();
        };
        let edits = self.edits_at(subject).into_iter();
        edits
            .filter(Edit::is_wide)
            .filter_map(|edit| {
                let Target::Piece(class) = edit.target else {
                    return None;
                };
                let is_here = |number: &usize| script.pieces[*number].class == class;
                let last = script.pieces.len().checked_sub(1)?;
                let owner = script.pieces.get(place).map_or(last, |piece| piece.owner);
                let here = (0..=owner.min(last)).rev().find(is_here)?;
                let scope = Scope::Once(self.subjects[subject].number, here);
                Some(Edit { scope, ..edit })
            })
            .collect()
    }
}

/// The line of input at which two scripts differ first.
fn first_line(one: &Script, other: &Script) -> Option<usize> {
    let pairs = one.pieces.iter().zip(&other.pieces);
    let same = pairs
        .take_while(|(one, other)| one.bytes == other.bytes && one.stream == other.stream)
        .count();
    let line = |script: &Script| script.pieces.get(same).map(|piece| piece.line);
    match (line(one), line(other)) {
        (None, None) => (one.status != other.status).then_some(usize::MAX),
        (line, other) => line.into_iter().chain(other).min(),
    }
}
