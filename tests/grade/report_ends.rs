//! The end of the report for people: helpful tolerances, and the counts.

use super::check_setup::{PICKY, check};
use crate::support::snapshot;

#[test]
fn what_tolerating_would_change_is_counted() {
    // The candidate prints the seed, and always the same error.
    let command = ["--", "sh", "-c", "cat \"$1\"; printf 'e\\r\\n' >&2", "sh"];
    let cases = |options: &[&str]| {
        let seeds = ["x \n", "x \n", "x\r\n", "x \r\n", "y\n", "x \n", "x \n"];
        let cases = ('a'..).zip(seeds);
        let test = cases.fold(check(&[]), |test, (name, seed)| {
            test.write(&format!("{name}.seed.txt"), seed)
                .write(&format!("{name}.out.txt"), "x\n")
        });
        // No tolerance helps against a status, and each output has its own.
        test.write("f.status.txt", "1\n")
            .write("g.err.txt", "e\n")
            .args([".", "--reveal", "actual"])
            .args(options)
            .args(command)
            .status(1)
    };
    cases(&[]).snapshot("check.tolerable.txt");
    // A tolerance that is in use is not suggested again.
    cases(&["--tolerate", "crlf"]).snapshot("check.tolerated.txt");
    cases(&["--tolerate", "crlf", "--tolerate", "trailing-space"])
        .stdout_matches(predicates::str::ends_with("5 passed, 2 failed\n"))
        .run();
}

#[test]
fn each_failed_case_has_a_line_on_standard_output_and_in_a_file() {
    let here = tempfile::tempdir().expect("a folder");
    let report = here.path().join("report");
    let names: Vec<String> = (1..=23).map(|number| format!("tc{number:02}")).collect();
    let seeds: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "bad")).collect();
    check(&seeds)
        .args(["--format", "human", "--output"])
        .arg(&report)
        .arg(".")
        .args(PICKY)
        .status(1)
        .snapshot("check.failed.txt");
    let report = std::fs::read_to_string(report).expect("a report");
    snapshot("check.failed.txt", &report);
}
