//! Renders the `results.json` of Gradescope's autograder.

use serde_json::{Value, json};

use super::results::{CaseResult, Results, to_pretty};
use super::text;

/// Renders the whole report.
pub(crate) fn report(results: &Results) -> String {
    if let Some(error) = &results.error {
        return to_pretty(&json!({ "score": 0.0, "output": error, "tests": [] }));
    }
    let cases = results.cases.iter().enumerate();
    let tests = cases.map(|(number, result)| test(number, result, results));
    let tests: Vec<Value> = tests.collect();
    to_pretty(&json!({ "score": results.points(), "tests": tests }))
}

fn test(number: usize, result: &CaseResult, results: &Results) -> Value {
    json!({
        "name": text::titled(&result.case),
        "number": (number + 1).to_string(),
        "status": if result.passed() { "passed" } else { "failed" },
        "score": result.points,
        "max_score": result.max_points,
        "visibility": result.case.about.visibility,
        "output": format!("{}\n{}", result.verdict.name(), text::whole_case(number, results)),
        "output_format": "text",
    })
}
