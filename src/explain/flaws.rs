//! Chooses the flaws of a program: those that its output supports and does not contradict.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::facts::{Key, Value};
use super::idle::IdleFlaws;
use super::subject::{Model, Subject};
use super::trial::{CaseTrial, Rank, Trial};
use crate::compare::printed::{Printed, PrintedLine};
use crate::edition::flaw_set::{Flaw, FlawSet};
use crate::edition::row::Edition;
use crate::game::sink::Kind;

/// A chosen flaw.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(crate) flaw: &'static Flaw,
    /// Flaws that the cases cannot distinguish from it.
    pub(crate) others: Vec<&'static Flaw>,
    /// Supporting answers: the index of the case and the number of the answer.
    pub(crate) places: BTreeSet<(usize, usize)>,
}

/// Returns the first line of an error in some answers.
fn error_in(printed: &Printed, answers: Range<usize>) -> Option<&[u8]> {
    let mut lines = answers.flat_map(|answer| printed.answer(answer));
    let line = lines.find(|line: &&PrintedLine| line.is_error())?;
    Some(printed.text(line))
}

/// The search for flaws.
pub(crate) struct Search<'cases> {
    edition: &'static Edition,
    idle: &'cases IdleFlaws,
    subjects: &'cases mut [Subject],
    chosen: Vec<&'static Flaw>,
    others: BTreeMap<&'static str, Vec<&'static Flaw>>,
    /// Flaws that were dropped because of contradictions.
    dropped: BTreeSet<&'static str>,
    /// Flaws that were replaced by others. They do not replace others again: the search could go in a circle.
    replaced: BTreeSet<&'static str>,
    /// Cases in which the program differs from the game.
    differing: BTreeSet<usize>,
    candidates: Vec<Candidate>,
}

/// A flaw that can be chosen.
struct Candidate {
    flaw: &'static Flaw,
    /// Cases in which the flaw has any effect.
    acting: BTreeSet<usize>,
    /// Its effect next to the chosen flaws.
    trial: Trial,
    /// True once the cases without differences have been tried. They can only contradict the flaw, so they wait until
    /// another case supports it.
    is_complete: bool,
}

impl<'cases> Search<'cases> {
    pub(crate) fn new(
        edition: &'static Edition,
        idle: &'cases IdleFlaws,
        subjects: &'cases mut [Subject],
    ) -> Self {
        let differs = |subject: &Subject| {
            !subject.has_passed && !subject.output.printed.has_same_text(&subject.right)
        };
        let mut search = Self {
            edition,
            idle,
            differing: (0..subjects.len())
                .filter(|&case| differs(&subjects[case]))
                .collect(),
            subjects,
            chosen: Vec::new(),
            others: BTreeMap::new(),
            dropped: BTreeSet::new(),
            replaced: BTreeSet::new(),
            candidates: Vec::new(),
        };
        search.replay();
        let candidates = edition.flaws.iter().map(|flaw| search.candidate(flaw));
        search.candidates = candidates.collect();
        search
            .candidates
            .retain(|candidate| !candidate.acting.is_empty());
        search
    }

    fn candidate(&self, flaw: &'static Flaw) -> Candidate {
        let mut candidate = Candidate {
            flaw,
            acting: BTreeSet::new(),
            trial: Trial::default(),
            is_complete: false,
        };
        for &case in &self.differing {
            self.try_in(&mut candidate, case);
        }
        if candidate.trial.has_support() {
            self.try_in_others(&mut candidate);
        }
        candidate
    }

    /// Tries a candidate in a case.
    fn try_in(&self, candidate: &mut Candidate, case: usize) {
        let subject = &self.subjects[case];
        let is_alone = self.chosen.is_empty();
        if is_alone && self.idle.has(subject.number, candidate.flaw) {
            return;
        }
        let flaws = self.flaws().with(candidate.flaw);
        let Some(transcript) = subject.other_transcript(self.edition, flaws) else {
            if is_alone {
                self.idle.note(subject.number, candidate.flaw);
            }
            return;
        };
        if let Some(model) = subject.model_if_other(transcript) {
            candidate.acting.insert(case);
            let trial = self.compared(case, &subject.model, &model);
            if !trial.is_empty() {
                candidate.trial.0.insert(case, trial);
            }
        }
    }

