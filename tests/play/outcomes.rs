//! How a game ended, told by the exit status and by a file; and what a random field
//! began with.

use std::fmt::Write;

use crate::support::{PROGRAM, SEED, Test};

/// What `play` makes of an input on a seed with mines in two corners.
fn play(arguments: &[&str], input: &str) -> Test {
    Test::new()
        .write("seed.txt", "5 5 2 0 0 4 4\n")
        .arg("play")
        .args(arguments)
        .stdin(input)
}

/// Lines that win on it.
fn winning_lines() -> String {
    let mut lines = "m 0 0\nm 4 4\n".to_owned();
    for row in 0..5 {
        for col in 0..5 {
            if (row, col) != (0, 0) && (row, col) != (4, 4) {
                writeln!(lines, "r {row} {col}").expect("a string");
            }
        }
    }
    lines
}

#[test]
fn the_exit_status_tells_how_a_game_ended() {
    let won = winning_lines();
    for (input, status) in [(won.as_str(), 0), ("r 0 0\n", 10), ("q\n", 11), ("", 12)] {
        for (arguments, status) in [
            (&["--outcome-status", "seed.txt"][..], status),
            (&["seed.txt"], 0),
        ] {
            let found = play(arguments, input).found();
            assert_eq!(found.status, Some(status), "{arguments:?} {found:?}");
            assert_eq!(found.err, b"");
        }
    }
    // A last line that nothing ends is a line.
    assert_eq!(
        play(&["--outcome-status", "seed.txt"], "q").found().status,
        Some(11)
    );
    let refused = play(&["--outcome-status", "nowhere"], "").found();
    assert_eq!(refused.status, Some(2));
}

#[test]
fn other_editions_tell_it_too() {
    for (edition, input, status) in [
        ("2019.fa", "q\n", 11),
        ("2025.sp", "r 0 0\n", 10),
        ("comp182", "u 0 0\n", 10),
        ("comp182", "q\n", 11),
        ("comp182", "u 1 1\n", 12),
    ] {
        let arguments = ["--outcome-status", "--edition", edition, "seed.txt"];
        assert_eq!(
            play(&arguments, input).found().status,
            Some(status),
            "{edition} {input}"
        );
    }
}

#[test]
fn a_file_tells_it_and_more() {
    let result = |outcome: &str, rounds: usize, score: &str| {
        format!(
            "{{\n  \"version\": 1,\n  \"edition\": \"2022.sp\",\n  \"outcome\": \"{outcome}\",\n  \
             \"rounds\": {rounds},\n  \"score\": {score},\n  \"seed\": \"seed.txt\",\n  \
             \"random\": null\n}}\n"
        )
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("result.json");
    let path = file.to_str().expect("UTF-8");
    for (input, expected) in [
        (winning_lines(), result("won", 25, "100.00")),
        ("r 1 1\nr 0 0\n".to_owned(), result("lost", 2, "null")),
        ("q\n".to_owned(), result("quit", 0, "null")),
        ("r 1 1\nx\n".to_owned(), result("end-of-input", 1, "null")),
    ] {
        std::fs::write(&file, "what was there before").expect("a file");
        let found = play(&["--result", path, "seed.txt"], &input).found();
        assert_eq!(found.status, Some(0));
        assert_eq!(std::fs::read_to_string(&file).expect("a file"), expected);
    }
}

#[test]
fn what_cannot_be_told_is_one_line() {
    let found = play(&["--result", "nowhere/result.json", "seed.txt"], "q\n").found();
    assert_eq!(found.status, Some(2));
    let message = "minesweeper-alpha: nowhere/result.json: No such file or directory\n";
    assert_eq!(String::from_utf8_lossy(&found.err), message);
    for option in [&["--outcome-status"][..], &["--result", "x"]] {
        let found = play(&[option, &["--screen", "seed.txt"][..]].concat(), "").found();
        assert_eq!(found.status, Some(2), "{option:?}");
        let found = play(&[option, &["--list"][..]].concat(), "").found();
        assert_eq!(
            found.err,
            b"minesweeper-alpha: --list stands alone, without a file or other options\n"
        );
    }
}

#[test]
fn a_reader_who_goes_away_is_no_win() {
    let script = |options: &str| {
        format!(
            "(yes nofog | '{PROGRAM}' play {options} seed.txt 2>&1; echo $? > status) | head -n 1 > head; \
             cat status"
        )
    };
    for (options, status) in [("--outcome-status", "4\n"), ("", "0\n")] {
        let shell = Test::of("sh").args(["-c", &script(options)]);
        let found = shell.write("seed.txt", SEED).found();
        assert_eq!(String::from_utf8_lossy(&found.out), status, "{found:?}");
    }
}

#[test]
fn a_random_game_tells_what_it_began_with() {
    for options in [
        &["--random", "8x8x10"][..],
        &["--random", "8x8x10", "--no-guess"],
        &["--edition", "comp182"],
        &["--edition", "project1"],
    ] {
        let input = "nofog\nshow\nno\n1\n1\nyes\n";
        let first = play(options, input).found();
        let told = String::from_utf8(first.err.clone()).expect("UTF-8");
        let line = told
            .lines()
            .find_map(|line| line.strip_prefix("rng-seed: "));
        let rng_seed = line.unwrap_or_else(|| panic!("{options:?} {first:?}"));
        assert!(rng_seed.parse::<u64>().expect("a number") < 1 << 53);
        let again = play(&[options, &["--rng-seed", rng_seed][..]].concat(), input).found();
        assert_eq!(again.out, first.out);
        let rest = told.replace(&format!("rng-seed: {rng_seed}\n"), "");
        assert_eq!(String::from_utf8_lossy(&again.err), rest);
    }
    let from_file = play(&["seed.txt"], "q\n").found();
    assert_eq!(from_file.err, b"");
}
