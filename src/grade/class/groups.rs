//! What submissions have in common.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::record::{Cause, Graded, Standing};
use crate::explain::explanation::Matter;

/// Two submissions are nearly equal if this many tenths of the cases that either fails have the
/// same output in both.
const NEARLY: usize = 8;

/// Submissions with something in common.
#[derive(Clone, Debug)]
pub(super) struct Group<'all, T> {
    /// What they have in common.
    pub(super) by: T,
    /// The submissions, in their order.
    pub(super) members: Vec<&'all Graded>,
}

impl<'all, T> Group<'all, T> {
    /// The names of the submissions.
    pub(super) fn names(&self) -> Vec<&'all str> {
        self.members
            .iter()
            .map(|graded| graded.name.as_str())
            .collect()
    }
}

/// The causes with the submissions that have them, most of them first.
pub(super) fn by_cause(all: &[Graded]) -> Vec<Group<'_, &Cause>> {
    causes_by(all, |cause| cause.wording.name.as_str())
}

/// What is wrong about one matter.
#[derive(Debug)]
pub(super) struct About<'all> {
    /// What it is about.
    pub(super) matter: Matter,
    /// How many submissions have something wrong there.
    pub(super) submissions: usize,
    /// The mistakes, those of most submissions first, and of these those of most cases.
    pub(super) mistakes: Vec<Mistake<'all>>,
    /// The submissions with something that no cause explains.
    pub(super) unexplained: Vec<&'all Graded>,
}

/// A mistake about one matter, in whatever situations it shows.
#[derive(Debug)]
pub(super) struct Mistake<'all> {
    /// The cause, in one of its situations.
    pub(super) cause: &'all Cause,
    /// The submissions that have it, in their order.
    pub(super) members: Vec<&'all Graded>,
    /// The same for each situation.
    pub(super) causes: Vec<Group<'all, &'all Cause>>,
    /// In how many cases it shows, those of all submissions together.
    pub(super) cases: usize,
}

impl<'all> Mistake<'all> {
    /// What submissions have in common that have such a cause.
    fn new(all: &'all [Graded], cause: &'all Cause, by_cause: &[Group<'all, &'all Cause>]) -> Self {
        let is_such = |other: &Cause| is_same_mistake(cause, other);
        let has_it = |graded: &&Graded| graded.causes.iter().any(is_such);
        let causes = by_cause.iter().filter(|group| is_such(group.by));
        let cases_of = |graded: &Graded| {
            let causes = graded.causes.iter().filter(|cause| is_such(cause));
            let shown_in: BTreeSet<usize> =
                causes.flat_map(|cause| &cause.cases).copied().collect();
            shown_in.len()
        };
        Self {
            cause,
            members: all.iter().filter(has_it).collect(),
            causes: causes.cloned().collect(),
            cases: all.iter().map(cases_of).sum(),
        }
    }

    /// Whether a submission has it.
    pub(super) fn is_in(&self, graded: &Graded) -> bool {
        let mut causes = graded.causes.iter();
        causes.any(|cause| is_same_mistake(self.cause, cause))
    }

    /// Sorts mistakes: most submissions first, then most cases.
    fn key(&self) -> Reverse<(usize, usize)> {
        Reverse((self.members.len(), self.cases))
    }
}

/// Whether two causes differ in nothing but the situation.
fn is_same_mistake(one: &Cause, other: &Cause) -> bool {
    (one.matter, &one.wording.stem) == (other.matter, &other.wording.stem)
}