    /// Tries a candidate in the cases without differences.
    fn try_in_others(&self, candidate: &mut Candidate) {
        candidate.is_complete = true;
        for case in 0..self.subjects.len() {
            if !self.differing.contains(&case) {
                self.try_in(candidate, case);
            }
        }
    }

    /// Chooses flaws, and updates the models of all cases.
    pub(crate) fn run(mut self) -> Vec<Chosen> {
        loop {
            self.choose();
            let contradicted = self.drop_redundant();
            if contradicted.is_empty() {
                break;
            }
            for flaw in contradicted {
                if !self.dropped.insert(flaw) {
                    // Otherwise the flaw would be chosen and dropped again before those that it hides.
                    self.candidates.retain(|other| other.flaw.name != flaw);
                }
            }
            // A dropped flaw may have hidden others.
            self.repeat_trials(&self.edition.flaws.iter().collect::<Vec<_>>());
        }
        self.replace_several_by_one();
        self.choose_among_alternatives();
        let mut places = self.places_of_chosen();
        // After a replacement, another flaw may have no support left.
        while let Some(number) = places.iter().position(BTreeSet::is_empty) {
            self.chosen.remove(number);
            self.replay();
            places = self.places_of_chosen();
        }
        self.add_shared_places(&mut places);
        let chosen = self.chosen.into_iter().zip(places);
        chosen
            .map(|(flaw, places)| Chosen {
                flaw,
                others: self.others.remove(flaw.name).unwrap_or_default(),
                places,
            })
            .collect()
    }

    /// Returns the supporting answers of each chosen flaw.
    fn places_of_chosen(&self) -> Vec<BTreeSet<(usize, usize)>> {
        let trials = self.chosen.iter().map(|flaw| self.without(flaw));
        trials.map(|trial| trial.places()).collect()
    }

    /// Adds supporting answers in cases in which several flaws predict the same output, so that leaving one out changes
    /// nothing.
    fn add_shared_places(&self, places: &mut [BTreeSet<(usize, usize)>]) {
        for (case, subject) in self.subjects.iter().enumerate() {
            let is_placed = places.iter().flatten().any(|place| place.0 == case);
            if is_placed || subject.has_passed {
                continue;
            }
            let Some(before) = subject.other_model(self.edition, FlawSet::default()) else {
                continue;
            };
            for (flaw, places) in self.chosen.iter().zip(&mut *places) {
                let alone = subject.other_model(self.edition, FlawSet::default().with(flaw));
                let after = alone.as_ref().unwrap_or(&subject.model);
                let trial = self.compared(case, &before, after);
                places.extend(trial.supporting.iter().map(|fact| (case, fact.0)));
            }
        }
    }

    /// Chooses flaws as long as any has support.
    fn choose(&mut self) {
        while !self.is_done() {
            match self.best_one() {
                Some(best) => self.choose_one(best),
                None if self.exchange_one() => {}
                None => return,
            }
        }
    }

    /// Reports whether the models print the same as the program.
    fn is_done(&self) -> bool {
        let mut subjects = self.subjects.iter();
        subjects.all(|subject| {
            let script = &subject.model.script;
            subject.output.printed.has_same_text(script)
                || subject.has_passed && script.has_same_text(&subject.right)
        })
    }

    fn flaws(&self) -> FlawSet {
        self.chosen.iter().copied().collect()
    }

    fn is_chosen(&self, flaw: &Flaw) -> bool {
        self.chosen.iter().any(|chosen| chosen.index == flaw.index)
    }

