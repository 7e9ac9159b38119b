//! From how things are written to causes: the same change wherever something is
//! written, or in all of some situation.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::change::{Change, Class, Instance};
use super::facts::Signs;
use super::situation::{Counts, Situation};
use crate::game::sink::Kind;

/// A way of writing that is always the same in some situation.
#[derive(Clone, Debug)]
pub(crate) struct FormCause {
    /// What is written.
    pub(crate) class: Class,
    /// In what way.
    pub(crate) change: Change,
    /// Where.
    pub(crate) situation: Situation,
    /// The places of its instances in the list.
    pub(crate) instances: Vec<usize>,
    /// In how many places of how many it is written so, if it is written in yet another way
    /// in some of them.
    pub(crate) share: Option<(usize, usize)>,
}

/// The same change in places that have no situation in common.
#[derive(Clone, Debug)]
pub(crate) struct Scattered {
    /// What is written.
    pub(crate) class: Class,
    /// In what way.
    pub(crate) change: Change,
    /// The places of its instances in the list.
    pub(crate) instances: Vec<usize>,
    /// In how many places it is as it should be.
    pub(crate) right: usize,
}

/// What is shown in the place of the signs of squares, wherever they should be.
pub(crate) fn signs(causes: &[FormCause]) -> Signs {
    let signs = causes
        .iter()
        .filter_map(|cause| match (&cause.situation, &cause.change) {
            (
                Situation::Sign(sign),
                Change::Text {
                    expected, found, ..
                },
            ) if sign == expected => Some((sign.clone(), found.clone())),
            _ => None,
        });
    signs.collect()
}

/// The fewest places that a situation is told by.
const FEWEST: usize = 2;

/// What is seen after one kind of lines or two is told of these: "except" would speak for
/// commands that are in no case.
const TOLD_BY_THEMSELVES: usize = 2;

