//! Causes that tests of single texts do not cover: ends of programs, and programs with flaws.

use super::check_setup::{Folder, assert_findings, findings, play, play_with, told};
use crate::support::{Test, package_file};

/// In the table, `play` runs the built-in game, and `unended` leaves out the text of `quit`.
#[test]
fn ends_of_programs_have_these_findings() {
    let unended = format!("{} > \"$TMPDIR/out\"; head -c -27 \"$TMPDIR/out\"", play());
    assert_findings("causes.ends.txt", |line| {
        let (verdict, script) = line.split_once(": ").expect("a verdict");
        let script = script.replacen("unended", &unended, 1);
        let script = match script.strip_prefix("play") {
            Some(rest) => play() + rest,
            None => script,
        };
        let options = ["--timeout", "1s", "--max-output", "64KiB"];
        Folder::new().verdict(&options, &script, verdict)
    });
}

#[test]
fn stack_traces_are_shown_without_library_frames() {
    let folder = Folder::new();
    let script = format!(
        "{} | head -n 20; printf 'Exception in thread \"main\" java.util.NoSuchElementException: No line found\\n\
         \\tat java.base/java.util.Scanner.nextLine(Scanner.java:1651)\\n\\tat Driver.main(Driver.java:7)\\n' >&2; exit 1",
        play()
    );
    let report = folder.verdict(&[], &script, "wrong output");
    let trace = "+ Exception in thread \"main\" java.util.NoSuchElementException: No line found\n     \
                 +   at Driver.main(Driver.java:7)\n";
    assert!(report.contains(trace), "{report}");
}

/// Runs a script, in which `$game` plays with flaws, with some of the project's cases.
fn report(flaws: &str, options: &[&str], cases: &[&str], script: &str) -> String {
    let path = |name: &&str| package_file(format!("tests/cases/{name}"));
    Test::new()
        .args(["check", "--verbose"])
        .args(options)
        .args(cases.iter().map(path))
        .args([
            "--",
            "sh",
            "-c",
            &script.replace("$game", &play_with(flaws)),
            "sh",
        ])
        .found()
        .text()
}

/// The table has flaws, tolerances, cases and scripts.
#[test]
fn programs_with_flaws_have_these_findings() {
    assert_findings("causes.flaws.txt", |line| {
        let parts: Vec<&str> = line.splitn(4, "; ").collect();
        let tolerances = ["--tolerate", parts[1]];
        let count = if parts[1].is_empty() { 0 } else { 2 };
        let cases: Vec<&str> = parts[2].split(' ').collect();
        report(parts[0], &tolerances[..count], &cases, parts[3])
    });
}

#[test]
fn a_program_that_never_starts_has_one_cause_in_all_cases() {
    let script = "echo 'Error: Could not find or load main class Driver' >&2; exit 1";
    let report = report("", &[], &[""], script);
    let told = told(&report);
    assert!(told[0].starts_with("1. no-game: 104 cases, "), "{told:#?}");
    assert_eq!(told.len(), 3, "{told:#?}");
}

#[test]
fn passing_cases_do_not_hide_a_cause() {
    let report = Test::new()
        .args(["check", "--verbose"])
        .args(["nofog", "size-5-by-5", "invalid-words"].map(|name| format!("tests/cases/{name}")))
        .args(["--", "sh", "examples/class/ben/player.sh"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .found()
        .text();
    assert_eq!(
        findings(&report),
        [
            "nofog-shows-nothing: `nofog` shows no mines.",
            "extra-help-after-nofog: The list of commands is printed where it does not belong after `nofog`.",
        ],
        "{report}"
    );
}

#[test]
fn missing_files_are_named_with_their_folder() {
    let script = "printf 'java.io.FileNotFoundException: resources/welcome.txt (No such file or directory)\\n\
                  \\tat Game.main(Game.java:9)\\n' >&2; exit 1\n";
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("app/resources")).expect("a folder");
    folder.write("app/resources/welcome.txt", "");
    folder.write("app/run.sh", script);
    let report = Test::new()
        .args(["check", "--verbose", ".", "--", "sh", "app/run.sh"])
        .current_dir(folder.path(""))
        .found()
        .text();
    let found = findings(&report).concat();
    let sentence =
        "The program looks for `resources/welcome.txt` in the current folder; try --dir ";
    assert!(
        found.starts_with(&format!("file-not-found: {sentence}")) && found.ends_with("app."),
        "{found}"
    );
}
