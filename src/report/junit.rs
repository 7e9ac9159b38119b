//! Renders `JUnit` XML.

use maud::{Markup, PreEscaped, html};

use super::{
    results::{CaseResult, Results, Verdict},
    text,
};

const SUITE: &str = "minesweeper-alpha";

/// Renders the whole report: a suite with a test for each case. The error of an aborted check is
/// another test.
pub fn report(results: &Results) -> String {
    let aborted = usize::from(results.error.is_some());
    // The sum of no numbers is -0.0.
    let time = results.cases.iter().map(|it| it.seconds).sum::<f64>().abs();
    let report = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        testsuites name=(SUITE) {
            testsuite
                name=(SUITE)
                tests=(results.cases.len() + aborted)
                failures=(results.failed_count())
                errors=(results.count(Verdict::CouldNotBeGraded) + aborted)
                time=(format!("{time:.3}")) {
                @for (number, result) in results.cases.iter().enumerate() {
                    (test(number, result, results))
                }
                @if let Some(reason) = &results.error {
                    "\n"
                    testcase name="check" classname=(SUITE) time="0" {
                        error type="error" message=(reason) {}
                    }
                }
            }
        }
        "\n"
    };
    legal(&report.into_string())
}

fn test(number: usize, result: &CaseResult, results: &Results) -> Markup {
    let verdict = result.verdict.name();
    let details = text::case_text(number, results);
    html! {
        "\n"
        testcase
            name=(text::titled(&result.case))
            classname=(SUITE)
            time=(result.seconds) {
            @match result.verdict {
                Verdict::Passed => @if !details.is_empty() { system-out { (details.trim_end()) } },
                Verdict::CouldNotBeGraded => error type=(verdict) message=(verdict) { (details) },
                _ => failure type=(verdict) message=(verdict) { (details) },
            }
        }
    }
}

/// Replaces the characters that XML cannot contain, not even as references, by visible escapes.
fn legal(text: &str) -> String {
    let mut legal = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => {
                legal.push(character);
            }
            _ => legal.extend(character.escape_unicode()),
        }
    }
    legal
}
