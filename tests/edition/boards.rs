//! The board files of wise2021: names and kinds of files.

use std::path::Path;

use crate::support::{Test, skipped, words};

/// Returns a game on a board file, next to other files and a folder.
fn start(path: &str) -> Test {
    let mut test = Test::play("wise2021").stdin("1 1 R\n");
    for name in words("board.cfg board.CfG .cfg board.txt cfg a.cfg.txt") {
        test = test.write(name, "..\n");
    }
    std::fs::create_dir(test.path("folder.cfg")).expect("a folder");
    test.arg(path)
}

/// Checks that a game on a board file fails.
#[track_caller]
fn check_start(path: &str, reason: &str, status: i32) {
    check_failure(start(path), path, reason, status);
}

#[track_caller]
fn check_failure(test: Test, path: &str, reason: &str, status: i32) {
    test.message(format!("{path}: {reason}"))
        .status(status)
        .run();
}

#[test]
fn missing_or_misnamed_board_files_are_errors() {
    let name_rule = "the name of a board file is NAME.cfg";
    for path in ".cfg|board.txt|cfg|a.cfg.txt|missing.txt|board.cfg/|".split('|') {
        check_start(path, name_rule, 2);
    }
    check_start("missing.cfg", "No such file or directory", 1);
    check_start("board.txt/below.cfg", "Not a directory", 1);
    check_start("folder.cfg", "Is a directory", 2);
    let absolute = start("").path("missing.cfg");
    let path = absolute.to_str().expect("UTF-8");
    check_start(path, "No such file or directory", 1);
}

#[test]
fn board_files_may_be_links() {
    use std::os::unix::fs::symlink;
    let endless = start("endless.cfg");
    if Path::new("/dev/zero").exists() {
        symlink("/dev/zero", endless.path("endless.cfg")).expect("a link");
        let reason = "a board has at most 20 rows and 20 columns";
        check_failure(endless, "endless.cfg", reason, 2);
    } else {
        skipped("there is no /dev/zero");
    }
    let circle = start("circle.cfg");
    symlink("circle.cfg", circle.path("circle.cfg")).expect("a link");
    let reason = "Too many levels of symbolic links";
    check_failure(circle, "circle.cfg", reason, 2);
    let linked = start("linked.cfg");
    symlink("board.txt", linked.path("linked.cfg")).expect("a link");
    linked.like(&start("board.cfg").found()).run();
}

#[test]
fn case_of_the_extension_and_surplus_arguments_are_ignored() {
    let game = start("board.cfg").found();
    assert_eq!(game.status, Some(0));
    start("board.CfG").like(&game).run();
    let surplus = start("board.cfg").args(["more", "and more"]);
    surplus.like(&game).run();
}
