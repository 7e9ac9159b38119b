//! `--fail-fast`: what is run, and what reports say of the rest.

use serde_json::{Value, json};

use super::check_setup::{DETAILS, PICKY, check, picky_conclusion};
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
    let stops_at = |options: &[&str], details: &str, counts: &str| {
        fail_fast(options)
            .stdout(format!("FAIL ./{details}{counts} passed, 1 failed\n"))
            .run();
    };
    let after_two = format!("b #2: wrong status\n{}\n{DETAILS}", picky_conclusion(1));
    for jobs in ["1", "4"] {
        stops_at(&["--jobs", jobs], &after_two, "1");
    }
    let options = ["--filter", "[ad]"];
    stops_at(&options, &after_two.replace("b #2", "d"), "1");
    fail_fast(&["--filter", "[ac]"])
        .stdout("2 passed, 0 failed\n")
        .status(0)
        .run();
}

#[test]
fn reports_have_only_the_cases_that_were_run() {
    let run = fail_fast(&["--format", "junit"]).any_stdout().run();
    let suites = junit_parser::from_reader(run.out.as_slice()).expect("JUnit");
    let suite = &suites.suites[0];
    let counts = [suite.tests, suite.failures, suite.errors, suite.skipped];
    assert_eq!(counts, [2, 1, 0, 0]);
    for (filter, status, counts) in [("*", 1, [5, 1, 1]), ("[ac]", 0, [5, 2, 0])] {
        let report = report(&["--format", "json", "--filter", filter], "check", status);
        let names = ["version", "passed", "failed"];
        assert_eq!(names.map(|name| report[name].as_u64()), counts.map(Some));
        assert_eq!(report["cases"].as_array().expect("a list").len(), 2);
    }
    let options = ["--format", "gradescope", "--points", "2"];
    let json = report(&options, "gradescope", 1);
    let tests = json["tests"].as_array().expect("a list");
    assert_eq!(tests.len(), 2);
    for (test, (status, score, output)) in tests.iter().zip([
        ("passed", 2.0, "passed\n"),
        ("failed", 0.0, "wrong status\n"),
    ]) {
        let found = ["status", "score", "max_score", "output"].map(|key| test[key].clone());
        let expected = [json!(status), json!(score), json!(2.0), json!(output)];
        assert_eq!(found, expected, "{test}");
    }
    assert_eq!(json["score"], 2.0);
}
