//! The comparison of outputs, and tolerances.

use super::check_setup::{Folder, play};
use crate::support::{PROGRAM, assert_contains, assert_lacks};

#[test]
fn a_right_program_passes() {
    let folder = Folder::new();
    for command in [
        &[][..],
        &[PROGRAM],
        &[PROGRAM, "play", "--", "{seed}"],
        &["sh", "-c", &play(), "sh"],
    ] {
        let (report, status) = folder.check(&[], command);
        let expected = format!("ok   {}\n1 passed, 0 failed\n", folder.path("tc").display());
        assert_eq!((report, status), (expected, Some(0)), "{command:?}");
    }
}

#[test]
fn the_order_of_the_streams_is_checked() {
    let script = format!("{} 2>\"$TMPDIR/err\"; cat \"$TMPDIR/err\" >&2", play());
    let report = Folder::new().verdict(&[], &script, "wrong output");
    let parts = [
        "     combined output differs at byte ",
        ", in round 1, after line 2 of the input: bad\n",
        "\n1. streams-out-of-order: 1 case, 1 place\n",
    ];
    assert_contains(&report, parts);
    assert_lacks(&report, ["     standard"]);
}

#[test]
fn wrong_statuses_signals_and_missing_output_are_reported() {
    let folder = Folder::new();
    let report = folder.verdict(&[], &format!("{}; exit 3", play()), "wrong status");
    assert_contains(
        &report,
        ["     it ended with the exit status 3, expected 0\n"],
    );
    let report = folder.verdict(&[], "kill -SEGV $$", "killed by a signal");
    assert_contains(&report, ["it was killed by signal 11\n"]);
    folder.verdict(&[], "exit 0", "wrong output");
    // Input that is not read is no failure by itself.
    let elsewhere = tempfile::tempdir().expect("a folder");
    let copy = elsewhere.path().join("copy");
    std::fs::copy(folder.path("tc.out.txt"), &copy).expect("a copy");
    std::fs::remove_file(folder.path("tc.combined.txt")).expect("a file");
    std::fs::remove_file(folder.path("tc.err.txt")).expect("a file");
    let cat = format!("cat '{}'", copy.display());
    assert_eq!(folder.check(&[], &["sh", "-c", &cat, "sh"]).1, Some(0));
}

#[test]
fn a_tolerance_that_would_have_helped_is_named() {
    let folder = Folder::new();
    // With merged streams some scripts print in another order, or after the end.
    std::fs::remove_file(folder.path("tc.combined.txt")).expect("a file");
    for (tolerance, script) in [
        ("trailing-space", "PLAY | sed 's/ $//'"),
        ("version", "PLAY | sed 's/v2022.sp/v1/'"),
        ("layout", "PLAY | sed 's/^ //; s/| /|/g'"),
        (
            "message",
            "PLAY 2>\"$TMPDIR/err\"; sed 's/: .*/: no/' \"$TMPDIR/err\" >&2",
        ),
        (
            "final-newline",
            "PLAY >\"$TMPDIR/out\"; head -c -1 \"$TMPDIR/out\"",
        ),
    ] {
        let script = script.replace("PLAY", &play());
        let report = folder.verdict(&[], &script, "wrong output");
        assert_contains(
            &report,
            [format!("1 more case passes with --tolerate {tolerance}\n")],
        );
        let options = ["--tolerate", tolerance];
        let (report, status) = folder.check(&options, &["sh", "-c", &script, "sh"]);
        assert_eq!(status, Some(0), "{report}");
    }
}

#[test]
fn tolerated_differences_do_not_hide_others() {
    let folder = Folder::new();
    std::fs::remove_file(folder.path("tc.combined.txt")).expect("a file");
    let script = format!("{} | sed 's/ $//; s/v2022.sp/v9/; s/| F |/| G |/'", play());
    let options = ["--lenient", "trailing-space,version"];
    let report = folder.verdict(&options, &script, "wrong output");
    let place = "in round 1, after line 1 of the input: m 0 0\n";
    let diff = "\n       - ·0·|·F·|···|···|···|···|\n       + ·0·|·G·|···|···|···|···|\n              ^\n          1 |";
    assert_contains(&report, [place, diff]);
}
