//! What is compared, and what may be tolerated.

use super::check_setup::{Folder, play};
use crate::support::PROGRAM;

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
    let folder = Folder::new();
    let report = folder.verdict(
        &[],
        &format!("{} 2>\"$TMPDIR/err\"; cat \"$TMPDIR/err\" >&2", play()),
        "wrong output",
    );
    assert!(
        report.contains("     combined output differs at byte "),
        "{report}"
    );
    assert!(
        report.contains(", in round 1, after line 2 of tc.in.txt: bad\n"),
        "{report}"
    );
    assert!(
        report.contains("\n1. streams-out-of-order: 1 case, 1 place\n"),
        "{report}"
    );
    assert!(!report.contains("     standard"), "{report}");
}

#[test]
fn a_wrong_status_and_no_output_are_told() {
    let folder = Folder::new();
    let report = folder.verdict(&[], &format!("{}; exit 3", play()), "wrong status");
    assert!(
        report.contains("     it ended with the exit status 3, expected 0\n"),
        "{report}"
    );
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
fn a_signal_is_told() {
    let folder = Folder::new();
    let report = folder.verdict(&[], "kill -SEGV $$", "killed by a signal");
    assert!(report.contains("it was killed by signal 11\n"), "{report}");
}

#[test]
fn a_tolerance_that_would_have_helped_is_named() {
    let folder = Folder::new();
    let cases = [
        ("trailing-space", format!("{} | sed 's/ $//'", play())),
        ("version", format!("{} | sed 's/v2022.sp/v1/'", play())),
        ("layout", format!("{} | sed 's/^ //; s/| /|/g'", play())),
        (
            "message",
            format!(
                "{} 2>\"$TMPDIR/err\"; sed 's/: .*/: no/' \"$TMPDIR/err\" >&2",
                play()
            ),
        ),
        (
            "final-newline",
            format!("{} >\"$TMPDIR/out\"; head -c -1 \"$TMPDIR/out\"", play()),
        ),
    ];
    for (tolerance, script) in cases {
        // With merged streams these scripts print in another order, or after the end.
        std::fs::remove_file(folder.path("tc.combined.txt")).unwrap_or_default();
        let report = folder.verdict(&[], &script, "wrong output");
        assert!(
            report.contains(&format!("     it would pass with --tolerate {tolerance}\n")),
            "{report}"
        );
        let (report, status) =
            folder.check(&["--tolerate", tolerance], &["sh", "-c", &script, "sh"]);
        assert_eq!(status, Some(0), "{report}");
    }
}

#[test]
fn what_is_tolerated_does_not_hide_where_it_is_wrong() {
    let folder = Folder::new();
    std::fs::remove_file(folder.path("tc.combined.txt")).expect("a file");
    let script = format!("{} | sed 's/ $//; s/v2022.sp/v9/; s/| F |/| G |/'", play());
    let report = folder.verdict(
        &["--lenient", "trailing-space,version"],
        &script,
        "wrong output",
    );
    assert!(
        report.contains("in round 1, after line 1 of tc.in.txt: m 0 0\n"),
        "{report}"
    );
    let diff = "\n       - ·0·|·F·|···|···|···|···|\n       + ·0·|·G·|···|···|···|···|\n              ^\n          1 |";
    assert!(report.contains(diff), "{report}");
}
