//! Checks that cannot be completed: their reports, and where reports may be written.

use std::{fs, os::unix::fs::symlink};

use serde_json::json;

use super::check_setup::{CaseFolder, ENDINGS};
use crate::support::{Test, assert_contains, assert_lacks, refused};

const MESSAGE: &str = "/nowhere/at/all could not be started: No such file or directory";

/// Returns the report on standard output of a check whose command cannot be started.
fn report(format: &str) -> String {
    let folder = CaseFolder::new();
    Test::new()
        .args(["check", "--format", format])
        .arg(folder.path(""))
        .args(["--", "/nowhere/at/all"])
        .message(MESSAGE)
        .any_stdout()
        .status(2)
        .run()
        .text()
}

#[test]
fn every_format_has_the_reason_of_an_aborted_check() {
    assert_eq!(report("human"), "");
    let json = crate::support::json("check", report("json"));
    let fields = ["error", "passed", "cases"].map(|name| json[name].clone());
    assert_eq!(fields, [json!(MESSAGE), json!(0), json!([])]);
    let junit = report("junit");
    let suites = junit_parser::from_reader(junit.as_bytes()).expect("JUnit");
    let suite = &suites.suites[0];
    assert_eq!((suite.tests, suite.failures, suite.errors), (1, 0, 1));
    assert_contains(&junit, [MESSAGE]);
    let gradescope = crate::support::json("gradescope", report("gradescope"));
    let fields = ["score", "output"].map(|name| gradescope[name].clone());
    assert_eq!(fields, [json!(0.0), json!(MESSAGE)]);
}

#[test]
fn a_report_in_a_file_has_the_reason_of_an_aborted_check() {
    let folder = CaseFolder::new();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let report = elsewhere.path().join("report.txt");
    Test::new()
        .args(["check", "--output"])
        .arg(&report)
        .arg(folder.path(""))
        .args(["--", "/nowhere/at/all"])
        .refused(MESSAGE);
    let written = fs::read_to_string(&report).expect("a report");
    assert_eq!(written, format!("error: {MESSAGE}\n"));
    // For an unreadable case, the report names the file.
    fs::remove_file(folder.path("tc.in.txt")).expect("a file");
    fs::create_dir(folder.path("tc.in.txt")).expect("a folder");
    let input = folder.path("tc.in.txt").display().to_string();
    Test::new()
        .args(["check", "--format", "gradescope", "--output"])
        .arg(&report)
        .arg(folder.path(""))
        .refused(format!("{input}: not a regular file"));
    let report = fs::read(&report).expect("a report");
    let json = crate::support::json("gradescope", report);
    assert_eq!(json["score"], 0.0);
    assert_eq!(json["output"], format!("{input}: not a regular file"));
}

#[test]
fn links_pipes_and_folders_are_no_places_for_a_report() {
    let folder = CaseFolder::new();
    folder.write("target", "kept");
    symlink("target", folder.path("link")).expect("a link");
    symlink("nowhere", folder.path("dangling")).expect("a link");
    Test::of("mkfifo").arg(folder.path("pipe")).run();
    fs::create_dir(folder.path("folder")).expect("a folder");
    for (name, reason) in [
        ("link", "not a regular file"),
        ("dangling", "not a regular file"),
        ("pipe", "not a regular file"),
        ("folder", "not a regular file"),
        ("no/such/folder/report", "No such file or directory"),
    ] {
        let report = folder.path(name);
        Test::new()
            .args(["check", "--format", "json", "--output"])
            .args([&report, &folder.path("")])
            .args(["--", "sh", "-c", "echo started >&2", "sh"])
            .refused(format!("{}: {reason}", report.display()));
    }
    let kept = fs::read_to_string(folder.path("target"));
    assert_eq!(kept.expect("a file"), "kept");
    assert!(!folder.path("nowhere").exists());
}

#[test]
fn line_feeds_in_case_names_are_escaped_in_every_format() {
    let folder = CaseFolder::new();
    let name = "a\nok 2 - forged";
    for ending in ENDINGS {
        let [from, to] = ["tc", name].map(|name| folder.path(&format!("{name}.{ending}.txt")));
        fs::rename(from, to).expect("another name");
    }
    for (command, expected) in [(&[][..], Some(0)), (&["false"], Some(1))] {
        for format in ["human", "json", "junit", "gradescope"] {
            let (report, status) = folder.check(&["--format", format], command);
            assert_eq!(status, expected, "{report}");
            assert_lacks(&format!("\n{report}"), ["\nok 2"]);
            assert_contains(&report, ["forged"]);
        }
    }
}

#[test]
fn an_invalid_glob_is_quoted_on_one_line() {
    refused(
        &["check", "tests", "--filter", "a\n***"],
        "invalid value 'a ***' for '--filter <GLOB>': error at position 4: wildcards are either regular `*` or recursive `**`",
    );
}

#[test]
fn a_program_that_may_not_be_executed_is_an_error() {
    let folder = CaseFolder::new();
    folder.write("no program", "");
    let [cases, program] = ["", "no program"].map(|name| folder.path(name).display().to_string());
    let message = format!("{program} could not be started: Permission denied");
    refused(&["check", &cases, "--", &program], &message);
}

#[test]
fn a_closed_standard_output_changes_no_verdict() {
    let folder = CaseFolder::new();
    let report = folder.path("report.json");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    Test::new()
        .args(["check", "--format", "json", "--output"])
        .arg(&report)
        .arg(folder.path(""))
        .args(["--", "false"])
        .stdout_to(writer)
        .status(1)
        .run();
    let report = fs::read_to_string(report).expect("a report");
    assert_contains(&report, ["\"failed\": 1"]);
}
