//! The result of a game in the exit status and in a file, and the seed of a random field.

use minesweeper_alpha::internal::EDITIONS;

use crate::support::{PROGRAM, SEED, Test, memory::seed_of};

/// Returns a run of `play` on a seed with mines in two corners.
fn play(arguments: &[&str], input: &str) -> Test {
    Test::new()
        .write("seed.txt", "5 5 2 0 0 4 4\n")
        .arg("play")
        .args(arguments)
        .stdin(input)
}

/// Returns an input that wins the game of [`play`] in 25 rounds.
fn winning_lines() -> String {
    let mut lines = "m 0 0\nm 4 4\n".to_owned();
    for square in 1..24 {
        lines += &format!("r {} {}\n", square / 5, square % 5);
    }
    lines
}

#[test]
fn exit_status_reports_the_outcome() {
    let won = winning_lines();
    for (input, status) in [(won.as_str(), 0), ("r 0 0\n", 10), ("q\n", 11), ("", 12)] {
        for (arguments, status) in [
            (&["--outcome-status", "seed.txt"][..], status),
            (&["seed.txt"], 0),
        ] {
            let run = play(arguments, input).found();
            assert_eq!(run.status, Some(status), "{arguments:?} {run:?}");
            assert_eq!(run.err, b"");
        }
    }
    // A last line without a line end counts as a line.
    let unended = play(&["--outcome-status", "seed.txt"], "q").found();
    let refused = play(&["--outcome-status", "nowhere"], "").found();
    assert_eq!([unended.status, refused.status], [Some(11), Some(2)]);
}

#[test]
fn exit_status_reports_the_outcome_of_all_editions() {
    for (edition, input, status) in [
        ("2019.fa", "q\n", 11),
        ("2025.sp", "r 0 0\n", 10),
        ("comp182", "u 0 0\n", 10),
        ("comp182", "q\n", 11),
        ("comp182", "u 1 1\n", 12),
        ("wise2021", "1 1 R\n", 10),
        ("wise2021", "", 12),
        // A lost game, and a second one that ends with the input.
        ("project1", "no\n0\n0\nno\nno\n", 10),
        ("project1", "no\n0\n0\nno\nyes\n", 12),
        ("project1", "", 12),
    ] {
        let (name, seed) = seed_of(edition);
        let arguments = ["--outcome-status", "--edition", edition, name];
        let run = play(&arguments, input).write(name, seed).found();
        assert_eq!(run.status, Some(status), "{edition} {input:?} {run:?}");
    }
}

#[test]
fn game_that_does_not_start_has_no_outcome_status() {
    let folder = tempfile::tempdir().expect("a folder");
    let result = folder.path().join("result");
    let path = result.to_str().expect("UTF-8");
    for edition in EDITIONS.iter().map(|edition| edition.name) {
        let (name, seed) = match edition {
            "wise2021" => ("board.cfg", "no board"),
            "comp182" => ("bad.txt", "0 0 0"),
            _ => ("bad.txt", "3 3 1 0 0\n"),
        };
        let options = ["--outcome-status", "--result", path, "--edition", edition];
        let test = play(&options, "q\n").arg(name).write(name, seed);
        let run = test.found();
        assert!(matches!(run.status, Some(1..=4)), "{edition} {run:?}");
        assert!(!result.exists());
    }
}

#[test]
fn result_can_go_to_standard_output() {
    let game = play(&["seed.txt"], "q\n").found().text();
    for path in ["-", "/dev/stdout", "/dev/stderr"] {
        let script =
            format!("'{PROGRAM}' play --result {path} seed.txt < /dev/null > out 2> err; cat out");
        let shell = Test::of("sh").args(["-c", &script]);
        let out = shell.write("seed.txt", "5 5 2 0 0 4 4\n").found().text();
        assert!(out.starts_with(&game), "{path}: {out}");
        assert_eq!(
            out.contains("\"outcome\": \"end-of-input\""),
            path != "/dev/stderr"
        );
    }
}

