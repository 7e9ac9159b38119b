//! `record`: which files it writes, and which it leaves alone.

use std::path::Path;

use super::check_setup::copy_case;
use crate::support::{Test, package_file};

const ARTIFACTS: [&str; 4] = ["out", "err", "combined", "status"];

/// A folder with a case of the project's, as far as its seed and input.
fn folder(case: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let own = package_file("tests/cases").join(case);
    copy_case(own, folder.path().join(case), &["seed", "in"]);
    folder
}

fn record(folder: &Path, arguments: &[&str]) -> (String, Option<i32>) {
    let record = Test::new().args(["record", "."]).args(arguments);
    let found = record.current_dir(folder).found();
    assert_eq!(String::from_utf8_lossy(&found.err), "");
    (found.clone().text(), found.status)
}

#[test]
fn missing_files_are_written_as_the_golden_ones_are() {
    let folder = folder("invalid-words");
    let written = ARTIFACTS
        .map(|artifact| format!("written ./invalid-words.{artifact}.txt\n"))
        .concat();
    assert_eq!(record(folder.path(), &[]), (written, Some(0)));
    for artifact in ARTIFACTS {
        let name = format!("invalid-words.{artifact}.txt");
        let folders = [package_file("tests/cases"), folder.path().to_owned()];
        let [golden, written] = folders.map(|folder| std::fs::read(folder.join(&name)));
        assert!(
            written.expect("a file") == golden.expect("a golden file"),
            "{name}"
        );
    }
    // What is there already is not written again.
    assert_eq!(record(folder.path(), &[]), (String::new(), Some(0)));
    std::fs::remove_file(folder.path().join("invalid-words.err.txt")).expect("a file");
    let one = "written ./invalid-words.err.txt\n".to_owned();
    assert_eq!(record(folder.path(), &[]), (one, Some(0)));
}

#[test]
fn files_that_differ_are_kept_unless_an_update_is_wanted() {
    let folder = folder("loss-at-once");
    record(folder.path(), &[]);
    let file = folder.path().join("loss-at-once.out.txt");
    let right = std::fs::read(&file).expect("a file");
    std::fs::write(&file, "kept").expect("a file");
    let missing = folder.path().join("loss-at-once.err.txt");
    std::fs::remove_file(&missing).expect("a file");
    let complaint = "./loss-at-once: differs from what is there (--update changes it): ./loss-at-once.out.txt\n";
    assert_eq!(record(folder.path(), &[]), (complaint.to_owned(), Some(1)));
    assert_eq!(std::fs::read(&file).expect("a file"), b"kept");
    assert!(!missing.exists());
    let updated = "updated ./loss-at-once.out.txt\nwritten ./loss-at-once.err.txt\n".to_owned();
    assert_eq!(record(folder.path(), &["--update"]), (updated, Some(0)));
    assert!(std::fs::read(&file).expect("a file") == right);
}

#[test]
fn nondeterministic_and_endless_programs_are_not_recorded() {
    let folder = folder("loss-at-once");
    let random = "cat /proc/sys/kernel/random/uuid 2>/dev/null || date +%N";
    let merged = "[ /dev/fd/1 -ef /dev/fd/2 ] && exit 1; exit 0";
    let other_status = "the exit status is another one with merged streams";
    let endless = "it was still running at the time limit";
    for (limit, script, why) in [
        ("10m", random, "it is nondeterministic"),
        ("10m", merged, other_status),
        ("200ms", "sleep 1000.5", endless),
    ] {
        let command = ["--timeout", limit, "--", "sh", "-c", script];
        let refused = format!("./loss-at-once: nothing recorded: {why}\n");
        assert_eq!(record(folder.path(), &command), (refused, Some(1)));
    }
    let entries = std::fs::read_dir(folder.path()).expect("the folder");
    assert_eq!(entries.count(), 2);
}

#[test]
fn a_command_and_other_editions_are_recorded() {
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
    let read = |artifact: &str| {
        std::fs::read_to_string(folder.path().join(format!("b.{artifact}.txt"))).expect("a file")
    };
    assert_eq!(ARTIFACTS.map(read), ["out\n", "err\n", "out\nerr\n", "7\n"]);
}
