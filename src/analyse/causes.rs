//! Finds the causes of differences: a cause is a part that differs everywhere, or in every place of
//! a few situations.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use super::survey::{Extent, Key, Situation, Slot, Survey, is_crash};

/// A difference and the places that it explains.
#[derive(Debug)]
pub(super) struct Cause {
    pub key: Key,
    /// Index in [`Survey::differences`].
    pub difference: usize,
    /// Situations in which the part differs; everywhere if there are none.
    pub situations: Vec<Situation>,
    /// Indices in [`Survey::observations`].
    pub observations: Vec<usize>,
}

/// Maximum number of situations of a cause. Lines of a piece may exceed it.
const MAX_SITUATIONS: usize = 4;

/// Counts of a part in the places of a situation.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// Places with the difference.
    here: usize,
    /// Places where the part is right.
    right: usize,
    /// Places with other differences.
    other: usize,
}

impl Count {
    /// Reports whether at least 19 in 20 places have the difference. Places with other differences
    /// of the part are not counted, but must not be the majority.
    fn is_pure(self) -> bool {
        self.here > 0 && self.here >= 19 * self.right && self.here >= self.other
    }
}

/// Numbers of places, by situation.
type PlaceCounts<'survey> = BTreeMap<&'survey Situation, usize>;

/// Returns the causes, and the scattered differences, whose places have no situation in common.
/// Ignores observations in `covered`, which flaws explain.
pub(super) fn causes(survey: &Survey, covered: &BTreeSet<usize>) -> (Vec<Cause>, Vec<Cause>) {
    let mut right = BTreeMap::new();
    for (&(key, context), &count) in &survey.right {
        let situations = &survey.contexts.items[context];
        add(right.entry(key).or_default(), situations, count);
    }
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    let mut wrong = BTreeMap::new();
    for (index, observation) in survey.observations.iter().enumerate() {
        let situations = survey.situations(index);
        if observation.site.has_passed {
            add(right.entry(observation.key).or_default(), situations, 1);
        } else if !covered.contains(&index) {
            add(wrong.entry(observation.key).or_default(), situations, 1);
            let group = (observation.key, observation.difference);
            groups.entry(group).or_default().push(index);
        }
    }
    let mut causes = Vec::new();
    let mut others = Vec::new();
    let none = PlaceCounts::new();
    for ((key, difference), observations) in groups {
        let mut here = PlaceCounts::new();
        for &index in &observations {
            add(&mut here, survey.situations(index), 1);
        }
        let slot = match key.slot {
            // Answers without any extra text are counted as `Extra(None)`.
            Slot::Extra(_) => Slot::Extra(None),
            slot => slot,
        };
        let is_crash = is_crash(key, &survey.differences.items[difference]);
        let search = SituationSearch {
            survey,
            is_failure: key.slot == Slot::End,
            is_crash,
            right: right.get(&Key { slot, ..key }).unwrap_or(&none),
            wrong: wrong.get(&key).unwrap_or(&none),
            here,
        };
        let cause = |situations, observations| Cause {
            key,
            difference,
            situations,
            observations,
        };
        let (situations, inside, outside) = search.cover(observations);
        if !inside.is_empty() {
            causes.push(cause(situations, inside));
        }
        if !outside.is_empty() {
            let list = if is_crash { &mut causes } else { &mut others };
            list.push(cause(Vec::new(), outside));
        }
    }
    (causes, others)
}

fn add<'a>(counts: &mut PlaceCounts<'a>, situations: &'a [Situation], count: usize) {
    for situation in situations {
        *counts.entry(situation).or_default() += count;
    }
}

/// The search for the situations of one difference.
struct SituationSearch<'survey> {
    survey: &'survey Survey,
    is_failure: bool,
    /// True if the difference is a crash, which is a cause wherever it happens.
    is_crash: bool,
    right: &'survey PlaceCounts<'survey>,
    /// Places where the part differs in any way.
    wrong: &'survey PlaceCounts<'survey>,
    here: PlaceCounts<'survey>,
}

impl SituationSearch<'_> {
    fn count(&self, situation: &Situation) -> Count {
        let [here, right, wrong] =
            [&self.here, self.right, self.wrong].map(|counts| *counts.get(situation).unwrap_or(&0));
        Count {
            here,
            right,
            other: wrong - here,
        }
    }

    /// Chooses situations in which the part differs everywhere, those with most observations first.
    /// Returns the situations, the observations in them, and the other observations.
    fn cover(&self, observations: Vec<usize>) -> (Vec<Situation>, Vec<usize>, Vec<usize>) {
        let mut chosen = Vec::new();
        let mut covered = Vec::new();
        let mut rest = observations;
        if self.count(&Situation::EVERYWHERE).is_pure() {
            return (chosen, rest, covered);
        }
        let mut pure: Vec<_> = self.here.keys().copied().collect();
        pure.retain(|situation| self.is_scope(situation));
        let is_in = |index, it| self.survey.situations(index).contains(it);
        while !rest.is_empty() {
            let best = pure.iter().min_by_key(|situation| {
                let here = rest.iter().filter(|&&index| is_in(index, situation));
                let count = self.count(situation);
                (Reverse(here.count()), count.right + count.other)
            });
            let Some(&best) = best else { break };
            let (inside, outside): (Vec<_>, Vec<_>) =
                rest.iter().partition(|&&index| is_in(index, best));
            let is_line = best.extent == Extent::Line;
            if inside.is_empty() || (chosen.len() >= MAX_SITUATIONS && !is_line) {
                break;
            }
            chosen.push(best.clone());
            covered.extend(inside);
            rest = outside;
        }
        let ratio = if self.is_crash { 1 } else { 19 };
        if self.is_failure && covered.len() <= ratio * rest.len() {
            // The situations must explain more than 19 in 20 places of a failure, or more than half
            // of those of a crash.
            return (Vec::new(), Vec::new(), [covered, rest].concat());
        }
        chosen.sort_unstable();
        (chosen, covered, rest)
    }

    /// Reports whether the part differs in a situation everywhere, so that a cause may have the
    /// situation. One or two places are enough only in a narrow one. A crash in all its places
    /// needs only half of the places of a narrow situation.
    fn is_scope(&self, situation: &Situation) -> bool {
        let count = self.count(situation);
        let is_narrow = matches!(situation.extent, Extent::Narrow | Extent::Line);
        let is_all = count.here == self.count(&Situation::EVERYWHERE).here;
        let is_usual = count.here >= count.right + count.other;
        self.is_crash && is_narrow && is_all && is_usual
            || count.is_pure() && (is_narrow || count.here > 2)
    }
}
