//! The selection of cases, by paths, by `--filter` and by `--partition`, and the order of results.

use std::{
    ffi::OsStr,
    os::unix::{ffi::OsStrExt, fs::symlink},
};

use super::check_setup::{CaseFolder, ENDINGS, check, copy_case, play};
use crate::support::{Test, package_file, refused};

#[test]
fn folders_without_cases_and_cases_without_expectations_are_errors() {
    let folder = CaseFolder::new();
    folder.write("bare.seed.txt", "5 5 1 0 0");
    folder.write("tc.status.txt", "256\n");
    let [all, bare, seed, status] = ["", "bare", "tc.seed.txt", "tc.status.txt"]
        .map(|name| folder.path(name).display().to_string());
    let no_case = format!("{all}: no case NAME.cfg found");
    let no_expectation =
        format!("{bare}: no expected output or status: `minesweeper-alpha record` writes them");
    let no_argument = "missing: <CASES>...";
    let nofog = package_file("tests/cases/nofog").display().to_string();
    let no_command = "--dir needs a command after --";
    let no_status = format!("{status}: not an exit status (a number from 0 to 255)");
    for (arguments, message) in [
        (&["--edition", "wise2021", &all][..], no_case.as_str()),
        (&[&bare], &no_expectation),
        (&["--jobs", "1"], no_argument),
        (&[&seed], &no_status),
        (&["--dir", ".", &nofog], no_command),
    ] {
        refused(&[&["check"], arguments].concat(), message);
    }
}

#[test]
fn results_are_sorted_by_name() {
    let folder = CaseFolder::new();
    for number in 0..12 {
        let copy = folder.path(&format!("n{number:02}"));
        copy_case(folder.path("tc"), copy, &ENDINGS);
    }
    let mut all: Vec<String> = (0..12).map(|number| format!("n{number:02}")).collect();
    all.push("tc".to_owned());
    for jobs in ["4", "1"] {
        assert_eq!(passing_names(&folder, &["--jobs", jobs]), all);
    }
    let shards = ["1/3", "2/3", "3/3"].map(|it| passing_names(&folder, &["--partition", it]));
    assert_eq!(shards[1], ["n01", "n04", "n07", "n10"]);
    let mut all_shards = shards.concat();
    all_shards.sort();
    assert_eq!(all_shards, all);
}

/// Returns the reported names of passing cases. The first four cases take the longest.
fn passing_names(folder: &CaseFolder, options: &[&str]) -> Vec<String> {
    let script = format!("case $1 in *n0[0-3]*) sleep 0.1;; esac; {}", play());
    let (report, _) = folder.check(options, &["sh", "-c", &script, "sh"]);
    let start = format!("ok   {}", folder.path("").display());
    let names = report.lines().filter_map(|line| line.strip_prefix(&start));
    names.map(str::to_owned).collect()
}

#[test]
fn names_need_not_be_utf_8_and_are_sorted_by_byte() {
    let folder = CaseFolder::new();
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

/// Returns a check of four cases in two folders that prints the name of each case on a line.
fn selected(options: &[&str]) -> Test {
    let mut test = check(&[]);
    for folder in ["one", "two"] {
        std::fs::create_dir(test.path(folder)).expect("a folder");
    }
    for name in ["one/tc01", "one/tc02", "two/tc01", "two/x [1]\n"] {
        test = test
            .write(&format!("{name}.seed.txt"), "")
            .write(&format!("{name}.status.txt"), "0\n");
    }
    test.args(["--verbose", "one", "two"])
        .args(options)
        .args(["--", "true"])
}

#[test]
fn a_filter_matches_whole_names_or_their_last_component() {
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
        // A pattern matches the printed name; brackets quote its special characters.
        (&["--filter", "x [[]1]\\n"], &["two/x [1]\\n"]),
        (&["--filter", "x*"], &["two/x [1]\\n"]),
        // The selected cases are partitioned, not all cases.
        (&["--partition", "2/2", "--filter", "tc*"], &["one/tc02"]),
        (
            &["--filter", "tc*", "--partition", "1/2"],
            &["one/tc01", "two/tc01"],
        ),
    ] {
        let mut text = String::new();
        for name in names {
            text += &format!("ok   {name}\n");
        }
        text += &format!("{} passed, 0 failed\n", names.len());
        selected(options).stdout(text).run();
    }
}

