//! `--fail-fast`: what is run, and what reports say of the rest.

use predicates::prelude::*;
use serde_json::{Value, json};

use super::check_setup::{DETAILS, PICKY, PICKY_AGAIN, check, picky_conclusion};
use crate::support::Test;

/// A check whose second and fourth case fail, up to the first that does.
fn fail_fast(options: &[&str]) -> Test {
    check(&[("a", "good"), ("b #2", "bad"), ("c", "good"), ("d", "bad")])
        .args(["--fail-fast", "."])
        .args(options)
        .args(PICKY)
        .status(1)
}

#[test]
fn the_first_case_that_fails_is_the_last() {
    for jobs in ["1", "4"] {
        fail_fast(&["--jobs", jobs])
            .stdout(format!(
                "FAIL ./b #2: wrong status\n{}\n\
                 again: minesweeper-alpha check --reveal none './b #2.seed.txt' {PICKY_AGAIN}\n\
                 {DETAILS}1 passed, 1 failed, 2 not run\n",
                picky_conclusion(1),
            ))
            .run();
    }
    // Nothing is left to be told of where the last one fails.
    fail_fast(&["--filter", "[ad]"])
        .stdout(format!(
            "FAIL ./d: wrong status\n{}\n\
             again: minesweeper-alpha check --reveal none ./d.seed.txt {PICKY_AGAIN}\n\
             {DETAILS}1 passed, 1 failed\n",
            picky_conclusion(1),
        ))
        .run();
    fail_fast(&["--filter", "[ac]"])
        .stdout("2 passed, 0 failed\n")
        .status(0)
        .run();
}

#[test]
fn junit_skips_what_is_left() {
    let report = fail_fast(&["--format", "junit"])
        .stdout_matches(predicate::always())
        .run()
        .text();
    let suites = junit_parser::from_reader(report.as_bytes()).expect("JUnit");
    let suite = &suites.suites[0];
    assert_eq!(
        (suite.tests, suite.failures, suite.errors, suite.skipped),
        (4, 1, 0, 2)
    );
    let statuses: Vec<_> = suite
        .cases
        .iter()
        .map(|case| (case.original_name.as_str(), case.status.is_skipped()))
        .collect();
    assert_eq!(
        statuses,
        [
            ("./a", false),
            ("./b #2", false),
            ("./c", true),
            ("./d", true)
        ]
    );
}

#[test]
fn json_counts_what_is_left() {
    let json = |options: &[&str], status| {
        let options = [&["--format", "json"], options].concat();
        let report = fail_fast(&options)
            .stdout_matches(predicate::always())
            .status(status)
            .run()
            .text();
        let json: Value = crate::support::json("check", &report);
        let counts = ["version", "passed", "failed", "not_run"];
        let cases = json["cases"].as_array().expect("a list").len();
        (
            counts.map(|count| json[count].as_u64().expect("a number")),
            cases,
        )
    };
    assert_eq!(json(&[], 1), ([4, 1, 1, 2], 4));
    assert_eq!(json(&["--filter", "[ac]"], 0), ([4, 2, 0, 0], 2));
}

#[test]
fn gradescope_gives_nothing_for_what_is_left() {
    let report = fail_fast(&["--format", "gradescope", "--points", "2"])
        .stdout_matches(predicate::always())
        .run()
        .text();
    let json: Value = crate::support::json("gradescope", &report);
    let tests = json["tests"].as_array().expect("a list");
    for (test, (status, score, output)) in tests.iter().zip([
        ("passed", 2.0, "passed\n"),
        ("failed", 0.0, "wrong status\n"),
        ("failed", 0.0, "not run: a case before it failed\n"),
        ("failed", 0.0, "not run: a case before it failed\n"),
    ]) {
        let found = ["status", "score", "max_score", "output"].map(|key| test[key].clone());
        let expected = [json!(status), json!(score), json!(2.0), json!(output)];
        assert_eq!(found, expected, "{test}");
    }
    let numbers = tests
        .iter()
        .map(|test| test["number"].as_str().expect("text"));
    assert_eq!(numbers.collect::<String>(), "1234");
    assert_eq!(json["score"], 2.0);
}
