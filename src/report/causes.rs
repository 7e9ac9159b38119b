//! The causes of failures, in lines of text.

use super::checked::Checked;
use super::options::Reveal;
use super::text::{self, Legend, ReportLine};
use crate::compare::diff::{DiffLine, Side};
use crate::explain::explanation::{Explanation, Finding, Rest};

/// In how many cases it is shown what is left.
const LEFT_SHOWN: usize = 5;

/// The list of causes, and what they leave: the heart of the report for people.
pub(crate) fn lines(checked: Checked<'_>, legend: &mut Legend) -> Vec<ReportLine> {
    let mut lines: Vec<ReportLine> = Vec::new();
    for (index, finding) in checked.explanation.findings.iter().enumerate() {
        lines.push(String::new().into());
        lines.extend(of_finding(index + 1, finding, checked, legend));
    }
    let left = match checked.options.reveal {
        Reveal::None => Vec::new(),
        Reveal::Full | Reveal::Actual => left(checked),
    };
    for &number in left.iter().take(LEFT_SHOWN) {
        lines.push(String::new().into());
        lines.extend(what_is_left(number, checked, legend));
    }
    if left.len() > LEFT_SHOWN {
        let more = counted(left.len() - LEFT_SHOWN, "more case", "more cases");
        lines.push(String::new().into());
        let hint = if checked.options.verbose {
            ""
        } else {
            ": --verbose shows all"
        };
        lines.push(format!("[{more} with something unexplained{hint}]").into());
    }
    if !lines.is_empty() {
        lines.push(String::new().into());
    }
    lines
}

/// The failed cases in which something is left.
fn left(checked: Checked<'_>) -> Vec<usize> {
    let notes = checked.explanation.notes.iter();
    let left = notes.filter(|(_, note)| note.rest.is_some());
    left.map(|(&number, _)| number).collect()
}

fn of_finding(
    number: usize,
    finding: &Finding,
    checked: Checked<'_>,
    legend: &mut Legend,
) -> Vec<ReportLine> {
    let reveal = checked.options.reveal;
    let (wording, cases) = (
        &finding.wording,
        counted(finding.cases.len(), "case", "cases"),
    );
    let places = counted(finding.places, "place", "places");
    let mut lines = vec![format!("{number}. {}: {cases}, {places}", wording.name).into()];
    if let Some(sentence) = sentence(finding, reveal) {
        lines.push(format!("   {sentence}").into());
        lines.push(format!("   The rule: {}", wording.rule).into());
    }
    let first = &finding.first;
    if reveal != Reveal::None
        && let Some(result) = checked.results.get(first.case)
    {
        let moment = first.moment.describe(&result.case.input_name());
        lines.push(format!("   First in {}, {moment}", result.case.name).into());
        lines.extend(diff(&first.diff, reveal, "   ", legend));
    }
    lines
}

/// The sentence of a cause, if that may be shown.
pub(super) fn sentence(finding: &Finding, reveal: Reveal) -> Option<&str> {
    let may_be_shown = match reveal {
        Reveal::Full => true,
        Reveal::Actual => !finding.wording.tells_expected,
        Reveal::None => false,
    };
    may_be_shown.then_some(finding.wording.sentence.as_str())
}

/// What no cause explains in a case.
fn what_is_left(number: usize, checked: Checked<'_>, legend: &mut Legend) -> Vec<ReportLine> {
    let (explanation, reveal) = (checked.explanation, checked.options.reveal);
    let Some(result) = checked.results.get(number) else {
        return Vec::new();
    };
    let note = explanation.notes.get(&number);
    let mut lines = vec![format!("{}: not explained", result.case.name).into()];
    let has_causes = note.is_some_and(|note| !note.findings.is_empty());
    match note.and_then(|note| note.rest.as_ref()) {
        Some(Rest::Left { first, sentence, count }) if has_causes => {
            let moment = first.moment.describe(&result.case.input_name());
            lines.push(format!("   {sentence} ({count} kinds of differences)").into());
            lines.push(format!("   {moment}").into());
            lines.extend(diff(&first.diff, reveal, "   ", legend));
        }
        _ => {
            let details = text::details(result, reveal, legend).into_iter();
            lines.extend(details.map(|line| ReportLine {
                text: format!("   {}", line.text),
                ..line
            }));
        }
    }
    lines
}

fn diff(lines: &[DiffLine], reveal: Reveal, indent: &str, legend: &mut Legend) -> Vec<ReportLine> {
    // Without what is expected there is nothing to point at either.
    let shown: Vec<&DiffLine> = lines
        .iter()
        .filter(|line| reveal == Reveal::Full || !matches!(line.side, Side::Expected | Side::Place))
        .collect();
    if shown.is_empty() {
        return Vec::new();
    }
    let indented = |line: ReportLine| ReportLine {
        text: format!("{indent}{}", line.text),
        ..line
    };
    let told = legend.tell(reveal).map(indented);
    let shown = shown.into_iter().map(|line| ReportLine {
        side: line.side,
        text: format!("{indent}  {} {}", line.side.sign(), line.text),
    });
    told.into_iter().chain(shown).collect()
}

/// The causes of a case, a line for each.
pub(super) fn of_case(explanation: &Explanation, number: usize, reveal: Reveal) -> Vec<String> {
    let findings = explanation.causes_of(number);
    let line = |finding: &Finding| match sentence(finding, reveal) {
        Some(sentence) => format!("cause: {}: {sentence}", finding.wording.name),
        None => format!("cause: {}", finding.wording.name),
    };
    findings.map(line).collect()
}

/// What the causes come to.
pub(super) fn conclusion(explanation: &Explanation) -> Option<String> {
    let failing = explanation.notes.len();
    let causes = explanation.findings.len();
    let explain = if causes == 1 { "explains" } else { "explain" };
    let noun = if failing == 1 { "case" } else { "cases" };
    let causes = counted(causes, "cause", "causes");
    let explained = explanation.explained();
    let line =
        format!("{causes} {explain} all differences in {explained} of {failing} failing {noun}");
    (failing > 0).then_some(line)
}

/// A number and what it counts.
fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// The causes of a case by its number, and what is wrong with it, as one text.
pub(super) fn joined(number: usize, checked: Checked<'_>) -> String {
    let [causes, details] = texts(number, checked);
    causes + &details
}

/// The causes of a case by its number as a text, and what is wrong with it.
pub(super) fn texts(number: usize, checked: Checked<'_>) -> [String; 2] {
    let reveal = checked.options.reveal;
    let Some(result) = checked.results.get(number) else {
        return [String::new(), String::new()];
    };
    let causes = of_case(checked.explanation, number, reveal).into_iter();
    let details = text::details(result, reveal, &mut Legend::default()).into_iter();
    [
        causes.map(|line| line + "\n").collect(),
        details.map(|line| line.text + "\n").collect(),
    ]
}