#[test]
fn an_empty_selection_is_an_error() {
    let share = "the share of --partition is empty: only";
    for (options, message) in [
        (&["--filter", "tc"][..], "no case matches --filter `tc`"),
        (&["--filter", "TC01"], "no case matches --filter `TC01`"),
        (&["--filter", ""], "no case matches --filter ``"),
        (
            &["--filter", "a", "--filter", "b"],
            "no case matches --filter `a`, `b`",
        ),
        (
            &["--filter", "tc01", "--filter", "b"],
            "no case matches --filter `b`",
        ),
        (
            &["--partition", "5/5"],
            &format!("{share} 4 cases are selected"),
        ),
        (
            &["--partition", "2/2", "--filter", "one/tc02"],
            &format!("{share} 1 case is selected"),
        ),
    ] {
        selected(options).refused(message);
    }
    // Reports contain the error too.
    let message = "no case matches --filter `tc`";
    let error = format!("\"error\": \"{message}\"");
    selected(&["--filter", "tc", "--format", "json"])
        .stdout_matches(predicates::str::contains(error))
        .refused(message);
}

/// Returns a check of the built-in game in a folder with the case `tc` and files of no case.
fn checked(paths: &[&str]) -> Test {
    let mut test = check(&[]);
    copy_case(package_file("tests/cases/nofog"), test.path("tc"), &ENDINGS);
    for other in "README.md|cases.toml|of none.out.txt|.in.txt|line\nfeed".split('|') {
        test = test.write(other, "");
    }
    std::fs::create_dir(test.path("empty")).expect("a folder");
    test.args(paths)
}

const PASSED: &str = "1 passed, 0 failed\n";

#[test]
fn a_case_is_checked_once_whatever_paths_lead_to_it() {
    let files = ENDINGS.map(|ending| format!("tc.{ending}.txt"));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let all_and_name = [&["tc"], files.as_slice()].concat();
    let with_folder = ["./tc.in.txt", "tc.out.txt", "."];
    for paths in files
        .chunks(1)
        .chain([&files[..], &all_and_name, &with_folder])
    {
        checked(paths).stdout(PASSED).run();
    }
}

#[test]
fn files_of_no_case_are_skipped_if_another_path_leads_to_a_case() {
    let many = "empty|.in.txt|tc|README.md|of none.out.txt";
    for (paths, skipped, first) in [
        ("README.md|tc.in.txt", "1 path that belongs", "README.md"),
        (many, "4 paths that belong", "empty"),
        ("line\nfeed|tc", "1 path that belongs", "line\\nfeed"),
    ] {
        let paths: Vec<&str> = paths.split('|').collect();
        let message = format!("skipped {skipped} to no case, such as {first}");
        checked(&paths).stdout(PASSED).message(message).run();
    }
}

#[test]
fn paths_without_a_case_are_errors() {
    // A missing path behind another path is most likely a command.
    let table = "\
README.md|empty => README.md, empty: no case NAME.seed.txt found
of none.out.txt => of none.out.txt: no case NAME.seed.txt found
cases.toml => cases.toml: no case NAME.seed.txt found
missing => missing does not exist, and neither does missing.seed.txt
tc.in.txt|missing => missing is not a case; put the command after --
README.md|tc|tc.bad.txt => tc.bad.txt is not a case; put the command after --";
    for line in table.lines() {
        let (paths, message) = line.split_once(" => ").expect("an arrow");
        let paths: Vec<&str> = paths.split('|').collect();
        checked(&paths).refused(message);
    }
    let test = checked(&["tc.err.txt"]);
    std::fs::remove_file(test.path("tc.err.txt")).expect("a file");
    test.refused("tc.err.txt does not exist, and neither does tc.err.txt.seed.txt");
}

#[test]
fn other_editions_have_other_case_files() {
    check(&[])
        .write("b.cfg", "*.\n..\n")
        .write("b.status.txt", "0\n")
        .write("b.seed.txt", "")
        .args(["--edition", "wise2021"])
        .args(["b.cfg", "b.status.txt", "b.seed.txt"])
        .stdout(PASSED)
        .message("skipped 1 path that belongs to no case, such as b.seed.txt")
        .run();
}

#[test]
fn cases_may_share_a_seed_through_links() {
    let test = checked(&["."]).write("b.status.txt", "0\n");
    symlink("tc.seed.txt", test.path("b.seed.txt")).expect("a link");
    test.stdout("2 passed, 0 failed\n").run();
    // A dangling link is an error.
    let test = checked(&["lost.seed.txt", "tc"]);
    symlink("nowhere", test.path("lost.seed.txt")).expect("a link");
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
        .message("skipped 1 path that belongs to no case, such as README.md")
        .run();
}
