//! `check`: each way to be wrong ends in its verdict, in time, and leaves
//! nothing behind.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod support;

use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::Child;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use support::{PROGRAM, Run, Watchdog, flawed, game, run, run_combined};

/// A folder with one case, `tc`, in which the game complains twice.
struct Folder {
    folder: tempfile::TempDir,
}

const INPUT: &str = "m 0 0\nbad\nr 0 9\nm 1 1\n";

impl Folder {
    fn new() -> Self {
        let folder = Self {
            folder: tempfile::tempdir().expect("a folder"),
        };
        folder.write("tc.seed.txt", "5 5 1 4 4\n");
        folder.write("tc.in.txt", INPUT);
        let Run { out, err, status } =
            run(&mut game([folder.path("tc.seed.txt")]), INPUT.as_bytes());
        folder.write("tc.out.txt", out);
        folder.write("tc.err.txt", err);
        folder.write("tc.status.txt", format!("{}\n", status.expect("a status")));
        let combined = run_combined(&mut game([folder.path("tc.seed.txt")]), INPUT.as_bytes());
        folder.write("tc.combined.txt", combined);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("a file");
    }

    /// Checks a command; its report.
    #[track_caller]
    fn check(&self, options: &[&str], command: &[&str]) -> (String, Option<i32>) {
        let mut check = game(["check", "--timeout", "2s"]);
        check.args(options).arg(self.folder.path());
        if !command.is_empty() {
            check.arg("--").args(command);
        }
        let start = Instant::now();
        let found = run(&mut check, b"");
        // Each case is run twice, and each run may take its limit.
        assert!(
            start.elapsed() < Duration::from_secs(2 * 2 + 1),
            "{command:?}"
        );
        assert_eq!(String::from_utf8_lossy(&found.err), "", "{command:?}");
        (String::from_utf8(found.out).expect("UTF-8"), found.status)
    }

    /// The verdict on a shell script that gets the seed as `$1` and the folder
    /// as `$FOLDER`; its report.
    #[track_caller]
    fn verdict(&self, options: &[&str], script: &str, verdict: &str) -> String {
        let script = format!("FOLDER='{}'; {script}", self.folder.path().display());
        let (report, status) = self.check(options, &["sh", "-c", &script, "sh"]);
        let first = report.lines().next().unwrap_or_default();
        assert_eq!(
            first,
            format!("FAIL {}: {verdict}", self.path("tc").display()),
            "{report}"
        );
        assert!(report.ends_with("0 passed, 1 failed\n"), "{report}");
        assert_eq!(status, Some(1));
        report
    }
}

/// The processes that have this text in their command line.
fn processes_with(text: &str) -> usize {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines
        .filter(|line| String::from_utf8_lossy(line).contains(text))
        .count()
}

/// A time to sleep that no other test sleeps.
fn unique_sleep(number: u32) -> String {
    format!("1000.{}{number}", std::process::id())
}

const PLAY: &str = "\"$PLAYER\" \"$1\"";

/// A script that plays rightly.
fn play() -> String {
    PLAY.replace("$PLAYER", PROGRAM)
}

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
        report.contains("     exit status 3, expected 0\n"),
        "{report}"
    );
    folder.verdict(&[], "exit 0", "wrong output");
    // Input that is not read is no failure by itself.
    let cat = "if [ -t 1 ]; then :; fi; cat \"$FOLDER/tc.out.txt\"";
    std::fs::remove_file(folder.path("tc.combined.txt")).expect("a file");
    std::fs::remove_file(folder.path("tc.err.txt")).expect("a file");
    let script = format!("FOLDER='{}'; {cat}", folder.folder.path().display());
    assert_eq!(folder.check(&[], &["sh", "-c", &script, "sh"]).1, Some(0));
}

