//! `-` for standard output, in place of a path.

use crate::support::Test;

/// Runs `check` for a case that expects no output.
fn check(options: &[&str]) -> Test {
    let test = Test::new()
        .write("a.seed.txt", "x")
        .write("a.status.txt", "0");
    let case = test.path("a");
    test.arg("check")
        .arg(case)
        .args(["--jobs", "1"])
        .args(options)
        .args(["--", "true"])
}

#[test]
fn report_on_standard_output_writes_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = predicates::str::starts_with("{\n  \"version\": 5,\n  \"passed\": 1,");
    check(&["--format", "json", "--output", "-"])
        .current_dir(&folder)
        .stdout_matches(report)
        .run();
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 0);
    check(&["--output=-"]).stdout("1 passed, 0 failed\n").run();
}