/// Finds what all the instances of a change have in common; what is left is scattered.
pub(crate) fn causes(instances: &[Instance]) -> (Vec<FormCause>, Vec<Scattered>) {
    let mut classes: BTreeMap<Class, Vec<usize>> = BTreeMap::new();
    for (number, instance) in instances.iter().enumerate() {
        classes.entry(instance.class).or_default().push(number);
    }
    let mut otherwise: BTreeMap<(usize, usize), Vec<Class>> = BTreeMap::new();
    for instance in instances.iter().filter(|it| it.says_otherwise()) {
        let answer = otherwise.entry((instance.case, instance.answer));
        answer.or_default().push(instance.class);
    }
    let wrong = instances.iter().filter(|it| it.change.is_some());
    let wrong: BTreeSet<usize> = wrong.map(|instance| instance.case).collect();
    let is_in_all_wrong = |members: &[usize]| {
        let cases = members.iter().map(|&number| instances[number].case);
        cases.collect::<BTreeSet<usize>>() == wrong
    };
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
            // What is not there, or says something else, tells nothing about the way in
            // which it is written.
            let tells_way = !instance.says_otherwise();
            if tells_way {
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
            // That the end of a game is missing is nothing that is written: it says
            // what the program did.
            let is_ending = matches!(class, Class::Piece(Kind::Win | Kind::Score | Kind::Loss));
            let is_said = matches!(change, Change::Content(_))
                || is_ending && *change == Change::Missing
                || change.is_answer();
            if !is_said {
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
            if !left.is_empty() && is_told_by_program(class, change) && is_in_all_wrong(&members) {
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

/// The same, with those as one that differ only in their situations.
fn with_joined_situations(causes: Vec<FormCause>) -> Vec<FormCause> {
    // Some are called after their situations.
    let is_plain = |cause: &FormCause| {
        let is_called_after = match cause.class {
            Class::Piece(Kind::Error) => !is_named_error(&cause.situation),
            Class::Before(None) | Class::Square | Class::Finish => true,
            _ => false,
        };
        let is_exception = matches!(cause.situation, Situation::Except(_));
        cause.share.is_none() && !is_called_after && !is_exception
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

/// Whether a situation is that of errors with a name of their own.
fn is_named_error(situation: &Situation) -> bool {
    match situation {
        Situation::Error(error) => error.is_some(),
        Situation::AnyOf(all) => all.iter().all(is_named_error),
        _ => false,
    }
}

/// Whether a change is no guess where it comes in all cases that differ: the program was
/// seen to end that way.
fn is_told_by_program(class: Class, change: &Change) -> bool {
    class == Class::Finish
        && matches!(
            change,
            Change::Exception { .. }
                | Change::Cut(_)
                | Change::Status { .. }
                | Change::NoGame { .. }
        )
}

/// What is known of the ways in which something is written.
struct Known<'instances> {
    instances: &'instances [Instance],
    /// How often it is written in each situation.
    all: &'instances Counts,
    /// How often as it should be.
    rights: &'instances Counts,
    /// Where it is written.
    others: &'instances [usize],
    /// What says something else than the game, by the places of the answers.
    otherwise: &'instances BTreeMap<(usize, usize), Vec<Class>>,
}

impl Known<'_> {
    /// The situations in which a change is seen wherever it can be, or in most places and
    /// nowhere as it should be; the one with most of the places that are left first.
    fn cover(
        &self,
        class: Class,
        change: &Change,
        members: &[usize],
        left: &mut BTreeSet<usize>,
    ) -> Vec<FormCause> {
        // An error that is missing where something else was done is no more than that.
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
        // Everywhere but in one situation, or in two.
        if class != Class::Square && telling.len() == members.len() && members.len() >= FEWEST {
            whole.extend(self.exception(members, &counts));
        }
        let mut open = left.clone();
        let mut named = Vec::new();
        if is_of_error(class) {
            // An error is written as errors of its kind are, before it is so after a word.
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

    /// Whether nothing else is wrong that an answer says.
    fn is_in_step(&self, class: Class, number: usize) -> bool {
        let own = &self.instances[number];
        self.otherwise
            .get(&(own.case, own.answer))
            .is_none_or(|classes| classes.iter().all(|other| *other == class))
    }

    /// The situations in which a change is seen in most places and nothing is as it should be.
    fn whole_situations(
        &self,
        class: Class,
        change: &Change,
        members: &[usize],
        counts: &Counts,
    ) -> Vec<Situation> {
        // What is missing once, or says that the game ended once, is a place.
        // So is how something is written in an answer that says something else.
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
            // Where else nothing is as it should be, these are no limits.
            whole.retain(|situation| match situation {
                Situation::NotAtStart | Situation::Nofog => false,
                Situation::Invalid => !is_of_error(class),
                situation => !situation.is_shape(),
            });
        }
        whole
    }

    /// Everywhere but in one situation or two, in which nothing else is written in this way.
    fn exception(&self, members: &[usize], counts: &Counts) -> Option<Situation> {
        let lines = members.iter().flat_map(|&number| {
            let situations = self.instances[number].situations.iter();
            situations.filter(|situation| situation.is_of_line())
        });
        if lines.collect::<BTreeSet<_>>().len() <= TOLD_BY_THEMSELVES {
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
        // It is no exception if it is written in yet another way there.
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

    /// Of some situations those that it takes to tell of the places that are left: the one
    /// with most of them first. Of equally many, the one with the fewest exceptions, and of
    /// those the plainest.
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

    /// Drops those that others leave a single place for: they are told by less than it takes.
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

    /// In how many places of how many, if not in all.
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

    /// The places that are left in a situation.
    fn in_common(&self, situation: &Situation, left: &BTreeSet<usize>) -> BTreeSet<usize> {
        let numbers = left.iter().copied();
        numbers
            .filter(|number| self.is_in(situation, *number))
            .collect()
    }
}

/// Whether something is an error, or the blank line before it.
fn is_of_error(class: Class) -> bool {
    matches!(
        class,
        Class::Piece(Kind::Error) | Class::Before(Some(Kind::Error))
    )
}
