//! Scores a flaw: the observations that support it, and those that contradict it.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::facts::{Facts, Key, UNKNOWN, Value};
use super::subject::{Evidence, Model};
use crate::game::sink::Kind;

/// A fact in an answer: the number of the answer, the key, and the value.
pub(super) type Fact = (usize, Key, Option<Value>);

/// Effect of a change of the game on one case.
#[derive(Clone, Debug, Default)]
pub(super) struct CaseTrial {
    /// Facts of the program that the changed game predicts and the unchanged game does not.
    pub(super) supporting: Vec<Fact>,
    /// Answers in which the program agrees with the unchanged game.
    pub(super) contradicting: Vec<usize>,
    /// Answers in which both games differ from the program, once for each fact.
    pub(super) open: Vec<usize>,
    /// Number of supporting answers that agree with the changed game in all facts.
    pub(super) exact: usize,
    /// True if the changed game agrees with the program in all facts of the case.
    pub(super) is_whole: bool,
    /// Additional lines that the changed game predicts exactly.
    pub(super) to_the_byte: isize,
}

impl CaseTrial {
    pub(super) fn is_empty(&self) -> bool {
        self.supporting.is_empty() && self.contradicting.is_empty() && self.open.is_empty()
    }

    /// Returns the predicted ends of the game that the program announces.
    fn ends(&self) -> impl Iterator<Item = Kind> {
        let printed = self.supporting.iter().filter(|fact| fact.2.is_some());
        printed.filter_map(|fact| match fact.1 {
            Key::Text(end @ (Kind::Win | Kind::Loss | Kind::Quit)) => Some(end),
            _ => None,
        })
    }

    /// Compares two games with the program.
    pub(super) fn new(before: &Model, after: &Model) -> Self {
        let mut trial = Self {
            to_the_byte: after.to_the_byte - before.to_the_byte,
            ..Self::default()
        };
        let nothing = Facts::default();
        let count = before.evidence.len().max(after.evidence.len());
        let mut shifted = Vec::new();
        for answer in 0..count {
            let old = before.facts.get(answer).unwrap_or(&nothing);
            let new = after.facts.get(answer).unwrap_or(&nothing);
            let (was, is) = (before.evidence.get(answer), after.evidence.get(answer));
            let is_same = before.matched.get(answer) == after.matched.get(answer);
            match (was, is) {
                (Some(was), is) if is.unwrap_or(was).is_unknown() => {}
                (Some(was), is) if was.is_empty || is.is_none_or(|is| is.is_empty) => {
                    // The only evidence is that the answer is missing.
                    let is_empty = is.map_or(was.is_empty, |is| is.is_empty);
                    match (is_empty, old.is_empty(), new.is_empty()) {
                        (true, false, true) => trial.supporting.push((answer, Key::Prompt, None)),
                        (true, true, false) => trial.contradicting.push(answer),
                        _ => {}
                    }
                    shifted.push(answer);
                }
                (Some(_), Some(is)) if is_same => {
                    // A game that is over predicts nothing.
                    let is_over = answer >= before.script.answer_count();
                    trial.add(answer, (!is_over).then_some(old), new, is);
                }
                _ => shifted.push(answer),
            }
        }
        trial.add_shifted(before, after, &shifted);
        // The right game does not leave more lines without an answer.
        if after.unanswered().count() > before.unanswered().count() {
            let were_unanswered: BTreeSet<usize> = before.unanswered().collect();
            let lost = after
                .unanswered()
                .filter(|answer| !were_unanswered.contains(answer));
            trial.contradicting.extend(lost);
        }
        trial.is_whole = !trial.is_empty() && trial.to_the_byte >= 0 && after.agrees();
        if trial.is_whole {
            // Another alignment of the answers may be right.
            trial.contradicting.clear();
            trial.open.clear();
        }
        trial
    }

