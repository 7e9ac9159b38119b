//! The cases that paths on the command line name, as a pattern of the shell expands to them.

use super::check_setup::check;
use crate::support::{Test, package_file};

const ENDINGS: [&str; 6] = ["combined", "err", "in", "out", "seed", "status"];

/// A check of the built-in game in a folder with the case `tc` and files that belong to no case.
fn checked(paths: &[&str]) -> Test {
    let test = ENDINGS.iter().fold(check(&[]), |test, ending| {
        let from = package_file(format!("tests/cases/nofog.{ending}.txt"));
        let content = std::fs::read(from).expect("a file");
        test.write(&format!("tc.{ending}.txt"), content)
    });
    let others = ["README.md", "of none.out.txt", ".in.txt", "line\nfeed"];
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
    checked(&files).stdout(PASSED).run();
    checked(&[&["tc"], files.as_slice()].concat())
        .stdout(PASSED)
        .run();
    for file in files {
        checked(&[file]).stdout(PASSED).run();
    }
    // Also if the folder has two names.
    checked(&["./tc.in.txt", "tc.out.txt", "."])
        .stdout(PASSED)
        .run();
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
