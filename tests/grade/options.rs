//! The options of `check`, and what ends a whole run.

use super::check_setup::Folder;
use crate::support::{Test, all_refused, refused};

#[test]
fn options_that_make_no_sense_are_refused() {
    all_refused(
        "\
check tests --fromat json => unexpected argument '--fromat' found; a similar argument exists: '--format'
check tests --fast => unexpected argument '--fast' found; a command and its options come after --
check tests -f => unexpected argument '-f' found; a command and its options come after --
check tests --update => unexpected argument '--update' found; a command and its options come after --
check tests --timeout 0 => invalid value '0' for '--timeout <TIME>': not a time such as 10s, 500ms or 2m
check tests --timeout 10years => invalid value '10years' for '--timeout <TIME>': not a time such as 10s, 500ms or 2m
check tests --max-output -1 => unexpected argument '-1' found; a command and its options come after --
check tests --max-memory much => invalid value 'much' for '--max-memory <SIZE>': not a size such as 16MiB or 1GB
check tests --jobs 0 => invalid value '0' for '--jobs <N>': number would be zero for non-zero type
check tests --partition 0/2 => invalid value '0/2' for '--partition <K/N>': not K/N with K from 1 to N
check tests --partition 3/2 => invalid value '3/2' for '--partition <K/N>': not K/N with K from 1 to N
check tests --filter [a => invalid value '[a' for '--filter <GLOB>': Pattern syntax error near position 0: invalid range pattern
check tests --points -1 => unexpected argument '-1' found; a command and its options come after --
check tests --format xml => invalid value 'xml' for '--format <FORMAT>' [possible values: human, json, junit, gradescope]
check tests --reveal all => invalid value 'all' for '--reveal <DETAILS>' [possible values: full, actual, none]; a similar value exists: 'full'
check tests --lenient colour => invalid value 'colour' for '--tolerate <LIST>' [possible values: trailing-space, message, version, final-newline, crlf, layout]
check tests -- => no command after --",
    );
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
