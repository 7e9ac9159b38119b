//! Renders the `results.json` of Gradescope's autograder.

use serde::Serialize;

use super::causes;
use super::check_result::Checked;
use super::json::to_pretty;
use super::result::CaseResult;
use super::text;
use crate::cases::case::{Case, Visibility};
use crate::cases::points::Points;

#[derive(Serialize)]
struct Results {
    score: Points,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    number: String,
    status: &'static str,
    score: Points,
    max_score: Points,
    #[serde(skip_serializing_if = "Option::is_none")]
    visibility: Option<Visibility>,
    output: String,
    output_format: &'static str,
}

/// Renders the whole report.
pub(crate) fn report(checked: Checked<'_>) -> String {
    if let Some(reason) = checked.ending.reason() {
        return to_pretty(&Results {
            score: Points::default(),
            output: Some(reason.to_owned()),
            tests: Vec::new(),
        });
    }
    let run = checked
        .results
        .iter()
        .map(|result| (&result.case, Some(result)));
    let not_run = checked.ending.not_run().iter().map(|case| (case, None));
    let tests: Vec<Test> = run
        .chain(not_run)
        .enumerate()
        .map(|(index, (case, result))| test(index, case, result, checked))
        .collect();
    to_pretty(&Results {
        score: tests.iter().map(|test| test.score).sum(),
        output: None,
        tests,
    })
}

/// Converts a case, which has no result if `--fail-fast` skipped it.
fn test(index: usize, case: &Case, result: Option<&CaseResult>, checked: Checked<'_>) -> Test {
    let passed = result.is_some_and(CaseResult::passed);
    let about = &case.about;
    Test {
        name: text::titled(case),
        number: (index + 1).to_string(),
        status: if passed { "passed" } else { "failed" },
        score: result.map(CaseResult::points).unwrap_or_default(),
        max_score: about.worth.most(),
        visibility: about.visibility,
        output: result.map_or_else(
            || "not run: a case before it failed\n".to_owned(),
            |result| {
                let [causes, details] = causes::texts(index, checked);
                // A failed case has the repeats in its details.
                let repeats = text::repeats(result.repeats).filter(|_| result.passed());
                let repeats = repeats.map_or_else(String::new, |text| text + "\n");
                format!("{causes}{}\n{repeats}{details}", result.verdict.name())
            },
        ),
        output_format: "text",
    }
}
