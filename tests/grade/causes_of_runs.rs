//! Causes that are outside of what a game prints.

use super::check_setup::{Folder, one_cause, play, told};
use crate::support::{Test, package_file};

/// Asserts that a script has one cause, of this name and with this sentence.
#[track_caller]
fn caused(options: &[&str], script: &str, verdict: &str, name: &str, sentence: &str) {
    let folder = Folder::new();
    one_cause(&folder.verdict(options, script, verdict), name, sentence);
}

/// A player that prints all but the end, and then something on standard error.
fn fails_at_the_end(error: &str, status: u8) -> String {
    format!(
        "{} > \"$TMPDIR/out\" 2> \"$TMPDIR/err\"; \
         n=$(($(wc -c < \"$TMPDIR/out\") - 27)); \
         cat \"$TMPDIR/err\" >&2; head -c $n \"$TMPDIR/out\"; printf '{error}' >&2; exit {status}",
        play()
    )
}

#[test]
fn a_program_that_does_not_start_has_no_other_cause() {
    for (script, headline) in [
        (
            "echo 'Error: Could not find or load main class Driver' >&2; exit 1",
            "Error: Could not find or load main class Driver",
        ),
        (
            "no-such-program-at-all",
            "sh: 1: no-such-program-at-all: not found",
        ),
        (
            "printf '  File \"game.py\", line 3\\nSyntaxError: invalid syntax\\n' >&2; exit 1",
            "SyntaxError: invalid syntax",
        ),
    ] {
        if headline.starts_with("sh: 1") && !cfg!(target_os = "linux") {
            continue;
        }
        let sentence = format!("The program ends before the game begins, and says: `{headline}`.");
        caused(&[], script, "wrong output", "did-not-start", &sentence);
    }
}

#[test]
fn a_program_that_does_not_start_is_not_told_about_its_errors() {
    let script = "echo 'Error: Could not find or load main class Driver' >&2; exit 1";
    let cases = package_file("tests/cases");
    let cases = cases.to_str().expect("UTF-8");
    let found = Test::new()
        .args(["check", "--verbose", cases, "--", "sh", "-c", script])
        .found()
        .text();
    assert_eq!(
        told(&found)[0],
        "1. did-not-start: 104 cases, 104 places",
        "{found}"
    );
    assert_eq!(told(&found).len(), 3, "{found}");
}

#[test]
fn a_program_that_plays_no_game_has_no_other_cause() {
    let sentence = "The program prints nothing of the game, but: `Hello World`.";
    for script in ["echo Hello World", "echo; echo Hello World; exit 3"] {
        caused(&[], script, "wrong output", "plays-no-game", sentence);
    }
}

#[test]
fn a_program_that_prints_nothing_stops_at_the_start() {
    let options = ["--timeout", "300ms"];
    let report = Folder::new().verdict(&options, "sleep 60", "timed out");
    one_cause(&report, "endless", "The program does not end.");
}

/// Whether it would have gone on for ever, nobody knows.
#[test]
fn a_program_that_is_stopped_in_a_flood_is_not_said_to_be_endless() {
    let script = format!(
        "{} > \"$TMPDIR/out\"; head -c 300 \"$TMPDIR/out\"; yes 'and on'",
        play()
    );
    let options = ["--max-output", "64KiB"];
    let report = Folder::new().verdict(&options, &script, "too much output");
    assert!(!report.contains("endless"), "{report}");
    assert!(
        report.contains("The program prints more than it may, perhaps without end.\n"),
        "{report}"
    );
}

#[test]
fn what_a_program_did_not_print_is_on_no_stream() {
    let error = "Exception in thread \"main\" java.util.NoSuchElementException";
    let script =
        format!("printf 'hello\\nminesweeper-alpha: '; read x; echo '{error}' >&2; exit 1");
    let report = Folder::new().verdict(&[], &script, "wrong output");
    assert!(report.contains("1. row-missing: "), "{report}");
    assert!(!report.contains("-on-standard-error"), "{report}");
    assert!(!report.contains("streams-out-of-order"), "{report}");
}

