//! Derives causes from changes: a change that shows everywhere, or in every instance of some situation.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::change::{Change, Class, Instance};
use super::situation::{Counts, Situation};
use crate::game::sink::Kind;

/// A change that shows in every instance of a situation.
#[derive(Clone, Debug)]
pub(crate) struct FormCause {
    pub(crate) class: Class,
    pub(crate) change: Change,
    pub(crate) situation: Situation,
    /// Indices of its instances.
    pub(crate) instances: Vec<usize>,
    /// Number of its instances among all in the situation, if some of these have another change.
    pub(crate) share: Option<(usize, usize)>,
}

/// A change in places without a common situation.
#[derive(Clone, Debug)]
pub(crate) struct Scattered {
    pub(crate) class: Class,
    pub(crate) change: Change,
    /// Indices of its instances.
    pub(crate) instances: Vec<usize>,
    /// Number of places in which the text is right.
    pub(crate) right: usize,
}

/// Minimum number of places in a situation.
const FEWEST: usize = 2;

/// Maximum number of kinds of lines for which a cause lists them, instead of the exceptions: an exception would include
/// commands that are in no case.
const LISTED_LINES: usize = 2;

/// Finds the situations that the instances of each change have in common. The remaining instances are scattered.
pub(crate) fn causes(instances: &[Instance]) -> (Vec<FormCause>, Vec<Scattered>) {
    let mut classes: BTreeMap<Class, Vec<usize>> = BTreeMap::new();
    for (number, instance) in instances.iter().enumerate() {
        classes.entry(instance.class).or_default().push(number);
    }
    let mut otherwise: BTreeMap<(usize, usize), Vec<Class>> = BTreeMap::new();
    for instance in instances.iter().filter(|one| one.says_otherwise()) {
        let answer = otherwise.entry((instance.case, instance.answer));
        answer.or_default().push(instance.class);
    }
    let failed_cases: BTreeSet<usize> = instances
        .iter()
        .filter(|instance| instance.change.is_some())
        .map(|instance| instance.case)
        .collect();
    let (mut causes, mut scattered) = (Vec::new(), Vec::new());
    for (class, members) in classes {
        let (mut all, mut ways) = (Counts::default(), Counts::default());
        let mut rights = Counts::default();
        let mut changes: BTreeMap<&Change, Vec<usize>> = BTreeMap::new();
        let mut right = 0;
        let mut telling = Vec::new();
        let every = members.clone();
        for &number in &members {
            let instance = &instances[number];
            // Missing text, or text with another meaning, is no evidence for the way in which text is written.
            let is_evidence = !instance.says_otherwise();
            if is_evidence {
                ways.add(&instance.situations);
                telling.push(number);
            }
            all.add(&instance.situations);
            if let Some(change) = &instance.change {
                changes.entry(change).or_default().push(number);
            } else {
                rights.add(&instance.situations);
                right += 1;
            }
        }
        for (change, members) in changes {
            let mut left: BTreeSet<usize> = members.iter().copied().collect();
            // A missing end of the game is not a way of writing, but an effect of the rules.
            let is_ending = matches!(class, Class::Piece(Kind::Win | Kind::Score | Kind::Loss));
            let is_effect = matches!(change, Change::Content(_))
                || is_ending && *change == Change::Missing
                || change.is_answer();
            if !is_effect {
                let (all, others) = if change.says_otherwise() {
                    (&all, &every)
                } else {
                    (&ways, &telling)
                };
                let known = Known {
                    instances,
                    all,
                    rights: &rights,
                    others,
                    otherwise: &otherwise,
                };
                causes.extend(known.cover(class, change, &members, &mut left));
            }
            let own_cases: BTreeSet<usize> = members
                .iter()
                .map(|&number| instances[number].case)
                .collect();
            if !left.is_empty() && is_certain_end(change) && own_cases == failed_cases {
                causes.push(FormCause {
                    class,
                    change: change.clone(),
                    situation: Situation::Everywhere,
                    instances: std::mem::take(&mut left).into_iter().collect(),
                    share: None,
                });
            }
            if !left.is_empty() {
                scattered.push(Scattered {
                    class,
                    change: change.clone(),
                    instances: left.into_iter().collect(),
                    right,
                });
            }
        }
    }
    (with_joined_situations(causes), scattered)
}

