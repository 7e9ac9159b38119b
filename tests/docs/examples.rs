//! The files in `examples/` work with the program.

use std::path::Path;

use crate::support::{Run, Test, has_program, package_file, words};

/// Plays an example seed and returns standard output. Standard error must be empty.
#[track_caller]
fn play(seed: &Path, input: impl AsRef<[u8]>) -> String {
    Test::new().arg(seed).stdin(input).any_stdout().run().text()
}

#[test]
fn example_inputs_win_and_lose() {
    let easy = package_file("examples/seeds/easy.txt");
    let game_over = include_str!("../../resources/uga/gameover.txt");
    for (input, end) in [
        ("easy-perfect", " SCORE: 100.00\n\n"),
        ("easy-win", " SCORE: 89.29\n\n"),
        ("easy-loss", &format!("minesweeper-alpha: \n{game_over}\n")),
    ] {
        let input = package_file(format!("examples/seeds/{input}.in.txt"));
        let out = play(&easy, std::fs::read(input).expect("an input"));
        assert!(out.ends_with(end), "{out}");
    }
}

/// Runs the bot. Returns none if there is no Python.
#[track_caller]
fn run_bot(arguments: &[&str]) -> Option<Run> {
    if !has_program("python3") {
        return None;
    }
    let clone = super::like_a_clone();
    let python = super::in_clone(&clone, "python3").arg("examples/bot.py");
    Some(python.args(arguments).found())
}

/// Plays a game with the bot. Returns its output and exit status; none if there is no Python.
#[track_caller]
fn play_with_bot(arguments: &[&str]) -> Option<(String, Option<i32>)> {
    let run = run_bot(arguments)?;
    let status = run.status;
    // If `hint` has no suggestion, it prints the reason, and the bot ends the input.
    let is_without_hint = status == Some(12);
    assert_eq!(run.err.is_empty(), !is_without_hint, "{run:?}");
    Some((run.text(), status))
}

#[test]
fn bot_wins_fields_without_guessing() {
    for arguments in [
        "examples/seeds/no-guess-trivial.txt",
        "examples/seeds/no-guess-hard.txt",
        "--edition 2019.fa examples/seeds/no-guess-hard.txt",
    ] {
        let Some((out, status)) = play_with_bot(&words(arguments)) else {
            return;
        };
        assert_eq!(status, Some(0), "{arguments} {out}");
        let is_safe = out.ends_with(" lines with 0 guesses\n");
        assert!(out.starts_with("won in ") && is_safe, "{out}");
    }
}

#[test]
fn bot_plays_any_game_to_its_end() {
    for (arguments, statuses) in [
        ("examples/seeds/easy.txt", &[0, 10][..]),
        ("examples/seeds/hard.txt", &[0, 10]),
        (
            "--edition comp182 --cascade examples/seeds/easy.txt",
            &[0, 10],
        ),
        ("--edition wise2021 examples/seeds/wise2021.cfg", &[0, 10]),
        ("--edition project1 --rng-seed 1", &[12]),
    ] {
        let Some((out, status)) = play_with_bot(&words(arguments)) else {
            return;
        };
        let is_expected = status.is_some_and(|status| statuses.contains(&status));
        assert!(is_expected, "{arguments} {out} {status:?}");
        assert_eq!(out.lines().count(), 1, "{out}");
    }
}

#[test]
fn bot_reports_a_missing_seed_file() {
    for arguments in [&["--random", "beginner"][..], &["--random=9x9x10"], &["-"]] {
        let Some(run) = run_bot(arguments) else {
            return;
        };
        assert_refused(&run, "bot.py: `hint` needs a seed file: ");
        assert_eq!(run.out, b"");
    }
}

#[test]
fn bot_reports_wrong_usage_and_a_missing_program() {
    let usage = "bot.py: usage: bot.py [--edition NAME] SEED\n";
    for arguments in [&[][..], &["--help"], &["examples/seeds/easy.txt", "-h"]] {
        let Some(run) = run_bot(arguments) else {
            return;
        };
        assert_eq!(String::from_utf8_lossy(&run.err), usage);
        assert_eq!((run.out.as_slice(), run.status), (&b""[..], Some(2)));
    }
    let clone = super::like_a_clone();
    let python = super::in_clone(&clone, "python3");
    let path = python.args(["-c", "import sys; print(sys.executable)"]);
    let run = Test::of(path.found().text().trim_end())
        .env("PATH", "")
        .args(["examples/bot.py", "seed.txt"])
        .current_dir(&clone)
        .found();
    assert_refused(&run, "bot.py: there is no command minesweeper-alpha: ");
}

/// Asserts that the bot failed with one line that begins with this text.
#[track_caller]
fn assert_refused(run: &Run, start: &str) {
    let error = String::from_utf8_lossy(&run.err);
    assert!(
        error.starts_with(start) && error.lines().count() == 1,
        "{error}"
    );
    assert_eq!(run.status, Some(2));
}

#[test]
fn every_example_seed_is_playable() {
    let entries = std::fs::read_dir(package_file("examples/seeds")).expect("the example seeds");
    let mut count = 0;
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.to_string_lossy();
        if name.ends_with(".txt") && !name.ends_with(".in.txt") {
            play(&path, "nofog\n");
            count += 1;
        }
    }
    assert!(count >= 4, "only {count} seeds were found");
}