#[test]
fn a_program_that_ends_well_has_not_refused_its_seed() {
    let script = "printf 'minesweeper-alpha: '; read x; exit 0";
    let report = Folder::new().verdict(&[], script, "wrong output");
    assert!(report.contains("The welcome is missing."), "{report}");
    assert!(!report.contains("refused"), "{report}");
}

#[test]
fn exceptions_are_named_with_where_they_come() {
    let java = "Exception in thread \"main\" java.util.NoSuchElementException: No line found\\n\
                \\tat java.base/java.util.Scanner.nextLine(Scanner.java:1651)\\n\
                \\tat Driver.main(Driver.java:7)\\n";
    let folder = Folder::new();
    // The order of the streams is of no interest here.
    std::fs::remove_file(folder.path("tc.combined.txt")).expect("a file");
    let report = folder.verdict(&[], &fails_at_the_end(java, 1), "wrong output");
    let sentence = "An uncaught `NoSuchElementException` ends the program.";
    one_cause(&report, "exception-NoSuchElementException", sentence);
    let told = "+ Exception in thread \"main\" java.util.NoSuchElementException: No line found\n     \
                +   at Driver.main(Driver.java:7)\n";
    assert!(report.contains(told), "{report}");

    let python = "Traceback (most recent call last):\\n  File \"p.py\", line 9, in <module>\\n    \
                  input()\\nEOFError: EOF when reading a line\\n";
    let report = folder.verdict(&[], &fails_at_the_end(python, 1), "wrong output");
    let sentence = "An uncaught `EOFError` ends the program.";
    one_cause(&report, "exception-EOFError", sentence);
    let told = "+ EOFError: EOF when reading a line\n     +   File \"p.py\", line 9, in <module>\n";
    assert!(report.contains(told), "{report}");
}

#[test]
fn a_file_that_is_not_found_is_named() {
    caused(
        &[],
        "printf 'java.io.FileNotFoundException: resources/welcome.txt (No such file or directory)\\n\
         \\tat java.base/java.io.FileInputStream.open0(Native Method)\\n' >&2; exit 1",
        "wrong output",
        "file-not-found",
        "The program looks for the file `resources/welcome.txt` and does not find it: a relative path \
         begins in the folder in which the program runs (see --dir).",
    );
}

#[test]
fn ends_from_outside_are_named() {
    caused(
        &[],
        &format!("{}; exit 3", play()),
        "wrong status",
        "status-3-not-0",
        "The exit status is 3, not 0.",
    );
    caused(
        &[],
        &format!("{}; kill -SEGV $$", play()),
        "killed by a signal",
        "killed-by-signal-11",
        "The program is killed by signal 11.",
    );
    caused(
        &["--timeout", "3s"],
        &format!("{}; sleep 600", play()),
        "timed out",
        "endless",
        "The program does not end.",
    );
    caused(
        &[],
        "exit 0",
        "wrong output",
        "nothing-printed",
        "The program prints nothing at all.",
    );
}

/// Words that are tolerated are no evidence of a status.
#[test]
fn of_a_wrong_status_nothing_is_shown_that_is_printed() {
    let report = Test::new()
        .args([
            "check",
            "tests/cases/seed-of-1-tokens",
            "tests/cases/seed-token-word",
        ])
        .args(["--tolerate", "message", "--verbose", "--", "sh", "-c"])
        .arg("printf '\\nSeed File Malformed Error: no\\n' >&2; exit 2")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .found()
        .text();
    let cause = report.split("The exit status is 2, not 3").nth(1);
    let cause = cause.and_then(|cause| cause.split("\n\n").next());
    assert!(
        cause.is_some_and(|cause| !cause.contains("Malformed")),
        "{report}"
    );
}
