//! What is wrong with a case, in lines of text: the part that the formats
//! share.

use crate::check::case::Part;
use crate::check::explain::Side;
use crate::check::report::Reveal;
use crate::check::result::{CaseResult, Difference, Failure};

/// A line of text; those of a diff know whose they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whose line it is, in a diff.
    pub side: Side,
    /// The line.
    pub text: String,
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self {
            side: Side::Both,
            text,
        }
    }
}

/// What is wrong with a case: its files, and each failure. Nothing for a case
/// that passed.
pub fn details(result: &CaseResult, reveal: Reveal) -> Vec<Line> {
    if result.passed() || reveal == Reveal::None {
        return Vec::new();
    }
    let mut lines = vec![format!("seed:  {}", result.case.seed.display()).into()];
    if let Some(input) = &result.case.input {
        lines.push(format!("input: {}", input.display()).into());
    }
    lines.extend(failures(result, reveal));
    lines
}

/// The failures of a case.
pub fn failures(result: &CaseResult, reveal: Reveal) -> Vec<Line> {
    let mut lines = Vec::new();
    for (index, failure) in result.failures.iter().enumerate() {
        // Both streams in one pipe are of interest only if each is right.
        let again = |before: &Failure| before.verdict == failure.verdict;
        if failure.part == Part::Combined && result.failures[..index].iter().any(again) {
            lines.push(format!("{}: {} too", Part::Combined.name(), failure.verdict.name()).into());
        } else {
            lines.extend(failure_lines(failure, &result.input_name(), reveal));
        }
    }
    lines
}

/// What is wrong, in words.
pub fn message(failure: &Failure, reveal: Reveal) -> String {
    match failure.expected_status.filter(|_| reveal == Reveal::Full) {
        Some(expected) => format!("{}, expected {expected}", failure.message),
        None => failure.message.clone(),
    }
}

fn failure_lines(failure: &Failure, input: &str, reveal: Reveal) -> Vec<Line> {
    let Failure {
        difference,
        printed,
        ..
    } = failure;
    let moment = difference
        .as_ref()
        .and_then(|difference| difference.moment.as_ref());
    let moment = moment.map(|moment| format!(", {}", moment.describe(input)));
    let mut lines: Vec<Line> =
        vec![(message(failure, reveal) + &moment.unwrap_or_default()).into()];
    if !printed.is_empty() {
        lines.push("the end of what it had printed:".to_owned().into());
        lines.extend(printed.iter().map(|line| format!("  {line}").into()));
    }
    if let Some(Difference { diff, lenient, .. }) = difference {
        let shown = diff
            .iter()
            .filter(|line| reveal == Reveal::Full || line.side != Side::Expected);
        lines.extend(shown.map(|line| Line {
            side: line.side,
            text: format!("  {} {}", line.side.sign(), line.text),
        }));
        if let Some(lenient) = lenient {
            lines.push(format!("it would pass with --lenient {lenient}").into());
        }
    }
    lines
}

/// The lines as one text.
pub fn joined(result: &CaseResult, reveal: Reveal) -> String {
    let lines = details(result, reveal)
        .into_iter()
        .map(|line| line.text + "\n");
    lines.collect()
}