    /// Returns the effect of flaws in a case.
    fn case_trial(&self, case: usize, flaws: FlawSet) -> CaseTrial {
        let subject = &self.subjects[case];
        let model = subject.other_model(self.edition, flaws);
        model.map_or_else(CaseTrial::default, |model| {
            self.compared(case, &subject.model, &model)
        })
    }

    /// Compares two games in a case. A case that passed, perhaps with tolerated words, supports nothing.
    fn compared(&self, case: usize, before: &Model, after: &Model) -> CaseTrial {
        let trial = CaseTrial::new(before, after);
        if !self.subjects[case].has_passed {
            return trial;
        }
        CaseTrial {
            contradicting: trial.contradicting,
            open: trial.open,
            ..CaseTrial::default()
        }
    }

    /// Returns the index of the candidate with the most support. Contradictions may be the effect of flaws that are not chosen
    /// yet. If they remain, the flaw is dropped in the end, and not chosen again while anything contradicts it.
    fn best_one(&self) -> Option<usize> {
        let numbered = self.candidates.iter().enumerate();
        let mut ranks: Vec<_> = numbered
            .filter(|(_, Candidate { trial, .. })| !self.is_weak(trial))
            .filter(|(_, Candidate { flaw, trial, .. })| {
                let is_hopeful = trial.net() > 0 && !self.dropped.contains(flaw.name);
                trial.has_support() && (!trial.is_contradicted() || is_hopeful)
            })
            .map(|(number, Candidate { trial, .. })| (trial.net(), trial.rank(), Reverse(number)))
            .collect();
        ranks.sort_unstable();
        let mut best_first = ranks.iter().rev().map(|(.., Reverse(number))| *number);
        best_first.find(|&number| !self.hides_one_of(&self.chosen, self.candidates[number].flaw))
    }

    /// Reports whether a flaw has too little support. If only one case differs, a single answer is enough.
    fn is_weak(&self, trial: &Trial) -> bool {
        trial.is_inexact() || self.differing.len() > 1 && trial.is_weak()
    }

    /// Reports whether the program announces an end of the game as often where the model does not end as a flaw predicts that
    /// end. The flaw is not the cause then.
    fn leaves_end_open(&self, trial: &Trial) -> bool {
        let models = || self.subjects.iter().map(|subject| &subject.model);
        let open = |end: Kind| models().filter(|model| model.leaves_end_open(end)).count();
        let places = trial.places().len();
        let ends: BTreeSet<Kind> = trial.ends().collect();
        ends.into_iter().any(|end| open(end) >= places)
    }

