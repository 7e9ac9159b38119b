//! How a difference is explained.

use super::check_setup::{Folder, play};

#[test]
fn one_wrong_byte_is_explained() {
    let folder = Folder::new();
    let report = folder.verdict(
        &[],
        &format!("{} | sed 's/| F |/| G |/'", play()),
        "wrong output",
    );
    let seed = format!("     seed:  {}\n", folder.path("tc.seed.txt").display());
    let input = format!("     input: {}\n", folder.path("tc.in.txt").display());
    assert!(
        report.contains(&seed) && report.contains(&input),
        "{report}"
    );
    assert!(
        report.contains("in round 1, after line 1 of tc.in.txt: m 0 0\n"),
        "{report}"
    );
    assert!(
        report.contains("\n       - ·0·|·F·|···|···|···|···|\n       + ·0·|·G·|···|···|···|···|\n"),
        "{report}"
    );
}

#[test]
fn the_line_of_input_is_found_for_each_stream() {
    let folder = Folder::new();
    let report = folder.verdict(&[], &format!("{} 2>/dev/null", play()), "wrong output");
    assert!(
        report.contains(
            "standard error differs at byte 0, line 1, in round 1, after line 2 of tc.in.txt: bad\n"
        ),
        "{report}"
    );
    let second = format!(
        "{} 2>\"$TMPDIR/err\"; sed 's/Index 9/Index 8/' \"$TMPDIR/err\" >&2",
        play()
    );
    let report = folder.verdict(&[], &second, "wrong output");
    assert!(
        report.contains("in round 1, after line 3 of tc.in.txt: r 0 9\n"),
        "{report}"
    );
    let report = folder.verdict(
        &[],
        &format!("{} | sed 's/Bye!/bye!/'", play()),
        "wrong output",
    );
    assert!(
        report.contains("in round 2, at the end of the input\n"),
        "{report}"
    );
    let report = folder.verdict(&[], &format!("echo; {}", play()), "wrong output");
    assert!(
        report.contains("differs at byte 0, line 1, before the first line of input\n"),
        "{report}"
    );
}

#[test]
fn what_cannot_be_seen_is_shown() {
    let folder = Folder::new();
    let report = folder.verdict(
        &[],
        &format!("{} | sed 's/ Rounds/\\t Rounds/;s/$/\\r/'", play()),
        "wrong output",
    );
    assert!(report.contains("\\r\n"), "{report}");
    let script = "printf 'a\\033[31m\\000\\377\\302\\240b'";
    let report = folder.verdict(&[], script, "wrong output");
    assert!(
        report.contains("+ a\\u{1b}[31m\\u{0}\\xff\\u{a0}b  [no newline at the end]\n"),
        "{report}"
    );
}

#[test]
fn a_wrong_number_of_rounds_is_in_its_own_round() {
    let folder = Folder::new();
    let script = format!("{} | sed 's/Completed: 2/Completed: 3/'", play());
    let report = folder.verdict(&[], &script, "wrong output");
    assert!(
        report.contains(", in round 2, after line 4 of tc.in.txt: m 1 1\n"),
        "{report}"
    );
}

#[test]
fn what_comes_after_the_end_is_at_the_end() {
    let folder = Folder::new();
    let script = format!("{}; echo late >&2", play());
    let report = folder.verdict(&[], &script, "wrong output");
    assert!(
        report.contains(
            "standard error differs at byte 95, line 5, in round 2, at the end of the input\n"
        ),
        "{report}"
    );
    // On standard error alone it may come from anywhere after the last error.
    std::fs::remove_file(folder.path("tc.combined.txt")).expect("a file");
    let report = folder.verdict(&[], &script, "wrong output");
    assert!(
        report.contains("standard error differs at byte 95, line 5\n"),
        "{report}"
    );
}

#[test]
fn long_lines_are_shown_where_they_differ() {
    let folder = Folder::new();
    let line = "x".repeat(1_000);
    folder.write("tc.out.txt", format!("{line}a{line}\n"));
    let report = folder.verdict(
        &[],
        &format!("printf '%s\\n' {line}b{line}"),
        "wrong output",
    );
    assert!(
        report.contains("xxxa") && report.contains("xxxb"),
        "{report}"
    );
    // The command is shown whole, so that it can be pasted.
    let mut lines = report.lines().filter(|line| !line.starts_with("again: "));
    assert!(lines.all(|line| line.len() < 400), "{report}");
}

#[test]
fn a_status_that_students_may_not_see_is_not_shown() {
    let folder = Folder::new();
    let script = format!("{}; exit 3", play());
    let report = folder.verdict(&["--reveal", "actual"], &script, "wrong status");
    assert!(
        report.contains("the exit status 3\n") && !report.contains("expected"),
        "{report}"
    );
}
