//! The Test Anything Protocol, version 13.

use std::fmt::Write;

use super::ending::Ending;
use super::options::Reveal;
use super::text::{self, Legend};
use crate::grade::judge::result::CaseResult;
use crate::grade::judge::visible::visible;

/// The whole report. What is wrong with a case follows it in lines of comment.
pub(crate) fn report(results: &[CaseResult], reveal: Reveal, ending: Ending<'_>) -> String {
    let mut report = String::from("TAP version 13\n");
    if ending == Ending::Complete {
        // Writing to a `String` always succeeds.
        let _ = writeln!(report, "1..{}", results.len());
    }
    let mut legend = Legend::default();
    for (index, result) in results.iter().enumerate() {
        let ok = if result.passed() { "ok" } else { "not ok" };
        // A number sign would begin a directive.
        let name = visible(result.case.name.as_bytes())
            .replace('\\', "\\\\")
            .replace('#', "\\#");
        // Writing to a `String` always succeeds.
        let _ = writeln!(report, "{ok} {} - {name}", index + 1);
        if !result.passed() {
            let _ = writeln!(report, "# {}", result.verdict.name());
        }
        for line in text::details(result, reveal, &mut legend) {
            let _ = writeln!(report, "# {}", line.text);
        }
    }
    if let Some(reason) = ending.reason() {
        let _ = writeln!(report, "Bail out! {reason}");
    }
    report
}
