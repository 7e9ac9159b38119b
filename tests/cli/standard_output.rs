//! `-` in the place of what is written: standard output, or refused in one line.

use crate::support::{Test, refused};

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
    let report = predicates::str::starts_with("{\n  \"version\": 4,\n  \"passed\": 1,");
    let found = test.stdout_matches(report).run();
    assert!(!folder.join("-").exists());
    drop(found);
    check(&["--output=-"]).stdout("1 passed, 0 failed\n").run();
}

#[test]
fn a_folder_or_a_script_is_not_written_there() {
    for (option, arguments) in [
        (
            "--save <DIR>",
            &["check", "--random", "1", "--save", "-", "--", "true"][..],
        ),
        (
            "--output <OUT>",
            &[
                "grade",
                ".",
                "--submissions",
                ".",
                "--output",
                "-",
                "--",
                "true",
            ],
        ),
        (
            "--output <OUT>",
            &["grade", "--merge", "a", "b", "--output", "-"],
        ),
        ("--write <DIR>", &["suite", "--write", "-"]),
        ("--install <DIR>", &["docs", "man", "--install", "-"]),
        ("--script <FILE>", &["play", "--screen", "--script", "-"]),
    ] {
        refused(
            arguments,
            &format!(
                "invalid value '-' for '{option}': standard output is not supported here; ./- is the \
                 file of that name"
            ),
        );
    }
}
