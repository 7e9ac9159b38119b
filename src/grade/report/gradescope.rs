//! The `results.json` of Gradescope's autograder.

use serde::Serialize;

use super::ending::Ending;
use super::json::to_pretty;
use super::options::Options;
use super::text;
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
pub(crate) fn report(results: &[CaseResult], options: &Options, ending: Ending<'_>) -> String {
    if let Some(reason) = ending.reason() {
        return to_pretty(&Report {
            score: 0.0,
            output: Some(reason.to_owned()),
            tests: Vec::new(),
        });
    }
    let tests: Vec<Test> = results
        .iter()
        .enumerate()
        .map(|(index, result)| test(index, result, options))
        .collect();
    to_pretty(&Report {
        score: tests.iter().map(|test| test.score).sum(),
        output: None,
        tests,
    })
}

fn test(index: usize, result: &CaseResult, options: &Options) -> Test {
    Test {
        name: result.case.name.clone(),
        number: (index + 1).to_string(),
        status: if result.passed() { "passed" } else { "failed" },
        score: if result.passed() { options.points } else { 0.0 },
        max_score: options.points,
        output: format!(
            "{}\n{}",
            result.verdict.name(),
            text::joined(result, options.reveal)
        ),
        output_format: "text",
    }
}
