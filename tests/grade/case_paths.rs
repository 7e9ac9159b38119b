//! What the paths on the command line lead to, as a pattern of the shell gives
//! them.

use super::check_setup::check;
use crate::support::{Test, package_file};

/// All endings of the files of a case.
const ENDINGS: [&str; 6] = [
    "combined.txt",
    "err.txt",
    "in.txt",
    "out.txt",
    "seed.txt",
    "status.txt",
];

/// A check of the built-in game where a case of the project's is, `tc`.
fn beside_case() -> Test {
    ENDINGS.iter().fold(check(&[]), |test, ending| {
        let from = package_file(format!("tests/cases/nofog.{ending}"));
        test.write(
            &format!("tc.{ending}"),
            std::fs::read(from).expect("a file"),
        )
    })
}

/// What is printed of the one case.
const PASSED: &str = "1 passed, 0 failed\n";

#[test]
fn every_file_of_a_case_leads_to_it_once() {
    let files = ENDINGS.map(|ending| format!("tc.{ending}"));
    beside_case().args(&files).stdout(PASSED).run();
    beside_case().arg("tc").args(&files).stdout(PASSED).run();
    for file in files {
        beside_case().arg(file).stdout(PASSED).run();
    }
    // Also where the folder is called in two ways.
    beside_case()
        .args(["./tc.in.txt", "tc.out.txt", "."])
        .stdout(PASSED)
        .run();
}

#[test]
fn what_belongs_to_no_case_is_passed_over_beside_one() {
    let strays = || {
        let test = beside_case()
            .write("README.md", "")
            .write("of none.out.txt", "")
            .write(".in.txt", "");
        std::fs::create_dir(test.path("empty")).expect("a folder");
        test
    };
    strays()
        .args(["README.md", "tc.in.txt"])
        .stdout(PASSED)
        .stderr("minesweeper-alpha: 1 of the paths leads to no case: README.md\n")
        .run();
    strays()
        .args([
            "empty",
            ".in.txt",
            "tc.in.txt",
            "README.md",
            "of none.out.txt",
        ])
        .stdout(PASSED)
        .stderr("minesweeper-alpha: 4 of the paths lead to no case, the first is empty\n")
        .run();
    strays()
        .write("line\nfeed", "")
        .args(["line\nfeed", "tc"])
        .stdout(PASSED)
        .stderr("minesweeper-alpha: 1 of the paths leads to no case: line\\nfeed\n")
        .run();
    // But not alone, and nothing is that does not exist.
    for (paths, first) in [
        (&["README.md", "empty"][..], "README.md"),
        (&["of none.out.txt"], "of none.out.txt"),
    ] {
        strays()
            .args(paths)
            .stderr(format!(
                "minesweeper-alpha: {first}: no case NAME.seed.txt found\n"
            ))
            .status(2)
            .run();
    }
    for (paths, missing) in [
        (&["missing"][..], "missing"),
        (&["tc.in.txt", "missing"], "missing"),
        (&["README.md", "tc", "tc.bad.txt"], "tc.bad.txt"),
    ] {
        strays()
            .args(paths)
            .stderr(format!(
                "minesweeper-alpha: {missing} does not exist, and neither does \
                 {missing}.seed.txt\n"
            ))
            .status(2)
            .run();
    }
}

#[test]
fn a_file_that_is_missing_leads_nowhere() {
    let test = beside_case();
    std::fs::remove_file(test.path("tc.err.txt")).expect("a file");
    test.arg("tc.err.txt")
        .stderr(
            "minesweeper-alpha: tc.err.txt does not exist, and neither does tc.err.txt.seed.txt\n",
        )
        .status(2)
        .run();
}

#[test]
fn other_editions_have_other_files() {
    check(&[])
        .write("b.cfg", "*.\n..\n")
        .write("b.status.txt", "0\n")
        .write("b.seed.txt", "")
        .args(["--edition", "wise2021"])
        .args(["b.cfg", "b.status.txt", "b.seed.txt"])
        .stdout("1 passed, 0 failed\n")
        .stderr("minesweeper-alpha: 1 of the paths leads to no case: b.seed.txt\n")
        .run();
}

#[test]
fn cases_may_share_a_seed_through_links() {
    let link = |test: &Test, from: &str, to: &str| {
        std::os::unix::fs::symlink(from, test.path(to)).expect("a link");
    };
    let test = beside_case().write("b.status.txt", "0\n").arg(".");
    link(&test, "tc.seed.txt", "b.seed.txt");
    test.stdout("2 passed, 0 failed\n").run();
    // One that leads nowhere is no case to pass over.
    let test = beside_case().args(["lost.seed.txt", "tc"]);
    link(&test, "nowhere", "lost.seed.txt");
    test.stderr("minesweeper-alpha: lost.seed.txt: No such file or directory\n")
        .status(2)
        .run();
}

#[test]
fn what_is_recorded_is_found_in_the_same_way() {
    let record = || {
        Test::new()
            .arg("record")
            .write("a.seed.txt", "5 5 1 0 0")
            .write("b.seed.txt", "5 5 1 0 0")
            .write("b.in.txt", "q\n")
            .write("README.md", "")
    };
    let written: String = ["a", "b"]
        .iter()
        .flat_map(|case| {
            let files = ["out", "err", "combined", "status"];
            files.map(|artifact| format!("written {case}.{artifact}.txt\n"))
        })
        .collect();
    record()
        .args(["README.md", "a.seed.txt", "b.in.txt", "b.seed.txt"])
        .stdout(written)
        .stderr("minesweeper-alpha: 1 of the paths leads to no case: README.md\n")
        .run();
    record()
        .arg("README.md")
        .stderr("minesweeper-alpha: README.md: no case NAME.seed.txt found\n")
        .status(2)
        .run();
}
