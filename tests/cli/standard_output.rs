//! `-` for standard output, in place of a path.

use crate::support::Test;

/// Runs `check` for a case that expects no output.
fn check(options: &[&str]) -> Test {
    Test::new()
        .write("a.seed.txt", "x")
        .write("a.status.txt", "0")
        .args(["check", "a", "--jobs", "1"])
        .args(options)
        .args(["--", "true"])
}

#[test]
fn report_on_standard_output_writes_no_file() {
    let test = check(&["--format", "json", "--output", "-"]);
    let folder = test.path("");
    let report = predicates::str::starts_with("{\n  \"version\": 5,\n  \"passed\": 1,");
    let found = test.stdout_matches(report).run();
    assert!(!folder.join("-").exists());
    drop(found);
    check(&["--output=-"]).stdout("1 passed, 0 failed\n").run();
}