    /// Adds the evidence in an answer. `before` is `None` if the unchanged game is over.
    fn add(&mut self, answer: usize, before: Option<&Facts>, new: &Facts, evidence: &Evidence) {
        let nothing = Facts::default();
        let old = before.unwrap_or(&nothing);
        let known = self.supporting.len();
        let is_seen = LazyCell::new(|| {
            let mut changes = old.changes(new);
            changes.any(|(key, old, new)| {
                let is_gone = old.is_some() && !key.is_message() && evidence.counts(key, None);
                (new.is_some() || is_gone) && evidence.facts.get(key) == new
            })
        });
        for (key, old, new) in old.changes(new) {
            let found = evidence.facts.get(key);
            if !evidence.counts(key, found) {
                continue;
            }
            if found == new && answer == 0 && evidence.is_partial {
                // Many programs print the welcome before they read the seed.
            } else if found == new {
                self.supporting.push((answer, key, new));
            } else if matches!(key, Key::Status | Key::Score) && found != old {
                // Another status or score is a cause of its own.
            } else if found.is_none() && key.is_message() && *is_seen {
                // A missing message does not contradict other evidence in the answer.
            } else if found == old && before.is_some() {
                self.contradicting.push(answer);
            } else {
                self.open.push(answer);
            }
        }
        if self.supporting.len() > known {
            let mut wrong = new.changes(&evidence.facts);
            // The status and the score depend on all earlier answers.
            let is_exact = wrong.all(|(key, _, found)| {
                matches!(key, Key::Status | Key::Score) || !evidence.counts(key, found)
            });
            self.exact += usize::from(is_exact);
        }
    }

    /// Adds the evidence in answers of the program that correspond to different answers of the two games.
    fn add_shifted(&mut self, before: &Model, after: &Model, answers: &[usize]) {
        let [olds, news] = [before, after].map(|model| {
            let answers = answers
                .iter()
                .filter_map(|&answer| model.placed_answer(answer));
            answers
                .map(|placed| (placed.found.start, placed))
                .collect::<BTreeMap<usize, PlacedAnswer<'_>>>()
        });
        let is_placed = |all: &BTreeMap<usize, PlacedAnswer<'_>>, start: usize| {
            let before = all.range(..=start).next_back();
            before.is_some_and(|(_, placed)| placed.found.contains(&start))
        };
        for (&start, new) in &news {
            let was_wrong = match olds.get(&start) {
                // An extra answer after this one is no evidence.
                Some(old) if old.found == new.found && before.has_same_facts(after, new.answer) => {
                    continue;
                }
                Some(old) => &*old.wrong,
                // Endless output answers no line.
                None if start >= after.line_count || is_placed(&olds, start) => &[],
                // All facts of an answer without a counterpart were wrong.
                None => &*new.printed().collect::<Vec<Key>>(),
            };
            self.exact += usize::from(new.wrong.is_empty() && !was_wrong.is_empty());
            let right = was_wrong.iter().filter(|key| !new.wrong.contains(key));
            // Many flaws predict whether a prompt follows.
            let is_seen = right.clone().any(|&key| key != Key::Prompt);
            let facts = right.map(|&key| (new.answer, key, None));
            self.supporting.extend(facts);
            // A missing message does not contradict other evidence in the answer.
            let mut newly_wrong = new.wrong.iter().filter(|key| !was_wrong.contains(key));
            let is_contradicted = newly_wrong.any(|&key| !(is_seen && new.leaves_out(key)));
            self.contradicting
                .extend(is_contradicted.then_some(new.answer));
        }
        // Right answers that have no counterpart any more.
        let lost = olds.iter().filter(|(start, old)| {
            let mut right = old.printed().filter(|key| !old.wrong.contains(key));
            !is_placed(&news, **start) && right.any(|key| key != Key::Prompt)
        });
        self.contradicting.extend(lost.map(|(_, old)| old.answer));
    }
}

