//! The choice of flaws: each predicts what every answer says, and is taken if what the
//! program says bears it out, and nothing refutes it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::facts::{Key, Value};
use super::idle::IdleFlaws;
use super::subject::{Model, Subject};
use super::trial::{CaseTrial, Rank, Trial};
use crate::compare::printed::{Printed, PrintedLine};
use crate::edition::flaw_set::{Flaw, FlawSet};
use crate::edition::row::Edition;
use crate::game::sink::Kind;

/// A flaw that was chosen.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// The flaw.
    pub(crate) flaw: &'static Flaw,
    /// Others that say the same of all that the cases look at.
    pub(crate) others: Vec<&'static Flaw>,
    /// The answers that bear it out: the places of the cases in the list, and the
    /// numbers of the answers.
    pub(crate) places: BTreeSet<(usize, usize)>,
}

/// The first line of an error in some answers.
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
    /// Those that were dropped because something refuted them.
    refuted: BTreeSet<&'static str>,
    /// Two flaws that are refuted together, by their indices, and a case that does so.
    refuted_pairs: HashMap<(usize, usize), usize>,
    /// Which cases differ from the game.
    differing: BTreeSet<usize>,
    candidates: Vec<Candidate>,
}

/// A flaw that may be chosen.
struct Candidate {
    flaw: &'static Flaw,
    /// The cases in which it does anything at all.
    acting: BTreeSet<usize>,
    /// What it does there beside those that are chosen.
    trial: Trial,
    /// Whether that is known of the cases that do not differ too: these only speak against
    /// it, so they are not looked at before another case speaks for it.
    is_known: bool,
}

impl<'cases> Search<'cases> {
    /// A search in these cases, which begins without any flaw.
    pub(crate) fn new(
        edition: &'static Edition,
        idle: &'cases IdleFlaws,
        subjects: &'cases mut [Subject],
    ) -> Self {
        let cases = subjects.iter().enumerate();
        let differing = cases.filter(|(_, subject)| {
            !subject.has_passed && !subject.output.printed.has_same_text(&subject.right)
        });
        let differing = differing.map(|(case, _)| case);
        let mut search = Self {
            edition,
            idle,
            differing: differing.collect(),
            subjects,
            chosen: Vec::new(),
            others: BTreeMap::new(),
            refuted: BTreeSet::new(),
            refuted_pairs: HashMap::new(),
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
            is_known: false,
        };
        for &case in &self.differing {
            self.look(&mut candidate, case);
        }
        if candidate.trial.is_borne_out() {
            self.look_at_others(&mut candidate);
        }
        candidate
    }

