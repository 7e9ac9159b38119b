//! The selection of cases, by paths, by `--filter` and by `--partition`, and the order of results.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use super::check_setup::{ENDINGS, Folder, check, copy_case, play};
use crate::support::{Test, package_file, refused};

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
        let copy = folder.path(&format!("n{number:02}"));
        copy_case(folder.path("tc"), copy, &ENDINGS);
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
    let folder = Folder::new();
    for name in [&b"\xff"[..], b"tc-b"] {
        let copy = folder.folder.path().join(OsStr::from_bytes(name));
        copy_case(folder.path("tc"), copy, &ENDINGS);
    }
    let (report, status) = folder.check(&[], &[]);
    let names = report.lines().filter_map(|line| line.rsplit('/').next());
    let expected = ["tc", "tc-b", "\u{fffd}", "3 passed, 0 failed"];
    assert_eq!(names.collect::<Vec<_>>(), expected);
    assert_eq!(status, Some(0));
}

/// A check of four cases in two folders, whose names are printed one in a line.
fn selected(options: &[&str]) -> Test {
    let test = check(&[]);
    for folder in ["one", "two"] {
        std::fs::create_dir(test.path(folder)).expect("a folder");
    }
    ["one/tc01", "one/tc02", "two/tc01", "two/x [1]\n"]
        .iter()
        .fold(test, |test, name| {
            test.write(&format!("{name}.seed.txt"), "")
                .write(&format!("{name}.status.txt"), "0\n")
        })
        .args(["--verbose", "one", "two"])
        .args(options)
        .args(["--", "true"])
}

#[test]
fn a_filter_matches_whole_names_and_their_last_parts() {
    for (options, names) in [
        (&["--filter", "tc01"][..], &["one/tc01", "two/tc01"][..]),
        (&["--filter", "one/tc01"], &["one/tc01"]),
        (&["--filter", "one/*"], &["one/tc01", "one/tc02"]),
        (&["--filter", "*1"], &["one/tc01", "two/tc01"]),
        (&["--filter", "tc0[!1]"], &["one/tc02"]),
        (
            &["--filter", "two/??01", "--filter=tc02"],
            &["one/tc02", "two/tc01"],
        ),
        // The name as it is printed, of which every character can be meant.
        (&["--filter", "x [[]1]\\n"], &["two/x [1]\\n"]),
        (&["--filter", "x*"], &["two/x [1]\\n"]),
        // Shares are those of what is left.
        (&["--partition", "2/2", "--filter", "tc*"], &["one/tc02"]),
        (
            &["--filter", "tc*", "--partition", "1/2"],
            &["one/tc01", "two/tc01"],
        ),
    ] {
        let lines: Vec<String> = names.iter().map(|name| format!("ok   {name}\n")).collect();
        selected(options)
            .stdout(format!(
                "{}{} passed, 0 failed\n",
                lines.concat(),
                names.len()
            ))
            .run();
    }
}

#[test]
fn no_case_is_an_error() {
    let message = "no case is left after --filter and --partition";
    for options in [
        &["--filter", "tc"][..],
        &["--filter", "TC01"],
        &["--filter", ""],
        &["--partition", "5/5"],
        &["--partition", "2/2", "--filter", "tc02"],
    ] {
        selected(options).refused(message);
    }
    // Reports contain the error too.
    let error = format!("\"error\": \"{message}\"");
    selected(&["--filter", "tc", "--format", "json"])
        .stdout_matches(predicates::str::contains(error))
        .refused(message);
}

/// A check of the built-in game in a folder with the case `tc` and files that belong to no case.
fn checked(paths: &[&str]) -> Test {
    let test = check(&[]);
    copy_case(package_file("tests/cases/nofog"), test.path("tc"), &ENDINGS);
    let others = [
        "README.md",
        "cases.toml",
        "of none.out.txt",
        ".in.txt",
        "line\nfeed",
    ];
    let others = others.iter();
    let test = others.fold(test, |test, other| test.write(other, ""));
    std::fs::create_dir(test.path("empty")).expect("a folder");
    test.args(paths)
}

