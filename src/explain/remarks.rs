//! Text of its own that a program prints in every answer, such as for debugging: it stands
//! for nothing that is missing in some of them.

use std::collections::BTreeSet;

use super::subject::Subject;
use super::template;
use crate::compare::printed::PrintedLine;

/// Marks the lines of such text.
pub(super) fn mark(subjects: &mut [Subject]) {
    let Some(remarks) = find(subjects).filter(|remarks| !remarks.is_empty()) else {
        return;
    };
    for subject in subjects {
        let lines = answers(subject).flat_map(|answer| {
            let range = subject.output.printed.line_range(answer..answer + 1);
            range.map(move |line| (answer, line))
        });
        let marked: Vec<usize> = lines
            .filter(|&(answer, line)| {
                let line = &subject.output.printed.lines[line];
                line.is_own() && remarks.contains(&pattern(subject, answer, line))
            })
            .map(|(_, line)| line)
            .collect();
        subject.set_remarks(&marked);
    }
}

/// What stands in every answer but the first and the last of a game; none where the
/// game answers with an error in all of them, so that it may stand for that.
fn find(subjects: &[Subject]) -> Option<BTreeSet<Vec<u8>>> {
    let mut remarks: Option<BTreeSet<Vec<u8>>> = None;
    let mut are_all_errors = true;
    for subject in subjects {
        let answers = answers(subject);
        for answer in answers.start.max(1)..answers.end.saturating_sub(1) {
            let lines = subject.output.printed.answer(answer).iter();
            let own = lines.filter(|line| line.is_own());
            let own: BTreeSet<Vec<u8>> = own.map(|line| pattern(subject, answer, line)).collect();
            remarks = Some(match remarks {
                Some(remarks) => remarks.intersection(&own).cloned().collect(),
                None => own,
            });
            if remarks.as_ref().is_some_and(BTreeSet::is_empty) {
                return None;
            }
            are_all_errors &= subject
                .right
                .answer(answer)
                .iter()
                .any(PrintedLine::is_error);
        }
    }
    remarks.filter(|_| !are_all_errors)
}

/// The answers of a program.
fn answers(subject: &Subject) -> std::ops::Range<usize> {
    0..subject.output.printed.answer_count()
}

/// A line with a sign for what varies in it.
fn pattern(subject: &Subject, answer: usize, line: &PrintedLine) -> Vec<u8> {
    let text = subject.without_path(subject.output.printed.text(line));
    template::of_other(&text, subject.line_text(answer))
}
