//! Renders the `results.json` of Gradescope's autograder.

use serde_json::json;

use super::{
    results::{Results, to_pretty},
    text,
};

pub fn report(results: &Results) -> String {
    if let Some(error) = &results.error {
        return to_pretty(&json!({ "score": 0.0, "output": error, "tests": [] }));
    }
    let mut tests = Vec::new();
    for (number, result) in results.cases.iter().enumerate() {
        tests.push(json!({
            "name": text::titled(&result.case),
            "number": (number + 1).to_string(),
            "status": if result.has_passed() { "passed" } else { "failed" },
            "score": result.points,
            "max_score": result.max_points,
            "visibility": result.case.about.visibility,
            "output": format!("{}\n{}", result.verdict.name(), text::case_text(number, results)),
            "output_format": "text",
        }));
    }
    to_pretty(&json!({ "score": results.points(), "tests": tests }))
}