#[test]
fn a_program_that_does_not_end_is_ended() {
    let folder = Folder::new();
    let sleep = unique_sleep(1);
    let report = folder.verdict(&[], &format!("echo before; sleep {sleep}"), "timed out");
    assert!(
        report.contains("still running at the time limit\n"),
        "{report}"
    );
    assert!(
        report.contains("the end of what it had printed (exit status):\n       before\n"),
        "{report}"
    );
    folder.verdict(
        &[],
        &format!("trap '' TERM HUP INT QUIT; while :; do sleep {sleep}; done"),
        "timed out",
    );
    assert_eq!(processes_with(&sleep), 0);
}

#[test]
fn processes_that_outlive_a_program_are_ended() {
    let folder = Folder::new();
    let sleep = unique_sleep(2);
    // One holds the pipes, one does not.
    folder.verdict(
        &[],
        &format!("sleep {sleep} & {}", play()),
        "left processes behind",
    );
    folder.verdict(
        &[],
        &format!("sleep {sleep} >/dev/null 2>&1 & {}", play()),
        "left processes behind",
    );
    assert_eq!(processes_with(&sleep), 0);
}

#[test]
fn a_flood_is_stopped() {
    let folder = Folder::new();
    let report = folder.verdict(&["--max-output", "1MiB"], "yes flood", "too much output");
    assert!(report.contains("       flood\n"), "{report}");
    folder.verdict(
        &["--max-output", "1MiB"],
        "yes flood >&2",
        "too much output",
    );
    // Exactly the limit is not too much.
    let length = std::fs::metadata(folder.path("tc.combined.txt"))
        .expect("a file")
        .len();
    let (report, status) = folder.check(&["--max-output", &length.to_string()], &[]);
    assert_eq!(status, Some(0), "{report}");
    folder.verdict(
        &["--max-output", &(length - 1).to_string()],
        &play(),
        "too much output",
    );
}

#[test]
fn memory_is_limited_for_the_whole_tree() {
    if !std::path::Path::new("/proc/self/stat").exists() {
        return;
    }
    let folder = Folder::new();
    let grow = format!("'{}' grow \"$1\"", flawed().display());
    folder.verdict(
        &["--max-memory", "50MiB"],
        &format!("exec {grow}"),
        "too much memory",
    );
    folder.verdict(
        &["--max-memory", "50MiB"],
        &format!("sh -c '{}'; :", grow.replace('\'', "\"")),
        "too much memory",
    );
    let (report, status) = folder.check(&["--max-memory", "50MiB"], &[]);
    assert_eq!(status, Some(0), "{report}");
}

#[test]
fn a_signal_is_told() {
    let folder = Folder::new();
    let report = folder.verdict(&[], "kill -SEGV $$", "killed by a signal");
    assert!(report.contains("killed by signal 11\n"), "{report}");
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

/// A `check` that waits for a program, once that has started.
fn waiting_check(folder: &Folder, sleep: &str) -> Child {
    let mut check = game(["check", "--timeout", "50s"]);
    let script = format!("sleep {sleep} & sleep {sleep}");
    check
        .arg(folder.folder.path())
        .args(["--", "sh", "-c", &script, "sh"]);
    let child = check.spawn().expect("the program starts");
    while processes_with(&format!("sleep\0{sleep}")) < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn a_check_that_is_ended_leaves_nothing_behind() {
    if !std::path::Path::new("/proc/self/stat").exists() {
        return;
    }
    let folder = Folder::new();
    for (number, signal) in [(3, Signal::INT), (4, Signal::TERM), (5, Signal::HUP)] {
        let sleep = unique_sleep(number);
        let mut check = waiting_check(&folder, &sleep);
        let _watchdog = Watchdog::new(&check);
        kill_process(Pid::from_child(&check), signal).expect("a signal");
        let status = check.wait().expect("the program ends");
        assert_eq!(status.signal(), Some(signal.as_raw()));
        // What has been killed may need a moment to go.
        let until = Instant::now() + Duration::from_secs(1);
        while processes_with(&format!("sleep\0{sleep}")) > 0 && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(processes_with(&format!("sleep\0{sleep}")), 0, "{signal:?}");
    }
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
