//! Renders the failures of a case as lines of text, for all formats.

use super::diff_line::{DiffLine, Side};
use super::options::Reveal;
use super::result::{CaseResult, Failure};
use crate::cases::case::{Artifact, Case};
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
    let mut lines = body(result, reveal, legend);
    if let Some(title) = result
        .case
        .about
        .title
        .as_ref()
        .filter(|_| !lines.is_empty())
    {
        lines.insert(0, format!("tests: {title}").into());
    }
    lines
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
    let input = result.case.input_name();
    let mut lines = Vec::new();
    for failure in &result.failures {
        // The combined output is of interest only if each stream is right.
        if is_repeated(failure, result) {
            let (part, verdict) = (Artifact::Merged.name(), failure.verdict.name());
            lines.push(format!("{part}: {verdict} too").into());
        } else {
            lines.extend(failure_lines(failure, &input, reveal, legend));
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
    let (difference, printed) = (failure.difference.as_ref(), &failure.printed);
    let moment = difference.and_then(|difference| difference.moment.as_ref());
    let moment = moment.map_or_else(String::new, |it| format!(", {}", it.describe(input)));
    let mut lines: Vec<ReportLine> = vec![(message(failure, reveal) + &moment).into()];
    if !printed.is_empty() {
        lines.push("the end of what it had printed:".to_owned().into());
        lines.extend(printed.iter().map(|line| format!("  {line}").into()));
    }
    if let Some(difference) = difference {
        lines.extend(legend.take(reveal));
        lines.extend(diff_lines(&difference.diff, reveal).map(|line| ReportLine {
            text: format!("  {}", line.text),
            ..line
        }));
        if let Some(tolerance) = &difference.tolerance {
            lines.push(format!("it would pass with --tolerate {tolerance}").into());
        }
    }
    lines
}

/// Renders the lines of a diff that may be shown.
pub(super) fn diff_lines<'a>(
    diff: impl IntoIterator<Item = &'a DiffLine>,
    reveal: Reveal,
) -> impl Iterator<Item = ReportLine> {
    let may_be_shown = move |line: &&DiffLine| reveal == Reveal::Full || !line.tells_expected();
    diff.into_iter()
        .filter(may_be_shown)
        .map(|line| ReportLine {
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
        let diff = failure.difference.iter().flat_map(|one| &one.diff);
        lines.extend(diff_lines(diff, reveal).map(|line| line.text + "\n"));
    }
    lines.concat()
}

/// Reports whether a failure of the combined output repeats the failure of one stream.
fn is_repeated(failure: &Failure, result: &CaseResult) -> bool {
    let before = result.failures.iter().take_while(|one| *one != failure);
    failure.artifact == Artifact::Merged
        && before.into_iter().any(|one| one.verdict == failure.verdict)
}
