//! The Test Anything Protocol, version 13.

use std::fmt::Write;

use super::causes;
use super::check_result::Checked;
use super::text::{self, Legend, titled};
use crate::cases::case::Case;
use crate::io::visible::visible;

/// The whole report. What is wrong with a case follows it in lines of comment.
pub(crate) fn report(checked: Checked<'_>) -> String {
    let Checked {
        results,
        explanation,
        options,
        ending,
    } = checked;
    let mut report = String::from("TAP version 13\n");
    if ending.reason().is_none() {
        // Writing to a `String` always succeeds.
        let _ = writeln!(report, "1..{}", results.len() + ending.not_run().len());
    }
    let mut legend = Legend::default();
    for (index, result) in results.iter().enumerate() {
        let ok = if result.passed() { "ok" } else { "not ok" };
        // Writing to a `String` always succeeds.
        let _ = writeln!(report, "{ok} {} - {}", index + 1, name(&result.case));
        if !result.passed() {
            let _ = writeln!(report, "# {}", result.verdict.name());
        }
        if let Some(repeats) = text::repeats(result.repeats).filter(|_| result.passed()) {
            let _ = writeln!(report, "# {repeats}");
        }
        for line in causes::of_case(explanation, index, options.reveal) {
            let _ = writeln!(report, "# {line}");
        }
        for line in text::details(result, options.reveal, &mut legend) {
            let _ = writeln!(report, "# {}", line.text);
        }
    }
    for (index, case) in ending.not_run().iter().enumerate() {
        let number = results.len() + index + 1;
        // Writing to a `String` always succeeds.
        let _ = writeln!(report, "ok {number} - {} # SKIP not run", name(case));
    }
    if let Some(conclusion) = causes::conclusion(explanation) {
        let _ = writeln!(report, "# {conclusion}");
    }
    if let Some(reason) = ending.reason() {
        let _ = writeln!(report, "Bail out! {reason}");
    }
    report
}

/// The name of a case. A number sign would begin a directive.
fn name(case: &Case) -> String {
    visible(titled(case).as_bytes())
        .replace('\\', "\\\\")
        .replace('#', "\\#")
}
