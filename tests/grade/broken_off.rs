//! Checks that cannot be carried out: their reports, and where these may be written.

use std::fs;

use serde_json::json;

use super::check_setup::{ENDINGS, Folder};
use crate::support::{Test, assert_contains, assert_lacks, refused};

const MESSAGE: &str = "/nowhere/at/all could not be started: No such file or directory";

/// The report on standard output of a check whose command cannot be started.
fn report(format: &str) -> String {
    let folder = Folder::new();
    let test = Test::new().args(["check", "--format", format]);
    test.arg(folder.path(""))
        .args(["--", "/nowhere/at/all"])
        .message(MESSAGE)
        .any_stdout()
        .status(2)
        .run()
        .text()
}

#[test]
fn every_format_tells_why_a_check_was_broken_off() {
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
fn a_report_in_a_file_is_broken_off_too() {
    let folder = Folder::new();
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
    // A case that cannot be read is named, and nothing is run.
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
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let at = |name: &str| elsewhere.path().join(name);
    fs::write(at("target"), "kept").expect("a file");
    symlink(at("target"), at("link")).expect("a link");
    symlink(at("nowhere"), at("dangling")).expect("a link");
    Test::of("mkfifo").arg(at("pipe")).run();
    fs::create_dir(at("folder")).expect("a folder");
    let refused = |name: &str, why: &str| {
        Test::new()
            .args(["check", "--format", "json", "--output"])
            .arg(at(name))
            .arg(folder.path(""))
            .args(["--", "sh", "-c", "echo started >&2", "sh"])
            .refused(format!("{}: {why}", at(name).display()));
    };
    for name in ["link", "dangling", "pipe", "folder"] {
        refused(name, "not a regular file");
    }
    refused("no/such/folder/report", "No such file or directory");
    assert_eq!(fs::read_to_string(at("target")).expect("a file"), "kept");
    assert!(!at("nowhere").exists());
}

#[test]
fn names_of_cases_stay_on_their_line_in_every_format() {
    let folder = Folder::new();
    let name = "a\nok 2 - forged";
    for ending in ENDINGS {
        let from = folder.path(&format!("tc.{ending}.txt"));
        fs::rename(from, folder.path(&format!("{name}.{ending}.txt"))).expect("a name");
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
fn a_glob_is_quoted_on_one_line() {
    refused(
        &["check", "tests", "--filter", "a\n***"],
        "invalid value 'a ***' for '--filter <GLOB>': Pattern syntax error near position 4: wildcards are either regular `*` or recursive `**`",
    );
}

#[test]
fn a_program_that_cannot_be_started_is_no_fault_of_the_cases() {
    let folder = Folder::new();
    folder.write("no program", "");
    let [cases, program] = ["", "no program"].map(|name| folder.path(name).display().to_string());
    let message = format!("{program} could not be started: Permission denied");
    refused(&["check", &cases, "--", &program], &message);
}

#[test]
fn a_reader_that_has_seen_enough_changes_no_verdict() {
    let folder = Folder::new();
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
