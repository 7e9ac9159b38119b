//! What is wrong with a case, in lines of text: the part that the formats
//! share.

use super::options::Reveal;
use crate::cases::case::{Artifact, Case};
use crate::compare::diff::{DiffLine, Side};
use crate::compare::result::{CaseResult, Difference, Failure};
use crate::io::visible::{counted, visible_path};

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
    let body = body(result, reveal, legend);
    let title = result.case.about.title.iter();
    let title = title.map(|title| format!("tests: {title}").into());
    let title = title.filter(|_| !body.is_empty());
    title.chain(body.clone()).collect()
}

/// The same without the title.
pub(super) fn body(result: &CaseResult, reveal: Reveal, legend: &mut Legend) -> Vec<ReportLine> {
    if result.passed() || reveal == Reveal::None {
        return Vec::new();
    }
    let input = result.case.input.as_ref();
    let input = input.map_or_else(|| "(none)".to_owned(), |input| visible_path(input));
    let mut lines: Vec<ReportLine> = vec![
        format!("seed:  {}", visible_path(&result.case.seed)).into(),
        format!("input: {input}").into(),
    ];
    lines.extend(repeats(result.repeats).map(ReportLine::from));
    lines.extend(failures(result, reveal, legend));
    lines
}

/// So many of all cases, in words.
pub(crate) fn cases_of(count: usize, all: usize) -> String {
    match count {
        2.. if count < all => format!("{count} of {all} cases"),
        2.. => format!("all {all} cases"),
        _ => counted(count, "case", "cases"),
    }
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
    for failure in &result.failures {
        // Both streams in one pipe are of interest only if each is right.
        if is_repeated(failure, result) {
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
    if let Some(Difference { tolerance, .. }) = difference {
        lines.extend(legend.tell(reveal));
        lines.extend(diff_lines(failure, reveal).map(|line| ReportLine {
            text: format!("  {}", line.text),
            ..line
        }));
        if let Some(tolerance) = tolerance {
            lines.push(format!("it would pass with --tolerate {tolerance}").into());
        }
    }
    lines
}

/// The lines of a failure's diff that may be shown, each with its sign.
fn diff_lines(failure: &Failure, reveal: Reveal) -> impl Iterator<Item = ReportLine> {
    let difference = failure.difference.iter();
    let diff = difference.flat_map(|difference| &difference.diff);
    let shown = diff.filter(move |line| reveal == Reveal::Full || !line.tells_expected());
    shown.map(|line| ReportLine {
        side: line.side,
        text: signed(line),
    })
}

/// A line of a diff behind its sign. Of a blank line that differs, nothing else could be seen.
pub(crate) fn signed(line: &DiffLine) -> String {
    let text = match line.side {
        Side::Expected | Side::Found if line.text.is_empty() => "(blank line)",
        _ => &line.text,
    };
    format!("{} {text}", line.side.sign())
}

/// What reports with fields have none for: the diffs of a case, and the end of what it had
/// printed when a limit cut it off. Both streams in one pipe are left out where one of
/// them alone is wrong in the same way.
pub(super) fn diffs(result: &CaseResult, reveal: Reveal) -> String {
    let mut lines = Vec::new();
    let shown = result.failures.iter().filter(|_| reveal != Reveal::None);
    for failure in shown.filter(|failure| !is_repeated(failure, result)) {
        lines.extend(failure.printed.iter().map(|line| format!("  {line}\n")));
        lines.extend(diff_lines(failure, reveal).map(|line| line.text + "\n"));
    }
    lines.concat()
}

/// Whether this is about both streams in one pipe, and what is wrong with them has been
/// told of one of them.
fn is_repeated(failure: &Failure, result: &CaseResult) -> bool {
    let before = result.failures.iter().take_while(|one| *one != failure);
    failure.artifact == Artifact::Merged
        && before.into_iter().any(|one| one.verdict == failure.verdict)
}
