//! What a change of the game does to the evidence: where the program says what it
//! predicts, and where it does not.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::facts::{Facts, Key, UNKNOWN, Value};
use super::subject::{Evidence, Model};
use crate::game::sink::Kind;

/// A thing that an answer says: the answer, the key, and what is said.
pub(super) type Fact = (usize, Key, Option<Value>);

/// What a change of the game does to the evidence of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CaseTrial {
    /// Where the program says what the change predicts, and the game did not.
    pub(super) borne_out: Vec<Fact>,
    /// The answers in which the program says what the game said without the change.
    pub(super) refuted: Vec<usize>,
    /// The answers in which the change makes the game say what the program does not say,
    /// where the game was wrong before: each as often as it does.
    pub(super) open: Vec<usize>,
    /// How many answers that bear it out say nothing else than the game with it.
    pub(super) exact: usize,
    /// Whether the game says all of the case that the program says, and nothing else.
    pub(super) is_whole: bool,
    /// How many more lines are printed to the byte as the game prints them.
    pub(super) to_the_byte: isize,
}

impl CaseTrial {
    pub(super) fn is_empty(&self) -> bool {
        self.borne_out.is_empty() && self.refuted.is_empty() && self.open.is_empty()
    }

    /// The ends of a game that it predicts, and whose words are printed.
    fn ends(&self) -> impl Iterator<Item = Kind> {
        let said = self.borne_out.iter().filter(|fact| fact.2.is_some());
        said.filter_map(|fact| match fact.1 {
            Key::Text(end @ (Kind::Win | Kind::Loss | Kind::Quit)) => Some(end),
            _ => None,
        })
    }

    /// What a game says that is played in the place of another.
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
                (Some(was), is) if is.unwrap_or(was).says_nothing() => {}
                (Some(was), is) if was.is_empty || is.is_none_or(|is| is.is_empty) => {
                    // Where there is no answer, only that says anything.
                    let is_empty = is.map_or(was.is_empty, |is| is.is_empty);
                    match (is_empty, old.is_empty(), new.is_empty()) {
                        (true, false, true) => trial.borne_out.push((answer, Key::Prompt, None)),
                        (true, true, false) => trial.refuted.push(answer),
                        _ => {}
                    }
                    shifted.push(answer);
                }
                (Some(_), Some(is)) if is_same => {
                    // A program that goes on does not say what a game says that is over.
                    let is_over = answer >= before.script.answer_count();
                    if !trial.add(answer, (!is_over).then_some(old), new, is) {
                        let is_printed =
                            |model: &Model| model.is_printed.get(answer) == Some(&true);
                        match (is_printed(before), is_printed(after)) {
                            (false, true) => trial.borne_out.push((answer, Key::Bytes, None)),
                            (true, false) => trial.refuted.push(answer),
                            _ => {}
                        }
                    }
                }
                _ => shifted.push(answer),
            }
        }
        trial.add_shifted(before, after, &shifted);
        // A game that is right does not leave more lines without an answer.
        if after.unanswered().count() > before.unanswered().count() {
            let were_unanswered: BTreeSet<usize> = before.unanswered().collect();
            let lost = after
                .unanswered()
                .filter(|answer| !were_unanswered.contains(answer));
            trial.refuted.extend(lost);
        }
        trial.is_whole = !trial.is_empty() && trial.to_the_byte >= 0 && after.says_all();
        if trial.is_whole {
            // Answers may stand for each other in more than one way.
            trial.refuted.clear();
            trial.open.clear();
        }
        trial
    }

    /// Adds what an answer tells; whether the games say anything different there. The one
    /// before may be over.
    fn add(
        &mut self,
        answer: usize,
        before: Option<&Facts>,
        new: &Facts,
        evidence: &Evidence,
    ) -> bool {
        let nothing = Facts::default();
        let old = before.unwrap_or(&nothing);
        if old.changes(new).next().is_none() {
            return false;
        }
        let known = self.borne_out.len();
        let is_seen = LazyCell::new(|| {
            let mut changes = old.changes(new);
            changes.any(|(key, old, new)| {
                let is_gone = old.is_some() && !key.is_message() && evidence.tells(key, None);
                (new.is_some() || is_gone) && evidence.facts.get(key) == new
            })
        });
        for (key, old, new) in old.changes(new) {
            let found = evidence.facts.get(key);
            if !evidence.tells(key, found) {
                continue;
            }
            if found == new && answer == 0 && evidence.is_partial {
                // Many programs print the welcome before they look at the seed.
            } else if found == new {
                self.borne_out.push((answer, key, new));
            } else if matches!(key, Key::Status | Key::Score) && found != old {
                // Another status or score is told by itself.
            } else if found.is_none() && key.is_message() && *is_seen {
                // What is left out does not refute what is seen in the same answer.
            } else if found == old && before.is_some() {
                self.refuted.push(answer);
            } else {
                self.open.push(answer);
            }
        }
        if self.borne_out.len() > known {
            let mut wrong = new.changes(&evidence.facts);
            // The status and the score tell of all that came before.
            let is_exact = wrong.all(|(key, _, found)| {
                matches!(key, Key::Status | Key::Score) || !evidence.tells(key, found)
            });
            self.exact += usize::from(is_exact);
        }
        true
    }

    /// The same where the program's answers stand for others in the two games: what each of
    /// them says that the game does not, in the one and in the other.
    fn add_shifted(&mut self, before: &Model, after: &Model, answers: &[usize]) {
        let [olds, news] = [before, after].map(|model| {
            let told = answers.iter().filter_map(|&answer| model.told(answer));
            told.map(|told| (told.found.start, told))
                .collect::<BTreeMap<usize, Told<'_>>>()
        });
        let stood_for_any = |all: &BTreeMap<usize, Told<'_>>, start: usize| {
            let before = all.range(..=start).next_back();
            before.is_some_and(|(_, told)| told.found.contains(&start))
        };
        for (&start, new) in &news {
            let was_wrong = match olds.get(&start) {
                // One too many behind it tells nothing of itself.
                Some(old) if old.found == new.found && before.says_as(after, new.answer) => {
                    continue;
                }
                Some(old) => &*old.wrong,
                // What is printed without end answers no line.
                None if start >= after.line_count || stood_for_any(&olds, start) => &[],
                // Where it stood for nothing, all that it says was wrong.
                None => &*new.said().collect::<Vec<Key>>(),
            };
            self.exact += usize::from(new.wrong.is_empty() && !was_wrong.is_empty());
            let right = was_wrong.iter().filter(|key| !new.wrong.contains(key));
            // That a game ends is one bit, which many flaws predict.
            let is_seen = right.clone().any(|&key| key != Key::Prompt);
            let facts = right.map(|&key| (new.answer, key, None));
            self.borne_out.extend(facts);
            // As above: what is left out does not refute what is seen in the same answer.
            let mut newly_wrong = new.wrong.iter().filter(|key| !was_wrong.contains(key));
            let is_refuted = newly_wrong.any(|&key| !(is_seen && new.leaves_out(key)));
            self.refuted.extend(is_refuted.then_some(new.answer));
        }
        // What was said rightly, and stands for nothing now.
        let lost = olds.iter().filter(|(start, old)| {
            let mut right = old.said().filter(|key| !old.wrong.contains(key));
            !stood_for_any(&news, **start) && right.any(|key| key != Key::Prompt)
        });
        self.refuted.extend(lost.map(|(_, old)| old.answer));
    }
}

