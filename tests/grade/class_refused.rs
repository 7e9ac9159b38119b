//! `grade`: what cannot be graded at all.

use std::fs;

use crate::grade::class::class;
use crate::support::Test;

#[test]
fn what_cannot_be_graded_at_all_is_one_line() {
    let class = class();
    let refused = |test: Test, message: &str| {
        test.status(2)
            .stderr(format!("minesweeper-alpha: {message}\n"))
            .run();
    };
    refused(
        class.grade_with("out", &[], &["no-such-program"]),
        "no-such-program could not be started: No such file or directory",
    );
    refused(
        class.grade("out", &["--dir", "x"]),
        "unexpected argument '--dir' found",
    );
    refused(
        class.grade("submissions", &[]),
        "submissions: the folder of the submissions itself: give --output another folder",
    );
    refused(
        class.grade("submissions/out", &[]),
        "submissions/out lies in submissions: give --output another folder",
    );
    refused(
        class.grade("cases", &[]),
        "cases: neither empty nor a folder of results: give --output another folder",
    );
    refused(
        class.grade("out", &["--partition", "9/9"]),
        "share 9/9 has no submission (submissions in all shares: 5)",
    );
    refused(
        class.grade("nowhere/out", &[]),
        "nowhere/out: No such file or directory",
    );
    refused(
        class.grade("cases/nofog.seed.txt", &[]),
        "cases/nofog.seed.txt: neither empty nor a folder of results: give --output another folder",
    );
    assert!(!class.path("out").exists());
    class.submit("records.json", "a folder");
    fs::write(class.path("records.json"), "{}").expect("a file");
    refused(
        class.grade(".", &[]),
        "submissions lies in .: give --output another folder",
    );
    fs::create_dir(class.path("mine")).expect("a folder");
    fs::write(class.path("mine/records.json"), "{}").expect("a file");
    refused(
        class.grade("mine", &[]),
        "mine: neither empty nor a folder of results: give --output another folder",
    );
    fs::remove_dir_all(class.path("submissions")).expect("a folder");
    refused(
        class.grade("out", &[]),
        "submissions: No such file or directory",
    );
    fs::create_dir(class.path("submissions")).expect("a folder");
    refused(
        class.grade("out", &[]),
        "submissions: nothing to grade, it contains no folders",
    );
}
