//! The search for causes.

use super::cause::{Cause, flaws};
use super::fit::{Fit, fit, stream_of};
use super::propose;
use super::render::Context;
use super::scope::Scope;
use super::script::{Script, ScriptPiece};
use super::subject::Subject;
use crate::edition::flaw::FlawSet;
use crate::edition::row::Edition;
use crate::game::sink::{Kind, Stream};

/// How many causes are looked for at most.
const MOST_CAUSES: usize = 40;

/// How many changes of text in one place only are among them at most.
const MOST_PLACES: usize = 8;

/// How many causes are taken back at most because they are refuted: what is not
/// explained by then never is, whatever else is tried.
const MOST_REFUTED: usize = 12;

/// How many differences of different kinds are looked at for the next cause.
const SPOTS: usize = 6;

/// How many bytes the built-in game prints at most in a search, so that it ends
/// soon whatever was found.
const WORK: usize = 400 << 20;

/// How much better a cause must make things.
pub(super) const LEAST_GAIN: f64 = 1e-9;

/// Subjects, the causes found so far, and what they explain.
#[derive(Debug)]
pub(crate) struct Search<'subjects> {
    pub(super) edition: &'static Edition,
    pub(super) subjects: &'subjects [Subject],
    pub(super) causes: Vec<Cause>,
    pub(super) scripts: Vec<Script>,
    pub(super) fits: Vec<Fit>,
    /// For each subject, the line at which each flaw shows first, if it does.
    pub(super) shows: Vec<Option<Vec<Option<usize>>>>,
    /// Causes that were found wrong.
    pub(super) refuted: Vec<Cause>,
    work: usize,
}

/// A cause that may be added.
struct Trial {
    cause: Cause,
    gain: f64,
    /// Whether it makes a subject worse.
    loses: bool,
}

impl<'subjects> Search<'subjects> {
    /// Begins with some causes.
    pub(crate) fn new(
        edition: &'static Edition,
        subjects: &'subjects [Subject],
        causes: Vec<Cause>,
    ) -> Self {
        let mut search = Self {
            edition,
            subjects,
            causes: Vec::new(),
            scripts: Vec::new(),
            fits: Vec::new(),
            shows: vec![None; subjects.len()],
            refuted: Vec::new(),
            work: 0,
        };
        search.set(causes);
        search
    }

    /// Looks for causes until all is explained or none helps; what was found.
    pub(crate) fn run(mut self) -> Vec<Cause> {
        while self.causes.len() < MOST_CAUSES && self.work < WORK {
            let more = self.more().or_else(|| self.others());
            let more = more.or_else(|| {
                let may_refute = self.refuted.len() < MOST_REFUTED;
                may_refute.then(|| self.without_refuted()).flatten()
            });
            let more = more.or_else(|| self.here());
            let Some(causes) = more else { break };
            self.set(causes);
        }
        self.drop_needless();
        self.causes
    }

