//! What lies in `examples/` is what the program prints and plays.

use std::path::Path;

use crate::support::{Run, Test, package_file};

/// Plays an example seed; what is printed on standard output, which is all.
#[track_caller]
fn play(seed: &Path, input: impl AsRef<[u8]>) -> String {
    let found = Test::new().arg(seed).stdin(input).found();
    assert_eq!(
        (found.err.as_slice(), found.status),
        (&b""[..], Some(0)),
        "{}",
        seed.display()
    );
    found.text()
}

#[test]
fn the_example_inputs_win_and_lose() {
    let easy = package_file("examples/seeds/easy.txt");
    let ends_with = |input: &str, end: &str| {
        let input = package_file(format!("examples/seeds/{input}"));
        let out = play(&easy, std::fs::read(input).expect("an input"));
        assert!(out.ends_with(end), "{out}");
    };
    ends_with("easy-perfect.in.txt", " SCORE: 100.00\n\n");
    ends_with("easy-win.in.txt", " SCORE: 89.29\n\n");
    let game_over = include_str!("../../resources/uga/gameover.txt");
    ends_with(
        "easy-loss.in.txt",
        &format!("minesweeper-alpha: \n{game_over}\n"),
    );
}

/// A run of the bot with these arguments; none without a Python.
#[cfg(unix)]
#[track_caller]
fn run_of_bot(arguments: &[&str]) -> Option<Run> {
    let version = std::process::Command::new("python3")
        .arg("--version")
        .output();
    if version.is_err() {
        crate::support::skipped("there is no python3");
        return None;
    }
    let clone = super::like_a_clone();
    let python = super::in_clone(&clone, "python3").arg("examples/bot.py");
    Some(python.args(arguments).found())
}

/// A game of the bot, with what it prints and its exit status; none without a Python.
#[cfg(unix)]
#[track_caller]
fn bot(arguments: &[&str]) -> Option<(String, Option<i32>)> {
    let found = run_of_bot(arguments)?;
    let status = found.status;
    // Where nothing can be suggested, `hint` says why.
    let is_without_hint = status == Some(12);
    assert_eq!(found.err.is_empty(), !is_without_hint, "{found:?}");
    Some((found.text(), status))
}

#[cfg(unix)]
#[test]
fn the_bot_wins_what_needs_no_guess() {
    for (arguments, ending) in [
        (
            &["examples/seeds/no-guess-trivial.txt"][..],
            " lines with 0 guesses\n",
        ),
        (
            &["examples/seeds/no-guess-hard.txt"],
            " lines with 0 guesses\n",
        ),
        (
            &["--edition", "2019.fa", "examples/seeds/no-guess-hard.txt"],
            " lines with 0 guesses\n",
        ),
    ] {
        let Some((out, status)) = bot(arguments) else {
            return;
        };
        assert_eq!(status, Some(0), "{arguments:?} {out}");
        assert!(out.starts_with("won in ") && out.ends_with(ending), "{out}");
    }
}

#[cfg(unix)]
#[test]
fn the_bot_ends_with_any_game() {
    for (arguments, statuses) in [
        (&["examples/seeds/easy.txt"][..], &[0, 10][..]),
        (&["examples/seeds/hard.txt"], &[0, 10]),
        (
            &[
                "--edition",
                "comp182",
                "--cascade",
                "examples/seeds/easy.txt",
            ],
            &[0, 10],
        ),
        (
            &["--edition", "wise2021", "examples/seeds/wise2021.cfg"],
            &[0, 10],
        ),
        (&["--edition", "project1", "--rng-seed", "1"], &[12]),
    ] {
        let Some((out, status)) = bot(arguments) else {
            return;
        };
        assert!(
            statuses.iter().any(|&one| status == Some(one)),
            "{arguments:?} {out} {status:?}"
        );
        assert_eq!(out.lines().count(), 1, "{out}");
    }
}

#[cfg(unix)]
#[test]
fn the_bot_says_that_it_needs_a_seed_file() {
    for arguments in [&["--random", "beginner"][..], &["--random=9x9x10"], &["-"]] {
        let Some(found) = run_of_bot(arguments) else {
            return;
        };
        let error = String::from_utf8_lossy(&found.err);
        let is_told = error.starts_with("bot.py: `hint` needs a seed file: ");
        assert!(is_told && error.lines().count() == 1, "{error}");
        assert_eq!((found.out.as_slice(), found.status), (&b""[..], Some(2)));
    }
}

#[cfg(unix)]
#[test]
fn the_bot_says_what_it_lacks() {
    let usage = "bot.py: usage: bot.py [--edition NAME] SEED\n";
    for arguments in [&[][..], &["--help"], &["examples/seeds/easy.txt", "-h"]] {
        let Some(found) = run_of_bot(arguments) else {
            return;
        };
        assert_eq!(String::from_utf8_lossy(&found.err), usage);
        assert_eq!((found.out.as_slice(), found.status), (&b""[..], Some(2)));
    }
    let clone = super::like_a_clone();
    let asked =
        super::in_clone(&clone, "python3").args(["-c", "import sys; print(sys.executable)"]);
    let python = Test::of(asked.found().text().trim_end())
        .args(["examples/bot.py", "seed.txt"])
        .current_dir(&clone);
    let without_path = |command: &mut std::process::Command| {
        command.env("PATH", "");
    };
    let found = python.command(without_path).found();
    let error = String::from_utf8_lossy(&found.err);
    let is_told = error.starts_with("bot.py: there is no command minesweeper-alpha: ");
    assert!(is_told && error.lines().count() == 1, "{error}");
    assert_eq!(found.status, Some(2));
}

#[test]
fn every_example_seed_is_played() {
    let entries = std::fs::read_dir(package_file("examples/seeds")).expect("the example seeds");
    let names = entries.map(|entry| entry.expect("an entry").path());
    let seeds: Vec<_> = names
        .filter(|path| {
            let name = path.to_string_lossy();
            !name.ends_with(".in.txt") && name.ends_with(".txt")
        })
        .collect();
    assert!(seeds.len() >= 4, "{seeds:?}");
    for seed in seeds {
        play(&seed, "nofog\n");
    }
}
