//! Finds common mistakes and results of the submissions of a class.

use std::{cmp::Reverse, collections::BTreeMap};

use super::record::{Class, GradeRecord, GradingStatus};
use crate::{
    io::counted,
    report::{Finding, Wording},
};

/// Maximum number of reasons in a notice.
const MAX_REASONS: usize = 2;

/// A cause, in all situations in which the cause occurs.
#[derive(Debug)]
pub(super) struct Mistake<'records> {
    /// The cause in one of the situations.
    pub wording: &'records Wording,
    /// The submissions with this mistake, in their order.
    pub members: Vec<&'records GradeRecord>,
    /// Number of affected cases in all submissions.
    cases: usize,
}

/// Returns the mistakes of a class, sorted by the number of submissions and then of cases, the most
/// common mistake first.
pub(super) fn mistakes(records: &[GradeRecord]) -> Vec<Mistake<'_>> {
    let mut mistakes: BTreeMap<&str, Mistake<'_>> = BTreeMap::new();
    for record in records {
        for cause in record.causes() {
            let wording = &cause.wording;
            let mistake = mistakes.entry(&wording.stem).or_insert(Mistake {
                wording,
                members: Vec::new(),
                cases: 0,
            });
            if mistake.members.last().map(|last| &last.file) != Some(&record.file) {
                mistake.members.push(record);
            }
            mistake.cases += cause.cases.len();
        }
    }
    let mut mistakes: Vec<Mistake<'_>> = mistakes.into_values().collect();
    mistakes.sort_by_key(|mistake| Reverse((mistake.members.len(), mistake.cases)));
    mistakes
}

/// Groups the submissions that were not graded by their status.
pub(super) fn not_graded(records: &[GradeRecord]) -> BTreeMap<GradingStatus, Vec<&GradeRecord>> {
    let mut groups: BTreeMap<GradingStatus, Vec<&GradeRecord>> = BTreeMap::new();
    for record in records {
        if !record.is_graded() {
            groups.entry(record.status).or_default().push(record);
        }
    }
    groups
}

/// Counts the submissions by their results, in words.
pub(super) fn summary(class: &Class, records: &[GradeRecord]) -> String {
    let in_share = class.files_in_share().len();
    let mut parts = vec![if records.len() == in_share {
        counted(in_share, "submission", "submissions")
    } else {
        format!("{} of {in_share} graded", records.len())
    }];
    let passed = records.iter().filter(|record| record.has_passed()).count();
    parts.push(format!("{passed} passed all cases"));
    for (status, members) in not_graded(records) {
        parts.push(format!("{} {}", members.len(), status.name()));
    }
    parts.join(", ")
}

/// The reason why most submissions pass no case.
#[derive(Debug)]
pub(super) struct Notice {
    /// The number of submissions that pass no case, and the reasons that most of these share.
    pub lines: Vec<String>,
    /// True if most submissions play no game, most likely because the command or the preparation is
    /// wrong.
    pub has_no_game: bool,
}

/// A kind of reason why a submission passes no case, the most important kind first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum FailureCategory {
    NoGame,
    Tolerance,
    Mistake,
}

/// Returns the reasons why submissions pass no case, if most submissions that have files pass none
/// and most of these share a reason.
pub(super) fn notice(records: &[GradeRecord]) -> Option<Notice> {
    let (mut submitted, mut failing) = (0, 0);
    // The names of the submissions with each reason, and the numbers of affected cases.
    let mut reasons: BTreeMap<(FailureCategory, String), Vec<(&str, usize)>> = BTreeMap::new();
    for record in records {
        let mut own_reasons = BTreeMap::new();
        match record.status {
            GradingStatus::CouldNotBePrepared | GradingStatus::CouldNotBeStarted => {
                own_reasons.insert((FailureCategory::NoGame, record.reason().join(": ")), 0);
            }
            GradingStatus::Graded if record.has_failed_all() => {
                for Finding { wording, cases, .. } in record.causes() {
                    let category = if wording.is_about_the_start() {
                        FailureCategory::NoGame
                    } else {
                        FailureCategory::Mistake
                    };
                    let key = (category, wording.general.clone());
                    *own_reasons.entry(key).or_default() += cases.len();
                }
                if let Some(helpful) = record.tolerance() {
                    let text = format!("More cases pass with {}.", helpful.option);
                    own_reasons.insert((FailureCategory::Tolerance, text), 0);
                }
            }
            _ => {}
        }
        submitted += usize::from(record.status != GradingStatus::NothingSubmitted);
        failing += usize::from(!own_reasons.is_empty());
        for (reason, cases) in own_reasons {
            let submissions = reasons.entry(reason).or_default();
            submissions.push((&record.name, cases));
        }
    }
    if failing < 2 || failing * 2 <= submitted {
        return None;
    }
    let of_all = counted(submitted, "submission", "submissions");
    let mut notice = Notice {
        lines: vec![format!("{failing} of {of_all} pass no case")],
        has_no_game: false,
    };
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.retain(|(_, submissions)| submissions.len() * 2 > failing);
    reasons.sort_by_key(|((category, _), submissions)| {
        let cases: usize = submissions.iter().map(|(_, cases)| cases).sum();
        (*category, Reverse((submissions.len(), cases)))
    });
    for ((category, text), submissions) in reasons.into_iter().take(MAX_REASONS) {
        let count = submissions.len();
        notice.has_no_game |= category == FailureCategory::NoGame && count * 2 > submitted;
        let line = format!("{count} of these, such as {}: {text}", submissions[0].0);
        notice.lines.push(line);
    }
    Some(notice).filter(|notice| notice.lines.len() > 1)
}
