//! Causes that a search takes back: those that are refuted, and those that are
//! not needed.

use std::collections::BTreeMap;

use super::cause::{Cause, flaws};
use super::fit::{Fit, fit};
use super::render::{Rendered, render};
use super::script::Script;
use super::search::{LEAST_GAIN, Search};
use crate::game::sink::Stream;

impl Search<'_> {
    /// The causes without one that is refuted as often as it is borne out: what is
    /// left differs where that shows, or one of the streams agrees less than without
    /// it. It is not taken again.
    pub(super) fn without_refuted(&mut self) -> Option<Vec<Cause>> {
        for number in (0..self.causes.len()).rev() {
            let mut fewer = self.causes.clone();
            let cause = fewer.remove(number);
            let (mut borne_out, mut refuted) = (0, 0);
            for subject in 0..self.subjects.len() {
                let Fit {
                    left,
                    early_end,
                    stop,
                    ..
                } = self.fits[subject];
                let left = left.filter(|_| early_end.is_none());
                let script = self.script(subject, flaws(&fewer));
                let context = self.context(subject);
                let without = render(&script, &fewer, context);
                let with = render(&self.scripts[subject], &self.causes, context);
                let left = left.and_then(|left| self.scripts[subject].pieces.get(left));
                let left = left.map_or(usize::MAX, |piece| piece.line);
                let end = early_end.or(stop);
                let end = end.and_then(|end| self.scripts[subject].pieces.get(end));
                let last = end.map_or(usize::MAX, |piece| piece.line);
                let then = fit(&self.subjects[subject], &script, &fewer, context);
                let is_worse = self.fits[subject].is_worse_than(&then);
                for line in differing_lines((&self.scripts[subject], &with), (&script, &without)) {
                    borne_out += usize::from(line < left && line <= last && !is_worse);
                    refuted += usize::from(line == left || is_worse);
                }
            }
            if refuted > 0 && refuted >= borne_out {
                self.refuted.push(cause);
                return Some(fewer);
            }
        }
        None
    }

    /// Drops causes without which just as much is explained.
    pub(super) fn drop_needless(&mut self) {
        let total = |fits: &[Fit]| fits.iter().map(Fit::score).sum::<f64>();
        let mut number = 0;
        while number < self.causes.len() {
            let before = (self.causes.clone(), total(&self.fits));
            let mut fewer = self.causes.clone();
            fewer.remove(number);
            self.set(fewer);
            if total(&self.fits) < before.1 - LEAST_GAIN {
                self.set(before.0);
                number += 1;
            }
        }
    }
}

/// The lines of input whose answers differ.
fn differing_lines(
    one: (&Script, &[Rendered<'_>]),
    other: (&Script, &[Rendered<'_>]),
) -> Vec<usize> {
    let by_line = |(script, rendered): (&Script, &[Rendered<'_>])| {
        let mut answers: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        for piece in rendered {
            let answer = answers.entry(script.pieces[piece.piece].line).or_default();
            answer.push(u8::from(piece.stream == Stream::Error));
            answer.extend_from_slice(&piece.bytes);
        }
        answers
    };
    let (one, other) = (by_line(one), by_line(other));
    let mut lines: Vec<usize> = one.keys().chain(other.keys()).copied().collect();
    lines.sort_unstable();
    lines.dedup();
    lines.retain(|line| one.get(line) != other.get(line));
    lines
}
