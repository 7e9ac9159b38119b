//! `check --random`: the flaws that it finds, and the games that it shows.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod support;

use std::path::Path;
use std::process::Command;

use support::{PROGRAM, Run, flawed, game, refused, run};

/// What is found with a flawed player: the seed, and the lines of the input.
fn smallest(flaw: &str, rng_seed: u32) -> (String, Vec<String>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = game([
        "check",
        "--random",
        "300",
        "--rng-seed",
        &rng_seed.to_string(),
        "--save",
    ]);
    command.arg(folder.path()).arg("--").arg(flawed()).arg(flaw);
    let found = run(&mut command, b"");
    assert_eq!(
        (found.err.as_slice(), found.status),
        (&b""[..], Some(1)),
        "{flaw}"
    );
    let report = String::from_utf8(found.out).expect("UTF-8");
    let read =
        |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a saved file");
    let lines = read("random.in.txt").lines().map(str::to_owned).collect();
    // What is saved is a case that the built-in game passes and the other not.
    let check = |program: &[&str]| {
        let mut command = game(["check"]);
        command.arg(folder.path());
        if !program.is_empty() {
            command.arg("--").args(program);
        }
        run(&mut command, b"").status
    };
    assert_eq!(check(&[]), Some(0));
    assert_eq!(check(&[flawed().to_str().expect("UTF-8"), flaw]), Some(1));
    (read("random.seed.txt"), lines, report)
}

/// Whether a seed is 5 by 5 with one mine.
fn is_smallest(seed: &str) -> bool {
    seed.starts_with("5 5\n1\n")
}

#[test]
fn flaws_shrink_to_a_few_lines() {
    for flaw in ["nofog", "column", "invalid"] {
        for rng_seed in [1, 2] {
            let (seed, lines, report) = smallest(flaw, rng_seed);
            assert!(is_smallest(&seed), "{flaw}\n{report}");
            assert!(lines.len() <= 3, "{flaw}\n{report}");
        }
    }
}

#[test]
fn a_win_that_is_not_seen_shrinks_to_the_least_that_a_win_takes() {
    for rng_seed in [1, 2] {
        let (seed, lines, report) = smallest("mark", rng_seed);
        assert!(is_smallest(&seed), "{report}");
        assert_eq!(lines.len(), 25, "{report}");
        assert!(lines[24].starts_with('m'), "{report}");
    }
}

#[test]
fn a_score_rounded_to_even_is_found_on_the_smallest_field() {
    for rng_seed in [1, 2] {
        let (seed, lines, report) = smallest("score", rng_seed);
        assert!(seed.starts_with("5 5\n"), "{report}");
        assert!(lines.len() >= 32, "{report}");
        assert!(
            report.contains("SCORE:·78.13") && report.contains("SCORE:·78.12"),
            "{report}"
        );
    }
}

#[test]
fn the_program_does_not_differ_from_itself() {
    for edition in [
        "2022.sp", "2025.sp", "2019.fa", "wise2021", "comp182", "project1",
    ] {
        let command = [
            "check",
            "--random",
            "100",
            "--rng-seed",
            "9",
            "--edition",
            edition,
            "--",
            PROGRAM,
            "play",
            "--edition",
            edition,
        ];
        let expected = Run::new("100 random games (--rng-seed 9): no difference\n", "", 0);
        assert_eq!(run(&mut game(command), b""), expected);
    }
}

#[test]
fn wins_losses_quits_and_malformed_seeds_are_all_common() {
    // A program that is always wrong sees all games, one for each number.
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let script = format!(
        "\"{PROGRAM}\" \"$1\" 2>&1 | tail -n 3 | head -n 1 >> '{}'; \"{PROGRAM}\" \"$1\"",
        log.display()
    );
    let mut command = game(["check", "--random", "200", "--rng-seed", "4", "--jobs", "1"]);
    command.args(["--lenient", "message", "--", "sh", "-c"]);
    // The input goes to the first of the two: it has to be kept for both.
    let script = format!(
        "cat > '{0}/in'; exec < '{0}/in'; {1}",
        folder.path().display(),
        script.replace("2>&1", "2>&1 < \"$0\"")
    );
    let script = script.replace("\"$0\"", &format!("'{}/in'", folder.path().display()));
    command.args([&script, "sh"]);
    let found = run(&mut command, b"");
    assert_eq!(found.status, Some(0), "{found:?}");
    let log = std::fs::read_to_string(&log).expect("the log");
    let count = |text: &str| log.lines().filter(|line| line.contains(text)).count();
    // Each game is played twice.
    assert!(count("YOU HAVE WON!") + count("SCORE") >= 80, "{log}");
    assert!(count("\\__, |") + count("|___/") >= 20, "{log}");
}

#[test]
fn what_does_not_go_with_random_games_is_refused() {
    refused(
        &["check", "--random", "5"],
        "--random needs a command after --",
    );
    refused(
        &["check", "--random", "5", "--format", "tap", "--", "true"],
        "--format and --random exclude each other",
    );
    refused(
        &["check", "--random", "5", "tests", "--", "true"],
        "CASES and --random exclude each other",
    );
    refused(
        &["check", "--random", "x", "--", "true"],
        "--random: not a number, or too large: \"x\"",
    );
    refused(
        &["check", "--rng-seed", "5", "tests"],
        "--rng-seed needs --random",
    );
    refused(
        &["check", "--random", "5", "--"],
        "there is no command after --",
    );
    let missing = Path::new("/nowhere/at/all");
    let found = run(
        Command::new(PROGRAM)
            .args(["check", "--random", "5", "--"])
            .arg(missing)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped()),
        b"",
    );
    let message =
        "minesweeper-alpha: /nowhere/at/all could not be started: No such file or directory\n";
    assert_eq!(found, Run::new("", message, 2));
}

#[test]
fn any_number_of_games_can_be_asked_for() {
    let mut command = game(["check", "--random", "18446744073709551615", "--", "false"]);
    assert_eq!(run(&mut command, b"").status, Some(1));
}

#[test]
fn a_program_that_is_not_the_same_each_time_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!(
        "cd '{}'; echo x >> log; n=$(wc -l < log); [ $n -eq 1 ] && exit 9; exec '{PROGRAM}' \"$1\"",
        folder.path().display()
    );
    let mut command = game(["check", "--random", "3", "--jobs", "1", "--", "sh", "-c"]);
    let found = run(command.args([&script, "sh"]), b"");
    let report = String::from_utf8(found.out).expect("UTF-8");
    assert!(
        report.ends_with("the program is not the same each time\n"),
        "{report}"
    );
    assert_eq!(found.status, Some(1));
}
