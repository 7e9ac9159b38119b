//! `-` in the place of what is written: standard output.

use crate::support::Test;

/// A case that has passed when nothing was printed.
fn check(options: &[&str]) -> Test {
    Test::new()
        .write("a.seed.txt", "x")
        .write("a.status.txt", "0")
        .args(["check", "a", "--jobs", "1"])
        .args(options)
        .args(["--", "true"])
}

#[test]
fn a_report_on_standard_output_is_one_without_a_file() {
    let test = check(&["--format", "json", "--output", "-"]);
    let folder = test.path("");
    let report = predicates::str::starts_with("{\n  \"version\": 5,\n  \"passed\": 1,");
    let found = test.stdout_matches(report).run();
    assert!(!folder.join("-").exists());
    drop(found);
    check(&["--output=-"]).stdout("1 passed, 0 failed\n").run();
}
