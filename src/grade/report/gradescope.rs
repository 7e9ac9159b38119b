//! The `results.json` of Gradescope's autograder.

use serde::Serialize;

use super::causes;
use super::checked::Checked;
use super::json::to_pretty;
use crate::grade::case::Case;
use crate::grade::judge::result::CaseResult;

#[derive(Serialize)]
struct Report {
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    number: String,
    status: &'static str,
    score: f64,
    max_score: f64,
    output: String,
    output_format: &'static str,
}

/// The whole report.
pub(crate) fn report(checked: Checked<'_>) -> String {
    let Checked {
        results, ending, ..
    } = checked;
    if let Some(reason) = ending.reason() {
        return to_pretty(&Report {
            score: 0.0,
            output: Some(reason.to_owned()),
            tests: Vec::new(),
        });
    }
    let run = results.iter().map(|result| (&result.case, Some(result)));
    let not_run = ending.not_run().iter().map(|case| (case, None));
    let tests: Vec<Test> = run
        .chain(not_run)
        .enumerate()
        .map(|(index, (case, result))| test(index, case, result, checked))
        .collect();
    to_pretty(&Report {
        score: tests.iter().map(|test| test.score).sum(),
        output: None,
        tests,
    })
}

/// The test of a case, which has no result if one before it ended the check.
fn test(index: usize, case: &Case, result: Option<&CaseResult>, checked: Checked<'_>) -> Test {
    let options = checked.options;
    let passed = result.is_some_and(CaseResult::passed);
    Test {
        name: case.name.clone(),
        number: (index + 1).to_string(),
        status: if passed { "passed" } else { "failed" },
        score: if passed { options.points } else { 0.0 },
        max_score: options.points,
        output: result.map_or_else(
            || "not run: a case before it failed\n".to_owned(),
            |result| {
                let [causes, details] = causes::texts(index, checked);
                format!("{causes}{}\n{details}", result.verdict.name())
            },
        ),
        output_format: "text",
    }
}