/// What the program tells in an answer, as one game has it.
struct Told<'game> {
    /// The program's answers.
    found: Range<usize>,
    /// The game's answer.
    answer: usize,
    /// What they say.
    evidence: &'game Evidence,
    /// What they say otherwise than the game, or do not say.
    wrong: Vec<Key>,
}

impl Told<'_> {
    /// All that is said.
    fn said(&self) -> impl Iterator<Item = Key> {
        let facts = self.evidence.facts.iter();
        let told = facts.filter(|(key, value)| self.evidence.tells(*key, Some(*value)));
        told.map(|(key, _)| *key)
    }

    /// Whether it is a message that is not told.
    fn leaves_out(&self, key: Key) -> bool {
        key.is_message() && self.evidence.facts.get(key).is_none()
    }
}

/// What a change of the game does to the evidence, case by case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Trial(pub(super) BTreeMap<usize, CaseTrial>);

/// How good a trial is: in how many more answers it is borne out than it leaves things
/// open; of those that are equal, how many lines it makes right to the byte, in how many
/// answers it says all that the program says, and in how many it is borne out.
pub(super) type Rank = (isize, isize, usize, usize);

impl Trial {
    pub(super) fn places(&self) -> BTreeSet<(usize, usize)> {
        let cases = self.0.iter();
        let facts =
            cases.flat_map(|(&case, trial)| trial.borne_out.iter().map(move |fact| (case, fact.0)));
        facts.collect()
    }

    /// In how many more answers it is borne out, and says nothing else that the program
    /// does not say, than in how many it does.
    pub(super) fn surplus(&self) -> isize {
        let cases = self.0.iter();
        let open = cases.flat_map(|(&case, trial)| trial.open.iter().map(move |&one| (case, one)));
        let open: BTreeSet<(usize, usize)> = open.collect();
        let pure = self.places().difference(&open).count();
        pure.cast_signed() - open.len().cast_signed()
    }

    /// In how many more answers it is borne out than it is refuted or leaves things open.
    pub(super) fn net(&self) -> isize {
        let cases = self.0.iter();
        let wrong = cases.flat_map(|(&case, trial)| {
            let answers = trial.refuted.iter().chain(&trial.open);
            answers.map(move |&answer| (case, answer))
        });
        let wrong: BTreeSet<(usize, usize)> = wrong.collect();
        self.places().len().cast_signed() - wrong.len().cast_signed()
    }

    pub(super) fn to_the_byte(&self) -> isize {
        self.0.values().map(|trial| trial.to_the_byte).sum()
    }

    pub(super) fn is_refuted(&self) -> bool {
        self.0.values().any(|trial| !trial.refuted.is_empty())
    }