    pub(super) fn context(&self, subject: usize) -> Context<'subjects> {
        Context {
            subject: self.subjects[subject].number,
            input: &self.subjects[subject].input,
            lines: &self.subjects[subject].lines,
            markers: &self.edition.markers,
        }
    }

    pub(super) fn script(&mut self, subject: usize, flaws: FlawSet) -> Script {
        let script = self.subjects[subject].script(self.edition, flaws);
        self.work += script
            .pieces
            .iter()
            .map(|piece| piece.bytes.len())
            .sum::<usize>();
        script
    }

    pub(super) fn set(&mut self, causes: Vec<Cause>) {
        let flaws_now = flaws(&causes);
        if self.scripts.is_empty() || flaws_now != flaws(&self.causes) {
            self.scripts = (0..self.subjects.len())
                .map(|subject| self.script(subject, flaws_now))
                .collect();
        }
        self.causes = causes;
        self.fits = (0..self.subjects.len())
            .map(|subject| {
                let script = &self.scripts[subject];
                fit(
                    &self.subjects[subject],
                    script,
                    &self.causes,
                    self.context(subject),
                )
            })
            .collect();
    }

    /// The subjects that are not explained, one for each kind of first
    /// difference, those of short inputs first.
    fn open(&self) -> Vec<usize> {
        let is_open = |&subject: &usize| !self.fits[subject].is_explained();
        let mut open: Vec<usize> = (0..self.subjects.len()).filter(is_open).collect();
        open.sort_by_key(|&subject| self.subjects[subject].input.len());
        let mut seen = Vec::new();
        open.retain(|&subject| {
            let script = &self.scripts[subject];
            let spot = self.fits[subject].spot;
            let piece = spot.and_then(|spot| script.pieces.get(spot.piece));
            let kind = piece.map(|piece| {
                let line = self.subjects[subject].lines.get(piece.line);
                (piece.class, line.cloned())
            });
            let is_new = !seen.contains(&kind);
            seen.push(kind);
            is_new
        });
        open.truncate(SPOTS);
        open
    }

    /// The causes and the one that explains most of what is left.
    fn more(&mut self) -> Option<Vec<Cause>> {
        let open = self.open();
        let mut best: Option<Trial> = None;
        let mut seen: Vec<Cause> = Vec::new();
        let mut edits_here = Vec::new();
        for &subject in &open {
            let mut proposed = propose::of_streams(&self.scripts[subject]);
            proposed.extend(self.flaws_at(subject));
            let edits = self.edits_at(subject);
            proposed.extend(edits.iter().cloned().map(Cause::Edit));
            for cause in proposed {
                if seen.contains(&cause) || self.causes.contains(&cause) {
                    continue;
                }
                self.consider(cause.clone(), subject, &mut best);
                seen.push(cause);
            }
            edits_here.push((subject, edits));
        }
        // What makes nothing worse need not be narrowed.
        if best.as_ref().is_none_or(|best| best.loses) {
            for (subject, edits) in edits_here {
                for edit in self.narrowed(subject, &edits) {
                    let cause = Cause::Edit(edit);
                    if !seen.contains(&cause) {
                        self.consider(cause, subject, &mut best);
                    }
                }
            }
        }
        if best.is_none() {
            // A flaw may show only together with others.
            for flaw in self.edition.flaws {
                for &subject in &open {
                    if !self.causes.contains(&Cause::Flaw(flaw)) {
                        self.consider(Cause::Flaw(flaw), subject, &mut best);
                    }
                }
            }
        }
        self.with(best)
    }

    /// The causes with one of the flaws exchanged for another one, which explains
    /// more together with the rest.
    fn others(&mut self) -> Option<Vec<Cause>> {
        let open = self.open();
        let mut best: Option<(Vec<Cause>, f64)> = None;
        for number in 0..self.causes.len() {
            if !matches!(self.causes[number], Cause::Flaw(_)) {
                continue;
            }
            for flaw in self.edition.flaws {
                let mut causes = self.causes.clone();
                let cause = Cause::Flaw(flaw);
                if causes.contains(&cause) || self.refuted.contains(&cause) {
                    continue;
                }
                causes[number] = cause;
                let gain = open.iter().map(|&subject| self.gain(&causes, subject).0);
                let gain = gain.fold(0.0, f64::max);
                let bar = best.as_ref().map_or(0.0, |best| best.1);
                if gain > bar + LEAST_GAIN {
                    best = Some((causes, gain));
                }
            }
        }
        best.map(|(causes, _)| causes)
    }

    /// The causes and a change of text in one place only.
    fn here(&mut self) -> Option<Vec<Cause>> {
        let is_once = |cause: &&Cause| matches!(cause, Cause::Edit(edit) if matches!(edit.scope, Scope::Once(..)));
        if self.causes.iter().filter(is_once).count() >= MOST_PLACES {
            return None;
        }
        let mut best = None;
        for subject in self.open() {
            if self.lacks_rounds(subject) {
                continue;
            }
            for edit in self.only_here(subject) {
                self.consider(Cause::Edit(edit), subject, &mut best);
            }
        }
        self.with(best)
    }

    /// Whether rounds are missing at the end of an output: that is no matter of text.
    fn lacks_rounds(&self, subject: usize) -> bool {
        let Some(spot) = self.fits[subject].spot else {
            return false;
        };
        let pieces = self.scripts[subject].pieces.get(spot.piece..);
        let is_round = |piece: &ScriptPiece| piece.class.kind == Kind::RoundLine;
        let found = self.subjects[subject].output(spot.artifact);
        found.is_some_and(|found| found.len() == spot.start)
            && pieces.unwrap_or_default().iter().any(is_round)
    }

    fn with(&self, trial: Option<Trial>) -> Option<Vec<Cause>> {
        let cause = trial?.cause;
        Some(self.causes.iter().cloned().chain([cause]).collect())
    }

    /// Tries a cause that should make a subject better, and keeps it if it is the
    /// best so far.
    fn consider(&mut self, cause: Cause, subject: usize, best: &mut Option<Trial>) {
        let may_be =
            self.work < WORK && self.subjects[subject].bears_out(&cause, &self.scripts[subject]);
        if !may_be {
            return;
        }
        let causes: Vec<Cause> = self.causes.iter().chain([&cause]).cloned().collect();
        let (gain, loses) = self.gain(&causes, subject);
        let gain = gain * cause.weight();
        let bar = best.as_ref().map_or(0.0, |best| best.gain);
        if gain > bar + LEAST_GAIN && !self.refuted.contains(&cause) {
            *best = Some(Trial { cause, gain, loses });
        }
    }

    /// By how much these causes explain all subjects better than those found so
    /// far, and whether any of them worse; nothing if they do not explain this one
    /// better. Where a program ended too early, only causes count with which the game
    /// ends there too.
    fn gain(&mut self, causes: &[Cause], first: usize) -> (f64, bool) {
        let flaws_then = flaws(causes);
        let replays = flaws_then != flaws(&self.causes);
        // The order of both streams tells where it belongs.
        let is_aside = causes.last().is_some_and(Cause::is_aside);
        let mut gain = 0.0;
        let mut loses = false;
        let others = (0..self.subjects.len()).filter(|&subject| subject != first);
        for subject in [first].into_iter().chain(others) {
            let context = self.context(subject);
            let then = if replays {
                let script = self.script(subject, flaws_then);
                let before = &self.scripts[subject];
                if subject == first && !self.subjects[subject].may_refuse(&script, before) {
                    return (0.0, false);
                }
                fit(&self.subjects[subject], &script, causes, context)
            } else {
                let script = &self.scripts[subject];
                fit(&self.subjects[subject], script, causes, context)
            };
            self.work += self.subjects[subject].size();
            if subject == first && is_aside && then.has_worse_order_than(&self.fits[subject]) {
                return (0.0, false);
            }
            let mut change = then.score() - self.fits[subject].score();
            if self.fits[subject].early_end.is_some() && !self.explains_end(subject, &then) {
                change = change.min(0.0);
            }
            gain += change;
            loses |= change < -LEAST_GAIN;
            if subject == first && gain <= LEAST_GAIN {
                return (0.0, false);
            }
        }
        (gain, loses)
    }

    /// Whether a game ends where a program ended too early, but for an error message.
    fn explains_end(&self, subject: usize, then: &Fit) -> bool {
        then.spot.is_none_or(|spot| {
            let is_at_end = self.subjects[subject]
                .output(spot.artifact)
                .is_some_and(|found| spot.byte == found.len());
            is_at_end && then.early_end.is_none() && stream_of(spot.artifact) == Some(Stream::Error)
        })
    }
}
