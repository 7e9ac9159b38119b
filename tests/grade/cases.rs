//! Which cases are run, and in which order their results come.

use super::check_setup::{Folder, play};
use crate::support::refused;

#[test]
fn folders_without_cases_and_cases_without_expectations_are_errors() {
    let folder = Folder::new();
    let at = |name: &str| folder.path(name).display().to_string();
    let refused = |arguments: &[&str], message: String| {
        refused(&[&["check"], arguments].concat(), &message);
    };
    folder.write("bare.seed.txt", "5 5 1 0 0");
    refused(
        &["--edition", "wise2021", &at("")],
        format!("{}: no case NAME.cfg found", at("")),
    );
    refused(
        &[&at("bare")],
        format!(
            "{}: nothing is expected: there are no files with output or status to compare with",
            at("bare")
        ),
    );
    refused(
        &["--jobs", "1"],
        "the following required arguments were not provided: <CASES>...".to_owned(),
    );
    folder.write("tc.status.txt", "none\n");
    refused(
        &[&at("tc.seed.txt")],
        format!(
            "{}: no exit status, which is a number such as 0",
            at("tc.status.txt")
        ),
    );
}

#[test]
fn results_come_in_the_order_of_the_names() {
    let folder = Folder::new();
    for number in 0..12 {
        let name = format!("n{number:02}");
        for ending in ["seed", "in", "out", "err", "combined", "status"] {
            let from = folder.path(&format!("tc.{ending}.txt"));
            std::fs::copy(from, folder.path(&format!("{name}.{ending}.txt"))).expect("a copy");
        }
    }
    let names = |options: &[&str]| {
        // The first ones take the longest.
        let script = format!("case $1 in *n0[0-3]*) sleep 0.1;; esac; {}", play());
        let (report, _) = folder.check(options, &["sh", "-c", &script, "sh"]);
        let lines = report.lines().filter_map(|line| line.strip_prefix("ok   "));
        lines
            .map(|line| line.rsplit('/').next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    let mut all: Vec<String> = (0..12).map(|number| format!("n{number:02}")).collect();
    all.push("tc".to_owned());
    assert_eq!(names(&["--jobs", "4"]), all);
    assert_eq!(names(&["--jobs", "1"]), all);
    let shards = ["1/3", "2/3", "3/3"].map(|shard| names(&["--partition", shard]));
    assert_eq!(shards[1], ["n01", "n04", "n07", "n10"]);
    let mut all_shards = shards.concat();
    all_shards.sort();
    assert_eq!(all_shards, all);
}

#[test]
fn names_need_not_be_utf_8_and_come_in_their_order() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let at = |name: &[u8]| folder.folder.path().join(std::ffi::OsStr::from_bytes(name));
    for ending in ["seed", "in", "out", "err", "combined", "status"] {
        let from = folder.path(&format!("tc.{ending}.txt"));
        for stem in [&b"\xff"[..], b"tc-b"] {
            let name = [stem, format!(".{ending}.txt").as_bytes()].concat();
            std::fs::copy(&from, at(&name)).expect("a copy");
        }
    }
    let (report, status) = folder.check(&[], &[]);
    let names: Vec<&str> = report
        .lines()
        .filter_map(|line| line.rsplit('/').next())
        .collect();
    assert_eq!(
        (names, status),
        (
            vec!["tc", "tc-b", "\u{fffd}", "3 passed, 0 failed"],
            Some(0)
        )
    );
}
