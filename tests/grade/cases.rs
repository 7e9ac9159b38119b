//! The selection of cases, and the order of their results.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use super::check_setup::{Folder, play};
use crate::support::refused;

#[test]
fn folders_without_cases_and_cases_without_expectations_are_errors() {
    let folder = Folder::new();
    let at = |name: &str| folder.path(name).display().to_string();
    let (all, bare, status) = (at(""), at("bare"), at("tc.status.txt"));
    folder.write("bare.seed.txt", "5 5 1 0 0");
    folder.write("tc.status.txt", "none\n");
    for (arguments, message) in [
        (
            &["--edition", "wise2021", &all][..],
            format!("{all}: no case NAME.cfg found"),
        ),
        (
            &[&bare],
            format!(
                "{bare}: nothing is expected: there are no files with output or status to compare with"
            ),
        ),
        (
            &["--jobs", "1"],
            "the following required arguments were not provided: <CASES>...".to_owned(),
        ),
        (
            &[&at("tc.seed.txt")],
            format!("{status}: no exit status, which is a number such as 0"),
        ),
    ] {
        refused(&[&["check"], arguments].concat(), &message);
    }
}

#[test]
fn results_come_in_the_order_of_the_names() {
    let folder = Folder::new();
    for number in 0..12 {
        copy_case(&folder, format!("n{number:02}").as_bytes());
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

fn copy_case(folder: &Folder, name: &[u8]) {
    for ending in ["seed", "in", "out", "err", "combined", "status"] {
        let ending = format!("{ending}.txt");
        let to = [name, b".", ending.as_bytes()].concat();
        let to = folder.folder.path().join(OsStr::from_bytes(&to));
        std::fs::copy(folder.path(&format!("tc.{ending}")), to).expect("a copy");
    }
}

#[test]
fn names_need_not_be_utf_8_and_come_in_their_order() {
    let folder = Folder::new();
    copy_case(&folder, b"\xff");
    copy_case(&folder, b"tc-b");
    let (report, status) = folder.check(&[], &[]);
    let names = report.lines().filter_map(|line| line.rsplit('/').next());
    let expected = ["tc", "tc-b", "\u{fffd}", "3 passed, 0 failed"];
    assert_eq!(names.collect::<Vec<_>>(), expected);
    assert_eq!(status, Some(0));
}