/// What is wrong, by what it is about; what most submissions have something wrong with first.
pub(super) fn by_matter(all: &[Graded]) -> Vec<About<'_>> {
    let by_cause = causes_by(all, |cause| (cause.matter, cause.wording.name.as_str()));
    let by_stem = causes_by(all, |cause| (cause.matter, cause.wording.stem.as_str()));
    let mut by_matter: BTreeMap<Matter, Vec<Mistake<'_>>> = BTreeMap::new();
    for group in by_stem {
        let mistakes = by_matter.entry(group.by.matter).or_default();
        mistakes.push(Mistake::new(all, group.by, &by_cause));
    }
    for matter in all.iter().flat_map(|graded| &graded.unexplained) {
        by_matter.entry(*matter).or_default();
    }
    let about = by_matter.into_iter().map(|(matter, mut mistakes)| {
        mistakes.sort_by_key(Mistake::key);
        let unexplained = all
            .iter()
            .filter(|graded| graded.unexplained.contains(&matter));
        let unexplained: Vec<&Graded> = unexplained.collect();
        let members = mistakes.iter().flat_map(|mistake| &mistake.members);
        let members = members.chain(&unexplained);
        let files: BTreeSet<&str> = members.map(|graded| graded.file.as_str()).collect();
        About {
            matter,
            submissions: files.len(),
            mistakes,
            unexplained,
        }
    });
    let mut about: Vec<About<'_>> = about.collect();
    about.sort_by_key(|about| {
        let cases: usize = about.mistakes.iter().map(|mistake| mistake.cases).sum();
        Reverse((about.submissions, cases))
    });
    about
}

/// The mistakes that more than one submission has, each with what it is about; those of most
/// submissions first.
pub(super) fn shared<'about, 'all>(
    by_matter: &'about [About<'all>],
) -> Vec<(&'about About<'all>, &'about Mistake<'all>)> {
    let mistakes = by_matter
        .iter()
        .flat_map(|about| about.mistakes.iter().map(move |mistake| (about, mistake)));
    let shared = mistakes.filter(|(_, mistake)| mistake.members.len() > 1);
    let mut shared: Vec<_> = shared.collect();
    shared.sort_by_key(|(_, mistake)| mistake.key());
    shared
}

/// How many submissions were graded.
pub(super) fn graded(all: &[Graded]) -> usize {
    let graded = all.iter().map(|graded| graded.standing);
    graded
        .filter(|standing| *standing == Standing::Graded)
        .count()
}

/// The submissions that were not graded, by what stood in the way.
pub(super) fn by_standing(all: &[Graded]) -> Vec<Group<'_, Standing>> {
    let mut groups = most_first(all, |graded| match graded.standing {
        Standing::Graded => Vec::new(),
        standing => vec![(standing.name(), standing)],
    });
    groups.sort_by_key(|group| group.by);
    groups
}

/// The submissions that failed the same cases with the same output, byte for
/// byte.
pub(super) fn by_wrong_output(all: &[Graded]) -> Vec<Group<'_, &str>> {
    let mut groups = most_first(all, |graded| {
        let wrong = graded.wrong_output.iter();
        wrong
            .map(|wrong| (wrong.as_str(), wrong.as_str()))
            .collect()
    });
    groups.retain(|group| group.members.len() > 1);
    groups
}

/// In how many failed cases outputs are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Same {
    /// The cases that both fail with the same output, byte for byte.
    pub(super) same: usize,
    /// The cases that one of them fails.
    pub(super) failed: usize,
}

impl Same {
    /// What two submissions have in common.
    fn of(one: &Graded, other: &Graded) -> Self {
        let mut same = Self { same: 0, failed: 0 };
        for (one, other) in one.cases.iter().zip(&other.cases) {
            let outputs = (&one.wrong_output, &other.wrong_output);
            same.failed += usize::from(outputs != (&None, &None));
            same.same += usize::from(outputs.0.is_some() && outputs.0 == outputs.1);
        }
        same
    }

    fn is_nearly_all(self) -> bool {
        self.same > 0 && self.same * 10 >= self.failed * NEARLY
    }

    /// The one of two with less in common.
    fn least(self, other: Self) -> Self {
        if self.same * other.failed <= other.same * self.failed {
            self
        } else {
            other
        }
    }
}

/// The groups of submissions whose wrong output is nearly equal, for any two of a group, with
/// the least that two of them have in common; the largest group first.
pub(super) fn by_near_output(all: &[Graded]) -> Vec<Group<'_, Same>> {
    let mut groups: Vec<Group<'_, Same>> = Vec::new();
    for graded in all.iter().filter(|graded| graded.wrong_output.is_some()) {
        let fits = groups.iter_mut().find_map(|group| {
            let same = group.members.iter().map(|other| Same::of(graded, other));
            let least = same.reduce(Same::least)?;
            least.is_nearly_all().then_some((group, least))
        });
        match fits {
            Some((group, least)) => {
                let is_first = group.members.len() == 1;
                group.by = if is_first {
                    least
                } else {
                    group.by.least(least)
                };
                group.members.push(graded);
            }
            None => groups.push(Group {
                by: Same::of(graded, graded),
                members: vec![graded],
            }),
        }
    }
    groups.retain(|group| group.members.len() > 1);
    groups.sort_by_key(|group| Reverse(group.members.len()));
    groups
}

