//! Explanations of differences.

use super::check_setup::{Folder, play};
use crate::support::{assert_contains, assert_lacks};

#[test]
fn differences_are_shown_with_their_line_of_input() {
    let folder = Folder::new();
    for (script, parts) in [
        (
            "PLAY | sed 's/| F |/| G |/'",
            &[
                "in round 1, after line 1 of the input: m 0 0\n",
                "\n       - ·0·|·F·|···|···|···|···|\n       + ·0·|·G·|···|···|···|···|\n",
            ][..],
        ),
        (
            "PLAY 2>/dev/null",
            &[
                "standard error differs at byte 0, line 1, in round 1, after line 2 of the input: bad\n",
            ],
        ),
        (
            "PLAY 2>\"$TMPDIR/err\"; sed 's/Index 9/Index 8/' \"$TMPDIR/err\" >&2",
            &["in round 1, after line 3 of the input: r 0 9\n"],
        ),
        (
            "PLAY | sed 's/Bye!/bye!/'",
            &["in round 2, at the end of the input\n"],
        ),
        (
            "echo; PLAY",
            &["differs at byte 0, line 1, before the first line of input\n"],
        ),
        (
            "PLAY | sed 's/Completed: 2/Completed: 3/'",
            &[", in round 2, after line 4 of the input: m 1 1\n"],
        ),
        // Invisible characters are escaped.
        ("PLAY | sed 's/ Rounds/\\t Rounds/;s/$/\\r/'", &["\\r\n"]),
        (
            "printf 'a\\033[31m\\000\\377\\302\\240b'",
            &["+ a\\u{1b}[31m\\u{0}\\xff\\u{a0}b  [no newline at the end]\n"],
        ),
    ] {
        let report = folder.verdict(&[], &script.replace("PLAY", &play()), "wrong output");
        assert_contains(&report, parts);
    }
}

#[test]
fn output_after_the_end_is_placed_at_the_end() {
    let folder = Folder::new();
    let script = format!("{}; echo late >&2", play());
    let place = "standard error differs at byte 95, line 5";
    let report = folder.verdict(&[], &script, "wrong output");
    assert_contains(
        &report,
        [format!("{place}, in round 2, at the end of the input\n")],
    );
    // On standard error alone it may come from anywhere after the last error.
    std::fs::remove_file(folder.path("tc.combined.txt")).expect("a file");
    let report = folder.verdict(&[], &script, "wrong output");
    assert_contains(&report, [format!("{place}\n")]);
}

#[test]
fn long_lines_are_shown_where_they_differ() {
    let folder = Folder::new();
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
    let report = Folder::new().verdict(&["--reveal", "actual"], &script, "wrong status");
    assert_contains(&report, ["the exit status differs\n"]);
    assert_lacks(&report, ["expected"]);
}
