//! Finds common mistakes and results of the submissions of a class.

use std::{cmp::Reverse, collections::BTreeMap};

use super::grades::{Class, Grade, GradeStatus};
use crate::{
    io::counted,
    report::{Finding, Wording},
};

/// Maximum number of reasons in a notice.
const MAX_REASONS: usize = 2;

/// A cause, in all situations in which the cause occurs.
#[derive(Debug)]
pub(super) struct Mistake<'grades> {
    /// The cause in one of the situations.
    pub wording: &'grades Wording,
    pub members: Vec<&'grades Grade>,
    /// Number of affected cases in all submissions.
    cases: usize,
}

/// Returns the mistakes of a class, sorted by the number of submissions and then of cases, the most
/// common mistake first.
pub(super) fn mistakes(grades: &[Grade]) -> Vec<Mistake<'_>> {
    let mut mistakes = BTreeMap::new();
    for grade in grades {
        for Finding { wording, cases, .. } in grade.causes() {
            let mistake = mistakes.entry(&wording.stem).or_insert(Mistake {
                wording,
                members: Vec::new(),
                cases: 0,
            });
            if mistake
                .members
                .last()
                .is_none_or(|it| it.file != grade.file)
            {
                mistake.members.push(grade);
            }
            mistake.cases += cases.len();
        }
    }
    let mut mistakes: Vec<_> = mistakes.into_values().collect();
    mistakes.sort_by_key(|mistake| Reverse((mistake.members.len(), mistake.cases)));
    mistakes
}

/// Groups the submissions that were not graded by their status.
pub(super) fn not_graded(grades: &[Grade]) -> BTreeMap<GradeStatus, Vec<&Grade>> {
    let mut groups = BTreeMap::<_, Vec<_>>::new();
    for grade in grades.iter().filter(|grade| !grade.is_graded()) {
        groups.entry(grade.status).or_default().push(grade);
    }
    groups
}

/// Counts the submissions by their results, in words.
pub(super) fn summary(class: &Class, grades: &[Grade]) -> String {
    let in_share = class.share_size();
    let mut text = if grades.len() == in_share {
        counted(in_share, "submission", "submissions")
    } else {
        format!("{} of {in_share} graded", grades.len())
    };
    let passed = grades.iter().filter(|it| it.has_passed()).count();
    text += &format!(", {passed} passed all cases");
    for (status, members) in not_graded(grades) {
        text += &format!(", {} {}", members.len(), status.name());
    }
    text
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Category {
    NoGame,
    Tolerance,
    Mistake,
}

/// Returns the reasons why submissions pass no case, if most submissions that have files pass none
/// and most of these share a reason.
pub(super) fn notice(grades: &[Grade]) -> Option<Notice> {
    let (mut submitted, mut failing) = (0, 0);
    // The names of the submissions with each reason, and the numbers of affected cases.
    let mut reasons = BTreeMap::<_, Vec<(&str, usize)>>::new();
    for grade in grades {
        let mut own_reasons = BTreeMap::new();
        match grade.status {
            GradeStatus::CouldNotBePrepared | GradeStatus::CouldNotBeStarted => {
                own_reasons.insert((Category::NoGame, grade.reason().join(": ")), 0);
            }
            GradeStatus::Graded if grade.has_failed_all() => {
                for Finding { wording, cases, .. } in grade.causes() {
                    let category = if wording.is_about_the_start() {
                        Category::NoGame
                    } else {
                        Category::Mistake
                    };
                    let key = (category, wording.general.clone());
                    *own_reasons.entry(key).or_default() += cases.len();
                }
                if let Some(helpful) = grade.tolerance() {
                    let text = format!("More cases pass with {}.", helpful.option);
                    own_reasons.insert((Category::Tolerance, text), 0);
                }
            }
            _ => {}
        }
        submitted += usize::from(grade.status != GradeStatus::NothingSubmitted);
        failing += usize::from(!own_reasons.is_empty());
        for (reason, cases) in own_reasons {
            reasons
                .entry(reason)
                .or_default()
                .push((&grade.name, cases));
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
        let (count, first) = (submissions.len(), submissions[0].0);
        notice.has_no_game |= category == Category::NoGame && count * 2 > submitted;
        let line = format!("{count} of these, such as {first}: {text}");
        notice.lines.push(line);
    }
    Some(notice).filter(|notice| notice.lines.len() > 1)
}