/// What keeps a submission from playing any game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle<'all> {
    /// What is said of it.
    pub(super) what: &'static str,
    /// What was said first, in lines.
    pub(super) lines: &'all [String],
    /// Or the sentence of the cause.
    pub(super) sentence: Option<&'all str>,
}

/// The submissions that play no game, all for the same reason, if they are several and most of
/// those that are not empty: the reason is then most likely not theirs.
pub(super) fn same_obstacle(all: &[Graded]) -> Option<Group<'_, Obstacle<'_>>> {
    let keys: Vec<Option<String>> = all.iter().map(obstacle_key).collect();
    let submitted = all
        .iter()
        .filter(|graded| graded.standing != Standing::NothingSubmitted);
    let submitted = submitted.count();
    let groups = keys
        .iter()
        .zip(all)
        .filter_map(|(key, graded)| Some((key.as_deref()?, graded)))
        .fold(
            BTreeMap::<&str, Vec<&Graded>>::new(),
            |mut groups, (key, graded)| {
                groups.entry(key).or_default().push(graded);
                groups
            },
        );
    let members = groups.into_values().max_by_key(Vec::len)?;
    let first = members.first()?;
    (members.len() > 1 && members.len() * 2 > submitted).then(|| Group {
        by: Obstacle {
            what: match first.standing {
                Standing::Graded => "did not start a game",
                standing => standing.name(),
            },
            lines: &first.reason,
            sentence: first
                .causes
                .first()
                .map(|cause| cause.wording.sentence.as_str()),
        },
        members,
    })
}

/// What submissions have in common that are kept from playing by the same: their standing, and
/// the first that was said.
fn obstacle_key(graded: &Graded) -> Option<String> {
    /// How it ended, and the first line of its output.
    const TOLD: usize = 2;
    let is_start = |cause: &&Cause| cause.matter == Matter::Start;
    match graded.standing {
        Standing::NotPrepared | Standing::NotStarted => {
            let told: Vec<&str> = graded
                .reason
                .iter()
                .take(TOLD)
                .map(String::as_str)
                .collect();
            Some(format!("{}\n{}", graded.standing.name(), told.join("\n")))
        }
        Standing::Graded => graded
            .causes
            .first()
            .filter(is_start)
            .map(|cause| cause.wording.sentence.clone()),
        Standing::NothingSubmitted | Standing::NotGraded => None,
    }
}

/// The submissions by what their causes have in common.
fn causes_by<'all, K: Ord>(
    all: &'all [Graded],
    key: impl Fn(&'all Cause) -> K,
) -> Vec<Group<'all, &'all Cause>> {
    most_first(all, |graded| {
        let causes = graded.causes.iter();
        causes.map(|cause| (key(cause), cause)).collect()
    })
}

/// The submissions by the keys that they have, the largest group first, then that with
/// the earliest submission.
fn most_first<'all, K: Ord, T>(
    all: &'all [Graded],
    keys: impl Fn(&'all Graded) -> Vec<(K, T)>,
) -> Vec<Group<'all, T>> {
    let mut groups: BTreeMap<K, (usize, Group<'_, T>)> = BTreeMap::new();
    for (number, graded) in all.iter().enumerate() {
        for (key, by) in keys(graded) {
            let members = Vec::new();
            let group = groups.entry(key).or_insert((number, Group { by, members }));
            group.1.members.push(graded);
        }
    }
    let mut groups: Vec<(usize, Group<'_, T>)> = groups.into_values().collect();
    groups.sort_by_key(|(first, group)| (Reverse(group.members.len()), *first));
    groups.into_iter().map(|(_, group)| group).collect()
}
