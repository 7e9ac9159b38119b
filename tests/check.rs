//! `check`: what is compared, and how a difference is explained.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod checked;
mod support;

use checked::{Folder, play};
use support::{PROGRAM, Run, game, run};

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
        "{} 2>\"$FOLDER/err\"; sed 's/Index 9/Index 8/' \"$FOLDER/err\" >&2",
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
        report.contains("+ a\\u{1b}[31m\\u{0}\\xff\\u{a0}b  (no newline at the end)\n"),
        "{report}"
    );
}

#[test]
fn a_lenience_that_would_have_helped_is_named() {
    let folder = Folder::new();
    let cases = [
        ("trailing-space", format!("{} | sed 's/ $//'", play())),
        ("version", format!("{} | sed 's/v2022.sp/v1/'", play())),
        (
            "message",
            format!(
                "{} 2>\"$FOLDER/err\"; sed 's/: .*/: no/' \"$FOLDER/err\" >&2",
                play()
            ),
        ),
        (
            "final-newline",
            format!("{} >\"$FOLDER/out\"; head -c -1 \"$FOLDER/out\"", play()),
        ),
    ];
    for (lenience, script) in cases {
        // In one pipe these scripts print in another order, or after the end.
        std::fs::remove_file(folder.path("tc.combined.txt")).unwrap_or_default();
        let report = folder.verdict(&[], &script, "wrong output");
        assert!(
            report.contains(&format!("     it would pass with --lenient {lenience}\n")),
            "{report}"
        );
        let script = format!("FOLDER='{}'; {script}", folder.folder.path().display());
        let (report, status) = folder.check(&["--lenient", lenience], &["sh", "-c", &script, "sh"]);
        assert_eq!(status, Some(0), "{report}");
    }
}

