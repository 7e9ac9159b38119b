//! `grade`: errors that prevent grading.

use std::fs;

use crate::grade::class::class;
use crate::support::Test;

#[test]
fn errors_are_one_line() {
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
    let other = "give --output another folder";
    for (output, options, message) in [
        (
            "out",
            &["--dir", "x"][..],
            "unexpected argument '--dir' found",
        ),
        (
            "out",
            &["--partition", "9/9"],
            "share 9/9 has no submission (submissions in all shares: 5)",
        ),
        ("nowhere/out", &[], "nowhere/out: No such file or directory"),
    ] {
        refused(class.grade(output, options), message);
    }
    fs::create_dir(class.path("mine")).expect("a folder");
    fs::write(class.path("mine/records.json"), "{}").expect("a file");
    class.submit("records.json", "a folder");
    fs::write(class.path("records.json"), "{}").expect("a file");
    for (output, problem) in [
        ("submissions", "the folder of the submissions itself"),
        ("cases", "neither empty nor a folder of results"),
        (
            "cases/nofog.seed.txt",
            "neither empty nor a folder of results",
        ),
        ("mine", "neither empty nor a folder of results"),
    ] {
        refused(
            class.grade(output, &[]),
            &format!("{output}: {problem}: {other}"),
        );
    }
    for (output, inner, outer) in [
        ("submissions/out", "submissions/out", "submissions"),
        (".", "submissions", "."),
    ] {
        refused(
            class.grade(output, &[]),
            &format!("{inner} lies in {outer}: {other}"),
        );
    }
    assert!(!class.path("out").exists());
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
