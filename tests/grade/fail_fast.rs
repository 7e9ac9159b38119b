//! `--fail-fast`: what is run, and what reports say of the rest.

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

#[track_caller]
fn report(options: &[&str], schema: &str, status: i32) -> Value {
    let run = fail_fast(options).any_stdout().status(status).run();
    crate::support::json(schema, run.out)
}

#[test]
fn the_first_case_that_fails_is_the_last() {
    let stops_at = |options: &[&str], name: &str, path: &str, counts: &str| {
        fail_fast(options)
            .stdout(format!(
                "FAIL ./{name}: wrong status\n{}\n\
                 again: minesweeper-alpha check --reveal none {path} {PICKY_AGAIN}\n\
                 {DETAILS}{counts}\n",
                picky_conclusion(1),
            ))
            .run();
    };
    for jobs in ["1", "4"] {
        let counts = "1 passed, 1 failed, 2 not run";
        stops_at(&["--jobs", jobs], "b #2", "'./b #2.seed.txt'", counts);
    }
    // Nothing is left to be told of where the last one fails.
    stops_at(
        &["--filter", "[ad]"],
        "d",
        "./d.seed.txt",
        "1 passed, 1 failed",
    );
    fail_fast(&["--filter", "[ac]"])
        .stdout("2 passed, 0 failed\n")
        .status(0)
        .run();
}

#[test]
fn junit_skips_what_is_left() {
    let run = fail_fast(&["--format", "junit"]).any_stdout().run();
    let suites = junit_parser::from_reader(run.out.as_slice()).expect("JUnit");
    let suite = &suites.suites[0];
    let counts = [suite.tests, suite.failures, suite.errors, suite.skipped];
    assert_eq!(counts, [4, 1, 0, 2]);
    let cases = suite.cases.iter();
    let is_skipped = cases.map(|case| (case.original_name.as_str(), case.status.is_skipped()));
    let expected = [
        ("./a", false),
        ("./b #2", false),
        ("./c", true),
        ("./d", true),
    ];
    assert_eq!(is_skipped.collect::<Vec<_>>(), expected);
}

#[test]
fn json_counts_what_is_left() {
    for (filter, status, counts, count) in [("*", 1, [4, 1, 1, 2], 4), ("[ac]", 0, [4, 2, 0, 0], 2)]
    {
        let report = report(&["--format", "json", "--filter", filter], "check", status);
        let names = ["version", "passed", "failed", "not_run"];
        assert_eq!(names.map(|name| report[name].as_u64()), counts.map(Some));
        assert_eq!(report["cases"].as_array().expect("a list").len(), count);
    }
}

#[test]
fn gradescope_gives_nothing_for_what_is_left() {
    let options = ["--format", "gradescope", "--points", "2"];
    let json = report(&options, "gradescope", 1);
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