const PASSED: &str = "1 passed, 0 failed\n";

#[test]
fn every_file_of_a_case_names_it_once() {
    let files = ENDINGS.map(|ending| format!("tc.{ending}.txt"));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let all_and_name = [&["tc"], files.as_slice()].concat();
    // The folder has two names.
    let folder = ["./tc.in.txt", "tc.out.txt", "."];
    for paths in files.chunks(1).chain([&files[..], &all_and_name, &folder]) {
        checked(paths).stdout(PASSED).run();
    }
}

#[test]
fn files_that_belong_to_no_case_are_skipped_next_to_a_case() {
    for (paths, skipped) in [
        (
            "README.md|tc.in.txt",
            "1 path leads to no case, such as README.md",
        ),
        (
            "empty|.in.txt|tc|README.md|of none.out.txt",
            "4 paths lead to no case, such as empty",
        ),
        (
            "line\nfeed|tc",
            "1 path leads to no case, such as line\\nfeed",
        ),
    ] {
        let paths: Vec<&str> = paths.split('|').collect();
        checked(&paths).stdout(PASSED).message(skipped).run();
    }
}

#[test]
fn paths_without_a_case_are_errors() {
    let none = "no case NAME.seed.txt found";
    let missing = |path: &str| format!("{path} does not exist, and neither does {path}.seed.txt");
    let command = |path: &str| format!("{path} is not a case; put the command after --");
    for (paths, message) in [
        (
            &["README.md", "empty"][..],
            format!("README.md, empty: {none}"),
        ),
        (&["of none.out.txt"], format!("of none.out.txt: {none}")),
        (&["cases.toml"], format!("cases.toml: {none}")),
        (&["missing"], missing("missing")),
        // A later path is more likely a command.
        (&["tc.in.txt", "missing"], command("missing")),
        (&["README.md", "tc", "tc.bad.txt"], command("tc.bad.txt")),
    ] {
        checked(paths).refused(message);
    }
    let test = checked(&["tc.err.txt"]);
    std::fs::remove_file(test.path("tc.err.txt")).expect("a file");
    test.refused(missing("tc.err.txt"));
}

#[test]
fn other_editions_have_other_files() {
    check(&[])
        .write("b.cfg", "*.\n..\n")
        .write("b.status.txt", "0\n")
        .write("b.seed.txt", "")
        .args(["--edition", "wise2021"])
        .args(["b.cfg", "b.status.txt", "b.seed.txt"])
        .stdout(PASSED)
        .message("1 path leads to no case, such as b.seed.txt")
        .run();
}

#[test]
fn cases_may_share_a_seed_through_links() {
    let link = |test: &Test, from: &str, to: &str| {
        std::os::unix::fs::symlink(from, test.path(to)).expect("a link");
    };
    let test = checked(&["."]).write("b.status.txt", "0\n");
    link(&test, "tc.seed.txt", "b.seed.txt");
    test.stdout("2 passed, 0 failed\n").run();
    // A dangling link is an error.
    let test = checked(&["lost.seed.txt", "tc"]);
    link(&test, "nowhere", "lost.seed.txt");
    test.refused("lost.seed.txt: No such file or directory");
}

#[test]
fn record_finds_cases_in_the_same_way() {
    let written: String = ["out", "err", "combined", "status"]
        .map(|artifact| format!("written b.{artifact}.txt\n"))
        .concat();
    Test::new()
        .write("b.seed.txt", "5 5 1 0 0")
        .write("b.in.txt", "q\n")
        .write("README.md", "")
        .args(["record", "README.md", "b.in.txt", "b.seed.txt"])
        .stdout(written)
        .message("1 path leads to no case, such as README.md")
        .run();
}
