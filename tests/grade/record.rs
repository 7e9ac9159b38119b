//! `record`: missing files are written, different ones kept or updated.

use std::path::Path;

use super::check_setup::copy_case;
use crate::support::{Test, package_file};

const ARTIFACTS: [&str; 4] = ["out", "err", "combined", "status"];

/// Creates a folder with the seed and the input of a case of the project.
fn folder(case: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let own = package_file("tests/cases").join(case);
    copy_case(own, folder.path().join(case), &["seed", "in"]);
    folder
}

/// Runs `record` in a folder; returns the report and the exit status.
fn record(folder: &Path, arguments: &[&str]) -> (String, Option<i32>) {
    let test = Test::new().args(["record", "."]).args(arguments);
    let run = test.current_dir(folder).found();
    assert_eq!(String::from_utf8_lossy(&run.err), "");
    (run.clone().text(), run.status)
}

#[test]
fn missing_files_are_written_and_equal_the_expected_ones() {
    let folder = folder("invalid-words");
    let written = ARTIFACTS
        .map(|artifact| format!("written ./invalid-words.{artifact}.txt\n"))
        .concat();
    assert_eq!(record(folder.path(), &[]), (written, Some(0)));
    for artifact in ARTIFACTS {
        let name = format!("invalid-words.{artifact}.txt");
        let folders = [&package_file("tests/cases"), folder.path()];
        let [expected, written] = folders.map(|it| std::fs::read(it.join(&name)).expect("a file"));
        assert!(written == expected, "{name}");
    }
    // Existing files are not written again.
    assert_eq!(record(folder.path(), &[]), (String::new(), Some(0)));
    std::fs::remove_file(folder.path().join("invalid-words.err.txt")).expect("a file");
    let written = "written ./invalid-words.err.txt\n".to_owned();
    assert_eq!(record(folder.path(), &[]), (written, Some(0)));
}

#[test]
fn different_files_are_kept_without_update() {
    let folder = folder("loss-at-once");
    record(folder.path(), &[]);
    let file = folder.path().join("loss-at-once.out.txt");
    let recorded = std::fs::read(&file).expect("a file");
    std::fs::write(&file, "kept").expect("a file");
    let missing = folder.path().join("loss-at-once.err.txt");
    std::fs::remove_file(&missing).expect("a file");
    let error = "./loss-at-once: differs from existing files (--update replaces them): ./loss-at-once.out.txt\n";
    assert_eq!(record(folder.path(), &[]), (error.to_owned(), Some(1)));
    assert_eq!(std::fs::read(&file).expect("a file"), b"kept");
    assert!(!missing.exists());
    let updated = "updated ./loss-at-once.out.txt\nwritten ./loss-at-once.err.txt\n".to_owned();
    assert_eq!(record(folder.path(), &["--update"]), (updated, Some(0)));
    assert!(std::fs::read(&file).expect("a file") == recorded);
    // As in `check`, a status is a number, and a path of the seed may be that of another folder.
    let status = folder.path().join("loss-at-once.status.txt");
    std::fs::write(status, "0").expect("a file");
    assert_eq!(record(folder.path(), &[]), (String::new(), Some(0)));
}

#[test]
fn nondeterministic_and_endless_programs_are_not_recorded() {
    let folder = folder("loss-at-once");
    let random = "cat /proc/sys/kernel/random/uuid 2>/dev/null || date +%N";
    let merged = "[ /dev/fd/1 -ef /dev/fd/2 ] && exit 1; exit 0";
    let other_status = "the exit status differs when both streams go to one file";
    let endless = "the program was still running at the time limit";
    for (limit, script, reason) in [
        ("10m", random, "the output changes from run to run"),
        ("10m", merged, other_status),
        ("200ms", "sleep 1000.5", endless),
    ] {
        let command = ["--timeout", limit, "--", "sh", "-c", script];
        let error = format!("./loss-at-once: nothing recorded: {reason}\n");
        assert_eq!(record(folder.path(), &command), (error, Some(1)));
    }
    let entries = std::fs::read_dir(folder.path()).expect("the folder");
    assert_eq!(entries.count(), 2);
}

#[test]
fn output_of_other_editions_and_of_a_command_is_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("b.cfg"), "*.\n..\n").expect("a board");
    std::fs::write(folder.path().join("b.in.txt"), "2 2 R\n").expect("an input");
    let (report, status) = record(folder.path(), &["--edition", "wise2021"]);
    assert_eq!(status, Some(0), "{report}");
    let out = std::fs::read_to_string(folder.path().join("b.out.txt")).expect("a file");
    assert!(out.contains("│   │ 1 │") || out.contains("│ 1 │"), "{out}");
    let options = ["--edition", "wise2021", "--update", "--"];
    let command = ["sh", "-c", "echo out; echo err >&2; exit 7"];
    let (report, status) = record(folder.path(), &[&options[..], &command].concat());
    assert_eq!(status, Some(0), "{report}");
    let expected = ["out\n", "err\n", "out\nerr\n", "7\n"];
    for (artifact, expected) in ARTIFACTS.iter().zip(expected) {
        let content = std::fs::read_to_string(folder.path().join(format!("b.{artifact}.txt")));
        assert_eq!(content.expect("a file"), expected);
    }
}