    /// Reports whether one of several flaws would have no effect next to another. Two flaws that break the same rule exclude
    /// each other.
    fn hides_one_of(&self, chosen: &[&'static Flaw], flaw: &'static Flaw) -> bool {
        chosen.iter().any(|hidden| self.hides(chosen, hidden, flaw))
    }

    /// Reports whether `hidden`, one of several flaws, would have no effect next to another flaw.
    fn hides(&self, chosen: &[&'static Flaw], hidden: &Flaw, flaw: &'static Flaw) -> bool {
        let all: FlawSet = chosen.iter().copied().collect();
        let rest = all.without(hidden);
        let acting = self.acting(hidden);
        let mut subjects = acting.iter().map(|&case| &self.subjects[case]);
        !acting.is_empty()
            && subjects.all(|subject| {
                subject.plays_the_same(self.edition, all.with(flaw), rest.with(flaw))
            })
    }

    /// Chooses a candidate, and notes the flaws that the cases cannot distinguish from it.
    fn choose_one(&mut self, best: usize) {
        let Candidate { flaw, trial, .. } = &self.candidates[best];
        let flaw = *flaw;
        let equal = self.candidates.iter().filter(|other| {
            other.flaw.index != flaw.index
                && other.trial.is_contradicted() == trial.is_contradicted()
                && other.trial.to_the_byte() == trial.to_the_byte()
                && (other.trial.has_same_support(trial) || self.print_the_same(flaw, other.flaw))
        });
        let others = equal.map(|other| other.flaw).collect();
        self.others.insert(flaw.name, others);
        self.chosen.push(flaw);
        self.repeat_trials(&[flaw]);
    }

    /// Compares flaws that the cases could not distinguish, now that all others are known. Chooses the one that predicts most
    /// lines exactly.
    fn choose_among_alternatives(&mut self) {
        for flaw in self.chosen.clone() {
            let rest = self.flaws().without(flaw);
            let others = self.others.remove(flaw.name).unwrap_or_default();
            let others = others.into_iter().filter(|other| !self.is_chosen(other));
            let to_the_byte = |other: &Flaw| {
                let cases = 0..self.subjects.len();
                let trials = cases.map(|case| self.case_trial(case, rest.with(other)));
                let trial = Trial(trials.enumerate().collect());
                (!trial.is_contradicted() && trial.net() >= 0).then(|| trial.to_the_byte())
            };
            let mut equal = vec![flaw];
            let mut most = 0;
            for other in others {
                match to_the_byte(other) {
                    Some(lines) if lines > most => (most, equal) = (lines, vec![other]),
                    Some(lines) if lines == most => equal.push(other),
                    _ => {}
                }
            }
            let best = equal.remove(0);
            self.others.insert(best.name, equal);
            if best.index != flaw.index {
                self.chosen.retain(|other| other.index != flaw.index);
                self.chosen.push(best);
                self.replay();
            }
        }
    }

    /// Reports whether the models print the same with either of two flaws.
    fn print_the_same(&self, one: &'static Flaw, other: &'static Flaw) -> bool {
        let (one, other) = (self.flaws().with(one), self.flaws().with(other));
        self.subjects.iter().all(|subject| {
            let [one, other] = [one, other].map(|flaws| subject.other_model(self.edition, flaws));
            match (one, other) {
                (Some(one), Some(other)) => one.script.prints_the_same(&other.script),
                (one, other) => one.is_none() && other.is_none(),
            }
        })
    }

    /// Updates the models after a change of the chosen flaws, and repeats the trials in the cases that it may affect.
    fn repeat_trials(&mut self, changed: &[&'static Flaw]) {
        let replayed = self.replay();
        if self.is_done() {
            return;
        }
        let is_changed = |candidate: &&Candidate| {
            let mut changed = changed.iter();
            changed.any(|flaw| flaw.index == candidate.flaw.index)
        };
        let acting = self.candidates.iter().filter(is_changed);
        let acting = acting.flat_map(|candidate| candidate.acting.iter().copied());
        let touched: BTreeSet<usize> = acting.chain(replayed).collect();
        let mut candidates = std::mem::take(&mut self.candidates);
        for candidate in &mut candidates {
            if self.is_chosen(candidate.flaw) {
                candidate.trial = Trial::default();
                continue;
            }
            // A chosen flaw may have an effect next to the candidate that it does not have alone.
            let is_contradicted = |case: &usize| {
                let trial = candidate.trial.0.get(case);
                trial.is_some_and(|trial| !trial.contradicting.is_empty())
            };
            let has_support = candidate.trial.has_support();
            let is_affected =
                |case: &&usize| touched.contains(case) || has_support && is_contradicted(case);
            let cases: Vec<usize> = candidate
                .acting
                .iter()
                .filter(is_affected)
                .copied()
                .collect();
            for case in cases {
                let trial = self.case_trial(case, self.flaws().with(candidate.flaw));
                if trial.is_empty() {
                    candidate.trial.0.remove(&case);
                } else {
                    candidate.trial.0.insert(case, trial);
                }
            }
            if candidate.trial.has_support() && !candidate.is_complete {
                self.try_in_others(candidate);
            }
        }
        self.candidates = candidates;
    }

    /// Updates the models of all cases. Returns the cases that changed.
    fn replay(&mut self) -> BTreeSet<usize> {
        let flaws = self.flaws();
        let mut changed = BTreeSet::new();
        for (case, subject) in self.subjects.iter_mut().enumerate() {
            if let Some(model) = subject.other_model(self.edition, flaws) {
                subject.model = model;
                changed.insert(case);
            }
        }
        changed
    }

    /// Returns the effect of a chosen flaw next to all others.
    fn without(&self, flaw: &'static Flaw) -> Trial {
        let cases = 0..self.subjects.len();
        let trials = cases.map(|case| (case, self.case_without(case, flaw)));
        Trial(trials.filter(|(_, trial)| !trial.is_empty()).collect())
    }

    /// Returns the effect of a chosen flaw in a case.
    fn case_without(&self, case: usize, flaw: &'static Flaw) -> CaseTrial {
        let subject = &self.subjects[case];
        let before = subject.other_model(self.edition, self.flaws().without(flaw));
        before.map_or_else(CaseTrial::default, |before| {
            self.compared(case, &before, &subject.model)
        })
    }

    /// Reports whether in some case the program agrees with the game in the first answer in which a flaw has an effect, apart
    /// from the exit status and fixed texts. Later answers may agree by chance.
    fn is_exact_somewhere(&self, trial: &Trial) -> bool {
        trial.0.iter().any(|(&case, trial)| {
            let supporting = trial.supporting.iter().map(|fact| fact.0);
            let Some(first) = supporting.chain(trial.open.iter().copied()).min() else {
                return false;
            };
            let subject = &self.subjects[case];
            let (model, output) = (&subject.model, &subject.output);
            let (Some(facts), Some(evidence)) = (model.facts.get(first), model.evidence.get(first))
            else {
                return true;
            };
            let found = model.matched.get(first).cloned().unwrap_or_default();
            let mut answers = found.clone();
            let breaks_off = answers.any(|answer| output.trace_in(answer).is_some());
            // Other words of an error may be tolerated, but not the words of the right error.
            let error = error_in(&output.printed, found);
            let is_right = error.is_some() && error == error_in(&subject.right, first..first + 1);
            if breaks_off || is_right && error != error_in(&model.script, first..first + 1) {
                return false;
            }
            // If the streams are not in order, an error may be anywhere.
            let is_out_of_order = output.is_out_of_order;
            let is_about = |key: Key| trial.supporting.contains(&(first, key, facts.get(key)));
            let is_vague = |key: Key| match key {
                Key::Status | Key::Text(_) => true,
                Key::Score => !is_about(key),
                Key::Error(_) => is_out_of_order,
                _ => false,
            };
            let mut changes = facts.changes(&evidence.facts);
            // The score does not depend on other facts in the answer.
            let supporting = trial.supporting.iter();
            let is_only_score = supporting
                .filter(|fact| fact.0 == first)
                .all(|fact| fact.1 == Key::Score);
            // A missing message does not contradict other facts.
            let is_left_out = |key: Key, found: Option<Value>| found.is_none() && key.is_message();
            let differs = changes.any(|(key, _, found)| {
                let is_any = !is_only_score || key == Key::Score;
                is_any && !is_vague(key) && !is_left_out(key, found) && evidence.counts(key, found)
            });
            evidence.is_empty || !differs
        })
    }

    /// Drops flaws that have no support next to the others, are contradicted, or leave more facts open than they explain;
    /// contradicted ones first, and the worst of these first. Returns the contradicted ones.
    fn drop_redundant(&mut self) -> Vec<&'static str> {
        let mut contradicted = Vec::new();
        let mut trials: Vec<Trial> = self.chosen.iter().map(|flaw| self.without(flaw)).collect();
        loop {
            let bad = trials.iter().enumerate().filter(|(_, trial)| {
                trial.rank().is_none()
                    || trial.surplus() <= 0
                    || self.is_weak(trial)
                    || self.leaves_end_open(trial)
                    || !self.is_exact_somewhere(trial)
            });
            // Next to a contradicted flaw, another may look redundant.
            let worst = bad.min_by_key(|(_, trial)| (!trial.is_contradicted(), trial.net()));
            let Some((worst, _)) = worst else {
                return contradicted;
            };
            let flaw = self.chosen.remove(worst);
            let is_contradicted = trials.remove(worst).is_contradicted();
            contradicted.extend(is_contradicted.then_some(flaw.name));
            let replayed = self.replay();
            for (flaw, trial) in self.chosen.iter().zip(&mut trials) {
                for &case in &replayed {
                    trial.0.insert(case, self.case_without(case, flaw));
                }
            }
        }
    }

    /// Replaces a chosen flaw, and those without effect next to the new one, by a flaw with more support.
    fn exchange_one(&mut self) -> bool {
        for number in 0..self.chosen.len() {
            let mut others = self.chosen.clone();
            let given_up = others.remove(number);
            let rest = self.flaws().without(given_up);
            // Cases in which the given-up flaw has an effect next to the others.
            let mut lost = self.acting(given_up);
            lost.retain(|&case| {
                self.subjects[case]
                    .other_model(self.edition, rest)
                    .is_some()
            });
            let better = self.candidates.iter().find_map(|candidate| {
                let Candidate { flaw, acting, .. } = candidate;
                let has_support = candidate.trial.has_support();
                let is_possible = !self.is_chosen(flaw) && !self.replaced.contains(flaw.name);
                if !is_possible || !has_support || !lost.is_subset(acting) {
                    return None;
                }
                let mut trial = Trial::default();
                // Next to the others, the flaw may have effects that it does not have alone.
                let elsewhere = (0..self.subjects.len()).filter(|case| !acting.contains(case));
                for case in acting.iter().copied().chain(elsewhere) {
                    trial.0.insert(case, self.case_trial(case, rest.with(flaw)));
                    if trial.is_contradicted() {
                        return None;
                    }
                }
                let is_better = |(surplus, to_the_byte, ..): Rank| surplus > 0 && to_the_byte >= 0;
                trial.rank().is_some_and(is_better).then_some(*flaw)
            });
            if let Some(flaw) = better {
                self.replaced.insert(given_up.name);
                let mut changed = vec![given_up, flaw];
                while let Some(at) = others
                    .iter()
                    .position(|other| self.hides(&others, other, flaw))
                {
                    changed.push(others.remove(at));
                }
                others.push(flaw);
                self.chosen = others;
                self.repeat_trials(&changed);
                return true;
            }
        }
        false
    }

    /// Returns the cases in which a flaw has an effect.
    fn acting(&self, flaw: &Flaw) -> BTreeSet<usize> {
        let mut candidates = self.candidates.iter();
        let found = candidates.find(|candidate| candidate.flaw.index == flaw.index);
        found
            .map(|candidate| candidate.acting.clone())
            .unwrap_or_default()
    }

    /// Replaces several chosen flaws by one that makes them redundant.
    fn replace_several_by_one(&mut self) {
        let all: Vec<&'static Flaw> = self
            .candidates
            .iter()
            .map(|candidate| candidate.flaw)
            .collect();
        for flaw in all {
            if self.chosen.len() < 2 || self.is_chosen(flaw) {
                continue;
            }
            let flaws = self.flaws().with(flaw);
            let changes =
                (0..self.subjects.len()).any(|case| !self.case_trial(case, flaws).is_empty());
            if changes {
                continue;
            }
            // A flaw that changes nothing next to the others may include some of them.
            let before = self.chosen.clone();
            self.chosen.push(flaw);
            self.replay();
            while let Some(number) = self
                .chosen
                .iter()
                .position(|other| other.index != flaw.index && !self.without(other).has_support())
            {
                self.chosen.remove(number);
            }
            if self.chosen.len() >= before.len() {
                self.chosen = before;
                self.replay();
            }
        }
    }
}