#[test]
fn result_has_the_random_field() {
    let arguments = ["--random", "5x6x4", "--rng-seed", "7", "--result", "-"];
    let out = play(&arguments, "q\n").found().text();
    let random = "\"random\": {\n    \"rows\": 5,\n    \"cols\": 6,\n    \"mines\": 4,\n    \"rng_seed\": 7\n  }\n}\n";
    assert!(out.ends_with(random), "{out}");
}

#[test]
fn result_file_has_outcome_and_details() {
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
        std::fs::write(&file, "an earlier result").expect("a file");
        let run = play(&["--result", path, "seed.txt"], &input).found();
        assert_eq!(run.status, Some(0));
        assert_eq!(std::fs::read_to_string(&file).expect("a file"), expected);
    }
}

#[test]
fn unwritable_result_is_reported_in_one_line() {
    // The program checks the file before the game, so that no result is lost after the game.
    play(&["--result", "nowhere/result.json", "seed.txt"], "q\n")
        .refused("nowhere/result.json: No such file or directory");
    play(&["--result", "seed.txt", "seed.txt"], "q\n")
        .refused("seed.txt: this is the seed file of the game; choose another file for --result");
    for option in [&["--outcome-status"][..], &["--result", "x"]] {
        let run = play(&[option, &["--screen", "seed.txt"][..]].concat(), "").found();
        assert_eq!(run.status, Some(2), "{option:?}");
        let list = play(&[option, &["--list"][..]].concat(), "");
        list.refused(
            "the argument '--list' cannot be used with one or more of the other specified arguments",
        );
    }
}

#[test]
fn broken_pipe_is_no_win() {
    let message = "4\nminesweeper-alpha: standard output was closed by its reader before everything was printed\n";
    for (options, expected) in [("--outcome-status", message), ("", "0\n")] {
        let script = format!(
            "(yes nofog | '{PROGRAM}' play {options} seed.txt 2> err; echo $? > status) \
             | head -n 1 > head; cat status err"
        );
        let shell = Test::of("sh").args(["-c", &script]);
        let run = shell.write("seed.txt", SEED).found();
        assert_eq!(String::from_utf8_lossy(&run.out), expected, "{run:?}");
    }
}

#[test]
fn closed_output_is_no_win() {
    let message = "standard output was closed by its reader before everything was printed";
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    play(
        &["--outcome-status", "--quiet", "--result", "-", "seed.txt"],
        &winning_lines(),
    )
    .stdout_to(writer.try_clone().expect("a pipe"))
    .status(4)
    .message(message)
    .run();
    // Other subcommands keep their status.
    let mines = (0..24).map(|mine| format!("{} {}\n", mine / 5, mine % 5));
    Test::new()
        .args(["solve", "full.txt"])
        .write(
            "full.txt",
            "5 5\n24\n".to_owned() + &mines.collect::<String>(),
        )
        .stdout_to(writer)
        .status(1)
        .stderr("lost with 1 guess\n")
        .run();
}

#[test]
fn random_game_reports_its_rng_seed() {
    for options in [
        &["--random", "8x8x10"][..],
        &["--random", "8x8x10", "--no-guess"],
        &["--edition", "comp182"],
        &["--edition", "project1"],
    ] {
        let input = "nofog\nshow\nno\n1\n1\nyes\n";
        let first = play(options, input).found();
        let err = String::from_utf8(first.err.clone()).expect("UTF-8");
        let rng_seed = err
            .lines()
            .find_map(|line| line.strip_prefix("rng-seed: "))
            .unwrap_or_else(|| panic!("{options:?} {first:?}"));
        assert!(rng_seed.parse::<u64>().expect("a number") < 1 << 53);
        let again = play(&[options, &["--rng-seed", rng_seed][..]].concat(), input).found();
        assert_eq!(again.out, first.out);
        let rest = String::from_utf8_lossy(&again.err);
        assert_eq!(err, format!("rng-seed: {rng_seed}\n{rest}"));
        let merged = play(options, input).found_merged();
        assert!(merged.out.starts_with(b"rng-seed: "));
    }
    let from_file = play(&["seed.txt"], "q\n").found();
    assert_eq!(from_file.err, b"");
}
