//! What is wrong with a case, in lines of text: the part that the formats
//! share.

use super::options::Reveal;
use crate::cases::case::{Artifact, Case};
use crate::compare::diff::Side;
use crate::compare::result::{CaseResult, Difference, Failure};
use crate::io::visible::visible_path;

/// A line of text; those of a diff know whose they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReportLine {
    /// Whose line it is, in a diff.
    pub(crate) side: Side,
    /// The line.
    pub(crate) text: String,
}

impl From<String> for ReportLine {
    fn from(text: String) -> Self {
        Self {
            side: Side::Both,
            text,
        }
    }
}

/// What the signs before the lines of a diff mean: told once in a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Legend {
    /// It has not been told yet.
    #[default]
    Due,
    /// It has.
    Told,
}

impl Legend {
    /// The legend, the first time that it is asked for.
    pub(super) fn tell(&mut self, reveal: Reveal) -> Option<ReportLine> {
        let due = std::mem::replace(self, Self::Told) == Self::Due;
        let text = match reveal {
            Reveal::Full => "- expected  + found  · space",
            Reveal::Actual | Reveal::None => "+ found  · space",
        };
        due.then(|| format!("  {text}").into())
    }
}

/// A case's name, with its title behind it if it has one.
pub(crate) fn titled(case: &Case) -> String {
    match &case.about.title {
        Some(title) => format!("{}: {title}", case.name),
        None => case.name.clone(),
    }
}

/// What is wrong with a case: its title, its files, and each failure. Nothing for a case
/// that passed.
pub(crate) fn details(result: &CaseResult, reveal: Reveal, legend: &mut Legend) -> Vec<ReportLine> {
    if result.passed() || reveal == Reveal::None {
        return Vec::new();
    }
    let title = result.case.about.title.iter();
    let mut lines: Vec<ReportLine> = title
        .map(|title| format!("tests: {title}").into())
        .collect();
    lines.push(format!("seed:  {}", visible_path(&result.case.seed)).into());
    if let Some(input) = &result.case.input {
        lines.push(format!("input: {}", visible_path(input)).into());
    }
    lines.extend(repeats(result.repeats).map(ReportLine::from));
    lines.extend(failures(result, reveal, legend));
    lines
}

/// How often runs were repeated alone, in words, if any was.
pub(crate) fn repeats(repeats: u32) -> Option<String> {
    (repeats > 0).then(|| format!("runs repeated alone: {repeats}"))
}

/// The failures of a case.
pub(crate) fn failures(
    result: &CaseResult,
    reveal: Reveal,
    legend: &mut Legend,
) -> Vec<ReportLine> {
    let mut lines = Vec::new();
    for (index, failure) in result.failures.iter().enumerate() {
        // Both streams in one pipe are of interest only if each is right.
        let again = |before: &Failure| before.verdict == failure.verdict;
        if failure.artifact == Artifact::Merged && result.failures[..index].iter().any(again) {
            lines.push(
                format!(
                    "{}: {} too",
                    Artifact::Merged.name(),
                    failure.verdict.name()
                )
                .into(),
            );
        } else {
            lines.extend(failure_lines(
                failure,
                &result.case.input_name(),
                reveal,
                legend,
            ));
        }
    }
    lines
}

/// What is wrong, in words.
pub(crate) fn message(failure: &Failure, reveal: Reveal) -> String {
    match failure.expected_status.filter(|_| reveal == Reveal::Full) {
        Some(expected) => format!("{}, expected {expected}", failure.message),
        None => failure.message.clone(),
    }
}

fn failure_lines(
    failure: &Failure,
    input: &str,
    reveal: Reveal,
    legend: &mut Legend,
) -> Vec<ReportLine> {
    let Failure {
        difference,
        printed,
        ..
    } = failure;
    let moment = difference
        .as_ref()
        .and_then(|difference| difference.moment.as_ref())
        .map(|moment| format!(", {}", moment.describe(input)))
        .unwrap_or_default();
    let mut lines: Vec<ReportLine> = vec![(message(failure, reveal) + &moment).into()];
    if !printed.is_empty() {
        lines.push("the end of what it had printed:".to_owned().into());
        lines.extend(printed.iter().map(|line| format!("  {line}").into()));
    }
    if let Some(Difference {
        diff, tolerance, ..
    }) = difference
    {
        // Without what is expected there is nothing to point at either.
        let shown = diff.iter().filter(|line| {
            reveal == Reveal::Full || !matches!(line.side, Side::Expected | Side::Place)
        });
        lines.extend(legend.tell(reveal));
        lines.extend(shown.map(|line| ReportLine {
            side: line.side,
            text: format!("  {} {}", line.side.sign(), line.text),
        }));
        if let Some(tolerance) = tolerance {
            lines.push(format!("it would pass with --tolerate {tolerance}").into());
        }
    }
    lines
}
