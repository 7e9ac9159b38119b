//! Renders diffs, failures and counts as lines of text, for all formats.

use super::{
    finding::{DiffLine, Moment, Side},
    results::{CaseResult, Results},
};
use crate::{cases::Case, io::counted};

/// Explanation of the signs in a diff.
const LEGEND: &str = "- expected  + found  \u{b7} space";

/// Renders a diff below an explanation of its signs. A note replaces a blank line that differs.
pub fn diff(diff_lines: &[DiffLine]) -> Vec<DiffLine> {
    let mut lines = Vec::new();
    if !diff_lines.is_empty() {
        lines.push(LEGEND.to_owned().into());
    }
    for DiffLine { side, text } in diff_lines {
        let text = match side {
            Side::Expected | Side::Found if text.is_empty() => "(blank line)",
            _ => text,
        };
        lines.push(DiffLine {
            side: *side,
            text: format!("{} {text}", side.sign()),
        });
    }
    indented("  ", lines)
}

/// Puts a text before each line.
pub(super) fn indented(indent: &str, mut lines: Vec<DiffLine>) -> Vec<DiffLine> {
    for line in &mut lines {
        line.text.insert_str(0, indent);
    }
    lines
}

/// Returns the name of a case, followed by its title if it has one.
pub fn titled(case: &Case) -> String {
    match &case.about.title {
        Some(title) => format!("{}: {title}", case.name),
        None => case.name.clone(),
    }
}

pub fn cases(count: usize) -> String {
    counted(count, "case", "cases")
}

/// Renders a number of cases and their total, in words.
pub fn cases_of(count: usize, all: usize) -> String {
    format!("{count} of {}", cases(all))
}

/// Renders the number of repeated runs, if there are any.
pub fn repeats(count: u32) -> Option<String> {
    (count > 0).then(|| format!("runs repeated alone: {count}"))
}

/// Appends the moment, if known, to the name of a case or to a message.
pub fn with_moment(text: &str, moment: Option<&Moment>) -> String {
    moment.map_or_else(|| text.to_owned(), |moment| format!("{text}, {moment}"))
}

pub fn details(result: &CaseResult) -> Vec<DiffLine> {
    let mut lines = Vec::new();
    for failure in &result.failures {
        lines.push(with_moment(&failure.message, failure.moment.as_ref()).into());
        lines.extend(diff(&failure.diff));
    }
    lines
}

/// Renders the causes and the failures of a case, for formats with one text for each case.
pub(super) fn case_text(number: usize, results: &Results) -> String {
    let result = &results.cases[number];
    let mut text = String::new();
    let findings = results.of_case(number).map(|(_, finding)| finding);
    for cause in findings.filter(|finding| finding.is_cause()) {
        text += &format!("cause: {}\n", cause.wording.label());
    }
    text.extend(repeats(result.repeats).map(|line| line + "\n"));
    text.extend(details(result).into_iter().map(|line| line.text + "\n"));
    text
}