/// Joins causes that differ only in their situations.
fn with_joined_situations(causes: Vec<FormCause>) -> Vec<FormCause> {
    // Some causes are named after their situations.
    let is_plain = |cause: &FormCause| {
        let is_named_after = match cause.class {
            Class::Piece(Kind::Error) => !is_named_error(&cause.situation),
            Class::Before(None) | Class::Square | Class::Finish => true,
            _ => false,
        };
        let is_exception = matches!(cause.situation, Situation::Except(_));
        cause.share.is_none() && !is_named_after && !is_exception
    };
    let mut joined: Vec<FormCause> = Vec::new();
    for mut cause in causes {
        let is_same = |other: &&mut FormCause| {
            (other.class, &other.change) == (cause.class, &cause.change) && is_plain(other)
        };
        match joined.iter_mut().find(is_same) {
            Some(same) if is_plain(&cause) => {
                same.situation = same.situation.clone().or(cause.situation);
                same.instances.append(&mut cause.instances);
                same.instances.sort_unstable();
            }
            _ => joined.push(cause),
        }
    }
    joined
}

/// Reports whether a situation is an error with a name of its own.
fn is_named_error(situation: &Situation) -> bool {
    match situation {
        Situation::Error(error) => error.is_some(),
        Situation::AnyOf(all) => all.iter().all(is_named_error),
        _ => false,
    }
}

/// Reports whether a change is an end of the program that is certain without further places, such as an exit status. It is a
/// cause even if only one case is checked.
fn is_certain_end(change: &Change) -> bool {
    matches!(
        change,
        Change::Exception { .. } | Change::Cut(_) | Change::Status { .. } | Change::NoGame { .. }
    )
}

/// Instances of one class of text.
struct Known<'instances> {
    instances: &'instances [Instance],
    /// Number of instances in each situation.
    all: &'instances Counts,
    /// Number of right instances in each situation.
    rights: &'instances Counts,
    /// Indices of the instances.
    others: &'instances [usize],
    /// Classes with another meaning than the game's, by case and answer.
    otherwise: &'instances BTreeMap<(usize, usize), Vec<Class>>,
}