/// An answer of the game, and its counterpart in the program.
struct PlacedAnswer<'game> {
    /// Answers of the program.
    found: Range<usize>,
    /// Answer of the game.
    answer: usize,
    evidence: &'game Evidence,
    /// Facts in which the program differs from the game.
    wrong: Vec<Key>,
}

impl PlacedAnswer<'_> {
    fn printed(&self) -> impl Iterator<Item = Key> {
        let facts = self.evidence.facts.iter();
        let known = facts.filter(|(key, value)| self.evidence.counts(*key, Some(*value)));
        known.map(|(key, _)| *key)
    }

    /// Reports whether the program leaves out a message.
    fn leaves_out(&self, key: Key) -> bool {
        key.is_message() && self.evidence.facts.get(key).is_none()
    }
}

/// Effect of a change of the game on all cases, by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Trial(pub(super) BTreeMap<usize, CaseTrial>);

/// Rank of a flaw: supporting answers less open facts, additional lines predicted exactly, exact answers, and supporting
/// answers.
pub(super) type Rank = (isize, isize, usize, usize);

impl Trial {
    /// Returns the supporting answers, as pairs of the case and the answer.
    pub(super) fn places(&self) -> BTreeSet<(usize, usize)> {
        let cases = self.0.iter();
        let facts = cases
            .flat_map(|(&case, trial)| trial.supporting.iter().map(move |fact| (case, fact.0)));
        facts.collect()
    }

    /// Returns the number of supporting answers without open facts, less the number of answers with open facts.
    pub(super) fn surplus(&self) -> isize {
        let cases = self.0.iter();
        let open = cases.flat_map(|(&case, trial)| trial.open.iter().map(move |&one| (case, one)));
        let open: BTreeSet<(usize, usize)> = open.collect();
        let pure = self.places().difference(&open).count();
        pure.cast_signed() - open.len().cast_signed()
    }

    /// Returns the number of supporting answers, less the number of contradicting or open answers.
    pub(super) fn net(&self) -> isize {
        let cases = self.0.iter();
        let wrong = cases.flat_map(|(&case, trial)| {
            let answers = trial.contradicting.iter().chain(&trial.open);
            answers.map(move |&answer| (case, answer))
        });
        let wrong: BTreeSet<(usize, usize)> = wrong.collect();
        self.places().len().cast_signed() - wrong.len().cast_signed()
    }

    pub(super) fn to_the_byte(&self) -> isize {
        self.0.values().map(|trial| trial.to_the_byte).sum()
    }

    pub(super) fn is_contradicted(&self) -> bool {
        self.0.values().any(|trial| !trial.contradicting.is_empty())
    }

    pub(super) fn has_support(&self) -> bool {
        self.0.values().any(|trial| !trial.supporting.is_empty())
    }

    /// Reports whether the only support is one answer that differs from the changed game in other facts.
    pub(super) fn is_inexact(&self) -> bool {
        let mut trials = self.supported();
        self.places().len() == 1 && trials.any(|trial| !trial.is_whole && trial.exact == 0)
    }

    /// Reports whether the only support is one answer in which the game ends or continues, which many flaws predict. Support
    /// is stronger if the program announces that end, or if the changed game agrees with the whole case.
    pub(super) fn is_weak(&self) -> bool {
        let is_flow = |fact: &Fact| fact.1 == Key::Prompt;
        let is_weak = |trial: &CaseTrial| {
            !trial.is_whole && trial.supporting.iter().any(is_flow) && trial.ends().next().is_none()
        };
        let mut trials = self.supported();
        self.places().len() == 1 && trials.any(is_weak)
    }

    pub(super) fn ends(&self) -> impl Iterator<Item = Kind> {
        self.supported().flat_map(CaseTrial::ends)
    }

    /// Returns the cases that support the flaw.
    fn supported(&self) -> impl Iterator<Item = &CaseTrial> {
        let trials = self.0.values();
        trials.filter(|trial| !trial.supporting.is_empty())
    }