    /// Looks what a candidate does in a case.
    fn look(&self, candidate: &mut Candidate, case: usize) {
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
            let found = self.compared(case, &subject.model, &model);
            if !found.is_empty() {
                candidate.trial.0.insert(case, found);
            }
        }
    }

    /// Looks what a candidate does in the cases that do not differ from the game.
    fn look_at_others(&self, candidate: &mut Candidate) {
        candidate.is_known = true;
        for case in 0..self.subjects.len() {
            if !self.differing.contains(&case) {
                self.look(candidate, case);
            }
        }
    }

    /// Chooses flaws, and plays the games of all cases with them.
    pub(crate) fn run(mut self) -> Vec<Chosen> {
        loop {
            self.choose();
            let refuted = self.drop_needless();
            if refuted.is_empty() {
                break;
            }
            for flaw in refuted {
                if !self.refuted.insert(flaw) {
                    // It would be taken and dropped again, before any that it hides.
                    self.candidates.retain(|it| it.flaw.name != flaw);
                }
            }
            // What has been dropped may have hidden others.
            self.trials_anew(&self.edition.flaws.iter().collect::<Vec<_>>());
        }
        self.take_one_for_several();
        self.settle_alternatives();
        let mut places = self.places_of_chosen();
        // Where one was taken in the place of another, a third may have nothing left to say.
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

    /// The answers that bear out each of the chosen flaws.
    fn places_of_chosen(&self) -> Vec<BTreeSet<(usize, usize)>> {
        let trials = self.chosen.iter().map(|flaw| self.without(flaw));
        trials.map(|trial| trial.places()).collect()
    }

    /// Adds places in cases where each of several flaws alone predicts what is printed: there,
    /// leaving one out changes nothing.
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
                places.extend(trial.borne_out.iter().map(|fact| (case, fact.0)));
            }
        }
    }

    /// Chooses flaws as long as any makes something right.
    fn choose(&mut self) {
        while !self.is_done() {
            let one = self.best_one();
            let least = one.map_or(0, |one| self.candidates[one].trial.net());
            if self.choose_two(least) {
                continue;
            }
            match one {
                Some(one) => self.take_one(one),
                None if self.exchange_one() => {}
                None => return,
            }
        }
    }

    /// Whether the game prints all that the program prints.
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

    /// What flaws more do in a case.
    fn case_trial(&self, case: usize, flaws: FlawSet) -> CaseTrial {
        let subject = &self.subjects[case];
        let model = subject.other_model(self.edition, flaws);
        model.map_or_else(CaseTrial::default, |model| {
            self.compared(case, &subject.model, &model)
        })
    }

    /// What a game says of a case in the place of another. A case that passed, perhaps with
    /// words that are tolerated, speaks for nothing.
    fn compared(&self, case: usize, before: &Model, after: &Model) -> CaseTrial {
        let trial = CaseTrial::new(before, after);
        if !self.subjects[case].has_passed {
            return trial;
        }
        CaseTrial {
            refuted: trial.refuted,
            open: trial.open,
            ..CaseTrial::default()
        }
    }

    /// The flaw that makes most right, less what it makes wrong, by its place among the
    /// trials: what refutes it may be the work of others that are yet to be found. If it is
    /// not, it is dropped in the end, and not taken again before nothing refutes it.
    fn best_one(&self) -> Option<usize> {
        let numbered = self.candidates.iter().enumerate();
        let mut ranks: Vec<_> = numbered
            .filter(|(_, Candidate { trial, .. })| !self.says_too_little(trial))
            .filter(|(_, Candidate { flaw, trial, .. })| {
                let is_hopeful = trial.net() > 0 && !self.refuted.contains(flaw.name);
                trial.is_borne_out() && (!trial.is_refuted() || is_hopeful)
            })
            .map(|(number, Candidate { trial, .. })| (trial.net(), trial.rank(), Reverse(number)))
            .collect();
        ranks.sort_unstable();
        let mut best_first = ranks.iter().rev().map(|(.., Reverse(number))| *number);
        best_first.find(|&number| !self.hides_one_of(&self.chosen, self.candidates[number].flaw))
    }

    /// Whether there is too little evidence for a flaw. Where only one case differs, there is
    /// none but that one's, and a single place has to do.
    fn says_too_little(&self, trial: &Trial) -> bool {
        trial.is_inexact() || self.differing.len() > 1 && trial.is_weak()
    }

    /// Whether the cases in which the program prints the words of an end where the game does
    /// not end are as many as the places in which a flaw predicts that end rightly, or more:
    /// then more is wrong with it than the flaw tells.
    fn leaves_end_open(&self, trial: &Trial) -> bool {
        let models = || self.subjects.iter().map(|subject| &subject.model);
        let open = |end: Kind| models().filter(|model| model.leaves_end_open(end)).count();
        let places = trial.places().len();
        let ends: BTreeSet<Kind> = trial.ends().collect();
        ends.into_iter().any(|end| open(end) >= places)
    }

    /// Whether one of several flaws would do nothing any more beside another: two that break
    /// the same rule can be exchanged, but not be taken together.
    fn hides_one_of(&self, chosen: &[&'static Flaw], flaw: &'static Flaw) -> bool {
        chosen.iter().any(|hidden| self.hides(chosen, hidden, flaw))
    }

    /// Whether one of several flaws, which is among them, would do nothing beside another.
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

    /// Takes a flaw, and notes which others the cases do not tell from it.
    fn take_one(&mut self, best: usize) {
        let Candidate { flaw, trial, .. } = &self.candidates[best];
        let flaw = *flaw;
        let equal = self.candidates.iter().filter(|other| {
            other.flaw.index != flaw.index
                && other.trial.is_refuted() == trial.is_refuted()
                && other.trial.to_the_byte() == trial.to_the_byte()
                && (other.trial.bears_out_as(trial) || self.print_the_same(flaw, other.flaw))
        });
        let others = equal.map(|other| other.flaw).collect();
        self.others.insert(flaw.name, others);
        self.take(&[flaw]);
    }

    /// Looks anew which of several flaws that the cases did not tell apart say what the
    /// program says, now that all others are known; and takes the one that prints most to the
    /// byte.
    fn settle_alternatives(&mut self) {
        for flaw in self.chosen.clone() {
            let rest = self.flaws().without(flaw);
            let others = self.others.remove(flaw.name).unwrap_or_default();
            let others = others.into_iter().filter(|other| !self.is_chosen(other));
            let to_the_byte = |other: &Flaw| {
                let cases = 0..self.subjects.len();
                let trials = cases.map(|case| self.case_trial(case, rest.with(other)));
                let trial = Trial(trials.enumerate().collect());
                (!trial.is_refuted() && trial.net() >= 0).then(|| trial.to_the_byte())
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

    /// Whether the games print the same with either of two flaws.
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

    /// Takes two flaws of which one is refuted only where the other shows, if they make more
    /// right than that.
    fn choose_two(&mut self, least: isize) -> bool {
        let is_promising = |Candidate { trial, .. }: &Candidate| {
            trial.is_refuted() && trial.places().len().cast_signed() > least
        };
        if !self.candidates.iter().any(is_promising) {
            return false;
        }
        self.know_all();
        let mut pairs = std::mem::take(&mut self.refuted_pairs);
        let mut best: Option<(Rank, [&'static Flaw; 2])> = None;
        for candidate in self.candidates.iter().filter(|it| is_promising(it)) {
            let Candidate {
                flaw,
                acting,
                trial,
                ..
            } = candidate;
            let refuted = trial
                .0
                .iter()
                .filter(|(_, trial)| !trial.refuted.is_empty());
            let cases: Vec<usize> = refuted.map(|(&case, _)| case).collect();
            // What is right by chance in a case that refutes it is no evidence.
            let mut places = trial.places();
            places.retain(|(case, _)| !cases.contains(case));
            let helpers = self.candidates.iter().filter(|helper| {
                helper.flaw.index != flaw.index
                    && cases.iter().all(|case| helper.acting.contains(case))
            });
            for helper in helpers {
                let other = helper.flaw;
                let pair = (flaw.index, other.index);
                if pairs.contains_key(&pair) {
                    continue;
                }
                let flaws = self.flaws().with(flaw).with(other);
                let mut both = Trial::default();
                // The cases that speak against it first.
                let rest = acting
                    .union(&helper.acting)
                    .filter(|case| !cases.contains(case));
                for &case in cases.iter().chain(rest) {
                    let trial = self.case_trial(case, flaws);
                    let is_refuted = !trial.refuted.is_empty();
                    both.0.insert(case, trial);
                    if is_refuted {
                        pairs.insert(pair, case);
                        break;
                    }
                }
                let Some(rank) = both.rank() else { continue };
                if rank.3 > places.len()
                    && rank.0 > least
                    && best.as_ref().is_none_or(|(most, _)| rank > *most)
                {
                    best = Some((rank, [*flaw, other]));
                }
            }
        }
        self.refuted_pairs = pairs;
        let Some((_, pair)) = best else { return false };
        self.take(&pair);
        true
    }

    /// Takes flaws, and looks anew what the others do where these do anything.
    fn take(&mut self, flaws: &[&'static Flaw]) {
        self.chosen.extend(flaws);
        self.trials_anew(flaws);
    }

    fn trials_anew(&mut self, changed: &[&'static Flaw]) {
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
            // What was taken may do something beside it where it does nothing by itself.
            let is_refuted = |case: &usize| {
                let trial = candidate.trial.0.get(case);
                trial.is_some_and(|trial| !trial.refuted.is_empty())
            };
            let is_borne_out = candidate.trial.is_borne_out();
            let looked_at =
                |case: &&usize| touched.contains(case) || is_borne_out && is_refuted(case);
            let cases: Vec<usize> = candidate.acting.iter().filter(looked_at).copied().collect();
            for case in cases {
                let found = self.case_trial(case, self.flaws().with(candidate.flaw));
                if found.is_empty() {
                    candidate.trial.0.remove(&case);
                } else {
                    candidate.trial.0.insert(case, found);
                }
            }
            if candidate.trial.is_borne_out() && !candidate.is_known {
                self.look_at_others(candidate);
            }
        }
        self.candidates = candidates;
    }

    /// Looks what all candidates do in all cases.
    fn know_all(&mut self) {
        let mut candidates = std::mem::take(&mut self.candidates);
        for candidate in candidates.iter_mut().filter(|it| !it.is_known) {
            self.look_at_others(candidate);
        }
        self.candidates = candidates;
    }

    /// Plays all games with the flaws that are chosen. Tells in which cases that changes
    /// anything.
    fn replay(&mut self) -> BTreeSet<usize> {
        let flaws = self.flaws();
        let mut changed = BTreeSet::new();
        for (case, subject) in self.subjects.iter_mut().enumerate() {
            if let Some(model) = subject.other_model(self.edition, flaws) {
                subject.model = model;
                changed.insert(case);
            }
        }
        self.refuted_pairs.retain(|_, case| !changed.contains(case));
        changed
    }

    /// What a chosen flaw does, with all others chosen.
    fn without(&self, flaw: &'static Flaw) -> Trial {
        let cases = 0..self.subjects.len();
        let trials = cases.map(|case| (case, self.case_without(case, flaw)));
        Trial(trials.filter(|(_, trial)| !trial.is_empty()).collect())
    }

    /// What it does in a case.
    fn case_without(&self, case: usize, flaw: &'static Flaw) -> CaseTrial {
        let subject = &self.subjects[case];
        let before = subject.other_model(self.edition, self.flaws().without(flaw));
        before.map_or_else(CaseTrial::default, |before| {
            self.compared(case, &before, &subject.model)
        })
    }

    /// Whether in one of the cases the program says all that the game with a flaw says where
    /// the flaw first does anything, apart from the exit status and texts that are always the
    /// same: what comes behind may look right although something else was done.
    fn is_exact_somewhere(&self, trial: &Trial) -> bool {
        trial.0.iter().any(|(&case, trial)| {
            let borne_out = trial.borne_out.iter().map(|fact| fact.0);
            let Some(first) = borne_out.chain(trial.open.iter().copied()).min() else {
                return false;
            };
            let subject = &self.subjects[case];
            let (model, output) = (&subject.model, &subject.output);
            let (Some(said), Some(evidence)) = (model.facts.get(first), model.evidence.get(first))
            else {
                return true;
            };
            let found = model.matched.get(first).cloned().unwrap_or_default();
            let mut answers = found.clone();
            let breaks_off = answers.any(|answer| output.trace_in(answer).is_some());
            // Other words may be tolerated, but not those of the right error for another.
            let told = error_in(&output.printed, found);
            let is_right = told.is_some() && told == error_in(&subject.right, first..first + 1);
            if breaks_off || is_right && told != error_in(&model.script, first..first + 1) {
                return false;
            }
            // Where the streams are not in order, an error may stand anywhere.
            let is_out_of_order = output.is_out_of_order;
            let is_about = |key: Key| trial.borne_out.contains(&(first, key, said.get(key)));
            let is_vague = |key: Key| match key {
                Key::Status | Key::Text(_) => true,
                Key::Score => !is_about(key),
                Key::Error(_) => is_out_of_order,
                _ => false,
            };
            let mut changes = said.changes(&evidence.facts);
            // A score is a number that nothing else in the answer leads to.
            let borne_out = trial.borne_out.iter();
            let is_only_score = borne_out
                .filter(|fact| fact.0 == first)
                .all(|fact| fact.1 == Key::Score);
            // What is left out does not refute what is said.
            let is_left_out = |key: Key, found: Option<Value>| found.is_none() && key.is_message();
            let differs = changes.any(|(key, _, found)| {
                let is_any = !is_only_score || key == Key::Score;
                is_any && !is_vague(key) && !is_left_out(key, found) && evidence.tells(key, found)
            });
            evidence.is_empty || !differs
        })
    }

    /// Drops the flaws that are not needed any more, that are refuted beside the others,
    /// or that leave more open than they explain; the refuted ones first, and of those the
    /// worst. Tells which were refuted.
    fn drop_needless(&mut self) -> Vec<&'static str> {
        let mut refuted = Vec::new();
        let mut trials: Vec<Trial> = self.chosen.iter().map(|flaw| self.without(flaw)).collect();
        loop {
            let bad = trials.iter().enumerate().filter(|(_, trial)| {
                trial.rank().is_none()
                    || trial.surplus() <= 0
                    || self.says_too_little(trial)
                    || self.leaves_end_open(trial)
                    || !self.is_exact_somewhere(trial)
            });
            // Beside one that is refuted, another may look needless.
            let worst = bad.min_by_key(|(_, trial)| (!trial.is_refuted(), trial.net()));
            let Some((worst, _)) = worst else {
                return refuted;
            };
            let flaw = self.chosen.remove(worst);
            refuted.extend(trials.remove(worst).is_refuted().then_some(flaw.name));
            let replayed = self.replay();
            for (flaw, trial) in self.chosen.iter().zip(&mut trials) {
                for &case in &replayed {
                    trial.0.insert(case, self.case_without(case, flaw));
                }
            }
        }
    }

    /// Takes a flaw in place of one that was chosen when less was known, and of those that do
    /// nothing beside it, if it bears out more and nothing less.
    fn exchange_one(&mut self) -> bool {
        for number in 0..self.chosen.len() {
            let mut others = self.chosen.clone();
            let given_up = others.remove(number);
            let rest = self.flaws().without(given_up);
            // Where it does anything beside the others.
            let mut lost = self.acting(given_up);
            lost.retain(|&case| {
                self.subjects[case]
                    .other_model(self.edition, rest)
                    .is_some()
            });
            let better = self.candidates.iter().find_map(|candidate| {
                let Candidate { flaw, acting, .. } = candidate;
                let is_borne_out = candidate.trial.is_borne_out();
                if self.is_chosen(flaw) || !is_borne_out || !lost.is_subset(acting) {
                    return None;
                }
                let mut trial = Trial::default();
                // Beside the others it may do something where it does nothing by itself.
                let elsewhere = (0..self.subjects.len()).filter(|case| !acting.contains(case));
                for case in acting.iter().copied().chain(elsewhere) {
                    trial.0.insert(case, self.case_trial(case, rest.with(flaw)));
                    if trial.is_refuted() {
                        return None;
                    }
                }
                let is_better = |(surplus, to_the_byte, ..): Rank| surplus > 0 && to_the_byte >= 0;
                trial.rank().is_some_and(is_better).then_some(*flaw)
            });
            if let Some(flaw) = better {
                let mut changed = vec![given_up, flaw];
                while let Some(at) = others
                    .iter()
                    .position(|other| self.hides(&others, other, flaw))
                {
                    changed.push(others.remove(at));
                }
                others.push(flaw);
                self.chosen = others;
                self.trials_anew(&changed);
                return true;
            }
        }
        false
    }

    /// The cases in which a flaw does anything.
    fn acting(&self, flaw: &Flaw) -> BTreeSet<usize> {
        let mut candidates = self.candidates.iter();
        let found = candidates.find(|candidate| candidate.flaw.index == flaw.index);
        found
            .map(|candidate| candidate.acting.clone())
            .unwrap_or_default()
    }

    /// Takes one flaw for several that are not needed beside it.
    fn take_one_for_several(&mut self) {
        let all: Vec<&'static Flaw> = self.candidates.iter().map(|it| it.flaw).collect();
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
            // It changes nothing beside the others: some of them may be part of it.
            let before = self.chosen.clone();
            self.chosen.push(flaw);
            self.replay();
            while let Some(number) = self
                .chosen
                .iter()
                .position(|other| other.index != flaw.index && !self.without(other).is_borne_out())
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
