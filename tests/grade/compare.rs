//! The comparison of outputs, tolerances, and explanations of differences.

use super::check_setup::{CaseFolder, play};
use crate::support::{PROGRAM, assert_contains, assert_lacks};

#[test]
fn a_correct_program_passes() {
    let folder = CaseFolder::new();
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
    let report = CaseFolder::new().verdict(&[], &script, "wrong output");
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
    let folder = CaseFolder::new();
    let report = folder.verdict(&[], &format!("{}; exit 3", play()), "wrong status");
    let reason = "     the program ended with exit status 3, expected 0\n";
    assert_contains(&report, [reason]);
    let report = folder.verdict(&[], "kill -SEGV $$", "killed by a signal");
    assert_contains(&report, ["the program was killed by signal 11\n"]);
    folder.verdict(&[], "exit 0", "wrong output");
}

#[test]
fn unread_input_is_no_failure() {
    let folder = CaseFolder::new();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let copy = elsewhere.path().join("copy");
    std::fs::copy(folder.path("tc.out.txt"), &copy).expect("a copy");
    std::fs::remove_file(folder.path("tc.combined.txt")).expect("a file");
    std::fs::remove_file(folder.path("tc.err.txt")).expect("a file");
    let cat = format!("cat '{}'", copy.display());
    assert_eq!(folder.check(&[], &["sh", "-c", &cat, "sh"]).1, Some(0));
}

#[test]
fn a_tolerance_that_would_make_a_case_pass_is_suggested() {
    let folder = CaseFolder::new();
    // With merged streams, some of the scripts print in another order.
    std::fs::remove_file(folder.path("tc.combined.txt")).expect("a file");
    let other_messages = "PLAY 2>$TMPDIR/err; sed 's/: .*/: no/' $TMPDIR/err >&2";
    for (tolerance, script) in [
        ("trailing-space", "PLAY | sed 's/ $//'"),
        ("version", "PLAY | sed 's/v2022.sp/v1/'"),
        ("layout", "PLAY | sed 's/^ //; s/| /|/g'"),
        ("message", other_messages),
        ("final-newline", "PLAY >$TMPDIR/out; head -c -1 $TMPDIR/out"),
    ] {
        let script = script.replace("PLAY", &play());
        let report = folder.verdict(&[], &script, "wrong output");
        let suggestion = format!("1 more case passes with --tolerate {tolerance}\n");
        assert_contains(&report, [suggestion]);
        let options = ["--tolerate", tolerance];
        let (report, status) = folder.check(&options, &["sh", "-c", &script, "sh"]);
        assert_eq!(status, Some(0), "{report}");
    }
}

#[test]
fn tolerated_differences_do_not_hide_others() {
    let folder = CaseFolder::new();
    std::fs::remove_file(folder.path("tc.combined.txt")).expect("a file");
    let script = format!("{} | sed 's/ $//; s/v2022.sp/v9/; s/| F |/| G |/'", play());
    let options = ["--lenient", "trailing-space,version"];
    let report = folder.verdict(&options, &script, "wrong output");
    let place = "in round 1, after line 1 of the input: m 0 0\n";
    let diff = "\n       - ·0·|·F·|···|···|···|···|\n       + ·0·|·G·|···|···|···|···|\n              ^\n          1 |";
    assert_contains(&report, [place, diff]);
}

/// Scripts, and ends of lines in their reports, which escape invisible characters.
const DIFFERENCES: &str = r"
PLAY | sed 's/| F |/| G |/' => in round 1, after line 1 of the input: m 0 0 => + ·0·|·G·|···|···|···|···|
PLAY 2>/dev/null => standard error differs at byte 0, line 1, in round 1, after line 2 of the input: bad
PLAY 2>$TMPDIR/err; sed 's/Index 9/Index 8/' $TMPDIR/err >&2 => in round 1, after line 3 of the input: r 0 9
PLAY | sed 's/Bye!/bye!/' => in round 2, at the end of the input
echo; PLAY => differs at byte 0, line 1, before the first line of input
PLAY | sed 's/Completed: 2/Completed: 3/' => , in round 2, after line 4 of the input: m 1 1
PLAY | sed 's/ Rounds/\t Rounds/;s/$/\r/' => \r
printf 'a\033[31m\000\377\302\240b' => + a\u{1b}[31m\u{0}\xff\u{a0}b  [no newline at the end]
";

#[test]
fn differences_are_reported_with_their_line_of_input() {
    let folder = CaseFolder::new();
    for line in DIFFERENCES.trim().lines() {
        let mut parts = line.split(" => ");
        let script = parts.next().unwrap_or_default().replace("PLAY", &play());
        let report = folder.verdict(&[], &script, "wrong output");
        assert_contains(&report, parts.map(|part| format!("{part}\n")));
    }
}

#[test]
fn output_after_the_end_is_reported_at_the_end_of_the_input() {
    let folder = CaseFolder::new();
    let script = format!("{}; echo late >&2", play());
    let place = "standard error differs at byte 95, line 5";
    let report = folder.verdict(&[], &script, "wrong output");
    let full_place = format!("{place}, in round 2, at the end of the input\n");
    assert_contains(&report, [full_place]);
    // Without the order of the streams, any line after the last error may have led to it.
    std::fs::remove_file(folder.path("tc.combined.txt")).expect("a file");
    let report = folder.verdict(&[], &script, "wrong output");
    assert_contains(&report, [format!("{place}\n")]);
}

#[test]
fn long_lines_are_abbreviated_around_their_difference() {
    let folder = CaseFolder::new();
    let line = "x".repeat(1_000);
    folder.write("tc.out.txt", format!("{line}a{line}\n"));
    let script = format!("printf '%s\\n' {line}b{line}");
    let report = folder.verdict(&[], &script, "wrong output");
    assert_contains(&report, ["xxxa", "xxxb"]);
    assert!(report.lines().all(|line| line.len() < 400), "{report}");
}

#[test]
fn an_expected_status_is_hidden_with_reveal_actual() {
    let script = format!("{}; exit 3", play());
    let report = CaseFolder::new().verdict(&["--reveal", "actual"], &script, "wrong status");
    assert_contains(&report, ["the exit status differs\n"]);
    assert_lacks(&report, ["expected"]);
}
