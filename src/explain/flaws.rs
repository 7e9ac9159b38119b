//! The choice of flaws: each predicts what every answer says, and is taken if what the
//! program says bears it out, and nothing refutes it.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::{Facts, Key, UNKNOWN, Value};
use super::subject::{Evidence, Model, Subject};
use crate::edition::flaw::{Flaw, FlawSet};
use crate::edition::row::Edition;

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

/// What a change of the game does to the evidence.
#[derive(Clone, Debug, Default)]
struct Trial {
    /// Where the program says what the change predicts, and the game did not: the
    /// things that are said, by case and answer.
    borne_out: BTreeSet<(usize, usize, Key, Option<Value>)>,
    /// Where the program says what the game said without the change.
    refuted: BTreeSet<(usize, usize, Key)>,
    /// How many things the change makes the game say that the program does not say,
    /// where the game was wrong before.
    open: usize,
}

impl Trial {
    fn places(&self) -> BTreeSet<(usize, usize)> {
        let places = self.borne_out.iter();
        places.map(|&(case, answer, ..)| (case, answer)).collect()
    }

    /// How good it is, if it is any good: in how many answers it is borne out, and how
    /// little it leaves open.
    fn rank(&self) -> Option<(bool, usize, std::cmp::Reverse<usize>)> {
        (self.refuted.is_empty() && !self.borne_out.is_empty())
            .then(|| (self.open == 0, self.places().len(), std::cmp::Reverse(self.open)))
    }

    /// Adds what a game says that is played in the place of another.
    fn add(&mut self, number: usize, before: &Model, after: &Model) {
        let count = before.evidence.len().max(after.evidence.len());
        for answer in 0..count {
            let of = |model: &Model| model.facts.get(answer).cloned().unwrap_or_default();
            let (old, new) = (of(before), of(after));
            let (Some(was), Some(is)) = (before.evidence.get(answer), after.evidence.get(answer)) else {
                continue;
            };
            if is.is_empty || was.is_empty {
                // Where there is no answer, only that says anything.
                if is.is_empty && new.0.is_empty() && !old.0.is_empty() {
                    self.borne_out.insert((number, answer, Key::Prompt, None));
                } else if is.is_empty && old.0.is_empty() && !new.0.is_empty() {
                    self.refuted.insert((number, answer, Key::Prompt));
                }
                continue;
            }
            let is_shifted = before.matched.get(answer) != after.matched.get(answer);
            if is_shifted {
                self.add_shifted(number, answer, [(&old, was), (&new, is)]);
                continue;
            }
            for (key, old, new) in old.changes(&new) {
                let found = is.facts.get(key);
                if !is.tells(key, found) {
                    continue;
                }
                if found == new {
                    self.borne_out.insert((number, answer, key, new));
                } else if found == old {
                    self.refuted.insert((number, answer, key));
                } else {
                    self.open += 1;
                }
            }
        }
    }

    /// The same where other answers of the program are the evidence for the two games.
    fn add_shifted(&mut self, number: usize, answer: usize, games: [(&Facts, &Evidence); 2]) {
        let [wrong_before, wrong_after] = games.map(|(facts, evidence)| -> BTreeSet<Key> {
            let changes = facts.changes(&evidence.facts);
            let telling = changes.filter(|(key, _, found)| evidence.tells(*key, *found));
            telling.map(|(key, ..)| key).collect()
        });
        for &key in wrong_before.difference(&wrong_after) {
            self.borne_out.insert((number, answer, key, None));
        }
        for &key in wrong_after.difference(&wrong_before) {
            self.refuted.insert((number, answer, key));
        }
    }
}

impl Evidence {
    /// Whether what was found, or that it was not found, says anything.
    fn tells(&self, key: Key, found: Option<Value>) -> bool {
        match (key, found) {
            (_, Some(value)) => value != UNKNOWN,
            _ if self.is_partial => false,
            // Other words may stand for it.
            (Key::Error(_) | Key::Text(_) | Key::Score, None) => !self.has_other_words,
            (_, None) => true,
        }
    }
}

/// The search for flaws.
pub(crate) struct Search<'cases> {
    edition: &'static Edition,
    subjects: &'cases mut [Subject],
    chosen: Vec<&'static Flaw>,
    others: BTreeMap<&'static str, Vec<&'static Flaw>>,
    /// Which flaws do anything at all in which cases.
    acting: BTreeMap<usize, Vec<usize>>,
}

impl<'cases> Search<'cases> {
    /// A search in these cases, which begins without any flaw.
    pub(crate) fn new(edition: &'static Edition, subjects: &'cases mut [Subject]) -> Self {
        Self {
            edition,
            subjects,
            chosen: Vec::new(),
            others: BTreeMap::new(),
            acting: BTreeMap::new(),
        }
    }

    #[allow(clippy::print_stderr)]
    fn debug(&mut self) {
        let Ok(names) = std::env::var("MS_FLAWS") else { return };
        eprintln!("chosen: {:?}", self.chosen.iter().map(|f| f.name).collect::<Vec<_>>());
        for (flaw, trial) in self.trials() {
            if names.split(',').any(|name| name == flaw.name) || names == "all" && !trial.borne_out.is_empty() {
                eprintln!("  {}: places {} refuted {} open {}", flaw.name, trial.places().len(), trial.refuted.len(), trial.open);
                for r in trial.refuted.iter().take(4) { eprintln!("      refuted {} {:?}", self.subjects[r.0].played.seed_name.to_string_lossy(), r); }
                for r in trial.borne_out.iter().take(4) { eprintln!("      borne {} {:?}", self.subjects[r.0].played.seed_name.to_string_lossy(), r); }
            }
        }
    }