    pub(super) fn is_borne_out(&self) -> bool {
        self.0.values().any(|trial| !trial.borne_out.is_empty())
    }

    /// Whether all that it predicts is in one place, and not all that is said there.
    pub(super) fn is_inexact(&self) -> bool {
        let mut trials = self.telling();
        self.places().len() == 1 && trials.any(|trial| !trial.is_whole && trial.exact == 0)
    }

    /// Whether all that it predicts is in one place, and that a game ends there or does not,
    /// which is one bit that many flaws predict; unless the words of that end are printed, or
    /// it leaves nothing to say of the case.
    pub(super) fn is_weak(&self) -> bool {
        let is_flow = |fact: &Fact| fact.1 == Key::Prompt;
        let is_weak = |trial: &CaseTrial| {
            !trial.is_whole && trial.borne_out.iter().any(is_flow) && trial.ends().next().is_none()
        };
        let mut trials = self.telling();
        self.places().len() == 1 && trials.any(is_weak)
    }

    /// The ends of a game that it predicts, and whose words are printed.
    pub(super) fn ends(&self) -> impl Iterator<Item = Kind> {
        self.telling().flat_map(CaseTrial::ends)
    }

    /// The cases that speak for it.
    fn telling(&self) -> impl Iterator<Item = &CaseTrial> {
        let trials = self.0.values();
        trials.filter(|trial| !trial.borne_out.is_empty())
    }

    /// Its rank, if it is any good.
    pub(super) fn rank(&self) -> Option<Rank> {
        let open: usize = self.0.values().map(|trial| trial.open.len()).sum();
        let places = self.places().len();
        let exact = self.0.values().map(|trial| trial.exact).sum();
        let surplus = places.cast_signed() - open.cast_signed();
        (self.is_borne_out() && !self.is_refuted()).then_some((
            surplus,
            self.to_the_byte(),
            exact,
            places,
        ))
    }

    /// Whether another bears out the same.
    pub(super) fn bears_out_as(&self, other: &Self) -> bool {
        let facts = |trial: &Self| -> Vec<(usize, Vec<Fact>)> {
            let cases = trial
                .0
                .iter()
                .filter(|(_, trial)| !trial.borne_out.is_empty());
            cases
                .map(|(&case, trial)| (case, trial.borne_out.clone()))
                .collect()
        };
        facts(self) == facts(other)
    }
}

impl Model {
    /// The lines to which the game says something, and the program does not, before it says
    /// more.
    fn unanswered(&self) -> impl Iterator<Item = usize> {
        let answers = self.evidence.iter().zip(&self.facts).enumerate();
        let silent = answers.filter(|(_, (evidence, facts))| {
            evidence.is_empty && !evidence.is_partial && !facts.is_empty()
        });
        silent.map(|(answer, _)| answer)
    }

    /// Whether another game says the same in an answer.
    fn says_as(&self, other: &Self, answer: usize) -> bool {
        self.facts.get(answer) == other.facts.get(answer)
    }

    /// What the program tells in the place of an answer, if anything stands there.
    fn told(&self, answer: usize) -> Option<Told<'_>> {
        let found = self.matched.get(answer).filter(|it| !it.is_empty())?;
        let evidence = self.evidence.get(answer)?;
        let nothing = Facts::default();
        let facts = self.facts.get(answer).unwrap_or(&nothing);
        let wrong = facts.changes(&evidence.facts);
        let wrong = wrong.filter(|(key, _, found)| evidence.tells(*key, *found));
        Some(Told {
            // What is one too many stands for nothing.
            found: found.start..found.end.min(found.start + self.script.part_count(answer)),
            answer,
            evidence,
            wrong: wrong.map(|(key, ..)| key).collect(),
        })
    }

    /// Whether the program prints the words of an end where the game does not end.
    pub(super) fn leaves_end_open(&self, end: Kind) -> bool {
        let nothing = Facts::default();
        self.evidence.iter().enumerate().any(|(answer, evidence)| {
            let facts = self.facts.get(answer).unwrap_or(&nothing);
            let says = |facts: &Facts| facts.get(Key::Text(end)).is_some();
            says(&evidence.facts) && !says(facts)
        })
    }

    /// Whether it says all that the program says, and nothing else.
    fn says_all(&self) -> bool {
        let mut answers = self.facts.iter().zip(&self.evidence);
        self.facts.len() == self.evidence.len()
            && answers.all(|(facts, evidence)| {
                let mut changes = facts.changes(&evidence.facts);
                changes.all(|(key, _, found)| !evidence.tells(key, found))
            })
    }
}

impl Evidence {
    /// Whether the program broke off before it could have answered.
    fn says_nothing(&self) -> bool {
        self.is_empty && self.is_partial
    }

    /// Whether what was found, or that it was not found, says anything.
    pub(super) fn tells(&self, key: Key, found: Option<Value>) -> bool {
        match (key, found) {
            (_, Some(value)) => value != UNKNOWN,
            _ if self.is_partial => false,
            (Key::Prompt, None) => true,
            _ if self.has_ended => false,
            // Other words may stand for it.
            (key, None) if key.is_message() => !self.has_other_words,
            (_, None) => true,
        }
    }
}