#[test]
fn the_order_of_the_streams_is_checked() {
    let folder = Folder::new();
    let report = folder.verdict(
        &[],
        &format!("{} 2>\"$FOLDER/err\"; cat \"$FOLDER/err\" >&2", play()),
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
    assert!(!report.contains("standard"), "{report}");
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
    let cat = "cat \"$FOLDER/tc.out.txt\"";
    std::fs::remove_file(folder.path("tc.combined.txt")).expect("a file");
    std::fs::remove_file(folder.path("tc.err.txt")).expect("a file");
    let script = format!("FOLDER='{}'; {cat}", folder.folder.path().display());
    assert_eq!(folder.check(&[], &["sh", "-c", &script, "sh"]).1, Some(0));
}

#[test]
fn a_signal_is_told() {
    let folder = Folder::new();
    let report = folder.verdict(&[], "kill -SEGV $$", "killed by a signal");
    assert!(report.contains("it was killed by signal 11\n"), "{report}");
}

#[test]
fn a_program_that_cannot_be_started_is_no_fault_of_the_cases() {
    let folder = Folder::new();
    folder.write("no program", "");
    let not_executable = folder.path("no program");
    for (program, reason) in [
        ("/nowhere/at/all", "No such file or directory"),
        (not_executable.to_str().expect("UTF-8"), "Permission denied"),
    ] {
        let mut check = game(["check"]);
        check.arg(folder.folder.path()).args(["--", program]);
        let message = format!("minesweeper-alpha: {program} could not be started: {reason}\n");
        assert_eq!(run(&mut check, b""), Run::new("", message, 2));
    }
}

#[test]
fn folders_without_cases_and_cases_without_expectations_are_errors() {
    let folder = Folder::new();
    let at = |name: &str| folder.path(name).display().to_string();
    let refused = |arguments: &[&str], message: String| {
        let mut check = game(["check"]);
        let expected = Run::new("", format!("minesweeper-alpha: {message}\n"), 2);
        assert_eq!(run(check.args(arguments), b""), expected);
    };
    folder.write("bare.seed.txt", "5 5 1 0 0");
    std::fs::create_dir(folder.path("empty")).expect("a folder");
    refused(
        &[&at("empty")],
        format!("{}: no case NAME.seed.txt found", at("empty")),
    );
    refused(
        &[&at("missing")],
        format!("{}: no case NAME.seed.txt found", at("missing")),
    );
    refused(
        &["--edition", "wise2021", &at("")],
        format!("{}: no case NAME.cfg found", at("")),
    );
    refused(
        &[&at("bare")],
        format!("{}: nothing is expected", at("bare")),
    );
    refused(
        &["--jobs", "1"],
        "no case: check takes folders of cases, or single ones".to_owned(),
    );
    folder.write("tc.status.txt", "none\n");
    refused(
        &[&at("tc.seed.txt")],
        format!("{}: no exit status", at("tc.status.txt")),
    );
}

#[test]
fn results_come_in_the_order_of_the_names() {
    let folder = Folder::new();
    for number in 0..12 {
        let name = format!("n{number:02}");
        for ending in ["seed", "in", "out", "err", "combined", "status"] {
            let from = folder.path(&format!("tc.{ending}.txt"));
            std::fs::copy(from, folder.path(&format!("{name}.{ending}.txt"))).expect("a copy");
        }
    }
    let names = |options: &[&str]| {
        // The first ones take the longest.
        let script = format!("case $1 in *n0[0-3]*) sleep 0.1;; esac; {}", play());
        let (report, _) = folder.check(options, &["sh", "-c", &script, "sh"]);
        let lines = report.lines().filter_map(|line| line.strip_prefix("ok   "));
        lines
            .map(|line| line.rsplit('/').next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    let mut all: Vec<String> = (0..12).map(|number| format!("n{number:02}")).collect();
    all.push("tc".to_owned());
    assert_eq!(names(&["--jobs", "4"]), all);
    assert_eq!(names(&["--jobs", "1"]), all);
    let shares = ["1/3", "2/3", "3/3"].map(|share| names(&["--partition", share]));
    assert_eq!(shares[1], ["n01", "n04", "n07", "n10"]);
    let mut together = shares.concat();
    together.sort();
    assert_eq!(together, all);
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let refused = |arguments: &[&str], message: &str| {
        let mut check = game(["check", "tests"]);
        let expected = Run::new("", format!("minesweeper-alpha: {message}\n"), 2);
        assert_eq!(run(check.args(arguments), b""), expected);
    };
    refused(&["--fast"], "invalid option '--fast'");
    refused(&["-f"], "invalid option '-f'");
    refused(&["--update"], "invalid option '--update'");
    refused(
        &["--timeout", "0"],
        "--timeout: not a time such as 10s, 500ms or 2m: \"0\"",
    );
    refused(
        &["--timeout", "10 years"],
        "--timeout: not a time such as 10s, 500ms or 2m: \"10 years\"",
    );
    refused(
        &["--max-output", "-1"],
        "--max-output: not a size such as 16MiB or 1GB: \"-1\"",
    );
    refused(
        &["--max-memory", "much"],
        "--max-memory: not a size such as 16MiB or 1GB: \"much\"",
    );
    refused(&["--jobs", "0"], "--jobs: not a number from 1 on: \"0\"");
    refused(
        &["--partition", "0/2"],
        "--partition: \"0/2\" is not K/N with K from 1 to N",
    );
    refused(
        &["--partition", "3/2"],
        "--partition: \"3/2\" is not K/N with K from 1 to N",
    );
    refused(
        &["--points", "-1"],
        "--points: not a number from 0 on: \"-1\"",
    );
    refused(
        &["--format", "xml"],
        "--format: unknown \"xml\"; known are human, tap, json, junit, gradescope",
    );
    refused(
        &["--reveal", "all"],
        "--reveal: unknown \"all\"; known are full, actual, none",
    );
    refused(
        &["--lenient", "colour"],
        "--lenient: unknown \"colour\"; known are trailing-space, message, version and final-newline",
    );
    refused(&["--"], "there is no command after --");
}

#[test]
fn what_is_let_pass_does_not_hide_where_it_is_wrong() {
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
    let diff =
        "\n       - ·0·|·F·|···|···|···|···|\n       + ·0·|·G·|···|···|···|···|\n          1 |";
    assert!(report.contains(diff), "{report}");
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
fn an_error_that_cannot_be_placed_is_not() {
    let folder = Folder::new();
    let script = format!("{}; echo late >&2", play());
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
    assert!(report.lines().all(|line| line.len() < 400), "{report}");
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

#[test]
fn a_reader_that_has_seen_enough_changes_no_verdict() {
    let folder = Folder::new();
    let report = folder.path("report.json");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut check = game(["check", "--format", "json", "--output"]);
    check
        .arg(&report)
        .arg(folder.folder.path())
        .args(["--", "false"])
        .stdout(writer);
    assert_eq!(run(&mut check, b""), Run::new("", "", 1));
    assert!(
        std::fs::read_to_string(report)
            .expect("a report")
            .contains("\"failed\": 1")
    );
}

#[test]
fn names_need_not_be_utf_8_and_come_in_their_order() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let at = |name: &[u8]| folder.folder.path().join(std::ffi::OsStr::from_bytes(name));
    for ending in ["seed", "in", "out", "err", "combined", "status"] {
        let from = folder.path(&format!("tc.{ending}.txt"));
        for stem in [&b"\xff"[..], b"tc-b"] {
            let name = [stem, format!(".{ending}.txt").as_bytes()].concat();
            std::fs::copy(&from, at(&name)).expect("a copy");
        }
    }
    let (report, status) = folder.check(&[], &[]);
    let names: Vec<&str> = report
        .lines()
        .filter_map(|line| line.rsplit('/').next())
        .collect();
    assert_eq!(
        (names, status),
        (
            vec!["tc", "tc-b", "\u{fffd}", "3 passed, 0 failed"],
            Some(0)
        )
    );
}