    /// Chooses flaws, and plays the games of all cases with them.
    pub(crate) fn run(mut self) -> Vec<Chosen> {
        self.debug();
        while self.choose_one() || self.choose_two() {
            self.debug();
        }
        self.drop_needless();
        let flaws: Vec<_> = self.chosen.clone();
        flaws
            .into_iter()
            .map(|flaw| Chosen {
                flaw,
                others: self.others.remove(flaw.name).unwrap_or_default(),
                places: self.without(flaw).places(),
            })
            .collect()
    }

    fn flaws(&self) -> FlawSet {
        self.chosen.iter().copied().collect()
    }

    /// What one or two flaws more do.
    fn trial(&self, more: &[&'static Flaw]) -> Trial {
        let flaws = more.iter().fold(self.flaws(), |flaws, flaw| flaws.with(flaw));
        let mut trial = Trial::default();
        for (number, subject) in self.subjects.iter().enumerate() {
            let acts = |flaw: &&Flaw| {
                let cases = self.acting.get(&flaw.index);
                cases.is_none_or(|cases| cases.binary_search(&number).is_ok())
            };
            if !more.iter().any(acts) && !self.chosen.iter().any(acts) {
                continue;
            }
            let model = subject.model_of(subject.script(self.edition, flaws));
            trial.add(number, &subject.model, &model);
        }
        trial
    }

    /// Looks in which cases each flaw does anything, and tries each by itself.
    fn trials(&mut self) -> Vec<(&'static Flaw, Trial)> {
        if self.acting.is_empty() {
            for flaw in self.edition.flaws {
                let flaws = FlawSet::default().with(flaw);
                let acts = |(number, subject): (usize, &Subject)| {
                    let facts = subject.facts_of(&subject.script(self.edition, flaws));
                    (facts != subject.model.facts).then_some(number)
                };
                let cases = self.subjects.iter().enumerate().filter_map(acts).collect();
                self.acting.insert(flaw.index, cases);
            }
        }
        let candidates = self.edition.flaws.iter().filter(|flaw| {
            let acts = self.acting.get(&flaw.index);
            acts.is_some_and(|cases| !cases.is_empty())
                && !self.chosen.iter().any(|chosen| chosen.index == flaw.index)
        });
        candidates.map(|flaw| (flaw, self.trial(&[flaw]))).collect()
    }

    /// Takes the flaw that bears out most and is refuted nowhere.
    fn choose_one(&mut self) -> bool {
        let trials = self.trials();
        let best = trials
            .iter()
            .enumerate()
            .filter_map(|(number, (_, trial))| Some((trial.rank()?, std::cmp::Reverse(number))))
            .max();
        let Some((_, std::cmp::Reverse(best))) = best else {
            return false;
        };
        let (flaw, trial) = &trials[best];
        let equal = trials.iter().enumerate().filter(|(number, (_, other))| {
            *number != best && other.rank().is_some() && other.borne_out == trial.borne_out
        });
        let others = equal.map(|(_, (other, _))| *other).collect();
        self.others.insert(flaw.name, others);
        self.take(flaw);
        true
    }

    /// Takes two flaws of which one is refuted only where the other shows.
    fn choose_two(&mut self) -> bool {
        let trials = self.trials();
        let promising = trials.iter().filter(|(_, trial)| {
            !trial.borne_out.is_empty() && !trial.refuted.is_empty()
        });
        let mut best = None;
        for (flaw, trial) in promising {
            let cases: BTreeSet<usize> = trial.refuted.iter().map(|(case, ..)| *case).collect();
            let helpers = trials.iter().filter(|(other, _)| {
                let acts = self.acting.get(&other.index);
                other.index != flaw.index
                    && acts.is_some_and(|acts| cases.iter().all(|case| acts.contains(case)))
            });
            for (other, _) in helpers {
                let both = self.trial(&[flaw, other]);
                let Some(rank) = both.rank() else { continue };
                let alone = rank.1 > trial.places().len();
                if alone && best.as_ref().is_none_or(|(most, _)| rank > *most) {
                    best = Some((rank, [*flaw, *other]));
                }
            }
        }
        let Some((_, pair)) = best else { return false };
        self.chosen.extend(pair);
        self.replay();
        true
    }

    fn take(&mut self, flaw: &'static Flaw) {
        self.chosen.push(flaw);
        self.replay();
    }

    fn replay(&mut self) {
        let flaws = self.flaws();
        for subject in self.subjects.iter_mut() {
            let script = subject.script(self.edition, flaws);
            subject.set_model(script);
        }
    }

    /// What a chosen flaw does, with all others chosen.
    fn without(&self, flaw: &'static Flaw) -> Trial {
        let rest: FlawSet = self.chosen.iter().copied().filter(|other| other.index != flaw.index).collect();
        let mut trial = Trial::default();
        for (number, subject) in self.subjects.iter().enumerate() {
            let before = subject.model_of(subject.script(self.edition, rest));
            trial.add(number, &before, &subject.model);
        }
        trial
    }

    /// Drops the flaws that are not needed any more, or that are refuted beside the
    /// others.
    fn drop_needless(&mut self) {
        while let Some(number) = self.chosen.iter().position(|flaw| self.without(flaw).rank().is_none()) {
            self.chosen.remove(number);
            self.replay();
        }
    }
}
