//! How the report for people ends: what was not compared, what tolerating would
//! change, and how to run the first failed case again.

use std::path::Path;

use super::check_setup::{PICKY, check};
use crate::support::{PROGRAM, Test, has_program, snapshot};

#[test]
fn what_tolerating_would_change_is_counted() {
    // The candidate prints the seed, and always the same error.
    let command = ["--", "sh", "-c", "cat \"$1\"; printf 'e\\r\\n' >&2", "sh"];
    let cases = |options: &[&str]| {
        let seeds = ["x \n", "x \n", "x\r\n", "x \r\n", "y\n", "x \n", "x \n"];
        let cases = ('a'..).zip(seeds);
        let test = cases.fold(check(&[]), |test, (name, seed)| {
            test.write(&format!("{name}.seed.txt"), seed)
                .write(&format!("{name}.out.txt"), "x\n")
        });
        // No tolerance helps against a status, and each output has its own.
        test.write("f.status.txt", "1\n")
            .write("g.err.txt", "e\n")
            .arg(".")
            .args(options)
            .args(command)
            .status(1)
    };
    cases(&[]).snapshot("check.tolerable.txt");
    // What is tolerated already need not be said again.
    cases(&["--tolerate", "crlf"]).snapshot("check.tolerated.txt");
    cases(&["--tolerate", "crlf", "--tolerate", "trailing-space"])
        .stdout_matches(predicates::str::ends_with("5 passed, 2 failed\n"))
        .run();
}

#[test]
fn each_failed_case_has_a_line_on_standard_output_and_in_a_file() {
    let here = tempfile::tempdir().expect("a folder");
    let report = here.path().join("report");
    let names: Vec<String> = (1..=23).map(|number| format!("tc{number:02}")).collect();
    let seeds: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "bad")).collect();
    check(&seeds)
        .args(["--format", "human", "--output"])
        .arg(&report)
        .arg(".")
        .args(PICKY)
        .status(1)
        .snapshot("check.failed.txt");
    let report = std::fs::read_to_string(report).expect("a report");
    snapshot("check.failed.txt", &report);
}

/// Checks two cases in a folder of this name, with words in which a shell sees
/// more; what the report ends with is run by that shell.
#[track_caller]
fn paste(shell: &str, folder: &str, shown: &str, expected: &str) {
    let here = tempfile::tempdir().expect("a folder");
    let cases = here.path().join(folder);
    std::fs::create_dir(&cases).expect("a folder");
    for name in ["a", "b"] {
        std::fs::write(cases.join(format!("{name}.seed.txt")), "").expect("a seed");
        std::fs::write(cases.join(format!("{name}.status.txt")), "7").expect("a status");
    }
    let script = "[ \"$1\" = '$HOME' ] && [ \"$2\" = '' ] && [ \"$VALUE\" = \"it's\" ] && exit 3";
    let report = Test::new()
        .current_dir(&here)
        .args(["check", "--format=human", "--timeout", "30s", "--jobs", "1"])
        .arg(folder)
        .args(["--env=VALUE=it's", "--tolerate", "crlf", "--filter", "*"])
        .arg(folder)
        .args(["--output", "report", "--partition=1/1", "--", "sh", "-c"])
        .args([script, "sh", "$HOME", "", "{seed}"])
        .found()
        .text();
    let line = report.lines().find_map(|line| line.strip_prefix("again: "));
    let line = line.unwrap_or_else(|| panic!("{report}")).to_owned();
    let words = format!(
        "minesweeper-alpha check --timeout 30s {expected} '--env=VALUE=it'\\''s' --tolerate crlf \
         -- sh -c '{}' sh '$HOME' '' '{{seed}}'",
        script.replace('\'', "'\\''")
    );
    assert_eq!(line, words);
    let programs = Path::new(PROGRAM).parent().expect("a folder").display();
    let path = std::env::var("PATH").expect("a path");
    // It says the same of that case, and repeats itself.
    Test::of(shell)
        .args(["-c", &line])
        .current_dir(&here)
        .env("PATH", format!("{programs}:{path}"))
        .stdout(format!(
            "FAIL {shown}/a: wrong status\n\n1. not explained: 1 case, 1 place\n   \
             The program ended with the exit status 3, expected 7.\n   Seen in {shown}/a\n\n\
             0 causes: 0 of 1 failing case explained to the byte, 1 not\nagain: {line}\n\
             0 passed, 1 failed\n"
        ))
        .status(1)
        .run();
}

#[test]
fn the_line_that_runs_a_case_again_can_be_pasted() {
    paste("sh", "tests", "tests", "tests/a.seed.txt");
    let folder = "a *'s $folder";
    paste("sh", folder, folder, r"'a *'\''s $folder/a.seed.txt'");
    // What cannot be seen is spelled out, which not every shell reads.
    if !has_program("bash") {
        return;
    }
    let (folder, shown) = ("line\nfeed \u{1b}'\u{e9}", r"line\nfeed \u{1b}'é");
    let quoted = r"$'line\nfeed \033\'\303\251/a.seed.txt'";
    paste("bash", folder, shown, quoted);
}

#[test]
fn a_hyphen_in_front_of_a_path_begins_no_option() {
    let test = check(&[]);
    std::fs::create_dir(test.path("-")).expect("a folder");
    test.write("-/a.seed.txt", "bad\n")
        .write("-/a.status.txt", "0")
        .arg("-")
        .args(PICKY)
        .status(1)
        .snapshot("check.hyphen.txt");
}
