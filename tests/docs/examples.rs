//! The files in `examples/` agree with the program.

use std::path::{Path, PathBuf};

use crate::support::{Run, Test, has_program, package_file, words};

/// Plays an example seed, and returns standard output. Standard error must be empty.
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

/// Runs the bot; returns none without a Python.
#[track_caller]
fn run_of_bot(arguments: &[&str]) -> Option<Run> {
    if !has_program("python3") {
        return None;
    }
    let clone = super::like_a_clone();
    let python = super::in_clone(&clone, "python3").arg("examples/bot.py");
    Some(python.args(arguments).found())
}

/// Plays a game with the bot, and returns its output and exit status; none without a Python.
#[track_caller]
fn bot(arguments: &[&str]) -> Option<(String, Option<i32>)> {
    let found = run_of_bot(arguments)?;
    let status = found.status;
    // Where `hint` has no suggestion, it prints the reason.
    let is_without_hint = status == Some(12);
    assert_eq!(found.err.is_empty(), !is_without_hint, "{found:?}");
    Some((found.text(), status))
}
#[test]
fn bot_wins_fields_without_guessing() {
    for arguments in [
        "examples/seeds/no-guess-trivial.txt",
        "examples/seeds/no-guess-hard.txt",
        "--edition 2019.fa examples/seeds/no-guess-hard.txt",
    ] {
        let Some((out, status)) = bot(&words(arguments)) else {
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
        let Some((out, status)) = bot(&words(arguments)) else {
            return;
        };
        let is_known = status.is_some_and(|status| statuses.contains(&status));
        assert!(is_known, "{arguments} {out} {status:?}");
        assert_eq!(out.lines().count(), 1, "{out}");
    }
}
#[test]
fn bot_reports_a_missing_seed_file() {
    for arguments in [&["--random", "beginner"][..], &["--random=9x9x10"], &["-"]] {
        let Some(found) = run_of_bot(arguments) else {
            return;
        };
        is_told(&found, "bot.py: `hint` needs a seed file: ");
        assert_eq!(found.out, b"");
    }
}
#[test]
fn bot_reports_missing_requirements() {
    let usage = "bot.py: usage: bot.py [--edition NAME] SEED\n";
    for arguments in [&[][..], &["--help"], &["examples/seeds/easy.txt", "-h"]] {
        let Some(found) = run_of_bot(arguments) else {
            return;
        };
        assert_eq!(String::from_utf8_lossy(&found.err), usage);
        assert_eq!((found.out.as_slice(), found.status), (&b""[..], Some(2)));
    }
    let clone = super::like_a_clone();
    let python = super::in_clone(&clone, "python3");
    let path = python.args(["-c", "import sys; print(sys.executable)"]);
    let python = Test::of(path.found().text().trim_end()).env("PATH", "");
    let bot = python.args(["examples/bot.py", "seed.txt"]);
    let found = bot.current_dir(&clone).found();
    is_told(&found, "bot.py: there is no command minesweeper-alpha: ");
}

/// Asserts that the bot failed with one line that begins with this text.
#[track_caller]
fn is_told(found: &Run, start: &str) {
    let error = String::from_utf8_lossy(&found.err);
    assert!(
        error.starts_with(start) && error.lines().count() == 1,
        "{error}"
    );
    assert_eq!(found.status, Some(2));
}

#[test]
fn every_example_seed_is_playable() {
    let entries = std::fs::read_dir(package_file("examples/seeds")).expect("the example seeds");
    let is_seed = |path: &PathBuf| {
        let name = path.to_string_lossy();
        name.ends_with(".txt") && !name.ends_with(".in.txt")
    };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let seeds: Vec<_> = paths.filter(is_seed).collect();
    assert!(seeds.len() >= 4, "{seeds:?}");
    for seed in seeds {
        play(&seed, "nofog\n");
    }
}
