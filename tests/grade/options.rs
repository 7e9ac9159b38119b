//! The options of `check`, and what ends a whole run.

use super::check_setup::Folder;
use crate::support::{Test, refused};

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
