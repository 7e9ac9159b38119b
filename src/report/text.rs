//! Renders the failures of a case as lines of text, for all formats.

use super::options::Reveal;
use crate::cases::case::{Artifact, Case};
use crate::compare::diff::{DiffLine, Side};
use crate::compare::result::{CaseResult, Difference, Failure};
use crate::io::visible::{counted, visible_path};

/// A line of text, perhaps of a diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReportLine {
    /// The side of a diff.
    pub(crate) side: Side,
    /// The text, without a line feed.
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

/// Whether a report has already explained the signs of its diffs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Legend {
    /// The next diff needs the explanation.
    #[default]
    Due,
    /// The explanation is printed.
    Shown,
}

impl Legend {
    /// Returns the explanation, the first time only.
    pub(super) fn take(&mut self, reveal: Reveal) -> Option<ReportLine> {
        let due = std::mem::replace(self, Self::Shown) == Self::Due;
        let text = match reveal {
            Reveal::Full => "- expected  + found  · space",
            Reveal::Actual | Reveal::None => "+ found  · space",
        };
        due.then(|| format!("  {text}").into())
    }
}

/// Returns the name of a case, followed by its title if it has one.
pub(crate) fn titled(case: &Case) -> String {
    match &case.about.title {
        Some(title) => format!("{}: {title}", case.name),
        None => case.name.clone(),
    }
}

/// Renders the title, files and failures of a failed case.
pub(crate) fn details(result: &CaseResult, reveal: Reveal, legend: &mut Legend) -> Vec<ReportLine> {
    let body = body(result, reveal, legend);
    let title = result.case.about.title.iter();
    let title = title.map(|title| format!("tests: {title}").into());
    let title = title.filter(|_| !body.is_empty());
    title.chain(body.iter().cloned()).collect()
}

/// Renders the files and failures of a failed case.
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

/// Renders a number of cases and their total, in words.
pub(crate) fn cases_of(count: usize, all: usize) -> String {
    match count {
        2.. if count < all => format!("{count} of {all} cases"),
        2.. => format!("all {all} cases"),
        _ => counted(count, "case", "cases"),
    }
}

/// Renders the number of repeated runs, if any.
pub(crate) fn repeats(repeats: u32) -> Option<String> {
    (repeats > 0).then(|| format!("runs repeated alone: {repeats}"))
}

/// Renders the failures of a case.
pub(crate) fn failures(
    result: &CaseResult,
    reveal: Reveal,
    legend: &mut Legend,
) -> Vec<ReportLine> {
    let mut lines = Vec::new();
    for failure in &result.failures {
        // The combined output is of interest only if each stream is right.
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

/// Returns the message of a failure, with the expected status if it may be shown.
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
        lines.extend(legend.take(reveal));
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

/// Renders the lines of a diff that may be shown.
fn diff_lines(failure: &Failure, reveal: Reveal) -> impl Iterator<Item = ReportLine> {
    let difference = failure.difference.iter();
    let diff = difference.flat_map(|difference| &difference.diff);
    let shown = diff.filter(move |line| reveal == Reveal::Full || !line.tells_expected());
    shown.map(|line| ReportLine {
        side: line.side,
        text: signed(line),
    })
}

/// Renders a line of a diff with its sign. A blank line that differs is named.
pub(crate) fn signed(line: &DiffLine) -> String {
    let text = match line.side {
        Side::Expected | Side::Found if line.text.is_empty() => "(blank line)",
        _ => &line.text,
    };
    format!("{} {text}", line.side.sign())
}

/// Renders the diffs of a case, and the end of its output if a limit cut that off, for formats that
/// have the rest in fields. The combined output is left out if one of the streams fails alike.
pub(super) fn diffs(result: &CaseResult, reveal: Reveal) -> String {
    let mut lines = Vec::new();
    let shown = result.failures.iter().filter(|_| reveal != Reveal::None);
    for failure in shown.filter(|failure| !is_repeated(failure, result)) {
        lines.extend(failure.printed.iter().map(|line| format!("  {line}\n")));
        lines.extend(diff_lines(failure, reveal).map(|line| line.text + "\n"));
    }
    lines.concat()
}

/// Reports whether a failure of the combined output repeats the failure of one stream.
fn is_repeated(failure: &Failure, result: &CaseResult) -> bool {
    let before = result.failures.iter().take_while(|one| *one != failure);
    failure.artifact == Artifact::Merged
        && before.into_iter().any(|one| one.verdict == failure.verdict)
}
