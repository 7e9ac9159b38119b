//! Renders the `results.json` of Gradescope's autograder.

use serde::Serialize;

use super::results::{CaseResult, Results, Verdict, to_pretty};
use super::text;
use crate::cases::case::Visibility;
use crate::cases::points::Points;

#[derive(Serialize)]
struct Report {
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
pub(crate) fn report(results: &Results) -> String {
    let mut tests = Vec::new();
    if results.error.is_none() {
        for (number, result) in results.cases.iter().enumerate() {
            tests.push(test(number, result, results));
        }
    }
    to_pretty(&Report {
        score: tests.iter().map(|test| test.score).sum(),
        output: results.error.clone(),
        tests,
    })
}

fn test(number: usize, result: &CaseResult, results: &Results) -> Test {
    let passed = result.passed();
    let [causes, details] = text::whole_case(number, results);
    let mut output = causes + result.verdict.name();
    if result.verdict == Verdict::NotRun {
        output += ": a case before it failed";
    }
    output += "\n";
    // A failed case has the repeats in its details.
    if let (Some(repeats), true) = (text::repeats(result.repeats), passed) {
        output += &format!("{repeats}\n");
    }
    output += &details;
    Test {
        name: text::titled(&result.case),
        number: (number + 1).to_string(),
        status: if passed { "passed" } else { "failed" },
        score: result.points,
        max_score: result.max_points,
        visibility: result.case.about.visibility,
        output,
        output_format: "text",
    }
}