    /// Returns the rank of a flaw that has support and no contradiction.
    pub(super) fn rank(&self) -> Option<Rank> {
        let open: usize = self.0.values().map(|trial| trial.open.len()).sum();
        let places = self.places().len();
        let exact = self.0.values().map(|trial| trial.exact).sum();
        let surplus = places.cast_signed() - open.cast_signed();
        (self.has_support() && !self.is_contradicted()).then_some((
            surplus,
            self.to_the_byte(),
            exact,
            places,
        ))
    }

    /// Reports whether both flaws have the same supporting facts.
    pub(super) fn has_same_support(&self, other: &Self) -> bool {
        let facts = |trial: &Self| -> Vec<(usize, Vec<Fact>)> {
            let cases = trial
                .0
                .iter()
                .filter(|(_, trial)| !trial.supporting.is_empty());
            cases
                .map(|(&case, trial)| (case, trial.supporting.clone()))
                .collect()
        };
        facts(self) == facts(other)
    }
}

impl Model {
    /// Returns the lines that the game answers and the program skips.
    fn unanswered(&self) -> impl Iterator<Item = usize> {
        let answers = self.evidence.iter().zip(&self.facts).enumerate();
        let silent = answers.filter(|(_, (evidence, facts))| {
            evidence.is_empty && !evidence.is_partial && !facts.is_empty()
        });
        silent.map(|(answer, _)| answer)
    }

    /// Reports whether two games state the same facts in an answer.
    fn has_same_facts(&self, other: &Self, answer: usize) -> bool {
        self.facts.get(answer) == other.facts.get(answer)
    }

    /// Returns an answer with its counterpart in the program, if there is one.
    fn placed_answer(&self, answer: usize) -> Option<PlacedAnswer<'_>> {
        let found = self.matched.get(answer).filter(|found| !found.is_empty())?;
        let evidence = self.evidence.get(answer)?;
        let nothing = Facts::default();
        let facts = self.facts.get(answer).unwrap_or(&nothing);
        let wrong = facts.changes(&evidence.facts);
        let wrong = wrong.filter(|(key, _, found)| evidence.counts(*key, *found));
        Some(PlacedAnswer {
            // An extra answer has no counterpart.
            found: found.start..found.end.min(found.start + self.script.part_count(answer)),
            answer,
            evidence,
            wrong: wrong.map(|(key, ..)| key).collect(),
        })
    }

    /// Reports whether the program announces an end where the game does not end.
    pub(super) fn leaves_end_open(&self, end: Kind) -> bool {
        let nothing = Facts::default();
        self.evidence.iter().enumerate().any(|(answer, evidence)| {
            let facts = self.facts.get(answer).unwrap_or(&nothing);
            let says = |facts: &Facts| facts.get(Key::Text(end)).is_some();
            says(&evidence.facts) && !says(facts)
        })
    }

    /// Reports whether the game and the program agree in all facts.
    fn agrees(&self) -> bool {
        let mut answers = self.facts.iter().zip(&self.evidence);
        self.facts.len() == self.evidence.len()
            && answers.all(|(facts, evidence)| {
                let mut changes = facts.changes(&evidence.facts);
                changes.all(|(key, _, found)| !evidence.counts(key, found))
            })
    }
}

impl Evidence {
    /// Reports whether the program broke off before this answer.
    fn is_unknown(&self) -> bool {
        self.is_empty && self.is_partial
    }

    /// Reports whether a fact, or its absence, is evidence.
    pub(super) fn counts(&self, key: Key, found: Option<Value>) -> bool {
        match (key, found) {
            (_, Some(value)) => value != UNKNOWN,
            _ if self.is_partial => false,
            (Key::Prompt, None) => true,
            _ if self.has_ended => false,
            // Unknown words may replace the message.
            (key, None) if key.is_message() => !self.has_other_words,
            (_, None) => true,
        }
    }
}