impl Known<'_> {
    /// Returns the situations that explain a change, those with the most remaining places first.
    fn cover(
        &self,
        class: Class,
        change: &Change,
        members: &[usize],
        left: &mut BTreeSet<usize>,
    ) -> Vec<FormCause> {
        // A missing error in an answer that is wrong anyway is no evidence.
        let is_of_line = class == Class::Piece(Kind::Error) && *change == Change::Missing;
        let telling: Vec<usize> = members
            .iter()
            .copied()
            .filter(|number| !is_of_line || self.is_in_step(class, *number))
            .collect();
        let mut counts = Counts::default();
        for &number in &telling {
            counts.add(&self.instances[number].situations);
        }
        let mut whole = self.whole_situations(class, change, members, &counts);
        // Everywhere except in one or two situations.
        if class != Class::Square && telling.len() == members.len() && members.len() >= FEWEST {
            whole.extend(self.exception(members, &counts));
        }
        let mut open = left.clone();
        let mut named = Vec::new();
        if is_of_error(class) {
            // Prefer the kind of error to the word of the command.
            let by_error: Vec<Situation> = whole
                .iter()
                .filter(|situation| situation.is_of_errors())
                .cloned()
                .collect();
            named = self.most_at_once(&by_error, &counts, &mut open);
        }
        named.append(&mut self.most_at_once(&whole, &counts, &mut open));
        self.drop_single_places(&mut named, left);
        let causes = named.into_iter().map(|situation| {
            let covered = self.in_common(&situation, left);
            left.retain(|number| !covered.contains(number));
            FormCause {
                class,
                change: change.clone(),
                share: self.share(&situation, &counts),
                situation,
                instances: covered.into_iter().collect(),
            }
        });
        causes.collect()
    }

    /// Reports whether the answer states nothing else wrong.
    fn is_in_step(&self, class: Class, number: usize) -> bool {
        let own = &self.instances[number];
        self.otherwise
            .get(&(own.case, own.answer))
            .is_none_or(|classes| classes.iter().all(|other| *other == class))
    }

    /// Returns the situations in which most instances have the change, and none is right.
    fn whole_situations(
        &self,
        class: Class,
        change: &Change,
        members: &[usize],
        counts: &Counts,
    ) -> Vec<Situation> {
        // One instance suffices only for other words in an answer that is otherwise right.
        let may_be_single = matches!(change, Change::Text { .. } | Change::Lines { .. })
            && members
                .first()
                .is_some_and(|number| self.is_in_step(class, *number));
        let is_whole = |situation: &&Situation| {
            let count = counts.of(situation);
            let is_everywhere = **situation == Situation::Everywhere;
            let is_most = self.rights.of(situation) == 0 && 2 * count > self.all.of(situation);
            is_most && (count >= FEWEST || is_everywhere && may_be_single)
        };
        let mut whole: Vec<Situation> = counts.situations().filter(is_whole).cloned().collect();
        if whole.contains(&Situation::Everywhere) {
            // If no instance is right anywhere, these situations are no limits.
            whole.retain(|situation| match situation {
                Situation::NotAtStart | Situation::Nofog => false,
                Situation::Invalid => !is_of_error(class),
                situation => !situation.is_shape(),
            });
        }
        whole
    }

    /// Returns one or two situations that contain all instances without the change.
    fn exception(&self, members: &[usize], counts: &Counts) -> Option<Situation> {
        let lines = members.iter().flat_map(|&number| {
            let situations = self.instances[number].situations.iter();
            situations.filter(|situation| situation.is_of_line())
        });
        if lines.collect::<BTreeSet<_>>().len() <= LISTED_LINES {
            return None;
        }
        let members: BTreeSet<usize> = members.iter().copied().collect();
        let others: Vec<&Instance> = self
            .others
            .iter()
            .filter(|number| !members.contains(number))
            .map(|&number| &self.instances[number])
            .collect();
        let first = others.first()?;
        // A situation with yet another change is no exception.
        let is_free =
            |situation: &&Situation| counts.of(situation) == 0 && self.rights.of(situation) > 0;
        let free = first.situations.iter().filter(is_free);
        let left = |situation: &Situation| {
            others
                .iter()
                .filter(|other| !other.situations.contains(situation))
                .copied()
                .collect::<Vec<_>>()
        };
        let mut pairs = free.map(|situation| (situation, left(situation)));
        let (situation, left) = pairs
            .clone()
            .min_by_key(|(situation, left)| (left.len(), (*situation).clone()))?;
        if left.is_empty() {
            return Some(Situation::Except(vec![situation.clone()]));
        }
        pairs.find_map(|(situation, left)| {
            let mut second = left[0].situations.iter().filter(is_free);
            let second =
                second.find(|second| left.iter().all(|other| other.situations.contains(second)))?;
            Some(Situation::Except(vec![situation.clone(), second.clone()]))
        })
    }

    /// Chooses situations that cover the remaining places, the one with the most places first; then the one with the fewest
    /// exceptions, then the plainest.
    fn most_at_once(
        &self,
        some: &[Situation],
        counts: &Counts,
        left: &mut BTreeSet<usize>,
    ) -> Vec<Situation> {
        let mut named = Vec::new();
        while let Some((covered, Reverse(best))) = some
            .iter()
            .enumerate()
            .map(|(number, situation)| (self.in_common(situation, left), Reverse(number)))
            .max_by_key(|(covered, number)| {
                let exceptions = self
                    .share(&some[number.0], counts)
                    .map_or(0, |(count, all)| all - count);
                (covered.len(), Reverse(exceptions), *number)
            })
            .filter(|(covered, _)| !covered.is_empty())
        {
            left.retain(|number| !covered.contains(number));
            named.push(some[best].clone());
        }
        named
    }

    /// Drops situations that cover only one place that no other situation covers.
    fn drop_single_places(&self, named: &mut Vec<Situation>, left: &BTreeSet<usize>) {
        while let Some((alone, at)) = (0..named.len())
            .map(|at| {
                let is_in_others = |number: usize| {
                    let mut others = named.iter().enumerate();
                    others.any(|(other, situation)| other != at && self.is_in(situation, number))
                };
                let own = self.in_common(&named[at], left);
                let alone = own.into_iter().filter(|number| !is_in_others(*number));
                (alone.count(), at)
            })
            .min_by_key(|(alone, at)| (*alone, Reverse(*at)))
            && alone < FEWEST
            && named.len() > 1
        {
            named.remove(at);
        }
    }

    /// Returns the number of instances with the change among all in a situation, unless they are equal.
    fn share(&self, situation: &Situation, counts: &Counts) -> Option<(usize, usize)> {
        let (count, all) = (counts.of(situation), self.all.of(situation));
        (count < all).then_some((count, all))
    }

    fn is_in(&self, situation: &Situation, number: usize) -> bool {
        match situation {
            Situation::Except(_) => true,
            situation => self.instances[number].situations.contains(situation),
        }
    }

    /// Returns the remaining places in a situation.
    fn in_common(&self, situation: &Situation, left: &BTreeSet<usize>) -> BTreeSet<usize> {
        let numbers = left.iter().copied();
        numbers
            .filter(|number| self.is_in(situation, *number))
            .collect()
    }
}

/// Reports whether a class is an error, or the text before it.
fn is_of_error(class: Class) -> bool {
    matches!(
        class,
        Class::Piece(Kind::Error) | Class::Before(Some(Kind::Error))
    )
}
