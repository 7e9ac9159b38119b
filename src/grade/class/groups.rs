//! Finds what submissions of a class have in common.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::record::{Class, Graded, GradingStatus};
use crate::io::visible::counted;
use crate::report::finding::{Finding, Wording};

/// Number of reasons in a notice.
const MOST_REASONS: usize = 2;

/// A cause in all situations in which it occurs.
#[derive(Debug)]
pub(super) struct Mistake<'all> {
    /// The cause in one of the situations.
    pub(super) wording: &'all Wording,
    /// The submissions with this mistake, in their order.
    pub(super) members: Vec<&'all Graded>,
    /// Sum of the numbers of affected cases.
    cases: usize,
}

/// Returns the mistakes of a class; most submissions first, then most cases.
pub(super) fn mistakes(all: &[Graded]) -> Vec<Mistake<'_>> {
    let mut mistakes: BTreeMap<&str, Mistake<'_>> = BTreeMap::new();
    for graded in all {
        for cause in graded.causes() {
            let wording = &cause.wording;
            let mistake = mistakes.entry(&wording.stem).or_insert(Mistake {
                wording,
                members: Vec::new(),
                cases: 0,
            });
            if mistake.members.last().map(|last| &last.file) != Some(&graded.file) {
                mistake.members.push(graded);
            }
            mistake.cases += cause.cases.len();
        }
    }
    let mut mistakes: Vec<Mistake<'_>> = mistakes.into_values().collect();
    mistakes.sort_by_key(|mistake| Reverse((mistake.members.len(), mistake.cases)));
    mistakes
}

/// Groups the submissions that were not graded by the outcome.
pub(super) fn not_graded(all: &[Graded]) -> BTreeMap<GradingStatus, Vec<&Graded>> {
    let mut groups: BTreeMap<GradingStatus, Vec<&Graded>> = BTreeMap::new();
    for graded in all {
        if graded.outcome != GradingStatus::Graded {
            groups.entry(graded.outcome).or_default().push(graded);
        }
    }
    groups
}

/// Counts the submissions by their results, in words.
pub(super) fn summary(class: &Class, all: &[Graded]) -> String {
    let in_share = class.files_in_share().len();
    let mut parts = vec![if all.len() == in_share {
        counted(in_share, "submission", "submissions")
    } else {
        format!("{} of {in_share} graded", all.len())
    }];
    let passed = all.iter().filter(|graded| graded.passed()).count();
    parts.push(format!("{passed} passed all cases"));
    for (outcome, members) in not_graded(all) {
        parts.push(format!("{} {}", members.len(), outcome.name()));
    }
    parts.join(", ")
}

/// The reason why most submissions pass no case.
#[derive(Debug)]
pub(super) struct Notice {
    /// The number of submissions that pass no case, and what most of these have in common.
    pub(super) lines: Vec<String>,
    /// True if most submissions play no game, most likely because the command or the preparation is wrong.
    pub(super) no_game: bool,
}

/// A kind of reason why a submission passes no case; the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum FailureCategory {
    NoGame,
    Tolerance,
    Mistake,
}

/// Returns the reason why most submissions that have files pass no case, if most of these have it in common.
pub(super) fn notice(all: &[Graded]) -> Option<Notice> {
    let (mut submitted, mut failing) = (0, 0);
    // The names of the submissions with each reason, and their numbers of affected cases.
    let mut reasons: BTreeMap<(FailureCategory, String), Vec<(&str, usize)>> = BTreeMap::new();
    for graded in all {
        let mut of_submission = BTreeMap::new();
        match graded.outcome {
            GradingStatus::CouldNotBePrepared | GradingStatus::CouldNotBeStarted => {
                of_submission.insert((FailureCategory::NoGame, graded.reason().join(": ")), 0);
            }
            GradingStatus::Graded if graded.failed_all() => {
                for Finding { wording, cases, .. } in graded.causes() {
                    let is_start = wording.is_about_the_start();
                    let category = if is_start {
                        FailureCategory::NoGame
                    } else {
                        FailureCategory::Mistake
                    };
                    let key = (category, wording.general.clone());
                    *of_submission.entry(key).or_default() += cases.len();
                }
                if let Some(helpful) = graded.tolerance() {
                    let text = format!("More cases pass with {}.", helpful.option);
                    of_submission.insert((FailureCategory::Tolerance, text), 0);
                }
            }
            _ => {}
        }
        submitted += usize::from(graded.outcome != GradingStatus::NothingSubmitted);
        failing += usize::from(!of_submission.is_empty());
        for (reason, cases) in of_submission {
            let submissions = reasons.entry(reason).or_default();
            submissions.push((&graded.name, cases));
        }
    }
    if failing < 2 || failing * 2 <= submitted {
        return None;
    }
    let of_all = counted(submitted, "submission", "submissions");
    let mut notice = Notice {
        lines: vec![format!("{failing} of {of_all} pass no case")],
        no_game: false,
    };
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.retain(|(_, submissions)| submissions.len() * 2 > failing);
    reasons.sort_by_key(|((category, _), submissions)| {
        let cases: usize = submissions.iter().map(|(_, cases)| cases).sum();
        (*category, Reverse((submissions.len(), cases)))
    });
    for ((category, text), submissions) in reasons.into_iter().take(MOST_REASONS) {
        let count = submissions.len();
        notice.no_game |= category == FailureCategory::NoGame && count * 2 > submitted;
        let line = format!("{count} of these, such as {}: {text}", submissions[0].0);
        notice.lines.push(line);
    }
    Some(notice).filter(|notice| notice.lines.len() > 1)
}
