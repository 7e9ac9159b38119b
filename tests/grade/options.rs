//! The options of `check`, and what ends a whole run.

use super::checked::Folder;
use crate::support::{Test, refused};

#[test]
fn options_that_make_no_sense_are_refused() {
    let refused = |arguments: &[&str], message: &str| {
        refused(&[&["check", "tests"], arguments].concat(), message);
    };
    refused(&["--fast"], "invalid option '--fast'");
    refused(&["-f"], "invalid option '-f'");
    refused(&["--update"], "invalid option '--update'");
    refused(
        &["--timeout", "0"],
        "--timeout: not a time such as 10s, 500ms or 2m: \"0\"",
    );
    refused(
        &["--timeout", "10 years"],
        "--timeout: not a time such as 10s, 500ms or 2m: \"10 years\"",
    );
    refused(
        &["--max-output", "-1"],
        "--max-output: not a size such as 16MiB or 1GB: \"-1\"",
    );
    refused(
        &["--max-memory", "much"],
        "--max-memory: not a size such as 16MiB or 1GB: \"much\"",
    );
    refused(&["--jobs", "0"], "--jobs: not a number from 1 on: \"0\"");
    refused(
        &["--partition", "0/2"],
        "--partition: \"0/2\" is not K/N with K from 1 to N",
    );
    refused(
        &["--partition", "3/2"],
        "--partition: \"3/2\" is not K/N with K from 1 to N",
    );
    refused(
        &["--points", "-1"],
        "--points: not a number from 0 on: \"-1\"",
    );
    refused(
        &["--format", "xml"],
        "--format: unknown \"xml\"; known are human, tap, json, junit, gradescope",
    );
    refused(
        &["--reveal", "all"],
        "--reveal: unknown \"all\"; known are full, actual, none",
    );
    refused(
        &["--lenient", "colour"],
        "--lenient: unknown \"colour\"; known are trailing-space, message, version and final-newline",
    );
    refused(&["--"], "there is no command after --");
}

#[test]
fn a_program_that_cannot_be_started_is_no_fault_of_the_cases() {
    let folder = Folder::new();
    folder.write("no program", "");
    let not_executable = folder.path("no program");
    for (program, reason) in [
        ("/nowhere/at/all", "No such file or directory"),
        (not_executable.to_str().expect("UTF-8"), "Permission denied"),
    ] {
        let message = format!("{program} could not be started: {reason}");
        let cases = folder.path("");
        refused(
            &["check", cases.to_str().expect("UTF-8"), "--", program],
            &message,
        );
    }
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
    assert!(
        std::fs::read_to_string(report)
            .expect("a report")
            .contains("\"failed\": 1")
    );
}
